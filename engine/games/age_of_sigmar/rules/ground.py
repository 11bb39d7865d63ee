"""The battlefield before the battle: terrain, territories, setting up units (R6-R9)."""

from __future__ import annotations

from engine.games.age_of_sigmar.actions import COLUMNS, DEPTHS
from engine.games.age_of_sigmar.data import FEATURES, INCH
from engine.games.age_of_sigmar.geometry import root_up, toward_zero
from engine.games.age_of_sigmar.inlining import part, rule
from engine.games.age_of_sigmar.rules.space import CLOSE, KEEP_AWAY, spot_is_free
from engine.games.age_of_sigmar.rules.units import measure_enemies, side_of
from engine.games.age_of_sigmar.state import Chance, Flag, Standing
from engine.rng import below, roll
from engine.trace import EVERYBODY, note2
from engine.types import Record, Trace

_SQUARE = 24 * INCH
_APART = 3 * INCH
_DISC = 2500
_FEATURE = int(Chance.FEATURE)
_COVER = int(Flag.COVER)
_BUILDING = int(Flag.BLOCKS) | int(Flag.IMPASSABLE)
_FIELD = int(Standing.FIELD)
_HIDDEN = int(Standing.HIDDEN)
_PLACE_TRIES = 12

NO_MANS_LAND = 12 * INCH
"""Units are set up more than 12 inches from enemy territory (R9)."""


@part
def features_of_square(options: Record, state: Record) -> int:
    """How many features a 2-foot square gets: 2D6 on the table of the sheet, or a fixed number (R7)."""
    if options.per_square >= 0:
        return options.per_square
    dice = roll(state.setup_rng, 6) + roll(state.setup_rng, 6)
    if dice <= 3:
        return 0
    if dice in (4, 5, 9, 10):
        return 2
    if dice >= 11:
        return options.choice
    return 1


