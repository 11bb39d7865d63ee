"""Whether the cursors of the round and the decision that waits fit together: every rule then finds what it looks for."""

from __future__ import annotations

from engine.debug import RecordView
from engine.games.chaos_in_the_old_world.checks import bits_of, require, require_range
from engine.games.chaos_in_the_old_world.data import (
    ALL_REGIONS,
    FIGURE_TYPES,
    POWERS,
    REGIONS,
    RESERVE,
    TRACK,
    Phase,
    Token,
)
from engine.games.chaos_in_the_old_world.dials import Instruction
from engine.games.chaos_in_the_old_world.old_world_cards import Lasting, Where
from engine.games.chaos_in_the_old_world.options_record import NUMBER_COLUMN, WHERE_COLUMN
from engine.games.chaos_in_the_old_world.state import NOBODY, Ask

_PHASE_OF_ASK: dict[Ask, tuple[Phase, int]] = {
    **dict.fromkeys((Ask.OLD_WORLD_REGION, Ask.OLD_WORLD_EITHER, Ask.OLD_WORLD_SPACE), (Phase.OLD_WORLD, 1)),
    Ask.DISCARD_BEFORE_DRAW: (Phase.DRAW, 0),
    **{ask: (Phase.SUMMONING, 0) for ask in Ask if Ask.SUMMONING <= ask <= Ask.CONTROL and ask != Ask.DISCARD},
    Ask.TAKE_CULTIST: (Phase.BATTLE, 0),
    Ask.HITS: (Phase.BATTLE, 1),
    Ask.ROT: (Phase.BATTLE, 2),
    Ask.REAVERS: (Phase.BATTLE, 2),
    Ask.HERO: (Phase.END, 1),
    **dict.fromkeys((Ask.LOSS_REGION, Ask.LOSS_FIGURE), (Phase.END, 2)),
}
"""Phase and step of each decision that has one."""

_HIT_ASKS = (Ask.EARLY_HITS, Ask.HITS, Ask.RETALIATE, Ask.REAVERS)
_DIAL_ASKS = {
    Ask.DIAL_WARPSTONE: Instruction.WARPSTONES,
    Ask.DIAL_NOBLE: Instruction.NOBLES,
    Ask.DIAL_CORRUPTION: Instruction.REMOVE_CORRUPTION,
    Ask.DIAL_TOKEN: Instruction.REMOVE_TOKENS,
    Ask.UPGRADE: Instruction.UPGRADE,
}
_LAST_STEP = {Phase.OLD_WORLD: 2, Phase.DRAW: 0, Phase.SUMMONING: 0, Phase.BATTLE: 2, Phase.CORRUPTION: 1, Phase.END: 6}
_LAST_PART = {0: 6, 1: 9, 2: 3}
"""By step of the battle phase."""


def audit_moment(options: RecordView, state: RecordView) -> None:
    """Check cursors, the roll in progress and the decision that waits.

    Raises:
        ValueError: says what doesn't hold.
    """
    _audit_cursors(state)
    if state.terminal:
        require(state.ask == 0, "a decision waits after the end")
        return
    require_range(state, "ask", 1, len(Ask) - 1)
    ask, phase = Ask(state.ask), Phase(state.phase)
    require(options.seat_of[state.asked] == state.current_player, f"power {state.asked} is asked, not the current player")
    expected = _PHASE_OF_ASK.get(ask)
    require(expected in (None, (phase, state.step)), f"{ask.name} in step {state.step} of the {phase.name} phase")
    _audit_old_world(options, state, ask, phase)
    _audit_summoning(options, state, ask)
    _audit_roll(options, state, ask, phase)
    _audit_end(options, state, ask, phase)
    if ask == Ask.DISCARD:
        meddling = phase == Phase.SUMMONING
        require(meddling or (phase == Phase.END and state.step == 2), f"cards are discarded in the {phase.name} phase")
        require(state.left > 0 and state.hand_size[state.asked] > 0, "nothing to discard")
    if ask == Ask.DISCARD_BEFORE_DRAW:
        require(state.turn == state.asked, "another power draws")
    _audit_left(options, state, phase)


