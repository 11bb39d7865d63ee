"""What powers do, payload by payload (`vocabulary.Payload`)."""

from __future__ import annotations

from engine.arrays import scratch
from engine.games.age_of_sigmar import columns
from engine.games.age_of_sigmar.actions import COLUMNS, DEPTHS
from engine.games.age_of_sigmar.data import INCH, SIDE_UNITS, UNIT_MODELS
from engine.games.age_of_sigmar.geometry import segment_squared_distance, step_towards
from engine.games.age_of_sigmar.inlining import part, rule
from engine.games.age_of_sigmar.rules.dice import die, roll_dice
from engine.games.age_of_sigmar.rules.ground import arm, set_out
from engine.games.age_of_sigmar.rules.moves import move_allowance, move_unit, shift_towards
from engine.games.age_of_sigmar.rules.powers import summoned_unit
from engine.games.age_of_sigmar.rules.reactions import warn
from engine.games.age_of_sigmar.rules.space import KEEP_AWAY, RETREAT, is_coherent, near_model, spot_is_free
from engine.games.age_of_sigmar.rules.terrain import unit_sees
from engine.games.age_of_sigmar.rules.units import (
    army_size,
    centre_x,
    centre_y,
    has_all,
    measure_enemies,
    model_wounds,
    nearest_enemy,
    on_field,
    side_of,
    unit_gap,
)
from engine.games.age_of_sigmar.rules.wounds import add_wounds, heal_model, pick_model, slay
from engine.games.age_of_sigmar.state import Resume, Standing
from engine.games.age_of_sigmar.vocabulary import Payload
from engine.types import Record, Trace

_MORTAL, _EFFECT, _HEAL = int(Payload.MORTAL), int(Payload.EFFECT), int(Payload.HEAL)
_EFFECT_ALL, _BREATH, _BOLTS = int(Payload.EFFECT_ALL), int(Payload.BREATH), int(Payload.BOLTS)
_EACH_MODEL, _CONTEST, _FIREBALL = int(Payload.EACH_MODEL), int(Payload.CONTEST), int(Payload.FIREBALL)
_CHAIN, _TRANSMUTE, _FOOT, _LINE = int(Payload.CHAIN), int(Payload.TRANSMUTE), int(Payload.FOOT), int(Payload.LINE)
_GAZE, _REVIVE, _SUMMON = int(Payload.GAZE), int(Payload.REVIVE), int(Payload.SUMMON)
_REFORM, _BLOOD_BIND, _ARK = int(Payload.REFORM), int(Payload.BLOOD_BIND), int(Payload.ARK)
_WAAAGH, _CONSTELLATION, _HIDE = int(Payload.WAAAGH), int(Payload.CONSTELLATION), int(Payload.HIDE)
_LANTERN, _SACRIFICE, _STARLIGHT = int(Payload.LANTERN_BURN), int(Payload.SACRIFICE), int(Payload.STARLIGHT)
_RECKLESS, _BURST = int(Payload.RECKLESS), int(Payload.BURST)
_D3, _D6 = 1030, 1060
_TRANSMUTED = int(Resume.TRANSMUTED)
_HIDDEN = int(Standing.HIDDEN)
_MOST_TARGETS = 6


@part
def put_effect(options: Record, state: Record, unit: int, named: int) -> None:
    """Put a named effect on a unit; the same name counts once unless effects stack."""
    if named < 0 or not on_field(state, unit):
        return
    if options.stacks:
        state.effects[unit, named] = min(state.effects[unit, named] + 1, 9)
    else:
        state.effects[unit, named] = 1


@rule
def apply_payload(options: Record, state: Record, power: int, user: int, target: int, trace: Trace) -> None:
    """Carry out what a power does to its target (-1: none)."""
    payload = options.power[power, columns.PAYLOAD]
    named = options.power[power, columns.NAME]
    dice = options.power[power, columns.DICE]
    if payload == _EFFECT:
        put_effect(options, state, user if target < 0 else target, named)
        if options.power[power, columns.EXTRA]:
            put_effect(options, state, user, named)
    elif payload in (_MORTAL, _RECKLESS, _STARLIGHT, _LANTERN):
        mortal_payload(options, state, payload, target, named, dice)
    elif payload == _HEAL:
        heal_model(options, state, target, roll_dice(state.play_rng, dice))
        put_effect(options, state, target, named)
    elif payload in (_EFFECT_ALL, _WAAAGH, _CONSTELLATION):
        group_payload(options, state, power, payload, user, named)
    elif payload in (_BREATH, _LINE, _ARK, _CHAIN):
        area_payload(options, state, power, payload, user, target, dice)
    elif payload in (_REVIVE, _SUMMON, _REFORM, _BLOOD_BIND, _HIDE, _SACRIFICE):
        moving_payload(options, state, power, payload, user, target, trace)
    elif payload == _BURST:
        burst(options, state, user, named, dice)
    else:
        rolled_payload(options, state, power, payload, user, target, dice)