@rule
def lay_terrain(options: Record, state: Record, trace: Trace) -> None:
    """Place features square by square, at least 3 inches apart, and roll for each on the Scenery Table (R7, R8)."""
    width, height = options.board[0], options.board[1]
    for column in range((width + _SQUARE // 2) // _SQUARE):
        for row in range((height + _SQUARE // 2) // _SQUARE):
            for _ in range(features_of_square(options, state)):
                lay_feature(options, state, column * _SQUARE, row * _SQUARE, trace)


@rule
def lay_feature(options: Record, state: Record, left: int, low: int, trace: Trace) -> None:
    """Place one feature in a square; if there is no room after some tries it is left out."""
    if state.features >= FEATURES:
        return
    building = below(state.setup_rng, 100) < options.blocking
    w, h = _DISC, 0
    if building or below(state.setup_rng, 2) == 0:
        w = 1500 + below(state.setup_rng, 1501)
        h = 1500 + below(state.setup_rng, 2501)
    reach = max(w, h)
    wide = min(left + _SQUARE, options.board[0]) - left
    tall = min(low + _SQUARE, options.board[1]) - low
    for _ in range(_PLACE_TRIES):
        x = left + reach + below(state.setup_rng, max(wide - 2 * reach, 1))
        y = low + reach + below(state.setup_rng, max(tall - 2 * reach, 1))
        if has_room(state, x, y, w, h):
            number = state.features
            state.feature_x[number], state.feature_y[number] = x, y
            state.feature_w[number], state.feature_h[number] = w, h
            state.feature_flags[number] = _BUILDING if building else _COVER
            state.feature_kind[number] = roll(state.setup_rng, 6) if options.scenery > 6 else options.scenery
            state.features += 1
            note2(trace, _FEATURE, EVERYBODY, number, state.feature_kind[number])
            return


@rule
def has_room(state: Record, x: int, y: int, w: int, h: int) -> bool:
    """Whether a new feature keeps its distance from the others; discs are taken as boxes."""
    for other in range(state.features):
        across = abs(x - state.feature_x[other]) - w - state.feature_w[other]
        tall = h if h else w
        other_tall = state.feature_h[other] if state.feature_h[other] else state.feature_w[other]
        along = abs(y - state.feature_y[other]) - tall - other_tall
        if max(across, along) < _APART:
            return False
    return True


@part
def normal_x(options: Record, split: int) -> int:
    """X of a vector across the dividing line, pointing to the upper half: long mid-line, short mid-line, diagonals."""
    if split == 0:
        return 0
    if split == 1:
        return 1
    return -options.board[1] if split == 2 else options.board[1]


@part
def normal_y(options: Record, split: int) -> int:
    """Y of that vector."""
    if split == 1:
        return 0
    return 1 if split == 0 else options.board[0]


@rule
def beyond_line(options: Record, split: int, half: int, x: int, y: int, distance: int) -> bool:
    """Whether a point lies in a half and more than `distance` from the dividing line; with 0, on the line counts."""
    nx, ny = normal_x(options, split), normal_y(options, split)
    across = (2 * x - options.board[0]) * nx + (2 * y - options.board[1]) * ny
    across = across if half == 1 else -across
    needed = 2 * distance * root_up(nx * nx + ny * ny)
    return across > needed if distance > 0 else across >= 0


@part
def half_of(state: Record, side: int) -> int:
    """The half that is a side's territory."""
    return state.half if side == 0 else 1 - state.half


@part
def in_zone(options: Record, state: Record, unit: int, x: int, y: int) -> bool:
    """Whether a model may be set up there: own territory, its disc more than 12 inches from the enemy's (R9)."""
    distance = NO_MANS_LAND + options.radius[unit]
    return beyond_line(options, state.split, half_of(state, side_of(unit)), x, y, distance)


@part
def unit_vector_x(options: Record, split: int) -> int:
    """X of the unit vector across the dividing line, in 1/10000."""
    nx, ny = normal_x(options, split), normal_y(options, split)
    return toward_zero(10000 * 10000 * nx // root_up(nx * nx + ny * ny))


@part
def unit_vector_y(options: Record, split: int) -> int:
    """Y of the unit vector across the dividing line, in 1/10000."""
    nx, ny = normal_x(options, split), normal_y(options, split)
    return toward_zero(10000 * 10000 * ny // root_up(nx * nx + ny * ny))


@part
def files_of(options: Record, unit: int) -> int:
    """How many models stand side by side in a unit's first rank: about three times as many as ranks."""
    files = 1
    while files * files < 3 * options.models[unit]:
        files += 1
    return min(files, options.models[unit])


@rule
def set_out(options: Record, state: Record, unit: int, spot: int, anywhere: bool, commit: bool) -> bool:
    """Set a unit up in ranks at a spot, facing the dividing line; False if it doesn't fit there.

    Spots go column by column along the line and by depth, first of the lower half. `anywhere`: not only in the own zone, but
    more than 3 inches from enemies. Without `commit` nothing stays on the table.
    """
    half, column, depth = spot // (COLUMNS * DEPTHS), spot // DEPTHS % COLUMNS, spot % DEPTHS
    if not anywhere and half != half_of(state, side_of(unit)):
        return False
    out = 1 if half == 1 else -1
    ux, uy = unit_vector_x(options, state.split), unit_vector_y(options, state.split)
    radius = options.radius[unit]
    spacing = 2 * radius + 150
    files = files_of(options, unit)
    length = max(options.board[0], options.board[1]) if state.split != 1 else options.board[1]
    along = (column - COLUMNS // 2) * length // (COLUMNS + 1)
    reserve = NO_MANS_LAND + radius + 10 + depth * 4 * INCH
    size = size_to_set_up(options, state, unit)
    for place in range(size):
        file, rank = place % files, place // files
        sideways = along + (2 * file - files + 1) * spacing // 2
        deep = (reserve + rank * spacing) * out
        x = options.board[0] // 2 + toward_zero(deep * ux - sideways * uy)
        y = options.board[1] // 2 + toward_zero(deep * uy + sideways * ux)
        model = options.first[unit] + place
        free = spot_is_free(options, state, unit, model, x, y, KEEP_AWAY if anywhere else CLOSE)
        if not free or not (anywhere or in_zone(options, state, unit, x, y)):
            take_off(options, state, unit, place)
            return False
        state.x[model], state.y[model] = x, y
    if not commit:
        take_off(options, state, unit, size)
        return True
    arm(options, state, unit, size)
    measure_enemies(options, state, unit)
    return True


@part
def size_to_set_up(options: Record, state: Record, unit: int) -> int:
    """Models that a unit sets up: all, or those that are left of a hidden one."""
    return state.alive[unit] if state.standing[unit] == _HIDDEN else options.models[unit]


@rule
def take_off(options: Record, state: Record, unit: int, models: int) -> None:
    """Undo the trial of a spot."""
    for model in range(options.first[unit], options.first[unit] + models):
        state.x[model], state.y[model] = 0, 0


@rule
def arm(options: Record, state: Record, unit: int, models: int) -> None:
    """Put a unit on the battlefield whose models stand already: leader first, then specials, then rank and file."""
    place = 0
    first = options.first[unit]
    for step in range(1, 5):
        loadout = step % 4
        wanted = models - place if loadout == 0 else options.loadout_models[unit, loadout]
        for _ in range(wanted):
            if place < models:
                state.kind[first + place] = loadout
                place += 1
    state.alive[unit] = models
    state.standing[unit] = _FIELD


@part
def fits_somewhere(options: Record, state: Record, unit: int) -> bool:
    """Whether there is room for a unit in its zone."""
    for spot in range(2 * COLUMNS * DEPTHS):
        if set_out(options, state, unit, spot, False, False):
            return True
    return False
