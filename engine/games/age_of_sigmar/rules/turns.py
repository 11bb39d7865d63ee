"""Rounds and turns: priority, what begins and ends with them, the hero phase's terrain (R8, R15-R17)."""

from __future__ import annotations

from engine.games.age_of_sigmar.data import INCH, SIDE_UNITS, UNITS
from engine.games.age_of_sigmar.inlining import part, rule
from engine.games.age_of_sigmar.rules.dice import die
from engine.games.age_of_sigmar.rules.opening import roll_apart
from engine.games.age_of_sigmar.rules.payloads import put_effect
from engine.games.age_of_sigmar.rules.powers import SPENT
from engine.games.age_of_sigmar.rules.rolls import hold, let_go, may_bless
from engine.games.age_of_sigmar.rules.terrain import near_feature, near_kind
from engine.games.age_of_sigmar.rules.units import army_size, enemy_gap, on_field, side_of, unit_gap
from engine.games.age_of_sigmar.rules.victory import check_round
from engine.games.age_of_sigmar.state import NOBODY, Chance, Deed, Phase, Resume, Stage, Why
from engine.games.age_of_sigmar.vocabulary import Feature
from engine.trace import EVERYBODY, note3
from engine.types import Record, Trace

_FIRST_TURN, _PRIORITY, _ROLL = int(Stage.FIRST_TURN), int(Stage.PRIORITY), int(Stage.ROLL)
_TO_TURN, _TO_HERO, _TO_ROUND = int(Resume.TURN), int(Resume.HERO), int(Resume.ROUND)
_HERO_PHASE, _COMBAT_PHASE = int(Phase.HERO), int(Phase.COMBAT)
_UNBOUND = int(Deed.UNBOUND)
_DAMNED, _MYSTICAL, _SINISTER = int(Feature.DAMNED), int(Feature.MYSTICAL), int(Feature.SINISTER)
_DIE = int(Chance.DIE)
_WHY_MYSTICAL, _WHY_PRIORITY = int(Why.MYSTICAL), int(Why.PRIORITY)

UNTIL_HERO, UNTIL_TURN_ENDS, UNTIL_PHASE_ENDS, UNTIL_COMBAT_ENDS = range(4)
"""How long named effects last (`options_record.LASTS`); 4 is the battle."""

STUNNED, ENSORCELLED, FEAR = 3, 4, 5
"""Places in `options.common` (`options_record.Common`)."""


@rule
def begin_round(options: Record, state: Record, trace: Trace) -> bool:
    """Roll for priority; in round one who finished set-up first chooses (R9, R15). Always asks."""
    state.round_number += 1
    state.turn = 0
    if state.round_number == 1 and options.first_round_roll == 0:
        state.stage = _FIRST_TURN
        state.current_player = state.first_finished
        return True
    dice = roll_apart(state.play_rng, trace)
    red, blue = dice // 10, dice % 10
    state.roll_winner = 0 if red > blue else 1
    loser = 1 - state.roll_winner
    hold(state, _WHY_PRIORITY, min(red, blue), 6 if max(red, blue) < 6 else min(red, blue))
    if may_bless(state, loser):
        state.stage = _ROLL
        state.current_player = loser
    else:
        settle_priority(state)
    return True


@rule
def settle_priority(state: Record) -> None:
    """The winner of the roll-off decides; a blessed 6 has won it (R14)."""
    state.stage = _PRIORITY
    state.current_player = state.roll_winner
    let_go(state)


@part
def take_first(state: Record, side: int) -> None:
    """A side has the first turn of this round."""
    if state.round_number == 1:
        state.first_player = side
    state.active = side
    state.resume = _TO_TURN


@rule
def begin_turn(options: Record, state: Record, trace: Trace) -> None:
    """Clear what lasts a turn; effects that last until this side's next hero phase end; terrain of the hero phase (R8)."""
    side = state.active
    for unit in range(UNITS):
        state.moved[unit], state.charged[unit], state.done[unit], state.slain[unit] = 0, 0, 0, 0
        state.struck[unit], state.cast[unit], state.unbound[unit] = 0, 0, 0
        state.reacted[unit] &= _UNBOUND
    for power in range(options.powers):
        if state.used[power] < SPENT:
            state.used[power] = 0
    for feature in range(state.features):
        state.feature_used[feature] = 0
    end_effects(options, state, UNTIL_HERO, side)
    state.phase = _HERO_PHASE
    state.acting = NOBODY
    state.commanded[side] = 0
    terrain_of_hero_phase(options, state, side, trace)
    state.resume = _TO_HERO


