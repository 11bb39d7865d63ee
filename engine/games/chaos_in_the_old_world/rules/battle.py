"""The battle phase (rulebook p. 15): start-of-phase effects, the battles in region order, end-of-phase effects.

Steps: 0 start, 1 battles, 2 end. `region` is the region, `part` what comes next in it:
start: 0, 1 its card spaces; 2 .. 5 a power's figures that take control. Battles: 0 whether one is fought; 1 .. 4 a power's
early strike; 5 .. 8 a power's roll; 9 its end. End: 0, 1 the card spaces; 2 neutral dice; 3 the next region.
"""

from __future__ import annotations

from engine.bits import count, lowest
from engine.compilation import rule
from engine.games.chaos_in_the_old_world.chaos_cards import Effect
from engine.games.chaos_in_the_old_world.data import FIGURE_TYPES, POWERS, REGIONS, Phase, Token
from engine.games.chaos_in_the_old_world.house import House, use_house
from engine.games.chaos_in_the_old_world.old_world_cards import Lasting
from engine.games.chaos_in_the_old_world.rules.figures import figures_of, take_control, to_reserve
from engine.games.chaos_in_the_old_world.rules.hits import (
    assign_hits,
    count_kill,
    end_roll,
    owes_retaliation,
    start_retaliation,
)
from engine.games.chaos_in_the_old_world.rules.pieces import answered, ask, roll_dice, to_phase, to_step
from engine.games.chaos_in_the_old_world.rules.spaces import (
    amount_here,
    effect_of,
    event_card,
    has_effect,
    lasting_amount,
    with_ability,
)
from engine.games.chaos_in_the_old_world.state import NOBODY, Ask
from engine.games.chaos_in_the_old_world.upgrades import Ability
from engine.types import Record, Trace

_CORRUPTION = int(Phase.CORRUPTION)
_PEASANT = int(Token.PEASANT)
_EARLY_DICE = int(Effect.EARLY_DICE)
_SECOND_BATTLE = int(Effect.SECOND_BATTLE)
_NO_BATTLE = int(Effect.NO_BATTLE)
_ROT = int(Effect.ROT)
_EVENT_NO_BATTLE = int(Lasting.NO_BATTLE)
_REAVERS = int(Lasting.REAVERS)
_EARLY_STRIKE = int(Ability.EARLY_STRIKE)
_TAKE_CULTIST = int(Ability.TAKE_CULTIST)
_ASK_TAKE_CULTIST = int(Ask.TAKE_CULTIST)
_ASK_ROT = int(Ask.ROT)
_ECSTASY_STOPS = int(House.ECSTASY_STOPS_EARLY_DICE)
_KEEPER = int(House.KEEPER_OF_SECRETS)
_FIRST_STRIKE = 1
_FIRST_ROLL = 5
_END_OF_BATTLE = 9
_CULTIST_RANK = 0
_DAEMON_RANK = 2


@rule
def battle_phase(options: Record, state: Record, trace: Trace) -> None:
    """Finish the roll in progress, else one item of the step."""
    if state.hits > 0:
        assign_hits(options, state)
    elif owes_retaliation(state):
        start_retaliation(state)
    else:
        end_roll(state)
        if state.region == REGIONS:
            end_step(state)
        elif state.step == 0:
            start_of_phase(options, state, trace)
        elif state.step == 1:
            battle(options, state, trace)
        else:
            end_of_phase(options, state, trace)


@rule
def end_step(state: Record) -> None:
    """All regions are done: the next step or phase."""
    if state.step < 2:
        to_step(state, state.step + 1)
    else:
        to_phase(state, _CORRUPTION)


@rule
def next_region(state: Record) -> None:
    """On to the next region of the step."""
    state.region += 1
    state.part = 0
    state.left = 0
    state.used = 0
    state.battle = 0


@rule
def battle_is_barred(options: Record, state: Record, region: int) -> bool:
    """Field of Ecstasy or peace: no battle here (what forbids wins, rulebook p. 26)."""
    if has_effect(options, state, region, _NO_BATTLE):
        return True
    return event_card(options, state, region, _EVENT_NO_BATTLE) != NOBODY


