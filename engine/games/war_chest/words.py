"""Actions and trace events of War Chest in the rulebook's words."""

from __future__ import annotations

from typing import Any

from engine.games.war_chest.actions import ACTIONS, NONE, Action, Verb, coin_name
from engine.games.war_chest.board import HEX_NAMES
from engine.games.war_chest.data import NO_COIN, ROYAL, UNIT_NAMES, UNIT_OF_STACK, Unit
from engine.games.war_chest.options import SEAT_NAMES
from engine.games.war_chest.rules.tactics import charge_destination
from engine.games.war_chest.state import NOBODY, Chance, Pending
from engine.trace import Event

_WAITING = {
    Pending.REPEAT: "coin of its stack",
    Pending.FREE_MOVE: "after its attack",
    Pending.FREE_MANEUVER: "after recruiting",
    Pending.FOOTMEN_ACT: "Footman's tactic",
}


def seat_title(seat: int, players: int) -> str:
    """A seat as people read it: `Raven`, `Wolf 2`."""
    return SEAT_NAMES[players][seat].replace("_", " ").title()


def unit_on(state: Any, place: int) -> str:
    """`the Knight on D4`."""
    stack = state.stack_at[place]
    name = "unit" if stack == NOBODY else UNIT_NAMES[UNIT_OF_STACK[stack]]
    return f"the {name} on {HEX_NAMES[place]}"


def describe_action(options: Any, state: Any, action: int) -> str:
    """An action in words: `Cavalry: tactic, move to C4 and attack the Knight on D4 (face-up Cavalry coin)`."""
    parts = ACTIONS[action]
    if parts.coin == NO_COIN:
        return _describe_answer(state, parts)
    coin = coin_name(parts.coin)
    if parts.verb == Verb.DEPLOY:
        return f"{coin}: deploy to {HEX_NAMES[parts.destination]}"
    if parts.verb == Verb.BOLSTER:
        return f"{coin}: bolster" + ("" if parts.destination == NONE else f" {unit_on(state, parts.destination)}")
    drawn = "drawn " if state.pending else ""
    if parts.verb in (Verb.PASS, Verb.CLAIM_INITIATIVE, Verb.RECRUIT):
        return f"{_face_down_words(parts)} (face-down {drawn}{coin} coin)".replace("Coin coin", "Coin")
    unit = int(Unit.ROYAL_GUARD) if parts.coin == ROYAL else parts.coin
    words = _tactic_words(state, unit, parts) if parts.verb == Verb.TACTIC else _maneuver_words(state, parts)
    return f"{UNIT_NAMES[unit]}: {words} (face-up {drawn}{coin} coin)".replace("Coin coin", "Coin")


def _face_down_words(parts: Action) -> str:
    if parts.verb == Verb.RECRUIT:
        return f"recruit: {UNIT_NAMES[parts.unit]}"
    return parts.verb.name.lower().replace("_", " ")


def _maneuver_words(state: Any, parts: Action) -> str:
    by = "" if parts.origin == NONE else f"{unit_on(state, parts.origin)}: "
    if parts.verb == Verb.CONTROL:
        return f"{by}control"
    if parts.verb == Verb.MOVE:
        return f"{by}move to {HEX_NAMES[parts.destination]}"
    return f"{by}attack {unit_on(state, parts.target)}"


def _tactic_words(state: Any, unit: int, parts: Action) -> str:
    if unit == Unit.FOOTMAN:
        return "tactic, each Footman may maneuver"
    if unit == Unit.LANCER:
        destination = charge_destination(state.hex_of[unit], parts.target)
        return f"tactic, charge to {HEX_NAMES[destination]} and attack {unit_on(state, parts.target)}"
    if NONE not in (parts.origin, parts.target):
        return f"tactic, {unit_on(state, parts.origin)} attacks {unit_on(state, parts.target)}"
    if parts.origin != NONE:
        return f"tactic, {unit_on(state, parts.origin)} moves to {HEX_NAMES[parts.destination]}"
    steps = []
    if parts.destination != NONE:
        steps.append(f"move to {HEX_NAMES[parts.destination]}")
    if parts.target != NONE:
        steps.append(f"attack {unit_on(state, parts.target)}")
    return "tactic, " + " and ".join(steps)


def _describe_answer(state: Any, parts: Action) -> str:
    if parts.verb in (Verb.BAN, Verb.PICK):
        return f"{parts.verb.name.lower()} the {UNIT_NAMES[parts.unit]}"
    if parts.verb == Verb.LOSE_FROM_STACK:
        return "Royal Guard: the coin comes from its stack"
    if parts.verb == Verb.LOSE_FROM_SUPPLY:
        return "Royal Guard: the coin comes from the supply"
    waiting = state.pending_kind[state.pending - 1] if state.pending else 0
    if parts.verb == Verb.DECLINE:
        return f"do without ({_WAITING[Pending(waiting)]})" if waiting in _WAITING else "do without"
    why = f" ({_WAITING[Pending(waiting)]})" if waiting in _WAITING else ""
    return f"{_maneuver_words(state, parts)}{why}"


def describe_event(event: Event) -> tuple[str, dict[str, Any]]:
    """A trace event in words and as named fields.

    Raises:
        ValueError: the kind is unknown.
    """
    values = event.values
    if event.kind == Chance.INITIATIVE:
        seat = seat_title(values[0], values[1])
        return f"the initiative marker shows {seat}", {"event": "initiative", "seat": seat}
    if event.kind == Chance.DEALT:
        seat, unit = seat_title(values[0], values[2]), UNIT_NAMES[values[1]]
        return f"{seat} is dealt the {unit}", {"event": "dealt", "seat": seat, "unit": unit}
    if event.kind == Chance.OFFERED:
        return f"the {UNIT_NAMES[values[0]]} lies face up for the draft", {"event": "offered", "unit": UNIT_NAMES[values[0]]}
    if event.kind == Chance.DRAWN:
        seat, coin = seat_title(values[0], values[2]), coin_name(values[1])
        article = "an" if coin[0] in "AE" else "a"
        words = f"{seat} draws {article} {coin} coin".replace("a Royal Coin coin", "the Royal Coin")
        return words, {"event": "drawn", "seat": seat, "coin": coin}
    if event.kind == Chance.REFILLED:
        seat = seat_title(values[0], values[2])
        return f"{seat} puts {values[1]} discards into the bag", {"event": "refilled", "seat": seat, "coins": values[1]}
    raise ValueError(f"unknown event kind {event.kind}")