@rule
def mortal_payload(options: Record, state: Record, payload: int, target: int, named: int, dice: int) -> None:
    """Mortal wounds and perhaps an effect; some only harm DAEMONS more."""
    wounds = roll_dice(state.play_rng, dice)
    if payload == _STARLIGHT and not has_all(options, target, options.set_chaos_daemon):
        wounds = 0
    if payload == _LANTERN and not has_all(options, target, options.set_daemon):
        wounds = 1
    add_wounds(options, state, target, wounds, True, payload != _LANTERN)
    put_effect(options, state, target, named)


@rule
def group_payload(options: Record, state: Record, power: int, payload: int, user: int, named: int) -> None:
    """Effects on every own unit with the keyword within range; a WAAAGH and a constellation roll which."""
    side = side_of(user)
    keyset = options.power[power, columns.KEYSET]
    reach = options.power[power, columns.RANGE] * INCH
    if payload == _WAAAGH:
        others = count_in_reach(options, state, user, keyset, reach)
        rolled = die(state)
        if rolled > others:
            return
        named += int(rolled == 6 and others >= 6)
    if payload == _CONSTELLATION:
        chosen = options.power[power, columns.EXTRA]
        rolled = chosen - 1 if chosen else (die(state) - 1) // 2
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
            for other in range(3):
                state.effects[unit, named + other] = 0
            if has_all(options, unit, keyset):
                put_effect(options, state, unit, named + rolled)
        return
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
        if on_field(state, unit) and has_all(options, unit, keyset) and unit_gap(options, state, user, unit) <= reach:
            put_effect(options, state, unit, named)


@rule
def count_in_reach(options: Record, state: Record, user: int, keyset: int, reach: int) -> int:
    """Other own units with a keyword within range."""
    side, found = side_of(user), 0
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
        if unit != user and on_field(state, unit) and has_all(options, unit, keyset):
            found += unit_gap(options, state, user, unit) <= reach
    return found


@rule
def area_payload(options: Record, state: Record, power: int, payload: int, user: int, target: int, dice: int) -> None:
    """Powers that reach several units."""
    enemy = 1 - side_of(user)
    if payload == _CHAIN:
        add_wounds(options, state, target, roll_dice(state.play_rng, dice), True, True)
        for unit in range(enemy * SIDE_UNITS, enemy * SIDE_UNITS + army_size(options, enemy)):
            if unit != target and unit_gap(options, state, target, unit) <= 6 * INCH and die(state) == 6:
                add_wounds(options, state, unit, roll_dice(state.play_rng, dice), True, True)
    elif payload == _BREATH:
        breathe(options, state, user, target, options.power[power, columns.RANGE], dice)
    elif payload == _LINE:
        line(options, state, user, target, dice)
    else:
        ark(options, state, user, options.power[power, columns.RANGE] * INCH)


@rule
def breathe(options: Record, state: Record, user: int, target: int, inches: int, dice: int) -> None:
    """A point on the nearest model of the target, at most so far away: every unit within 2 inches of it, friend or foe."""
    me = options.first[user]
    ax, ay = state.x[me], state.y[me]
    best, x, y = 1 << 60, ax, ay
    for i in range(options.first[target], options.first[target] + state.alive[target]):
        apart = (state.x[i] - ax) * (state.x[i] - ax) + (state.y[i] - ay) * (state.y[i] - ay)
        if apart < best:
            best, x, y = apart, state.x[i], state.y[i]
    reach = inches * INCH + options.radius[user]
    if best > reach * reach:
        bx, by = x, y
        x = ax + step_towards(ax, ay, bx, by, reach)
        y = ay + step_towards(ay, ax, by, bx, reach)
    for step in range(2):
        side = side_of(user) ^ step
        for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
            if touches_segment(options, state, unit, x, y, x, y, 2 * INCH) and die(state) >= 4:
                add_wounds(options, state, unit, roll_dice(state.play_rng, dice), True, False)


@rule
def touches_segment(options: Record, state: Record, unit: int, ax: int, ay: int, bx: int, by: int, distance: int) -> bool:
    """Whether a model of a unit is within a distance of a segment."""
    if not on_field(state, unit):
        return False
    reach = distance + options.radius[unit]
    for i in range(options.first[unit], options.first[unit] + state.alive[unit]):
        if segment_squared_distance(ax, ay, bx, by, state.x[i], state.y[i]) <= reach * reach:
            return True
    return False


