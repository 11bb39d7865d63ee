"""Maneuvers carried out: control, move, attack, tactics, and the attributes that they trigger.

Order of an attack: it is declared; the target loses a coin (a Royal Guard's owner may choose from where), a Pikeman's attacker
one too; then the attribute of the attacker, if it survived, before anything else.
"""

from __future__ import annotations

from engine.bits import count
from engine.compilation import rule
from engine.games.war_chest.actions import DESTINATION, ORIGIN, PARTS, TARGET, Verb
from engine.games.war_chest.board import NEIGHBOURS
from engine.games.war_chest.data import UNIT_OF_STACK, Unit
from engine.games.war_chest.rules.coins import draw_coin, tally
from engine.games.war_chest.rules.pending import push
from engine.games.war_chest.rules.rounds import end_if_no_coins_left, win_by_control
from engine.games.war_chest.rules.stacks import lose_coin_to_box, move, team_of_stack
from engine.games.war_chest.rules.tactics import charge_destination
from engine.games.war_chest.state import NOBODY, Pending
from engine.types import Record, Trace

_CONTROL = int(Verb.CONTROL)
_MOVE = int(Verb.MOVE)
_ATTACK = int(Verb.ATTACK)
_LOSE_FROM_SUPPLY = int(Verb.LOSE_FROM_SUPPLY)

_ARCHER = int(Unit.ARCHER)
_BERSERKER = int(Unit.BERSERKER)
_CAVALRY = int(Unit.CAVALRY)
_CROSSBOWMAN = int(Unit.CROSSBOWMAN)
_ENSIGN = int(Unit.ENSIGN)
_FOOTMAN = int(Unit.FOOTMAN)
_LANCER = int(Unit.LANCER)
_MARSHALL = int(Unit.MARSHALL)
_PIKEMAN = int(Unit.PIKEMAN)
_ROYAL_GUARD = int(Unit.ROYAL_GUARD)
_SWORDSMAN = int(Unit.SWORDSMAN)
_WARRIOR_PRIEST = int(Unit.WARRIOR_PRIEST)

_USE_DRAWN_COIN = int(Pending.USE_DRAWN_COIN)
_REPEAT = int(Pending.REPEAT)
_FREE_MOVE = int(Pending.FREE_MOVE)
_FOOTMEN_ACT = int(Pending.FOOTMEN_ACT)
_SOAK = int(Pending.SOAK)


@rule
def maneuver(options: Record, state: Record, stack: int, action: int, verb: int, trace: Trace) -> None:
    """A stack controls, moves or attacks as an action says."""
    if verb == _CONTROL:
        control(options, state, stack, trace)
    elif verb == _MOVE:
        move_unit(state, stack, PARTS[action, DESTINATION], trace)
    else:
        attack(state, stack, PARTS[action, TARGET], trace)


@rule
def control(options: Record, state: Record, stack: int, trace: Trace) -> None:
    """Place a marker where a stack stands; an enemy marker returns to its owner; the last marker wins at once."""
    team = team_of_stack(state, stack)
    location = 1 << state.hex_of[stack]
    state.markers[team] |= location
    state.markers[1 - team] &= ~location
    if count(state.markers[team]) >= options.markers:
        win_by_control(state, team)
        return
    after_maneuver(state, stack, _CONTROL, trace)


@rule
def move_unit(state: Record, stack: int, destination: int, trace: Trace) -> None:
    """A stack moves as its maneuver."""
    move(state, stack, destination)
    after_maneuver(state, stack, _MOVE, trace)


@rule
def attack(state: Record, stack: int, place: int, trace: Trace) -> None:
    """A stack attacks the enemy on a hex (rulebook, Attack)."""
    target = state.stack_at[place]
    tally(state.attacks, state.owner[UNIT_OF_STACK[stack]])
    if target == _ROYAL_GUARD and state.supply[_ROYAL_GUARD] > 0:
        push(state, _SOAK, stack)
        return
    adjacent = NEIGHBOURS[state.hex_of[stack]] >> place & 1
    lose_coin_to_box(state, target)
    if target == _PIKEMAN and adjacent:
        lose_coin_to_box(state, stack)
    end_if_no_coins_left(state)
    after_maneuver(state, stack, _ATTACK, trace)


@rule
def soak(state: Record, stack: int, verb: int, trace: Trace) -> None:
    """Royal Guard: the coin lost to the attack of `stack` comes from the supply or from the Royal Guard itself."""
    if verb == _LOSE_FROM_SUPPLY:
        state.supply[_ROYAL_GUARD] -= 1
        state.box[_ROYAL_GUARD] += 1
        state.coins_left -= 1
    else:
        lose_coin_to_box(state, _ROYAL_GUARD)
    after_maneuver(state, stack, _ATTACK, trace)


@rule
def after_maneuver(state: Record, stack: int, verb: int, trace: Trace) -> None:
    """The attributes that a maneuver of a surviving unit triggers."""
    if state.terminal != 0 or state.height[stack] == 0:
        return
    if stack == _BERSERKER:
        if state.height[stack] > 1:
            push(state, _REPEAT, 0)
    elif stack == _SWORDSMAN:
        if verb == _ATTACK:
            push(state, _FREE_MOVE, 0)
    elif stack == _WARRIOR_PRIEST and verb != _MOVE:
        kind = draw_coin(state, state.owner[_WARRIOR_PRIEST], trace)
        if kind != NOBODY:
            push(state, _USE_DRAWN_COIN, kind)


@rule
def tactic(options: Record, state: Record, unit: int, action: int, trace: Trace) -> None:
    """Carry out a unit's tactic."""
    if unit in (_ARCHER, _CROSSBOWMAN):
        attack(state, unit, PARTS[action, TARGET], trace)
    elif unit == _CAVALRY:
        move(state, unit, PARTS[action, DESTINATION])
        attack(state, unit, PARTS[action, TARGET], trace)
    elif unit == _LANCER:
        target = PARTS[action, TARGET]
        move(state, unit, charge_destination(state.hex_of[unit], target))
        attack(state, unit, target, trace)
    elif unit == _ENSIGN:
        move_unit(state, state.stack_at[PARTS[action, ORIGIN]], PARTS[action, DESTINATION], trace)
    elif unit == _MARSHALL:
        attack(state, state.stack_at[PARTS[action, ORIGIN]], PARTS[action, TARGET], trace)
    elif unit == _FOOTMAN:
        push(state, _FOOTMEN_ACT, NOBODY)
    else:
        move(state, unit, PARTS[action, DESTINATION])
