"""The actions of War of the Ring: how they are numbered, and their parts.

A player's move is a chain of small decisions. Most of them name one thing: a region, a figure, a card, a nation, a number, yes
or no. The choice of an action names a die (its face, and whether it is the Ruler die) and its use. Numbers of one verb are
contiguous; rules write legal actions in ascending order.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from typing import Any

from engine.arrays import table
from engine.game import ActionPart, ActionSpec
from engine.games.war_of_the_ring.board import NATION_COUNT, NATION_NAMES, REGION_COUNT, REGION_NAMES
from engine.games.war_of_the_ring.cards import CARD_COUNT, CARD_NAMES
from engine.games.war_of_the_ring.data import (
    FACE_NAMES,
    FACES,
    FIGURE_CHOICES,
    FIGURE_NAMES,
    FIRST_CHARACTER,
    TILE_KINDS,
    TILE_NAMES,
)


class Verb(enum.IntEnum):
    """What a decision names."""

    DONE = 0
    """No, nobody, nothing more."""
    YES = 1
    PASS = 2
    TEMPT = 3
    """Take an Eye from the Hunt Box for a corruption attempt."""
    NUMBER = 4
    NATION = 5
    FIGURE = 6
    WHOLE_ELITE = 7
    """Two hits remove an Elite of a nation."""
    REGION = 8
    CARD = 9
    TILE = 10
    RING = 11
    """An Elven Ring changes a die."""
    TOKEN = 12
    """A Sovereign's Ruler token sets the Ruler die."""
    DIE = 13
    """A die is used."""


class Use(enum.IntEnum):
    """What a die is used for (section 2)."""

    SKIP = 0
    MOVE_LED = 1
    ATTACK_LED = 2
    MOVE = 3
    ATTACK = 4
    PLAY = 5
    DRAW = 6
    ADVANCE = 7
    RECRUIT = 8
    FELLOWSHIP = 9
    HIDE = 10
    SEPARATE = 11
    COMPANIONS = 12
    UPGRADE = 13
    TRACK = 14
    NAZGUL = 15
    MINION = 16
    VOICE = 17
    CLEAR_TABLE = 18
    AWAKEN = 19
    ABILITY = 20
    RULER_ABILITY = 21
    REMOVE_SOVEREIGN = 22
    MOUTH_MOVE = 23
    MOUTH_ATTACK = 24
    STONE_PLAY = 25
    STONE_DRAW = 26


USES = len(Use)
NUMBERS = 16
SOVEREIGNS = 5
DONE, YES, PASS, TEMPT = range(4)
FIRST_NUMBER = 4
FIRST_NATION = FIRST_NUMBER + NUMBERS
FIRST_FIGURE = FIRST_NATION + NATION_COUNT
FIRST_CHARACTER_ACTION = FIRST_FIGURE + FIRST_CHARACTER
FIRST_WHOLE_ELITE = FIRST_FIGURE + FIGURE_CHOICES
FIRST_REGION = FIRST_WHOLE_ELITE + NATION_COUNT
FIRST_CARD = FIRST_REGION + REGION_COUNT
FIRST_TILE = FIRST_CARD + CARD_COUNT
FIRST_RING = FIRST_TILE + TILE_KINDS
FIRST_TOKEN = FIRST_RING + 2 * FACES * FACES
FIRST_DIE = FIRST_TOKEN + SOVEREIGNS
NUM_DISTINCT_ACTIONS = FIRST_DIE + 2 * FACES * USES
MAX_LEGAL_ACTIONS = 420
NONE = -1


@dataclass(frozen=True)
class Action:
    """One action by its parts: verb, the thing it names, the die's face, whether it is the Ruler die, the use or new face."""

    verb: Verb
    value: int = NONE
    ruler: int = 0
    face: int = NONE