@rule
def line(options: Record, state: Record, user: int, target: int, dice: int) -> None:
    """Green Puke: a straight line of 2D6 inches towards the target's centre; each enemy unit crossed suffers."""
    me = options.first[user]
    ax, ay = state.x[me], state.y[me]
    length = roll_dice(state.play_rng, 2 * 1000 + 60) * INCH + options.radius[user]
    cx, cy = centre_x(options, state, target), centre_y(options, state, target)
    bx, by = ax + step_towards(ax, ay, cx, cy, length), ay + step_towards(ay, ax, cy, cx, length)
    enemy = 1 - side_of(user)
    for unit in range(enemy * SIDE_UNITS, enemy * SIDE_UNITS + army_size(options, enemy)):
        if touches_segment(options, state, unit, ax, ay, bx, by, 0):
            add_wounds(options, state, unit, roll_dice(state.play_rng, dice), True, True)


@rule
def ark(options: Record, state: Record, user: int, reach: int) -> None:
    """Tide of Snakes: up to six enemy units within range are numbered, twelve dice, a mortal wound for each match."""
    enemy = 1 - side_of(user)
    numbered = scratch(_MOST_TARGETS)
    count = 0
    for unit in range(enemy * SIDE_UNITS, enemy * SIDE_UNITS + army_size(options, enemy)):
        if count < _MOST_TARGETS and unit_gap(options, state, user, unit) <= reach:
            numbered[count] = unit
            count += 1
    for _ in range(12):
        rolled = die(state) - 1
        if rolled < count:
            add_wounds(options, state, numbered[rolled], 1, True, False)


@rule
def rolled_payload(options: Record, state: Record, power: int, payload: int, user: int, target: int, dice: int) -> None:
    """Payloads that roll how many mortal wounds a unit suffers."""
    wounds = 0
    if payload == _BOLTS:
        for _ in range(roll_dice(state.play_rng, dice)):
            wounds += die(state) >= 4
    elif payload == _EACH_MODEL:
        for _ in range(state.alive[target]):
            wounds += die(state) == 6
    elif payload == _CONTEST:
        ours = die(state) + options.bravery[user]
        wounds = max(ours - die(state) - options.bravery[target], 0)
    elif payload == _FIREBALL:
        rolled = die(state)
        wounds = 1 if rolled <= 2 else roll_dice(state.play_rng, _D3 if rolled <= 4 else _D6)
    elif payload == _GAZE:
        gaze(options, state, power, user, target)
    elif payload == _TRANSMUTE:
        state.victim = target
        state.resume = _TRANSMUTED
    elif payload == _FOOT:
        foot(options, state, power, user, target, dice)
    add_wounds(options, state, target, wounds, True, payload not in (_BOLTS,))


@rule
def transmute(options: Record, state: Record, unit: int, way: int) -> None:
    """Final Transmutation: the owner picks a model, unhurt ones first; it is slain if a die beats its wounds left."""
    model = pick_model(options, state, unit, way, True, 0, 0)
    if die(state) > model_wounds(options, state, unit, model) - state.hurt[model]:
        slay(options, state, unit, model)
        if state.alive[unit]:
            measure_enemies(options, state, unit)


@part
def gaze(options: Record, state: Record, power: int, user: int, target: int) -> None:
    """Gaze of Mork: the target and the two nearest other visible enemy units within range roll each (2-5 one, 6 D3)."""
    struck = 0
    enemy = 1 - side_of(user)
    reach = options.power[power, columns.RANGE] * INCH
    for step in range(army_size(options, enemy) + 1):
        unit = target if step == 0 else enemy * SIDE_UNITS + step - 1
        if (step > 0 and unit == target) or struck == 3 or unit_gap(options, state, user, unit) > reach:
            continue
        if not unit_sees(options, state, user, unit):
            continue
        struck += 1
        rolled = die(state)
        if rolled > 1:
            wounds = roll_dice(state.play_rng, _D3) if rolled == 6 else 1
            add_wounds(options, state, unit, wounds, True, True)


@rule
def foot(options: Record, state: Record, power: int, user: int, target: int, dice: int) -> None:
    """Foot of Gork: the target, then other eligible units while a die shows 4 or more."""
    enemy = 1 - side_of(user)
    reach = options.power[power, columns.RANGE] * INCH
    add_wounds(options, state, target, roll_dice(state.play_rng, dice), True, True)
    for unit in range(enemy * SIDE_UNITS, enemy * SIDE_UNITS + army_size(options, enemy)):
        if unit != target and unit_gap(options, state, user, unit) <= reach and unit_sees(options, state, user, unit):
            if die(state) < 4:
                return
            add_wounds(options, state, unit, roll_dice(state.play_rng, dice), True, True)


