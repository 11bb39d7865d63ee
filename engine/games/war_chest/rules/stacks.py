"""Units on the board: the sets of hexes that they can move to, attack or control, and how stacks change."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_chest.board import NEIGHBOURS
from engine.games.war_chest.data import ATTACKS_NEIGHBOURS, SECOND_FOOTMAN, UNIT_OF_STACK, Unit
from engine.games.war_chest.state import NOBODY
from engine.types import Record

_FOOTMAN = int(Unit.FOOTMAN)
_KNIGHT = int(Unit.KNIGHT)


@rule
def team_of_stack(state: Record, stack: int) -> int:
    """The team that a stack fights for."""
    return state.owner[UNIT_OF_STACK[stack]] & 1


@rule
def empty_hexes(options: Record, state: Record) -> int:
    """The hexes of the board without a unit."""
    return options.board & ~(state.stacks[0] | state.stacks[1])


@rule
def enemies_for(state: Record, team: int, height: int) -> int:
    """The hexes of the enemies that a stack of `height` coins may attack at all: a Knight only if it is bolstered."""
    enemies = state.stacks[1 - team]
    if height < 2 and state.hex_of[_KNIGHT] >= 0:
        enemies &= ~(1 << state.hex_of[_KNIGHT])
    return enemies


@rule
def moves_from(options: Record, state: Record, origin: int) -> int:
    """Where a normal move from a hex can go: an adjacent empty hex (rulebook, Move)."""
    return NEIGHBOURS[origin] & empty_hexes(options, state)


@rule
def normal_attacks(state: Record, stack: int, height: int) -> int:
    """The adjacent enemies that a stack, counted as `height` coins, may attack normally.

    Archer and Lancer have no normal attack, ordered or not (their restriction).
    """
    if not ATTACKS_NEIGHBOURS[stack]:
        return 0
    return NEIGHBOURS[state.hex_of[stack]] & enemies_for(state, team_of_stack(state, stack), height)


@rule
def can_control(options: Record, state: Record, stack: int) -> bool:
    """Whether a stack stands on a location that its side doesn't control (rulebook, Control)."""
    wanted = options.locations & ~state.markers[team_of_stack(state, stack)]
    return (wanted >> state.hex_of[stack] & 1) != 0


@rule
def can_maneuver(options: Record, state: Record, stack: int, height: int) -> bool:
    """Whether a deployed stack, counted as `height` coins, can move, attack or control."""
    if moves_from(options, state, state.hex_of[stack]) != 0:
        return True
    return normal_attacks(state, stack, height) != 0 or can_control(options, state, stack)


@rule
def deploy(state: Record, unit: int, destination: int) -> None:
    """A coin becomes a new unit on an empty hex."""
    stack = unit
    if unit == _FOOTMAN and state.hex_of[_FOOTMAN] >= 0:
        stack = SECOND_FOOTMAN
    state.stacks[state.owner[unit] & 1] |= 1 << destination
    state.stack_at[destination] = stack
    state.hex_of[stack] = destination
    state.height[stack] = 1
    if stack == SECOND_FOOTMAN:
        keep_footmen_in_order(state)


@rule
def move(state: Record, stack: int, destination: int) -> None:
    """A whole stack goes to an empty hex."""
    origin = state.hex_of[stack]
    state.stacks[team_of_stack(state, stack)] ^= (1 << origin) | (1 << destination)
    state.stack_at[origin] = NOBODY
    state.stack_at[destination] = stack
    state.hex_of[stack] = destination
    if UNIT_OF_STACK[stack] == _FOOTMAN:
        keep_footmen_in_order(state)


@rule
def lose_coin_to_box(state: Record, stack: int) -> None:
    """A stack loses a coin for good; with its last one the unit is gone."""
    unit = UNIT_OF_STACK[stack]
    state.box[unit] += 1
    state.coins_left -= 1
    shrink(state, stack)


@rule
def shrink(state: Record, stack: int) -> None:
    """Take a coin from a stack; a unit without coins leaves the board."""
    state.height[stack] -= 1
    if state.height[stack] > 0:
        return
    place = state.hex_of[stack]
    state.stacks[team_of_stack(state, stack)] &= ~(1 << place)
    state.stack_at[place] = NOBODY
    state.hex_of[stack] = NOBODY
    if UNIT_OF_STACK[stack] == _FOOTMAN:
        keep_footmen_in_order(state)


@rule
def keep_footmen_in_order(state: Record) -> None:
    """Number the Footmen by their hexes: the only one, or the one on the lower hex, is stack `FOOTMAN`."""
    first = state.hex_of[_FOOTMAN]
    second = state.hex_of[SECOND_FOOTMAN]
    if second == NOBODY or (first != NOBODY and first < second):
        return
    state.hex_of[_FOOTMAN] = second
    state.hex_of[SECOND_FOOTMAN] = first
    kept = state.height[_FOOTMAN]
    state.height[_FOOTMAN] = state.height[SECOND_FOOTMAN]
    state.height[SECOND_FOOTMAN] = kept
    state.stack_at[second] = _FOOTMAN
    if first != NOBODY:
        state.stack_at[first] = SECOND_FOOTMAN