def _audit_cursors(state: RecordView) -> None:
    require_range(state, "phase", 0, len(Phase) - 1)
    require_range(state, "step", 0, _LAST_STEP[Phase(state.phase)])
    require_range(state, "region", 0, REGIONS)
    require_range(state, "turn", 0, POWERS)
    require_range(state, "part", 0, 9)
    require_range(state, "left", 0, 100)
    require_range(state, "used", 0, ALL_REGIONS)
    require_range(state, "asked", 0, POWERS - 1)
    require_range(state, "ask_region", 0, REGIONS - 1)
    require_range(state, "ask_origin", 0, RESERVE)
    require_range(state, "ask_slot", 0, 59)
    require_range(state, "hits", 0, 100)
    require_range(state, "hitter", NOBODY, POWERS - 1)
    require_range(state, "victim", NOBODY, POWERS - 1)
    require_range(state, "early", 0, 1)
    require_range(state, "battle", 0, 40)
    require(-1 <= state.drawn_card < len(state.revealed), f"drawn_card is {state.drawn_card}")
    in_turns = state.phase == Phase.SUMMONING
    require(not in_turns or state.turn < POWERS, "nobody's turn")


def _audit_old_world(options: RecordView, state: RecordView, ask: Ask, phase: Phase) -> None:
    require((state.drawn_card != NOBODY) == (phase == Phase.OLD_WORLD), "an Old World card is resolved in another phase")
    if ask not in (Ask.OLD_WORLD_REGION, Ask.OLD_WORLD_EITHER):
        return
    title = state.drawn_card
    require(state.part < options.placement_count[title], "the card has no such placement")
    where = options.placements[title, state.part, WHERE_COLUMN]
    require(
        (where == Where.EITHER) == (ask == Ask.OLD_WORLD_EITHER) and where != Where.FIXED, "the placement asks nothing such"
    )
    if ask == Ask.OLD_WORLD_REGION:
        require(1 <= state.left <= options.placements[title, state.part, NUMBER_COLUMN], "more regions than the card says")


_NEEDS_LEFT = (
    Ask.CALL_REGION,
    Ask.CALL_FIGURE,
    Ask.DECAY,
    Ask.TELEPORT_FIGURE,
    Ask.TELEPORT_REGION,
    Ask.INFLUENCE_TOKEN,
    Ask.INFLUENCE_REGION,
    Ask.CONTROL,
)


def _audit_summoning(options: RecordView, state: RecordView, ask: Ask) -> None:
    if ask in _NEEDS_LEFT:
        require(state.left > 0, f"{ask.name} with nothing left to do")
    if ask == Ask.SUMMONING:
        require(state.turn == state.asked and state.power_points[state.asked] > 0, "a turn of somebody without power points")
    if ask == Ask.WHICH_FIGURE:
        require(state.ask_slot < FIGURE_TYPES, "no such figure type")
        require(state.ask_origin != state.ask_region, "a figure is summoned to where it stands")
    if ask == Ask.CARD_SPACE:
        require(state.ask_slot < FIGURE_TYPES, "no such figure type")
    if ask == Ask.CARRY:
        origin, goal = state.ask_origin, state.ask_region
        require(origin < REGIONS and state.tokens[origin, Token.WARPSTONE] > 0, "there is no Warpstone to carry")
        require(origin != goal and state.ruin_card[goal] == 0, "a Warpstone can't be carried there")
    if ask == Ask.CALL_FIGURE:
        require(state.ask_origin < REGIONS and state.ask_origin != state.ask_region, "figures are called from nowhere")
    if ask == Ask.TELEPORT_REGION:
        require(state.at[state.ask_region] >> state.ask_slot & 1, "the figure to teleport is not there")
    if ask == Ask.INFLUENCE_REGION:
        require(Token.HERO <= state.ask_slot <= Token.PEASANT, "such a token can't be moved")
        require(state.tokens[state.ask_region, state.ask_slot] > 0, "there is no token to move")


