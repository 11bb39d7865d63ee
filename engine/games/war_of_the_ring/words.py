"""Actions and trace events of War of the Ring in words."""

from __future__ import annotations

from typing import Any

from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.actions import ACTIONS, Action, Use, Verb
from engine.games.war_of_the_ring.board import NATION_NAMES, REGION_NAMES
from engine.games.war_of_the_ring.cards import CARD_COUNT, CARD_NAMES, COMBAT_HALF
from engine.games.war_of_the_ring.combat_cards import COMBAT_TITLES
from engine.games.war_of_the_ring.data import (
    CHARACTER_NAMES,
    FACE_NAMES,
    FIGURE_NAMES,
    FIRST_SOVEREIGN,
    SIDE_NAMES,
    TILE_NAMES,
)
from engine.games.war_of_the_ring.state import Chance
from engine.trace import Event

_USE_WORDS = {
    Use.SKIP: "not used",
    Use.MOVE_LED: "move an Army with a leader",
    Use.ATTACK_LED: "attack with an Army that has a leader",
    Use.MOVE: "move up to two Armies",
    Use.ATTACK: "attack",
    Use.PLAY: "play an Event card",
    Use.DRAW: "draw an Event card",
    Use.ADVANCE: "advance a nation",
    Use.RECRUIT: "recruit",
    Use.FELLOWSHIP: "move the Fellowship",
    Use.HIDE: "hide the Fellowship",
    Use.SEPARATE: "separate Companions",
    Use.COMPANIONS: "move Companions",
    Use.UPGRADE: "bring in Aragorn or Gandalf the White",
    Use.TRACK: "advance by a Companion's ability",
    Use.NAZGUL: "move Nazgûl and Minions",
    Use.MINION: "bring in a Minion",
    Use.VOICE: "the Voice of Saruman",
    Use.CLEAR_TABLE: "discard a card from the opponent's table",
    Use.AWAKEN: "awaken a Sovereign",
    Use.ABILITY: "a Sovereign makes an Elite",
    Use.RULER_ABILITY: "a Sovereign's second ability",
    Use.REMOVE_SOVEREIGN: "remove a Corrupted Sovereign",
    Use.MOUTH_MOVE: "the Mouth of Sauron: move up to two Armies",
    Use.MOUTH_ATTACK: "the Mouth of Sauron: attack",
    Use.STONE_PLAY: "the Palantír of Barad-dûr: play an Event card",
    Use.STONE_DRAW: "the Palantír of Barad-dûr: draw an Event card",
}
_NUMBER_WORDS: dict[int, tuple[str, ...]] = {
    f.FELLOWSHIP_PHASE: ("declare the Fellowship", "enter Mordor"),
    f.RULER_DISCARD: (*(f"the {face} die" for face in FACE_NAMES), "the Ruler die"),
    f.DRAW: ("from the Character deck", "from the Strategy deck"),
    f.HUNT_DAMAGE: ("", "the Hobbit leaves", "Gollum reveals", "the Guide falls", "a random Companion falls"),
    f.VOICE: ("a Regular in each Settlement", "two Elites in Orthanc"),
    f.LURE_CHOICE: ("Corruption", "give up the Companion"),
    f.LIDLESS: FACE_NAMES,
    f.ABROAD: ("move", "attack"),
    f.CAPTAIN_COMMANDS: ("recruit two Nazgûl", "move Nazgûl"),
    f.DUNLENDINGS_BRING: (
        "a Regular from North Dunland",
        "an Elite from North Dunland",
        "a Regular from South Dunland",
        "an Elite from South Dunland",
    ),
    f.KING_CARD: ("recruit", "return a tile"),
    f.STEWARDS: ("recruit", "return a tile"),
    f.WISDOM_OF_KINGS: ("a nation", "a Sovereign's tiles"),
    f.FAR_SIGHTED: ("move the Fellowship", "move Companions", "separate Companions"),
    f.SOVEREIGN_ABILITY: ("draw an Event card", "play an Event card"),
}
_YES_WORDS = {
    f.FORCE: "go",
    f.SIEGE_CHOICE: "retreat into siege",
    f.CEASE: "cease",
    f.RETREAT: "withdraw into the Stronghold",
    f.WORN: "a random card of the hand",
    f.NAZGUL_STRIKE: "a Hunt roll",
}
_DONE_WORDS = {
    f.PATH: "stop here",
    f.FORCE: "nobody goes",
    f.CEASE: "go on",
    f.SIEGE_CHOICE: "fight in the field",
    f.RETREAT: "stand",
    f.COMBAT_CARD: "no card",
    f.HUNT_DAMAGE: "the rest becomes Corruption",
    f.FAR_MOVE: "halt",
}