def _all_actions() -> Iterator[Action]:
    yield from (Action(verb) for verb in (Verb.DONE, Verb.YES, Verb.PASS, Verb.TEMPT))
    sizes = (
        (Verb.NUMBER, NUMBERS),
        (Verb.NATION, NATION_COUNT),
        (Verb.FIGURE, FIGURE_CHOICES),
        (Verb.WHOLE_ELITE, NATION_COUNT),
        (Verb.REGION, REGION_COUNT),
        (Verb.CARD, CARD_COUNT),
        (Verb.TILE, TILE_KINDS),
    )
    for verb, size in sizes:
        yield from (Action(verb, value) for value in range(size))
    yield from (Action(Verb.RING, new, ruler, face) for ruler in range(2) for face in range(FACES) for new in range(FACES))
    yield from (Action(Verb.TOKEN, sovereign) for sovereign in range(SOVEREIGNS))
    yield from (Action(Verb.DIE, use, ruler, face) for ruler in range(2) for face in range(FACES) for use in range(USES))


ACTIONS: tuple[Action, ...] = tuple(_all_actions())
ACTION_NUMBER = {action: number for number, action in enumerate(ACTIONS)}
PARTS = table([astuple(action) for action in ACTIONS], "i1")
"""By action: verb, value, ruler, face."""
VERB, VALUE, RULER, FACE = range(4)

_SOVEREIGN_NAMES = ("Brand", "Dáin", "Denethor", "Théoden", "Thranduil")
_DIE_NAMES = ("Action die", "Ruler die")
_USE_NAMES = tuple(use.name.lower() for use in Use)


def action_spec() -> ActionSpec:
    """The parts of an action; a part that doesn't apply is absent."""
    return ActionSpec(
        1,
        NUM_DISTINCT_ACTIONS,
        (
            ActionPart("verb", "what the decision names", tuple(verb.name.lower() for verb in Verb)),
            ActionPart("number", "a number", tuple(str(number) for number in range(NUMBERS))),
            ActionPart("nation", "a nation", NATION_NAMES),
            ActionPart("figure", "a figure or character", FIGURE_NAMES),
            ActionPart("region", "a region", REGION_NAMES),
            ActionPart("card", "an Event card", CARD_NAMES),
            ActionPart("tile", "a Hunt tile", TILE_NAMES),
            ActionPart("die", "which die is used or changed", _DIE_NAMES),
            ActionPart("face", "what the die shows", FACE_NAMES),
            ActionPart("new_face", "what an Elven Ring makes of it", FACE_NAMES),
            ActionPart("use", "what the die is used for", _USE_NAMES),
            ActionPart("sovereign", "whose token is used", _SOVEREIGN_NAMES),
        ),
    )


def decode_action(action: int) -> dict[str, Any]:
    """An action as its named parts, without those that don't apply."""
    parts = ACTIONS[action]
    decoded: dict[str, Any] = {"verb": parts.verb.name.lower()}
    named: dict[Verb, tuple[str, tuple[str, ...]]] = {
        Verb.NUMBER: ("number", tuple(str(number) for number in range(NUMBERS))),
        Verb.NATION: ("nation", NATION_NAMES),
        Verb.FIGURE: ("figure", FIGURE_NAMES),
        Verb.WHOLE_ELITE: ("nation", NATION_NAMES),
        Verb.REGION: ("region", REGION_NAMES),
        Verb.CARD: ("card", CARD_NAMES),
        Verb.TILE: ("tile", TILE_NAMES),
        Verb.RING: ("new_face", FACE_NAMES),
        Verb.TOKEN: ("sovereign", _SOVEREIGN_NAMES),
        Verb.DIE: ("use", _USE_NAMES),
    }
    if parts.verb in named:
        name, values = named[parts.verb]
        decoded[name] = values[parts.value]
    if parts.face != NONE:
        decoded["die"] = _DIE_NAMES[parts.ruler]
        decoded["face"] = FACE_NAMES[parts.face]
    return decoded
