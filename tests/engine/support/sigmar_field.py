"""Helpers of the tests of Age of Sigmar: random battles step by step, geometry in plain Python, positions made by hand."""

from __future__ import annotations

import math
from collections.abc import Iterator
from copy import copy as shallow_copy
from typing import Any

import numpy as np

from engine.batch import Batch
from engine.debug import RecordView
from engine.games.age_of_sigmar import GAME
from engine.games.age_of_sigmar.actions import ACTION_NUMBER, ACTIONS, Action, Verb
from engine.games.age_of_sigmar.data import SIDE_UNITS, UNITS
from engine.games.age_of_sigmar.state import FAR, Phase, Resume, Stage, Standing
from engine.options import resolve_options
from engine.rng import derive_key, key_array, seed_stream

BLUE = SIDE_UNITS
"""Slot of blue's first unit; red's is 0."""
BIG = "khorgoraths:1"
"""A target that lasts: 8 wounds."""
HERO = (Stage.HERO, Phase.HERO, Resume.HERO)
MOVING = (Stage.MOVE_UNIT, Phase.MOVEMENT, Resume.MOVEMENT)
SHOOTING = (Stage.SHOOT_UNIT, Phase.SHOOTING, Resume.SHOOTING)
CHARGES = (Stage.CHARGE_UNIT, Phase.CHARGE, Resume.CHARGES)
FIGHTS = (Stage.FIGHT_UNIT, Phase.COMBAT, Resume.FIGHTS)
"""Where a phase begins: arguments of `at_stage`."""

OPEN_FIELD = {"terrain.per_square": 0, "sudden_death.enabled": False}


def battle(red: str, blue: str, seed: int = 1, **more: Any) -> Batch:
    """A new battle of two army lists."""
    overrides = {"armies.red.list": red, "armies.blue.list": blue, **more}
    return Batch.from_seed(GAME, resolve_options(GAME.options, overrides), 1, seed)


def record_of(batch: Batch) -> Any:
    """The options record as NumPy sees it, compiled or not."""
    record = batch.record
    return record.record if isinstance(record, RecordView) else record


def walk(batch: Batch, seed: int, limit: int = 1500) -> Iterator[Action]:
    """Play at random; yields each action before it is carried out."""
    chance = np.random.default_rng(seed)
    for _ in range(limit):
        if batch.states["terminal"][0]:
            return
        action = int(chance.choice(batch.legal_actions()))
        yield ACTIONS[action]
        batch.apply(action)


def models_of(batch: Batch, unit: int) -> list[tuple[int, int]]:
    """Centres of a unit's models."""
    first, alive = int(record_of(batch)["first"][unit]), int(batch.states["alive"][0, unit])
    xs, ys = batch.states["x"][0], batch.states["y"][0]
    return [(int(xs[m]), int(ys[m])) for m in range(first, first + alive)]


def fielded(batch: Batch) -> list[int]:
    """Units on the battlefield."""
    return [u for u in range(UNITS) if batch.states["standing"][0, u] == Standing.FIELD]


def gap(batch: Batch, a: int, b: int) -> float:
    """Distance between two units, disc to disc."""
    radii = int(record_of(batch)["radius"][a]) + int(record_of(batch)["radius"][b])
    return min(math.dist(p, q) for p in models_of(batch, a) for q in models_of(batch, b)) - radii


def overlaps(batch: Batch) -> list[tuple[int, int]]:
    """Pairs of units whose discs overlap by more than rounding, a unit with itself included."""
    found = []
    units = fielded(batch)
    for k, a in enumerate(units):
        for b in units[k:]:
            least = int(record_of(batch)["radius"][a]) + int(record_of(batch)["radius"][b])
            mine, theirs = models_of(batch, a), models_of(batch, b)
            for i, p in enumerate(mine):
                for q in mine[i + 1 :] if a == b else theirs:
                    if math.dist(p, q) < least - 1:
                        found.append((a, b))
    return found


def is_one_group(batch: Batch, unit: int) -> bool:
    """Coherency (R2), judged without the engine's rules."""
    models = models_of(batch, unit)
    reach = 2 * int(record_of(batch)["radius"][unit]) + 1000
    group, waiting = {0}, [0]
    while waiting:
        here = waiting.pop()
        for other in range(len(models)):
            if other not in group and math.dist(models[here], models[other]) <= reach:
                group.add(other)
                waiting.append(other)
    return len(group) == len(models)