def _named(frame: int, parts: Action) -> str:
    """What an action names, without the question that it answers."""
    if parts.verb == Verb.DONE:
        return _DONE_WORDS.get(frame, "no, or nothing more")
    if parts.verb == Verb.YES:
        return _YES_WORDS.get(frame, "yes")
    if parts.verb == Verb.NUMBER:
        words = _NUMBER_WORDS.get(frame, ())
        return words[parts.value] if parts.value < len(words) else str(parts.value)
    if parts.verb == Verb.FIGURE:
        leaves = "leave behind: " if frame == f.FORCE else ""
        return leaves + FIGURE_NAMES[parts.value]
    if parts.verb == Verb.CARD:
        half = f", {COMBAT_TITLES[COMBAT_HALF[parts.value]]}" if frame == f.COMBAT_CARD else ""
        return CARD_NAMES[parts.value] + half
    if parts.verb == Verb.WHOLE_ELITE:
        return f"two hits remove an Elite of {NATION_NAMES[parts.value]}"
    names = {Verb.NATION: NATION_NAMES, Verb.REGION: REGION_NAMES, Verb.TILE: TILE_NAMES}
    return names[parts.verb][parts.value]


def describe_action(options: Any, state: Any, action: int) -> str:
    """An action in words: `Character die: move the Fellowship`, `attack: whom: Osgiliath`."""
    parts = ACTIONS[action]
    if parts.verb == Verb.PASS:
        return "pass"
    if parts.verb == Verb.TEMPT:
        return "take an Eye from the Hunt Box to corrupt a Sovereign"
    if parts.verb == Verb.TOKEN:
        return f"{CHARACTER_NAMES[FIRST_SOVEREIGN + parts.value]}'s Ruler token"
    if parts.face >= 0:
        die = f"{FACE_NAMES[parts.face]} {'Ruler die' if parts.ruler else 'die'}"
        if parts.verb == Verb.RING:
            return f"Elven Ring: the {die} becomes {FACE_NAMES[parts.value]}"
        return f"{die}: {_USE_WORDS[Use(parts.value)]}"
    frame = state.stack_kind[state.depth - 1] if state.depth else 0
    text = f.FRAMES[frame].text
    if frame in (f.MOVE_TO, f.ATTACK_TO, f.NAZGUL_TO, f.WOSES_TO, f.FAR_MOVE):
        text += f" (from {REGION_NAMES[state.stack_a[state.depth - 1]]})"
    return f"{text}: {_named(frame, parts)}"


def describe_event(event: Event) -> tuple[str, dict[str, Any]]:
    """A trace event in words and as named fields.

    Raises:
        ValueError: the kind is unknown.
    """
    values = event.values
    fields: dict[str, Any]
    if event.kind == Chance.CARD_DRAWN:
        card = CARD_NAMES[values[1]] if values[1] < CARD_COUNT else "a card"
        return f"the {SIDE_NAMES[values[0]]} draw {card}", {"event": "card_drawn", "side": SIDE_NAMES[values[0]], "card": card}
    if event.kind == Chance.DICE_ROLLED:
        die = "Ruler die" if values[2] else "Action die"
        fields = {"event": "action_die", "side": SIDE_NAMES[values[0]], "die": die, "face": FACE_NAMES[values[1]]}
        return f"{SIDE_NAMES[values[0]]}: the {die} shows {FACE_NAMES[values[1]]}", fields
    if event.kind == Chance.HUNT_ROLLED:
        return f"the Hunt {'re-rolls' if values[1] else 'rolls'} {values[0]}", {"event": "hunt_die", "value": values[0]}
    if event.kind == Chance.COMBAT_ROLLED:
        fields = {"event": "combat_die", "side": SIDE_NAMES[values[0]], "value": values[1], "target": values[2]}
        return f"{SIDE_NAMES[values[0]]}: {values[1]} against {values[2]}", fields
    if event.kind in (Chance.TILE_DRAWN, Chance.CORRUPTION_TILE):
        why = "Hunt" if event.kind == Chance.TILE_DRAWN else "corruption"
        return f"{why} tile: {TILE_NAMES[values[0]]}", {"event": f"{why.lower()}_tile", "tile": TILE_NAMES[values[0]]}
    if event.kind == Chance.COMPANION_DRAWN:
        name = CHARACTER_NAMES[values[0]]
        return f"{name} is drawn", {"event": "companion_drawn", "character": name}
    if event.kind == Chance.DIE_ROLLED:
        return f"a die shows {values[0]}", {"event": "die", "value": values[0]}
    raise ValueError(f"unknown event kind {event.kind}")
