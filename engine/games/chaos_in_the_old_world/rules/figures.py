"""Figures: sets of slots, how they move, and their canonical order.

The slots of a figure type hold its figures in this order: plain ones (in no one else's hand, with no mark) by region, then the
reserve, then marked ones by region, controller and marks. `settle_type` restores it after a change, so slot numbers are good
only until the next change.
"""

from __future__ import annotations

from engine.arrays import scratch
from engine.bits import count, lowest
from engine.compilation import rule
from engine.games.chaos_in_the_old_world.actions import FIGURE_FIRST, VARIANTS
from engine.games.chaos_in_the_old_world.data import FIGURE_TYPES, POWERS, REGIONS, RESERVE, SLOTS_A_POWER
from engine.games.chaos_in_the_old_world.state import NOBODY
from engine.types import Actions, Record

_RANKS = 3


@rule
def on_board(state: Record) -> int:
    """The slots of all figures on the board."""
    slots = 0
    for region in range(REGIONS):
        slots |= state.at[region]
    return slots


@rule
def figures_of(state: Record, power: int, region: int) -> int:
    """The figures that a power controls in a region."""
    return state.at[region] & state.control[power]


@rule
def regions_with(state: Record, slots: int) -> int:
    """The regions where one of these figures stands."""
    regions = 0
    for region in range(REGIONS):
        if state.at[region] & slots:
            regions |= 1 << region
    return regions


@rule
def controller_of(state: Record, slot: int) -> int:
    """The power that controls a figure."""
    for power in range(POWERS):
        if state.control[power] >> slot & 1:
            return power
    return NOBODY


@rule
def region_of(state: Record, slot: int) -> int:
    """Where a figure stands, or RESERVE."""
    for region in range(REGIONS):
        if state.at[region] >> slot & 1:
            return region
    return RESERVE


@rule
def marks(state: Record) -> int:
    """Figures that differ from others of their type by a mark."""
    return state.shielded | state.spent | state.on_left | state.on_right | state.fallen


@rule
def variant_of(state: Record, slot: int) -> int:
    """The marks of a figure that decisions can tell apart."""
    space = (state.on_left >> slot & 1) + 2 * (state.on_right >> slot & 1)
    return (state.shielded >> slot & 1) + 2 * (state.spent >> slot & 1) + 4 * space


@rule
def settle_type(options: Record, state: Record, figure: int) -> None:
    """Put the figures of a type into canonical order."""
    group = options.group[figure]
    power = figure // _RANKS
    if group & (marks(state) | ~state.control[power]):
        sort_type(options, state, figure)
        return
    first = group & -group
    for region in range(REGIONS):
        here = count(state.at[region] & group)
        state.at[region] = (state.at[region] & ~group) | (((1 << here) - 1) * first)
        first <<= here


@rule
def place_in_order(state: Record, slot: int, owner: int) -> int:
    """What a figure is sorted by: plain ones first, by region; then the others by region, controller, marks."""
    controller = controller_of(state, slot)
    key = variant_of(state, slot) + 16 * (state.fallen >> slot & 1) + 32 * controller
    if key == 32 * owner:
        return region_of(state, slot)
    return 2048 + 128 * region_of(state, slot) + key


@rule
def sort_type(options: Record, state: Record, figure: int) -> None:
    """Sort a type that has marked or controlled figures (insertion sort: there are few)."""
    group = options.group[figure]
    first = lowest(group)
    n = count(group)
    keys = scratch(SLOTS_A_POWER)
    owner = figure // _RANKS
    for i in range(n):
        key = place_in_order(state, first + i, owner)
        k = i
        while k > 0 and keys[k - 1] > key:
            keys[k] = keys[k - 1]
            k -= 1
        keys[k] = key
    clear_slots(state, group)
    for i in range(n):
        restore_slot(state, 1 << (first + i), keys[i], owner)


@rule
def clear_slots(state: Record, slots: int) -> None:
    """Forget where these figures stand, who controls them and their marks."""
    for region in range(REGIONS):
        state.at[region] &= ~slots
    for power in range(POWERS):
        state.control[power] &= ~slots
    state.shielded &= ~slots
    state.spent &= ~slots
    state.on_left &= ~slots
    state.on_right &= ~slots
    state.fallen &= ~slots


