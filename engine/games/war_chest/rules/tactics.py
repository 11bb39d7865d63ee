"""Tactics: what can be named for each, as sets of hexes. `team` is the side of the unit, `origin` its hex."""

from __future__ import annotations

from engine.bits import lowest
from engine.compilation import rule
from engine.games.war_chest.board import AT_TWO, LINE_THREE, LINE_TWO, NEIGHBOURS, WITHIN_TWO
from engine.games.war_chest.data import SECOND_FOOTMAN, Unit
from engine.games.war_chest.rules.stacks import can_maneuver, empty_hexes, enemies_for, moves_from, normal_attacks
from engine.games.war_chest.state import NOBODY
from engine.types import Record

_ARCHER = int(Unit.ARCHER)
_CROSSBOWMAN = int(Unit.CROSSBOWMAN)
_FOOTMAN = int(Unit.FOOTMAN)
_LIGHT_CAVALRY = int(Unit.LIGHT_CAVALRY)
_ROYAL_GUARD = int(Unit.ROYAL_GUARD)


@rule
def two_steps(options: Record, state: Record, origin: int) -> int:
    """Empty hexes that two steps through empty hexes lead to; never back to `origin`."""
    empty = empty_hexes(options, state)
    reached = 0
    first = NEIGHBOURS[origin] & empty
    while first:
        reached |= NEIGHBOURS[lowest(first)]
        first &= first - 1
    return reached & empty & ~(1 << origin)


@rule
def path_of_charge(origin: int, target: int) -> int:
    """The hexes between two hexes that are two or three apart in a straight line."""
    if AT_TWO[origin] >> target & 1:
        return NEIGHBOURS[origin] & NEIGHBOURS[target]
    return (NEIGHBOURS[origin] & AT_TWO[target]) | (AT_TWO[origin] & NEIGHBOURS[target])


@rule
def with_clear_path(options: Record, state: Record, origin: int, targets: int) -> int:
    """Those of `targets`, two or three away in a straight line, with only empty hexes in between."""
    empty = empty_hexes(options, state)
    clear = 0
    while targets:
        target = lowest(targets)
        if path_of_charge(origin, target) & ~empty == 0:
            clear |= 1 << target
        targets &= targets - 1
    return clear


@rule
def tactic_targets(options: Record, state: Record, unit: int) -> int:
    """The enemies that a tactic of the kind `TARGET` can name.

    Archer: exactly two away, whatever is between. Crossbowman: exactly two away in a straight line, nothing between. Lancer:
    it moves one or two empty hexes straight ahead and attacks the next.
    """
    origin = state.hex_of[unit]
    enemies = enemies_for(state, state.owner[unit] & 1, state.height[unit])
    if unit == _ARCHER:
        return AT_TWO[origin] & enemies
    if unit == _CROSSBOWMAN:
        return with_clear_path(options, state, origin, LINE_TWO[origin] & enemies)
    return with_clear_path(options, state, origin, (LINE_TWO[origin] | LINE_THREE[origin]) & enemies)


@rule
def charge_destination(origin: int, target: int) -> int:
    """Where a Lancer's charge ends: the hex of its path beside the target."""
    return lowest(path_of_charge(origin, target) & NEIGHBOURS[target])


@rule
def tactic_destinations(options: Record, state: Record, unit: int) -> int:
    """The hexes that a tactic of the kind `DESTINATION` can name.

    Light Cavalry: exactly two steps. Royal Guard: one step; on the revised card one or two, to a location of its side.
    """
    origin = state.hex_of[unit]
    if unit == _LIGHT_CAVALRY:
        return two_steps(options, state, origin)
    if options.revised_royal_guard:
        reached = moves_from(options, state, origin) | two_steps(options, state, origin)
        return reached & state.markers[state.owner[unit] & 1]
    return moves_from(options, state, origin)


@rule
def friends_within_two(state: Record, unit: int) -> int:
    """The other units of an Ensign's or Marshall's side that are within two hexes of it."""
    return WITHIN_TWO[state.hex_of[unit]] & state.stacks[state.owner[unit] & 1]


@rule
def ordered_moves(options: Record, state: Record, ensign: int, friend: int) -> int:
    """Where an Ensign can move the unit on hex `friend`: one step, ending within two hexes of the Ensign."""
    return moves_from(options, state, friend) & WITHIN_TWO[state.hex_of[ensign]]


@rule
def ordered_attacks(state: Record, friend: int) -> int:
    """Which enemies a Marshall can order the unit on hex `friend` to attack: its normal attacks."""
    stack = state.stack_at[friend]
    return normal_attacks(state, stack, state.height[stack])


@rule
def charges(options: Record, state: Record, cavalry: int, destination: int) -> int:
    """Which enemies a Cavalry can attack after moving to `destination`."""
    return NEIGHBOURS[destination] & enemies_for(state, state.owner[cavalry] & 1, state.height[cavalry])


@rule
def footman_hexes(state: Record) -> int:
    """The hexes of the one or two Footmen that are out."""
    hexes = 1 << state.hex_of[_FOOTMAN]
    if state.hex_of[SECOND_FOOTMAN] != NOBODY:
        hexes |= 1 << state.hex_of[SECOND_FOOTMAN]
    return hexes


@rule
def footmen_to_act(state: Record, waiting: int) -> int:
    """The hexes of the Footmen that may act in the tactic: both, or only the one that waits on hex `waiting`."""
    if waiting == NOBODY:
        return footman_hexes(state)
    return 1 << waiting


@rule
def footmen_can_act(options: Record, state: Record, waiting: int) -> bool:
    """Whether one of the Footmen that may act in the tactic can."""
    hexes = footmen_to_act(state, waiting)
    while hexes:
        stack = state.stack_at[lowest(hexes)]
        if can_maneuver(options, state, stack, state.height[stack]):
            return True
        hexes &= hexes - 1
    return False