@part
def forget_kills(state: Record, side: int) -> None:
    """The side's hero phase is over: slaying counts anew for its priests."""
    for unit in range(side * SIDE_UNITS, (side + 1) * SIDE_UNITS):
        state.recent[unit] = 0


@rule
def end_effects(options: Record, state: Record, lasts: int, side: int) -> None:
    """End the named effects of one duration, of one side or (-1) of both."""
    for named in range(options.named):
        if options.named_lasts[named] == lasts and (side < 0 or options.named_side[named] == side):
            for unit in range(UNITS):
                state.effects[unit, named] = 0


@rule
def end_phase(options: Record, state: Record) -> None:
    """What lasts a phase ends; units may act again."""
    end_effects(options, state, UNTIL_PHASE_ENDS, -1)
    if state.phase == _COMBAT_PHASE:
        end_effects(options, state, UNTIL_COMBAT_ENDS, -1)
    for unit in range(UNITS):
        state.done[unit] = 0
    state.acting = NOBODY


@rule
def fix_auras(options: Record, state: Record) -> None:
    """A phase begins: auras that are looked at only now put their effect on the units that they reach."""
    for number in range(options.fixed_auras):
        source, needed = options.fixed[number, 0], options.fixed[number, 1]
        if options.fixed[number, 3] != state.phase or not on_field(state, source):
            continue
        if needed >= 0 and state.effects[source, needed] == 0:
            continue
        for unit in range(UNITS):
            if (
                options.fixed_to[number] >> unit & 1
                and unit_gap(options, state, source, unit) <= options.fixed[number, 2] * INCH
            ):
                put_effect(options, state, unit, options.fixed[number, 4])


@part
def terrain_of_hero_phase(options: Record, state: Record, side: int, trace: Trace) -> None:
    """Mystical: each unit near rolls; Sinister: units near cause fear (R8)."""
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
        if not on_field(state, unit):
            continue
        if near_kind(options, state, unit, _MYSTICAL, 3):
            rolled = die(state)
            note3(trace, _DIE, EVERYBODY, _WHY_MYSTICAL, unit, rolled)
            put_effect(options, state, unit, options.common[side, STUNNED if rolled == 1 else ENSORCELLED])
        if near_kind(options, state, unit, _SINISTER, 3):
            put_effect(options, state, unit, options.common[side, FEAR])


@part
def may_sacrifice(options: Record, state: Record, unit: int, feature: int) -> bool:
    """Damned: one unit a feature in its own hero phase, within 3 inches (R8)."""
    return (
        state.feature_kind[feature] == _DAMNED
        and state.feature_used[feature] == 0
        and near_feature(options, state, unit, feature, 3)
    )


@rule
def is_feared(options: Record, state: Record, unit: int) -> bool:
    """Whether an enemy that causes fear is within 3 inches (R8, Sinister)."""
    enemy_side = 1 - side_of(unit)
    fear = options.common[enemy_side, FEAR]
    for enemy in range(enemy_side * SIDE_UNITS, enemy_side * SIDE_UNITS + army_size(options, enemy_side)):
        if state.effects[enemy, fear] and enemy_gap(state, unit, enemy) <= 3 * INCH:
            return True
    return False


@rule
def end_turn(options: Record, state: Record, trace: Trace) -> bool:
    """Over to the other side's turn or the next round; True if the battle ended."""
    end_phase(options, state)
    end_effects(options, state, UNTIL_TURN_ENDS, -1)
    state.cursor = 0
    if state.turn == 0:
        state.turn = 1
        state.active = 1 - state.active
        state.resume = _TO_TURN
        return False
    if check_round(options, state, trace):
        return True
    state.resume = _TO_ROUND
    return False
