"""Actions and trace events of Age of Sigmar in the rulebook's words."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games.age_of_sigmar.actions import ACTIONS, HALF_NAMES, OBJECTIVE_NAMES, SPLIT_NAMES, WAY_NAMES, Action, Verb
from engine.games.age_of_sigmar.data import SEATS, SIDE_UNITS
from engine.games.age_of_sigmar.placement import words_of
from engine.games.age_of_sigmar.state import OUTCOMES, Chance, Stage, Why
from engine.games.age_of_sigmar.vocabulary import Feature
from engine.trace import Event


def text_of(letters: Any) -> str:
    """A name out of the options record."""
    return bytes(np.asarray(letters, dtype=np.uint8)).rstrip(b"\0").decode("ascii")


def unit_name(options: Any, unit: int) -> str:
    """`Liberators (4)`: the warscroll and the place in the army, counted from 1."""
    return f"{text_of(options.unit_name[unit])} ({unit % SIDE_UNITS + 1})"


def feature_name(state: Any, feature: int) -> str:
    """`the damned feature 2`."""
    kind = Feature(state.feature_kind[feature]).name.lower()
    return f"feature {feature + 1}" if kind == "none" else f"the {kind} feature {feature + 1}"


_ORDERS = {
    Verb.TOWARDS: "move towards",
    Verb.RUN_TOWARDS: "run towards",
    Verb.KEEP_DISTANCE: "move to shooting distance of",
    Verb.MARCH: "march towards",
    Verb.CHARGE: "charge",
    Verb.WRAP: "charge and wrap around",
}
_PLAIN = {
    Verb.GO_FIRST: "take the first turn",
    Verb.GO_SECOND: "take the second turn",
    Verb.RETREAT: "retreat",
    Verb.RETREAT_RUNNING: "retreat, running",
    Verb.AWAY: "move away from the enemy",
    Verb.PILE_IN: "pile in",
    Verb.STAY: "attack without piling in",
    Verb.WITHDRAW: "withdraw instead of fighting",
    Verb.REROLL: "roll again",
    Verb.SPEED: "double the Move",
    Verb.DONE: "nothing more",
}


def describe_action(options: Any, state: Any, action: int) -> str:
    """An action in words, such as `charge and wrap around Bloodreavers (5)`."""
    parts = ACTIONS[action]
    seat = state.current_player
    if parts.verb in _PLAIN:
        return _PLAIN[parts.verb]
    if parts.verb in _ORDERS:
        return f"{_ORDERS[parts.verb]} {unit_name(options, _enemy(seat, parts))}"
    if parts.verb in (Verb.POWER, Verb.POWER_ON_FRIEND, Verb.POWER_ON_ITSELF):
        return _describe_power(options, seat, parts)
    if parts.verb == Verb.AIM:
        return _describe_aim(options, state, seat, parts)
    return _describe_choice(options, state, seat, parts)


def _enemy(seat: int, parts: Action) -> int:
    return (1 - seat) * SIDE_UNITS + parts.target


def _own(seat: int, parts: Action) -> int:
    return seat * SIDE_UNITS + parts.unit


def _describe_power(options: Any, seat: int, parts: Action) -> str:
    owner = options.power[parts.power, 0]
    user = "the general" if owner < 0 else unit_name(options, owner)
    name = f"{user}: {text_of(options.power_name[parts.power])}"
    if parts.verb == Verb.POWER_ON_ITSELF:
        return name
    target = _enemy(seat, parts) if parts.verb == Verb.POWER else _own(seat, parts)
    return f"{name} on {unit_name(options, target)}"


def _describe_aim(options: Any, state: Any, seat: int, parts: Action) -> str:
    what = ("all weapons", "half of the attacks")[parts.detail] if parts.detail < 2 else ""
    if not what:
        what = f"only the {text_of(options.weapon_name[state.acting, parts.detail - 2])}"
    return f"aim {what} at {unit_name(options, _enemy(seat, parts))}"


def _describe_choice(options: Any, state: Any, seat: int, parts: Action) -> str:
    verb = parts.verb
    if verb == Verb.SPLIT:
        return f"split the battlefield: {SPLIT_NAMES[parts.detail]}"
    if verb == Verb.HALF:
        return f"take the {HALF_NAMES[parts.detail]} half"
    if verb == Verb.PLACE:
        return f"set up at spot {parts.detail}"
    if verb == Verb.OBJECTIVE:
        return f"sudden death: {OBJECTIVE_NAMES[parts.detail]}"
    if verb == Verb.NAME_FEATURE:
        return f"name {feature_name(state, parts.feature)}"
    if verb in (Verb.TO_FEATURE, Verb.RUN_TO_FEATURE):
        return f"{'move' if verb == Verb.TO_FEATURE else 'run'} to {feature_name(state, parts.feature)}"
    if verb == Verb.SACRIFICE:
        return f"{unit_name(options, _own(seat, parts))}: sacrifice at {feature_name(state, parts.feature)}"
    if verb == Verb.EXACT:
        return "hand in exact positions" + (", running" if parts.detail else "")
    if verb == Verb.NUMBER:
        return f"number {parts.detail}"
    if verb == Verb.BLESS:
        return "inspired: re-roll failed hits" if state.stage == Stage.PILE_IN else "blessed: change a die"
    if verb == Verb.ALLOCATE:
        return f"wounds: {WAY_NAMES[parts.detail]} models first"
    if verb == Verb.FLEE:
        return f"{WAY_NAMES[parts.detail]} models flee"
    words = {
        Verb.DEPLOY: "set up",
        Verb.GENERAL: "general:",
        Verb.NAME_UNIT: "name",
        Verb.UNBIND: "unbind with",
        Verb.PICK: "pick",
        Verb.SUPPORT: "move beside",
    }
    return f"{words[verb]} {unit_name(options, _own(seat, parts))}"


def describe_event(event: Event) -> tuple[str, dict[str, Any]]:
    """A trace event in words and as named fields; units by seat and place.

    Raises:
        ValueError: the kind is unknown.
    """
    values = event.values
    if event.kind == Chance.ROLL_OFF:
        words = f"roll-off: red {values[0]}, blue {values[1]}"
        return words, {"event": "roll_off", "red": values[0], "blue": values[1]}
    if event.kind == Chance.FEATURE:
        kind = Feature(values[1]).name.lower()
        return f"feature {values[0] + 1}: {kind}", {"event": "feature", "number": values[0], "kind": kind}
    if event.kind == Chance.DIE:
        why = Why(values[0]).name.lower()
        return f"{_slot(values[1])}: {why} roll {values[2]}", {
            "event": "die",
            "why": why,
            "unit": values[1],
            "result": values[2],
        }
    if event.kind == Chance.ATTACKS:
        words = f"{_slot(values[0])} attacks {_slot(values[1])}: {values[2]} attacks, {values[3]} wounds ({values[4]} mortal)"
        fields = dict(zip(("attacker", "target", "attacks", "wounds", "mortal"), values, strict=True))
        return words, {"event": "attacks", **fields}
    if event.kind == Chance.SLAIN:
        fled = bool(values[2])
        words = f"{_slot(values[0])}: {values[1]} models {'flee' if fled else 'are slain'}"
        return words, {"event": "slain", "unit": values[0], "models": values[1], "fled": fled}
    if event.kind == Chance.VICTORY:
        winners = [seat for i, seat in enumerate(SEATS) if values[1] >> i & 1]
        words = f"{OUTCOMES[values[0]].replace('_', ' ')}: " + (f"{winners[0]} wins" if winners else "a draw")
        return words, {"event": "victory", "outcome": OUTCOMES[values[0]], "winners": winners}
    if event.kind == Chance.REFUSED:
        reasons = words_of(values[1])
        return f"{_slot(values[0])}: positions refused: {'; '.join(reasons)}", {
            "event": "refused",
            "unit": values[0],
            "rules": reasons,
        }
    raise ValueError(f"unknown event kind {event.kind}")


def _slot(unit: int) -> str:
    return "nobody" if unit < 0 else f"{SEATS[unit // SIDE_UNITS]}'s unit {unit % SIDE_UNITS + 1}"
