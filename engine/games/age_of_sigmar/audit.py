"""What holds in every state of Age of Sigmar; also the check of states that come from elsewhere."""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.debug import RecordView
from engine.game import FIRST_GAME_OUTCOME
from engine.games.age_of_sigmar.actions import NUM_DISTINCT_ACTIONS
from engine.games.age_of_sigmar.data import FEATURES, INCH, MODELS, SIDE_UNITS, UNIT_MODELS, UNITS, WEAPONS
from engine.games.age_of_sigmar.rules.powers import SPENT
from engine.games.age_of_sigmar.rules.units import army_size, has_empowered, is_general
from engine.games.age_of_sigmar.state import FAR, NOBODY, OUTCOMES, Objective, Phase, Resume, Stage, Standing, Triumph, Why
from engine.games.age_of_sigmar.vocabulary import Effect

_Units: TypeAlias = npt.NDArray[np.intp]

_SMALL = {
    "moved": 4,
    "charged": 100,
    "done": 3,
    "recent": 1,
    "struck": 1,
    "reacted": 15,
    "late": 1,
    "again": 1,
    "bonus": 20,
    "cast": 9,
    "unbound": 9,
    "standing": 3,
}
_OF_MODELS = ("x", "y", "hurt", "kind", "marked")
_FIGHTS = (Phase.COMBAT, Phase.BATTLESHOCK)
_FLAGS = ("active", "turn", "first_player", "first_finished", "roll_winner", "picker", "half", "twice", "objective_seat")
_ACTING_STAGES = (
    Stage.PLACE,
    Stage.MOVE,
    Stage.AIM,
    Stage.CHARGE,
    Stage.PILE_IN,
    Stage.SLIP_AWAY,
    Stage.SPEED,
    Stage.EXACT,
    Stage.UNBIND,
)


def _require(holds: object, message: str) -> None:
    if not holds:
        raise ValueError(message)


def _require_range(state: RecordView, name: str, low: int, high: int) -> None:
    value = getattr(state, name)
    array = [value] if isinstance(value, int) else value.array.reshape(-1)
    _require(len(array) == 0 or (min(array) >= low and max(array) <= high), f"{name} is not in {low} .. {high}")


def audit(options_record: Any, state: RecordView) -> None:
    """Check ranges, units and their models, gaps, terrain, the decision and the ending.

    Raises:
        ValueError: says what doesn't hold.
    """
    options = options_record if isinstance(options_record, RecordView) else RecordView(options_record)
    _audit_ranges(options, state)
    _audit_units(options, state)
    _audit_models(options, state)
    _audit_gaps(options, state)
    _audit_terrain(options, state)
    _audit_decision(options, state)
    _audit_ending(state)