@rule
def has_targets(state: Record, power: int, region: int) -> bool:
    """Whether a power's hits could go to anybody: an enemy figure that isn't shielded, or a Peasant."""
    if state.tokens[region, _PEASANT] > 0:
        return True
    return state.at[region] & ~state.control[power] & ~state.shielded & ~state.fallen != 0


@rule
def start_roll(options: Record, state: Record, power: int, dice: int, early: int, trace: Trace) -> None:
    """A power rolls; in its normal roll the early hits that it kept join in."""
    state.hits = roll_dice(options, state, dice, state.region, power, trace)
    if not early:
        state.hits = min(state.hits + state.early_hits[state.region, power], 100)
        state.early_hits[state.region, power] = 0
    state.hitter = power
    state.early = early


@rule
def start_of_phase(options: Record, state: Record, trace: Trace) -> None:
    """A region's start-of-phase effects: cards from left to right, then figures that take control, in power order."""
    if state.at[state.region] == 0 and state.tokens[state.region, _PEASANT] == 0:
        next_region(state)
    elif state.part < 2:
        space = 2 * state.region + state.part
        state.part += 1
        if effect_of(options, state, space) == _EARLY_DICE:
            early_dice(options, state, state.space[space], trace)
    elif state.part < 2 + POWERS:
        take_cultists(options, state, state.part - 2)
    else:
        next_region(state)


@rule
def early_dice(options: Record, state: Record, card: int, trace: Trace) -> None:
    """Blood Frenzy: dice before anybody's normal roll."""
    power = options.card_power[card]
    if battle_is_barred(options, state, state.region):
        use_house(state, _ECSTASY_STOPS)
        if options.house[_ECSTASY_STOPS]:
            return
    if has_targets(state, power, state.region):
        start_roll(options, state, power, options.card_amount[card], 1, trace)


@rule
def take_cultists(options: Record, state: Record, power: int) -> None:
    """The upgraded Keeper of Secrets takes control of an enemy cultist in its region; `left` says how many more."""
    keepers = with_ability(options, state, figures_of(state, power, state.region), _TAKE_CULTIST)
    if keepers == 0 or cultists_to_take(options, state, power) == 0:
        state.part += 1
        state.used = 0
        return
    if state.used == 0:
        state.used = 1
        while keepers:
            state.left += state.ability_amount[options.type_of_slot[lowest(keepers)]]
            keepers &= keepers - 1
    if state.left == 0:
        state.part += 1
        state.used = 0
        return
    ask(options, state, _ASK_TAKE_CULTIST, power)


@rule
def cultists_to_take(options: Record, state: Record, power: int) -> int:
    """Enemy cultists in the region of the step."""
    return state.at[state.region] & ~state.control[power] & options.rank_slots[_CULTIST_RANK]


@rule
def take_cultist(options: Record, state: Record, slot: int) -> None:
    """The cultist changes sides for the round."""
    power = state.asked
    answered(state)
    use_house(state, _KEEPER)
    take_control(options, state, slot, power)
    state.left -= 1
    if state.left == 0:
        state.part += 1
        state.used = 0


@rule
def dice_of(options: Record, state: Record, power: int, region: int, strikers: bool) -> int:
    """The attack values of a power's figures in a region: those that strike early, or the others; fallen ones count."""
    slots = figures_of(state, power, region)
    dice = 0
    for figure in range(FIGURE_TYPES):
        of_type = slots & options.group[figure]
        if of_type and (state.ability[figure] == _EARLY_STRIKE) == strikers:
            dice += state.attack[figure] * count(of_type)
    return dice


@rule
def is_fought(options: Record, state: Record) -> bool:
    """Whether anybody can roll dice here and has a target (rulebook p. 15)."""
    region = state.region
    for power in range(POWERS):
        if has_targets(state, power, region):
            dice = dice_of(options, state, power, region, True) + dice_of(options, state, power, region, False)
            if dice + state.early_hits[region, power] > 0:
                return True
    return False