def by_hand(red: list[str], blue: list[str], places: dict[int, list[tuple[float, float]]], **more: Any) -> Batch:
    """A battle in round 1, red's hero phase about to begin, with units where `places` (unit -> inches) puts their models."""
    overrides = {
        **OPEN_FIELD,
        "armies.red.list": "custom",
        "armies.red.units": red,
        "armies.blue.list": "custom",
        "armies.blue.units": blue,
        **more,
    }
    batch = Batch.from_seed(GAME, resolve_options(GAME.options, overrides), 1, 7)
    state = batch.states[0]
    for unit, spots in places.items():
        first = int(record_of(batch)["first"][unit])
        state["alive"][unit] = len(spots)
        state["standing"][unit] = Standing.FIELD
        kinds = [k for k in (1, 2, 3, 0) for _ in range(int(record_of(batch)["loadout_models"][unit, k]))]
        for place, (x, y) in enumerate(spots):
            state["x"][first + place], state["y"][first + place] = round(x * 1000), round(y * 1000)
            state["kind"][first + place] = kinds[place]
    for side in range(2):
        state["set_up"][side] = sum(len(s) for u, s in places.items() if u // SIDE_UNITS == side)
        state["general"][side] = min(u for u in places if u // SIDE_UNITS == side)
    state["finished"] = 2, 1
    state["round_number"] = 1
    measure(batch)
    at_stage(batch, Stage.FIRST_TURN, Phase.SETUP, Resume.ROUND)
    return batch


def measure(batch: Batch) -> None:
    """Write all gaps into the state."""
    batch.states["gap"][0] = FAR
    for a in fielded(batch):
        for b in fielded(batch):
            if a < SIDE_UNITS <= b:
                batch.states["gap"][0, a, b - SIDE_UNITS] = max(math.ceil(gap(batch, a, b) - 1e-9), 0)


def at_stage(batch: Batch, stage: Stage, phase: Phase, resume: Resume, seat: int = 0) -> None:
    """Put a battle at a decision of a seat's turn."""
    state = batch.states[0]
    state["stage"], state["phase"], state["resume"] = stage, phase, resume
    state["active"] = state["current_player"] = state["picker"] = seat
    state["acting"] = state["power"] = state["victim"] = state["spell_target"] = -1


def line_of(number: int, x: float, y: float, step: float) -> list[tuple[float, float]]:
    """So many models in a row."""
    return [(x + k * step, y) for k in range(number)]


def legal(batch: Batch) -> list[Action]:
    """The legal actions by their parts."""
    return [ACTIONS[action] for action in batch.legal_actions()]


def play(batch: Batch, action: Action) -> None:
    """Carry out an action given by its parts."""
    batch.apply(ACTION_NUMBER[action])


def with_luck(batch: Batch, number: int) -> Batch:
    """A copy of a battle whose dice to come are those of a number."""
    copy = shallow_copy(batch)
    copy.states = batch.states.copy()
    seed_stream(copy.states["play_rng"][0], key_array(derive_key(11, "luck", str(number))))
    return copy


def effect_number(batch: Batch, name: str, side: int) -> int:
    """Number of a named effect that a side can bring."""
    record = record_of(batch)
    for number in range(int(record["named"])):
        text = bytes(record["effect_name"][number].astype(np.uint8)).rstrip(b"\0").decode()
        if text == name and record["named_side"][number] == side:
            return number
    raise AssertionError(name)


def power_number(batch: Batch, name: str, side: int = 0) -> int:
    """Number of a power of a side by its name."""
    record = record_of(batch)
    for number in range(int(record["powers"])):
        text = bytes(record["power_name"][number].astype(np.uint8)).rstrip(b"\0").decode()
        if text == name and record["power"][number, 1] == side:
            return number
    raise AssertionError(name)


def scene(red: list[str], blue: list[str], distance: float, **more: Any) -> Batch:
    """Red's units in a row of their own each, blue's first so many inches from red's first (middle to middle)."""
    spots: dict[int, list[tuple[float, float]]] = {}
    for side, (texts, y, step) in enumerate(((red, 20.0, -4.5), (blue, 20.0 + distance, 4.5))):
        for place, text in enumerate(texts):
            size = int(text.split(":")[1]) if ":" in text else 1
            spots[side * SIDE_UNITS + place] = line_of(size, 20, y + place * step, 1.9 if size > 1 else 0)
    return by_hand(red, blue, spots, **more)


def use(batch: Batch, name: str, **parts: int) -> None:
    """Use a power in the stage that the battle is at."""
    verb = Verb.POWER if "target" in parts else Verb.POWER_ON_FRIEND if "unit" in parts else Verb.POWER_ON_ITSELF
    side = int(batch.states["current_player"][0])
    play(batch, Action(verb, power=power_number(batch, name, side), **parts))


def lost(batch: Batch, unit: int) -> int:
    """Wounds that a unit has suffered, those that wait included."""
    full = int(record_of(batch)["wounds"][unit])
    first = int(record_of(batch)["first"][unit])
    room = int(record_of(batch)["room"][unit])
    state = batch.states[0]
    hurt = int(state["hurt"][first : first + room].sum()) + int(state["pool"][unit])
    return hurt + full * (room - int(state["alive"][unit]))