@rule
def restore_slot(state: Record, bit: int, key: int, owner: int) -> None:
    """Set a slot by the key of the figure that comes to it."""
    controller = owner
    region = key
    if key >= 2048:
        region = (key - 2048) // 128
        rest = (key - 2048) % 128
        controller = rest // 32
        if rest & 1:
            state.shielded |= bit
        if rest & 2:
            state.spent |= bit
        if rest & 4:
            state.on_left |= bit
        if rest & 8:
            state.on_right |= bit
        if rest & 16:
            state.fallen |= bit
    state.control[controller] |= bit
    if region < REGIONS:
        state.at[region] |= bit


@rule
def settle(options: Record, state: Record, slots: int) -> None:
    """Restore the order of every type that has one of these slots."""
    while slots:
        figure = options.type_of_slot[lowest(slots)]
        settle_type(options, state, figure)
        slots &= ~options.group[figure]


@rule
def relocate(options: Record, state: Record, slot: int, region: int) -> None:
    """Move a figure, from the board or the reserve, to a region; it leaves a card space."""
    bit = 1 << slot
    for other in range(REGIONS):
        state.at[other] &= ~bit
    state.at[region] |= bit
    state.on_left &= ~bit
    state.on_right &= ~bit
    settle_type(options, state, options.type_of_slot[slot])


@rule
def to_reserve(options: Record, state: Record, slots: int) -> None:
    """Take figures off the board: back to their owners, without marks."""
    if slots == 0:
        return
    clear_slots(state, slots)
    for power in range(POWERS):
        state.control[power] |= slots & options.owned[power]
    settle(options, state, slots)


@rule
def take_control(options: Record, state: Record, slot: int, power: int) -> None:
    """A power controls a figure until the round ends (rulebook p. 25)."""
    bit = 1 << slot
    for other in range(POWERS):
        state.control[other] &= ~bit
    state.control[power] |= bit
    settle_type(options, state, options.type_of_slot[slot])


@rule
def end_of_round_marks(options: Record, state: Record) -> None:
    """Control, shields and free summons end with the round."""
    changed = state.shielded | state.spent
    for power in range(POWERS):
        changed |= state.control[power] & ~options.owned[power]
    state.shielded = 0
    state.spent = 0
    for power in range(POWERS):
        state.control[power] = options.owned[power]
    settle(options, state, changed)


@rule
def put_figures(options: Record, state: Record, slots: int, out: Actions, n: int) -> int:
    """Append a `CHOOSE_FIGURE` action for each of these figures that can be told apart; returns the number of actions."""
    marked = marks(state)
    for figure in range(FIGURE_TYPES):
        of_type = slots & options.group[figure]
        if of_type == 0:
            continue
        for power in range(POWERS):
            rest = of_type & state.control[power]
            if rest == 0:
                continue
            first = FIGURE_FIRST + (figure * POWERS + power) * VARIANTS
            if rest & marked == 0:
                out[n] = first
                n += 1
            else:
                n = put_variants(state, rest, first, out, n)
    return n


@rule
def put_variants(state: Record, slots: int, first: int, out: Actions, n: int) -> int:
    """Append action `first + variant` for each variant among figures of one type and controller."""
    variants = 0
    while slots:
        variants |= 1 << variant_of(state, lowest(slots))
        slots &= slots - 1
    while variants:
        out[n] = first + lowest(variants)
        n += 1
        variants &= variants - 1
    return n


@rule
def find_figure(options: Record, state: Record, slots: int, figure: int, power: int, variant: int) -> int:
    """The first of these figures that a `CHOOSE_FIGURE` action means; NOBODY if there is none."""
    slots &= options.group[figure] & state.control[power]
    while slots:
        slot = lowest(slots)
        if variant_of(state, slot) == variant:
            return slot
        slots &= slots - 1
    return NOBODY


@rule
def all_alike(state: Record, slots: int) -> bool:
    """Whether figures of one type, region and controller can't be told apart."""
    if slots & marks(state) == 0:
        return True
    variant = variant_of(state, lowest(slots))
    while slots:
        if variant_of(state, lowest(slots)) != variant:
            return False
        slots &= slots - 1
    return True