@rule
def battle(options: Record, state: Record, trace: Trace) -> None:
    """One item of a region's battle."""
    if state.part == 0:
        begin_battle(options, state)
    elif state.part < _FIRST_ROLL:
        power = state.part - _FIRST_STRIKE
        state.part += 1
        dice = dice_of(options, state, power, state.region, True)
        if dice > 0 and has_targets(state, power, state.region):
            start_roll(options, state, power, dice, 1, trace)
    elif state.part < _END_OF_BATTLE:
        power = state.part - _FIRST_ROLL
        state.part += 1
        dice = dice_of(options, state, power, state.region, False)
        if dice + state.early_hits[state.region, power] > 0 and has_targets(state, power, state.region):
            start_roll(options, state, power, dice, 0, trace)
    else:
        end_battle(options, state)


@rule
def begin_battle(options: Record, state: Record) -> None:
    """Skip the region where no battle is fought."""
    if not is_fought(options, state):
        forget_early_hits(state)
        next_region(state)
    elif battle_is_barred(options, state, state.region):
        peace = event_card(options, state, state.region, _EVENT_NO_BATTLE)
        if peace != NOBODY:
            use_house(state, options.house_of_card[peace])
        forget_early_hits(state)
        next_region(state)
    else:
        state.part = _FIRST_STRIKE


@rule
def forget_early_hits(state: Record) -> None:
    """Hits that found no target are lost with the battle."""
    for power in range(POWERS):
        state.early_hits[state.region, power] = 0


@rule
def end_battle(options: Record, state: Record) -> None:
    """The fallen leave; Reborn in Blood has another battle fought."""
    to_reserve(options, state, state.fallen)
    forget_early_hits(state)
    state.battle += 1
    if state.battle <= amount_here(options, state, state.region, _SECOND_BATTLE):
        state.part = 0
    else:
        next_region(state)


@rule
def end_of_phase(options: Record, state: Record, trace: Trace) -> None:
    """A region's end-of-phase effects: cards from left to right, then the Old World's."""
    if state.at[state.region] == 0:
        next_region(state)
    elif state.part < 2:
        space = 2 * state.region + state.part
        if effect_of(options, state, space) == _ROT:
            rot(options, state, state.space[space])
        else:
            state.part += 1
    elif state.part == 2:
        state.part = 3
        reavers(options, state, trace)
    else:
        next_region(state)


@rule
def rot_candidates(options: Record, state: Record, power: int) -> int:
    """The Final Rotting: enemy cultists and warriors in the region, shielded ones too: this is no battle."""
    return state.at[state.region] & ~state.control[power] & ~options.rank_slots[_DAEMON_RANK]


@rule
def rot(options: Record, state: Record, card: int) -> None:
    """The Final Rotting: one enemy cultist or warrior dies for each of the owner's corruption tokens here."""
    power = options.card_power[card]
    if state.used == 0:
        state.used = 1
        state.left = min(options.card_amount[card] * state.corruption[state.region, power], 100)
    if state.left == 0 or rot_candidates(options, state, power) == 0:
        state.part += 1
        state.used = 0
        state.left = 0
        return
    ask(options, state, _ASK_ROT, power)


@rule
def rot_figure(options: Record, state: Record, slot: int, trace: Trace) -> None:
    """A figure rots away."""
    power = state.asked
    answered(state)
    state.left -= 1
    count_kill(options, state, slot, state.region, power, trace)
    to_reserve(options, state, 1 << slot)


@rule
def reavers(options: Record, state: Record, trace: Trace) -> None:
    """Norse Reavers: neutral dice in an Event region; whoever has the lowest threat assigns the hits."""
    card = event_card(options, state, state.region, _REAVERS)
    if card == NOBODY or battle_is_barred(options, state, state.region):
        return
    use_house(state, options.house_of_card[card])
    state.hits = roll_dice(options, state, lasting_amount(options, state, _REAVERS), state.region, POWERS, trace)
    state.hitter = NOBODY
    state.early = 1
