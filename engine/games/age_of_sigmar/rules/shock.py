"""The battleshock phase (R33)."""

from __future__ import annotations

from engine.games.age_of_sigmar.data import INCH, SIDE_UNITS
from engine.games.age_of_sigmar.inlining import part, rule
from engine.games.age_of_sigmar.rules.dice import die, roll_dice
from engine.games.age_of_sigmar.rules.modifiers import total
from engine.games.age_of_sigmar.rules.rolls import hold, let_go, may_bless
from engine.games.age_of_sigmar.rules.space import CLOSE, spot_is_free
from engine.games.age_of_sigmar.rules.terrain import near_kind
from engine.games.age_of_sigmar.rules.turns import is_feared
from engine.games.age_of_sigmar.rules.units import army_size, enemy_gap, on_field, side_of
from engine.games.age_of_sigmar.rules.wounds import REAR, flee
from engine.games.age_of_sigmar.state import NOBODY, Chance, Resume, Stage, Why
from engine.games.age_of_sigmar.vocabulary import Effect, Feature
from engine.trace import EVERYBODY, note3
from engine.types import Record, Trace

_BRAVERY, _SHOCK, _NO_SHOCK = int(Effect.BRAVERY), int(Effect.SHOCK), int(Effect.NO_SHOCK)
_ONE_SAFE, _STAY, _TWO_DICE = int(Effect.SHOCK_ONE_SAFE), int(Effect.STAY), int(Effect.SHOCK_TWO_DICE)
_LEND, _ONE_ADDS, _PENALTY = int(Effect.LEND_BRAVERY), int(Effect.SHOCK_ONE_ADDS), int(Effect.SHOCK_PENALTY_ON_DAMAGE)
_INSPIRING = int(Feature.INSPIRING)
_FLEE, _ROLL = int(Stage.FLEE), int(Stage.ROLL)
_TO_AFTERMATH = int(Resume.AFTERMATH)
_DIE, _WHY = int(Chance.DIE), int(Why.BATTLESHOCK)
_PREDATOR_REACH = 12 * INCH


@rule
def bravery(options: Record, state: Record, unit: int) -> int:
    """Bravery for battleshock: +1 for each full ten models, terrain, fear, abilities (R33, R8)."""
    value = options.bravery[unit] + total(options, state, unit, _BRAVERY)
    value = max(value, total(options, state, unit, _LEND))
    value += state.alive[unit] // 10
    value += int(near_kind(options, state, unit, _INSPIRING, 3))
    value -= int(is_feared(options, state, unit))
    return value - predators_near(options, state, unit)


@rule
def predators_near(options: Record, state: Record, unit: int) -> int:
    """Horrific Predator: enemies within 12 inches that did damage in this turn's combat phase."""
    enemy, worst = 1 - side_of(unit), 0
    for other in range(enemy * SIDE_UNITS, enemy * SIDE_UNITS + army_size(options, enemy)):
        if on_field(state, other) and state.struck[other] and enemy_gap(state, unit, other) <= _PREDATOR_REACH:
            worst = max(worst, total(options, state, other, _PENALTY))
    return worst


@part
def must_test(options: Record, state: Record, unit: int) -> bool:
    """Units that had models slain in this turn, unless something keeps them steady."""
    return on_field(state, unit) and state.slain[unit] > 0 and total(options, state, unit, _NO_SHOCK) == 0


@part
def roll_shock(options: Record, state: Record, unit: int, trace: Trace) -> None:
    """The die, or two of which the lower (1) or the higher (2) counts."""
    rolled, best = die(state), 1
    kind = total(options, state, unit, _TWO_DICE)
    if kind == 1:
        rolled = min(rolled, die(state))
    elif kind == 2:
        second = die(state)
        rolled, best = max(rolled, second), min(rolled, second)
    hold(state, _WHY, rolled, best)
    note3(trace, _DIE, EVERYBODY, _WHY, unit, rolled)


@rule
def fleeing_models(options: Record, state: Record, unit: int, rolled: int) -> int:
    """D6 + models slain: one model flees for each point above Bravery; some stay on a roll."""
    if rolled == 1 and total(options, state, unit, _ONE_SAFE):
        return 0
    if rolled == 1 and total(options, state, unit, _ONE_ADDS):
        rally(options, state, unit, roll_dice(state.play_rng, total(options, state, unit, _ONE_ADDS)))
        return 0
    result = rolled + state.slain[unit] + total(options, state, unit, _SHOCK)
    models = max(min(result - bravery(options, state, unit), state.alive[unit]), 0)
    needed = total(options, state, unit, _STAY)
    if needed:
        staying = 0
        for _ in range(models):
            staying += die(state) >= needed
        models -= staying
    return models


@rule
def rally(options: Record, state: Record, unit: int, models: int) -> None:
    """A roll of 1 calls so many models back: they stand beside the last ones where there is room."""
    for _ in range(min(models, options.room[unit] - state.alive[unit])):
        last = options.first[unit] + state.alive[unit] - 1
        if not stand_beside(options, state, unit, last):
            return


@rule
def stand_beside(options: Record, state: Record, unit: int, last: int) -> bool:
    """One more model beside the unit's last one, if there is room."""
    spacing = 2 * options.radius[unit] + 150
    for step in range(9):
        x = state.x[last] + (step % 3 - 1) * spacing
        y = state.y[last] + (step // 3 - 1) * spacing
        if spot_is_free(options, state, unit, last + 1, x, y, CLOSE):
            state.x[last + 1], state.y[last + 1] = x, y
            state.alive[unit] += 1
            return True
    return False


@rule
def next_shock(options: Record, state: Record, trace: Trace) -> bool:
    """Test unit by unit, the active player's first; True if an owner has to pick who flees."""
    while state.cursor < 2 * SIDE_UNITS:
        side = state.active if state.cursor < SIDE_UNITS else 1 - state.active
        unit = side * SIDE_UNITS + state.cursor % SIDE_UNITS
        state.cursor += 1
        if not must_test(options, state, unit):
            continue
        roll_shock(options, state, unit, trace)
        state.victim = unit
        state.current_player = side
        if may_bless(state, side):
            state.stage = _ROLL
            return True
        if settle_shock(options, state, trace):
            return True
    state.cursor = 0
    state.resume = _TO_AFTERMATH
    return False


@rule
def settle_shock(options: Record, state: Record, trace: Trace) -> bool:
    """The victim's test is rolled: some flee. True if its owner has to pick which."""
    unit = state.victim
    models = fleeing_models(options, state, unit, state.roll)
    let_go(state)
    if 0 < models < state.alive[unit]:
        state.fleeing = models
        state.stage = _FLEE
        return True
    state.victim = NOBODY
    if models:
        flee(options, state, unit, models, REAR, trace)
    return False