def _audit_ranges(options: RecordView, state: RecordView) -> None:
    for name, high in _SMALL.items():
        _require_range(state, name, 0, high)
    for name in _FLAGS:
        _require_range(state, name, 0, 1)
    for name, high in (
        ("finished", 2),
        ("general_lost", 1),
        ("triumph", max(Triumph)),
        ("split", 3),
        ("rolled", 100),
        ("roll", 100),
        ("best", 100),
        ("why", max(Why)),
        ("back", max(Stage)),
        ("pending", NUM_DISTINCT_ACTIONS - 1),
        ("fleeing", UNIT_MODELS),
    ):
        _require_range(state, name, 0, high)
    for name in ("slain", "kills", "pool", "axe", "damage", "set_up"):
        _require_range(state, name, 0, 30_000)
    _require_range(state, "lost", 0, 30_000 // 2)
    _require_range(state, "entered", -1, 4 * UNIT_MODELS)
    _require(state.stage == Stage.EXACT or not state.draft.array.any(), "positions are entered though nobody enters them")
    sides = np.tile(np.array([options.board[0], options.board[1]]), UNIT_MODELS)
    _require(((state.draft.array >= 0) & (state.draft.array <= sides)).all(), "a position that is entered is off the table")
    _require_range(state, "commanded", 0, options.powers)
    _require_range(state, "used", 0, SPENT)
    _require_range(state, "effects", 0, 9)
    _require_range(state, "stage", 0, max(Stage))
    _require_range(state, "phase", 0, max(Phase))
    _require_range(state, "resume", 0, max(Resume))
    _require_range(state, "cursor", 0, 2 * SIDE_UNITS)
    _require_range(state, "features", 0, FEATURES)
    _require_range(state, "objective", 0, max(Objective))
    _require_range(state, "round_number", 0, options.max_rounds)
    _require_range(state, "power", NOBODY, options.powers - 1)
    for name in ("acting", "victim", "spell_target"):
        _require_range(state, name, NOBODY, UNITS - 1)
    _require(not state.effects.array[:, options.named :].any(), "an effect that nobody has")
    _require(not state.used.array[options.powers :].any(), "a power that nobody has was used")


def _known(options: RecordView, unit: int) -> bool:
    return unit >= 0 and unit % SIDE_UNITS < army_size(options, unit // SIDE_UNITS)


def _audit_units(options: RecordView, state: RecordView) -> None:
    for unit in range(UNITS):
        if not _known(options, unit):
            empty = not any((state.alive[unit], state.standing[unit], state.pool[unit], state.done[unit], state.cast[unit]))
            _require(empty and not state.effects.array[unit].any(), f"slot {unit} has no unit, but something is noted of it")
            continue
        alive, standing = state.alive[unit], state.standing[unit]
        _require(0 <= alive <= options.room[unit], f"unit {unit} has {alive} models of {options.room[unit]}")
        _require(
            (alive > 0) == (standing in (Standing.FIELD, Standing.HIDDEN)), f"unit {unit} stands {standing} with {alive} models"
        )
        _require(standing == Standing.FIELD or state.pool[unit] == 0, f"unit {unit} is not there and has wounds to suffer")
        _require(state.axe[unit] <= state.pool[unit], f"unit {unit}: more axe wounds than wounds")
        _require(options.stacks or state.effects.array[unit].max(initial=0) <= 1, f"unit {unit}: an effect counts twice")
    for side in range(2):
        general = state.general[side]
        _require(general == NOBODY or (_known(options, general) and general // SIDE_UNITS == side), f"general {general}")


def _empowered(options: RecordView, state: RecordView, models: _Units, unit_of: _Units) -> _Units:
    """1 for a general with a wound more, by model."""
    pairs = zip(models.tolist(), unit_of.tolist(), strict=True)
    return np.array([int(has_empowered(state, u) and is_general(options, state, u, m)) for m, u in pairs], np.intp)


def _audit_models(options: RecordView, state: RecordView) -> None:
    units = np.flatnonzero(state.alive.array)
    models, _ = _models_of(options, state, units)
    unit_of = np.repeat(units, state.alive.array[units])
    x, y, hurt, kind, marked = (getattr(state, name).array[models] for name in _OF_MODELS)
    _require_each(
        (state.standing.array[unit_of] == Standing.HIDDEN)
        | ((x >= 0) & (x <= options.board[0]) & (y >= 0) & (y <= options.board[1])),
        models,
        "is off the table",
    )
    full = options.wounds.array.astype(np.int64) + state.bonus.array
    most = full[unit_of] + _empowered(options, state, models, unit_of)
    _require_each((hurt >= 0) & (hurt < most), models, "lives with more wounds than it has")
    _require_each((kind >= 0) & (kind <= 3) & (marked >= 0) & (marked <= 3), models, "has a kind or mark out of range")
    armed = options.loadout_weapons.array[unit_of, kind] != 0
    _require_each(armed | (kind == 0), models, "has a loadout that its unit lacks")
    vacant = np.ones(MODELS, np.bool_)
    vacant[models] = False
    if state.stage != Stage.PLACE:
        for name in _OF_MODELS:
            _require(not getattr(state, name).array[vacant].any(), f"{name} of a vacant model place is not 0")
    _require_range(state, "second", 0, SIDE_UNITS)
    _require_range(state, "aimed", 0, SIDE_UNITS)
    clean = state.stage == Stage.AIM or not (state.aimed.array.any() or state.second.array.any())
    _require(clean or state.stage == Stage.ALLOCATE, "weapons are aimed though nobody aims")
    if state.stage == Stage.AIM:
        _audit_aim(options, state)


def _require_each(holds: npt.NDArray[np.bool_], models: _Units, what: str) -> None:
    for model in models[~holds].tolist():
        raise ValueError(f"model {model} {what}")


def _audit_aim(options: RecordView, state: RecordView) -> None:
    enemy = 1 - state.acting // SIDE_UNITS
    for place in range(UNIT_MODELS):
        for weapon in range(WEAPONS):
            aimed = state.aimed[place, weapon]
            _require(aimed == 0 or _known(options, enemy * SIDE_UNITS + aimed - 1), "a weapon is aimed at nobody")
    for weapon in range(WEAPONS):
        second = state.second[weapon]
        _require(second == 0 or _known(options, enemy * SIDE_UNITS + second - 1), "a weapon is aimed at nobody")


def _audit_gaps(options: RecordView, state: RecordView) -> None:
    field = state.standing.array == Standing.FIELD
    red, blue = np.flatnonzero(field[:SIDE_UNITS]), np.flatnonzero(field[SIDE_UNITS:])
    expected = np.full((SIDE_UNITS, SIDE_UNITS), FAR)
    if len(red) and len(blue):
        radius = options.radius.array.astype(np.int64)
        squares = _squares_between(options, state, red, blue + SIDE_UNITS)
        roots = [[math.isqrt(square - 1) + 1 if square else 0 for square in row] for row in squares.tolist()]
        radii = radius[red][:, None] + radius[blue + SIDE_UNITS][None, :]
        expected[np.ix_(red, blue)] = np.maximum(np.array(roots) - radii, 0)
    wrong = np.argwhere(state.gap.array != expected)
    for one, other in wrong.tolist():
        gap = state.gap[one, other]
        raise ValueError(f"units {one} and {SIDE_UNITS + other} are {expected[one, other]} apart, not {gap}")


def _squares_between(options: RecordView, state: RecordView, some: _Units, others: _Units) -> npt.NDArray[np.int64]:
    """The square of the distance between the closest models of each two units; rows for `some`, columns for `others`."""
    xs, ys = state.x.array.astype(np.int64), state.y.array.astype(np.int64)
    models, starts = zip(*(_models_of(options, state, units) for units in (some, others)), strict=True)
    squares = (xs[models[0]][:, None] - xs[models[1]]) ** 2 + (ys[models[0]][:, None] - ys[models[1]]) ** 2
    return np.minimum.reduceat(np.minimum.reduceat(squares, starts[0], axis=0), starts[1], axis=1)


def _models_of(options: RecordView, state: RecordView, units: _Units) -> tuple[_Units, _Units]:
    """The model places of units one after the other, and where each unit's begin."""
    counts = state.alive.array[units].astype(np.intp)
    starts = np.cumsum(counts) - counts
    return np.arange(counts.sum()) + np.repeat(options.first.array[units] - starts, counts), starts


def _audit_terrain(options: RecordView, state: RecordView) -> None:
    for feature in range(FEATURES):
        w, h = state.feature_w[feature], state.feature_h[feature]
        if feature >= state.features:
            _require(
                w == 0 and h == 0 and state.feature_kind[feature] == 0 and state.feature_flags[feature] == 0,
                "a feature too many",
            )
            _require(state.feature_x[feature] == 0 and state.feature_y[feature] == 0, "a feature too many")
        else:
            _require(0 < w <= 8 * INCH and 0 <= h <= 8 * INCH, f"feature {feature} has sides {w}, {h}")
            _require(0 <= state.feature_x[feature] <= options.board[0], f"feature {feature} lies off the table")
            _require(0 <= state.feature_y[feature] <= options.board[1], f"feature {feature} lies off the table")
        _require(0 <= state.feature_kind[feature] <= 6 and 0 <= state.feature_flags[feature] <= 7, f"feature {feature}: kind")
        _require(0 <= state.feature_used[feature] <= 1, f"feature {feature}: used")


def _audit_decision(options: RecordView, state: RecordView) -> None:
    stage, seat = state.stage, state.current_player
    for name in ("acting", "victim", "spell_target"):
        unit = getattr(state, name)
        _require(unit == NOBODY or _known(options, unit), f"{name} is {unit}: no such unit")
    if state.terminal:
        return
    if stage in _ACTING_STAGES:
        _require(_known(options, state.acting), "nobody acts")
        field = state.standing[state.acting] == Standing.FIELD
        placing = stage == Stage.PLACE or (stage == Stage.EXACT and state.back == Stage.PLACE)
        _require(placing or field, "who acts is not on the battlefield")
        _require(not placing or not field, "who is set up stands there already")
        own = state.acting // SIDE_UNITS == seat
        wild = (
            stage == Stage.MOVE
            and options.row_start[state.acting, Effect.WILD_DOUBLE + 1] > options.row_start[state.acting, Effect.WILD_DOUBLE]
        )
        _require(wild or own != (stage == Stage.UNBIND), f"seat {seat} decides for a unit that is not its own")
    if stage in (Stage.ALLOCATE, Stage.FLEE, Stage.PICK_MODEL):
        _require(_known(options, state.victim) and state.victim // SIDE_UNITS == seat, "nobody of the seat suffers")
        _require(state.standing[state.victim] == Standing.FIELD, "who suffers is not there")
    if stage == Stage.UNBIND:
        _require(state.power >= 0, "no spell to unbind")
        _require(state.resume == Resume.SPELL and state.phase == Phase.HERO, "a spell is cast out of its phase")
    if state.resume == Resume.SPELL:
        _require(state.power >= 0 and _known(options, state.acting), "no spell takes effect")
    _audit_phase(options, state)
    target = state.objective_target
    if state.objective in (Objective.ASSASSINATE, Objective.BLUNT):
        enemy = 1 - state.objective_seat
        _require(target == NOBODY or (_known(options, target) and target // SIDE_UNITS == enemy), f"target {target}")
    elif state.objective == Objective.SEIZE:
        _require(target == NOBODY or 0 <= target < state.features, f"target {target}")
    else:
        _require(target == NOBODY, f"target {target} of no objective")


_PHASES = {
    Stage.HERO: Phase.HERO,
    Stage.MOVE_UNIT: Phase.MOVEMENT,
    Stage.SHOOT_UNIT: Phase.SHOOTING,
    Stage.CHARGE_UNIT: Phase.CHARGE,
    Stage.CHARGE: Phase.CHARGE,
    Stage.FIGHT_UNIT: Phase.COMBAT,
    Stage.SPEED: Phase.MOVEMENT,
    Stage.PICK_MODEL: Phase.HERO,
    Stage.FLEE: Phase.BATTLESHOCK,
}

_RESUMES = {
    Stage.HERO: (Resume.HERO,),
    Stage.MOVE_UNIT: (Resume.MOVEMENT,),
    Stage.SHOOT_UNIT: (Resume.SHOOTING,),
    Stage.CHARGE_UNIT: (Resume.CHARGES, Resume.CHARGED),
    Stage.CHARGE: (Resume.CHARGED,),
    Stage.SPEED: (Resume.MOVEMENT,),
    Stage.PICK_MODEL: (Resume.TRANSMUTED,),
    Stage.FIGHT_UNIT: (Resume.FIGHTS,),
    Stage.PILE_IN: (Resume.PILED_IN,),
    Stage.COMBAT_POWERS: (Resume.COMBAT_POWERS, Resume.SHOCK_POWERS),
    Stage.SLIP_AWAY: (Resume.FIGHTS, Resume.AFTERMATH),
    Stage.FLEE: (Resume.SHOCK,),
    Stage.AIM: (Resume.AIMING, Resume.PILED_IN),
    Stage.SPLIT: (Resume.SET_UP,),
    Stage.HALF: (Resume.SET_UP,),
    Stage.DEPLOY: (Resume.SET_UP,),
    Stage.GENERAL: (Resume.GENERALS,),
    Stage.OBJECTIVE: (Resume.OBJECTIVES,),
    Stage.OBJECTIVE_TARGET: (Resume.OBJECTIVES,),
    Stage.AFTER_SETUP: (Resume.AFTER_SET_UP,),
    Stage.FIRST_TURN: (Resume.ROUND,),
    Stage.PRIORITY: (Resume.ROUND,),
}


def _audit_phase(options: RecordView, state: RecordView) -> None:
    stage = Stage(state.stage)
    if stage in _PHASES:
        _require(state.phase == _PHASES[stage], f"stage {stage.name} in phase {state.phase}")
    if stage in _RESUMES:
        _require(state.resume in _RESUMES[stage], f"stage {stage.name} goes on with {state.resume}")
    if stage == Stage.AIM:
        wanted = (Phase.SHOOTING,) if state.resume == Resume.AIMING else _FIGHTS
        _require(state.phase in wanted, "aiming in the wrong phase")
    if stage in (Stage.PILE_IN, Stage.COMBAT_POWERS, Stage.SLIP_AWAY):
        _require(state.phase in _FIGHTS, f"stage {stage.name} in phase {state.phase}")
    _require((stage == Stage.ROLL) <= (state.why > 0), "no roll in hand")
    in_set_up = stage <= Stage.AFTER_SETUP and stage not in (Stage.PLACE, Stage.FIRST_TURN)
    _require(not in_set_up or state.phase == Phase.SETUP, f"stage {stage.name} after set-up")
    if state.phase > Phase.SETUP:
        _require(state.round_number > 0, "a phase before the first round")
        _require(NOBODY not in (state.general[0], state.general[1]), "a side without a general")
    if stage == Stage.OBJECTIVE_TARGET:
        _require(state.objective in (Objective.ASSASSINATE, Objective.BLUNT, Objective.SEIZE), "no objective to name for")


def _audit_ending(state: RecordView) -> None:
    if state.terminal and state.outcome >= FIRST_GAME_OUTCOME:
        _require(state.outcome in OUTCOMES, f"outcome {state.outcome} is unknown")
        _require(state.winners in (0, 1, 2), f"winners {state.winners}")