@part
def burst(options: Record, state: Record, user: int, named: int, dice: int) -> None:
    """Something is pushed too far: on a 1 the user suffers mortal wounds and the second effect, else the first effect."""
    if die(state) == 1:
        add_wounds(options, state, user, roll_dice(state.play_rng, dice), True, False)
        put_effect(options, state, user, named + 1)
    else:
        put_effect(options, state, user, named)


@rule
def moving_payload(options: Record, state: Record, power: int, payload: int, user: int, target: int, trace: Trace) -> None:
    """Payloads that put models on the table, move them or take them off."""
    if payload == _REVIVE:
        revive(options, state, target, roll_dice(state.play_rng, options.power[power, columns.DICE]))
    elif payload == _SUMMON:
        summon(options, state, power, trace)
    elif payload == _REFORM:
        reform(options, state, target, trace)
    elif payload == _BLOOD_BIND:
        blood_bind(options, state, target, trace)
    elif payload == _HIDE:
        hide(options, state, user)
    else:
        slay(options, state, target, options.first[target] + state.alive[target] - 1)
        measure_enemies(options, state, target)
        put_effect(options, state, user, options.power[power, columns.NAME])


@rule
def revive(options: Record, state: Record, unit: int, models: int) -> None:
    """Slain models come back beside the others of their unit, as many as find room."""
    for _ in range(min(models, options.room[unit] - state.alive[unit])):
        last = options.first[unit] + state.alive[unit] - 1
        spacing = 2 * options.radius[unit] + 150
        for step in range(8):
            x = state.x[last] + (step % 3 - 1) * spacing
            y = state.y[last] + (step // 3 - 1) * spacing
            if spot_is_free(options, state, unit, last + 1, x, y, KEEP_AWAY) and near_model(options, state, unit, x, y, last):
                state.x[last + 1], state.y[last + 1] = x, y
                state.alive[unit] += 1
                break
    measure_enemies(options, state, unit)


@part
def summon(options: Record, state: Record, power: int, trace: Trace) -> None:
    """A summoned unit appears at the first spot with room; its models count as losses only (R12)."""
    unit = summoned_unit(options, state, power)
    for spot in range(2 * COLUMNS * DEPTHS):
        if set_out(options, state, unit, spot, True, True):
            wanted = min(roll_dice(state.play_rng, options.power[power, columns.DICE]), options.models[unit])
            for model in range(options.first[unit] + wanted, options.first[unit] + options.models[unit]):
                state.x[model], state.y[model], state.kind[model] = 0, 0, 0
            arm(options, state, unit, wanted)
            measure_enemies(options, state, unit)
            warn(options, state, unit, trace)
            return


@rule
def reform(options: Record, state: Record, unit: int, trace: Trace) -> None:
    """Paragon of Order: a unit shifts up to 3 inches towards the nearest enemy, not to within 3 inches; one model stays."""
    enemy = nearest_enemy(options, state, unit)
    if enemy < 0:
        return
    model = options.first[unit] + state.alive[unit] - 1
    x, y = state.x[model], state.y[model]
    came = shift_towards(
        options, state, unit, centre_x(options, state, enemy), centre_y(options, state, enemy), 3 * INCH, RETREAT, trace
    )
    if came and state.alive[unit] > 1 and spot_is_free(options, state, unit, model, x, y, RETREAT):
        moved_x, moved_y = state.x[model], state.y[model]
        state.x[model], state.y[model] = x, y
        if not is_coherent(options, state, unit):
            state.x[model], state.y[model] = moved_x, moved_y
    measure_enemies(options, state, unit)


@rule
def blood_bind(options: Record, state: Record, unit: int, trace: Trace) -> None:
    """A unit must run as far as it can towards the nearest of its enemies."""
    enemy = nearest_enemy(options, state, unit)
    if enemy < 0:
        return
    allowance = move_allowance(options, state, unit) + die(state) * INCH
    move_unit(
        options, state, unit, centre_x(options, state, enemy), centre_y(options, state, enemy), allowance, KEEP_AWAY, trace
    )


@rule
def hide(options: Record, state: Record, unit: int) -> None:
    """A unit disappears from the battlefield; it may appear again in any movement phase of its side."""
    for model in range(options.first[unit], options.first[unit] + UNIT_MODELS):
        if model < options.first[unit] + options.room[unit]:
            state.x[model], state.y[model] = 0, 0
    state.standing[unit] = _HIDDEN
    measure_enemies(options, state, unit)