def _audit_roll(options: RecordView, state: RecordView, ask: Ask, phase: Phase) -> None:
    rolling = ask in _HIT_ASKS
    require(rolling == (state.hits > 0), f"{state.hits} hits and the question is {ask.name}")
    if phase != Phase.BATTLE:
        idle = (state.hitter, state.victim, state.early, state.battle, state.fallen)
        require(idle == (NOBODY, NOBODY, 0, 0, 0), "a roll is in progress outside of battle")
        require(not any(state.retaliation), "hits are owed outside of battle")
        return
    require(state.region < REGIONS and state.part <= _LAST_PART[state.step], "no such part of the battle phase")
    require(state.fallen & ~state.at[state.region] == 0, "a figure fell in another region")
    if not rolling:
        require((state.hitter, state.victim, state.early) == (NOBODY, NOBODY, 0), "no roll is in progress")
        require(ask in (Ask.TAKE_CULTIST, Ask.ROT) and not any(state.retaliation), f"{ask.name} in battle")
        require(state.left > 0 and state.used > 0, f"{ask.name} with nothing left to do")
        if ask == Ask.ROT:
            require(state.part < 2 and state.space[2 * state.region + state.part] != NOBODY, "no card rots")
            require(options.card_power[state.space[2 * state.region + state.part]] == state.asked, "another's card rots")
        else:
            require(state.part - 2 == state.asked, "another power takes a cultist")
        return
    require((ask == Ask.REAVERS) == (state.hitter == NOBODY), "neutral dice and a power's mixed up")
    require((ask == Ask.RETALIATE) == (state.victim != NOBODY), "hits for a victim without retaliation")
    require(ask == Ask.REAVERS or state.hitter == state.asked, "another power assigns the hits")
    if ask == Ask.EARLY_HITS:
        require(state.early == 1, "normal hits can't be kept")
    if ask == Ask.HITS:
        require(state.early == 0, "early hits may be kept")
    for power in bits_of(0 if state.victim == NOBODY else 1 << state.victim):
        require(options.seat_of[power] != NOBODY, "the victim does not play")


def _audit_end(options: RecordView, state: RecordView, ask: Ask, phase: Phase) -> None:
    if ask == Ask.HERO:
        require(state.region < REGIONS and state.left > 0 and state.used == 1, "no Hero strikes")
    if ask in (Ask.LOSS_REGION, Ask.LOSS_FIGURE):
        require(state.part < TRACK and state.track[state.part] != NOBODY, "no Old World card strikes")
        lasting = options.lasting[state.track[state.part]]
        require(lasting in (Lasting.CORSAIRS, Lasting.TROLLSLAYERS), "the Old World card takes no figures")
    if ask in _DIAL_ASKS:
        require(phase == Phase.END and state.step in (4, 5), f"{ask.name} while no dial turns")
        require(state.turn == state.asked and state.part == 1 and state.left > 0, "no instruction is carried out")
        instruction = options.instruction[state.asked, state.dial[state.asked]]
        require(instruction == _DIAL_ASKS[ask], f"{ask.name} is not what the dial says")


def _audit_left(options: RecordView, state: RecordView, phase: Phase) -> None:
    """Cursors where rules go on after the decision."""
    if phase == Phase.END and state.step == 1:
        require(state.region < REGIONS, "no region for Heroes")
    if phase == Phase.END and state.step == 2:
        require(state.part <= TRACK, "no such space of the track")
    if phase == Phase.END and state.step in (4, 5):
        require(state.turn < POWERS and options.seat_of[state.turn] != NOBODY, "no power's dial turns")
        require(state.dial[state.turn] < options.dial_end[state.turn] or state.part == 1, "the dial is at its end")
    if phase == Phase.OLD_WORLD and state.step == 1:
        require(state.drawn_card != NOBODY, "no Old World card is resolved")
