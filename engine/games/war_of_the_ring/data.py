"""Nations, figures, characters, Hunt tiles and dice as tables.

Figures that are counted have a kind: unit `2 * nation + elite` (0 .. 15), Leader `16 + nation` (16 .. 20), Nazgul 21.
Characters are single figures; among actions they follow as `FIRST_CHARACTER + character`.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.arrays import table
from engine.games.war_of_the_ring.board import (
    DALE,
    DWARVES,
    EDORAS,
    ELVES,
    EREBOR,
    FP_NATIONS,
    GONDOR,
    ISENGARD,
    MINAS_TIRITH,
    NATION_COUNT,
    NATION_NAMES,
    NONE,
    NORTH,
    ROHAN,
    SAURON,
    SOUTHRONS,
    WOODLAND_REALM,
)

FREE, SHADOW = range(2)
"""The seats."""
SEAT_NAMES = ("free_peoples", "shadow")
SIDE_NAMES = ("Free Peoples", "Shadow")

UNIT_KINDS = 2 * NATION_COUNT
FIRST_LEADER = UNIT_KINDS
NAZGUL = FIRST_LEADER + FP_NATIONS
FIGURE_KINDS = NAZGUL + 1
FIRST_CHARACTER = FIGURE_KINDS
FIRST_SHADOW_UNIT = 2 * FP_NATIONS

REGULAR, ELITE, LEADER = range(3)
"""What a figure is within its nation; a Nazgul is Sauron's LEADER."""

TO_WAR = table([3, 3, 2, 3, 3, 1, 1, 2], "i1")
"""Steps to war at the start."""
ACTIVE = table([0, 1, 0, 0, 0, 1, 1, 1], "i1")
REINFORCEMENTS = table([(2, 3, 3), (2, 4, 0), (6, 4, 3), (6, 4, 3), (6, 4, 3), (6, 5, 0), (8, 4, 4), (10, 3, 0)], "i1")
"""By nation: Regulars, Elites, Leaders (Nazgul) beside the map at the start."""
TOTALS = ((5, 5, 4), (5, 10, 4), (15, 5, 4), (10, 5, 4), (10, 5, 4), (12, 6, 0), (36, 6, 8), (24, 6, 0))
"""By nation: all its figures."""
SIDE_OF_NATION = table([int(nation >= FP_NATIONS) for nation in range(NATION_COUNT)], "i1")


def _kind_names() -> tuple[str, ...]:
    units = [f"{name} {rank}" for name in NATION_NAMES for rank in ("Regular", "Elite")]
    return (*units, *(f"{name} Leader" for name in NATION_NAMES[:FP_NATIONS]), "Nazgûl")


KIND_NAMES = _kind_names()
NATION_OF_KIND = table([*(k // 2 for k in range(UNIT_KINDS)), *range(FP_NATIONS), SAURON], "i1")
RANK_OF_KIND = table([*(k % 2 for k in range(UNIT_KINDS)), *[LEADER] * (FP_NATIONS + 1)], "i1")
SIDE_OF_KIND = table([*(int(k // 2 >= FP_NATIONS) for k in range(UNIT_KINDS)), *[0] * FP_NATIONS, 1], "i1")

ANY_NATION = NATION_COUNT


@dataclass(frozen=True)
class Character:
    """A character card: who he is, what he rouses (a nation, ANY_NATION or NONE), and whether he is a Captain of the West."""

    name: str
    side: int
    nation: int
    level: int
    leadership: int
    rouses: int = NONE
    captain: bool = False
    die: bool = False


CHARACTERS = (
    Character("Gandalf the Grey", FREE, NONE, 3, 1, ANY_NATION, captain=True),
    Character("Strider", FREE, NORTH, 3, 1, NORTH, captain=True),
    Character("Boromir", FREE, GONDOR, 2, 1, GONDOR, captain=True),
    Character("Legolas", FREE, ELVES, 2, 1, ELVES, captain=True),
    Character("Gimli", FREE, DWARVES, 2, 1, DWARVES, captain=True),
    Character("Meriadoc", FREE, NONE, 1, 1, ANY_NATION),
    Character("Peregrin", FREE, NONE, 1, 1, ANY_NATION),
    Character("Aragorn", FREE, NONE, 3, 2, ANY_NATION, captain=True, die=True),
    Character("Gandalf the White", FREE, NONE, 3, 1, ANY_NATION, die=True),
    Character("Brand", FREE, NORTH, 1, 2, NORTH),
    Character("Dáin Ironfoot", FREE, DWARVES, 1, 2, DWARVES),
    Character("Denethor", FREE, GONDOR, 1, 1, GONDOR),
    Character("Théoden", FREE, ROHAN, 2, 1, ROHAN),
    Character("Thranduil", FREE, ELVES, 2, 1, ELVES),
    Character("Saruman", SHADOW, ISENGARD, 0, 1, die=True),
    Character("The Witch-king", SHADOW, SAURON, 4, 2, die=True),
    Character("The Mouth of Sauron", SHADOW, SAURON, 3, 2, die=True),
    Character("The Black Serpent", SHADOW, SOUTHRONS, 2, 2),
    Character("The Shadow of Mirkwood", SHADOW, SAURON, 3, 1),
    Character("Uglúk", SHADOW, ISENGARD, 2, 1),
)
CHARACTER_COUNT = len(CHARACTERS)
CHARACTER_NAMES = tuple(character.name for character in CHARACTERS)
(
    GANDALF_GREY,
    STRIDER,
    BOROMIR,
    LEGOLAS,
    GIMLI,
    MERIADOC,
    PEREGRIN,
    ARAGORN,
    GANDALF_WHITE,
    BRAND,
    DAIN,
    DENETHOR,
    THEODEN,
    THRANDUIL,
    SARUMAN,
    WITCH_KING,
    MOUTH,
    SERPENT,
    MIRKWOOD,
    UGLUK,
) = range(CHARACTER_COUNT)
GOLLUM = CHARACTER_COUNT
"""As Guide only: he never is a figure on the map."""
COMPANION_COUNT = 7
"""Characters 0 .. 6 start in the Fellowship."""
FIRST_SOVEREIGN = BRAND
SOVEREIGN_COUNT = 5
FIRST_MINION = SARUMAN
FIRST_CHIEFTAIN = SERPENT
FIGURE_CHOICES = FIRST_CHARACTER + CHARACTER_COUNT
"""Figures that an action can name."""
FIGURE_NAMES = (*KIND_NAMES, *CHARACTER_NAMES)

IN_FELLOWSHIP, ASIDE, GONE = -3, -1, -2
"""Where a character is that stands in no region: in the Fellowship, not (yet) in play, out of the game for good."""

SIDE_OF = table([character.side for character in CHARACTERS], "i1")
LEVEL = table([character.level for character in CHARACTERS], "i1")
ROUSES = table([character.rouses for character in CHARACTERS], "i1")
CAPTAIN = table([character.captain for character in CHARACTERS], "i1")
NATION_OF_CHARACTER = table([character.nation for character in CHARACTERS], "i1")

GREY, AWAKENED, CORRUPTED, REMOVED = range(4)
"""The states of a Sovereign."""
SOVEREIGN_NATION = table([NORTH, DWARVES, GONDOR, ROHAN, ELVES], "i1")
SOVEREIGN_HOME = table([DALE, EREBOR, MINAS_TIRITH, EDORAS, WOODLAND_REALM], "i1")


@dataclass(frozen=True)
class Tile:
    """A kind of Hunt tile: printed value (EYE_VALUE, DIE_VALUE or a number), icons, how many there are, and its class."""

    name: str
    value: int
    reveal: bool
    stop: bool
    copies: int
    group: int


EYE_VALUE, DIE_VALUE = 9, 8
STANDARD, BLUE, RED, KINGS = range(4)
TILES = (
    Tile("Eye with Reveal", EYE_VALUE, True, False, 4, STANDARD),
    Tile("3", 3, False, False, 3, STANDARD),
    Tile("2", 2, False, False, 2, STANDARD),
    Tile("2 with Reveal", 2, True, False, 1, STANDARD),
    Tile("1", 1, False, False, 2, STANDARD),
    Tile("1 with Reveal", 1, True, False, 2, STANDARD),
    Tile("0 with Reveal", 0, True, False, 2, STANDARD),
    Tile("blue 0", 0, False, False, 2, BLUE),
    Tile("blue -1", -1, False, False, 1, BLUE),
    Tile("blue -2", -2, False, False, 1, BLUE),
    Tile("Shelob's Lair (a die)", DIE_VALUE, False, True, 1, RED),
    Tile("The Ring is Mine (Eye)", EYE_VALUE, True, True, 1, RED),
    Tile("On, On They Went (3)", 3, False, True, 1, RED),
    Tile("Give it to Uss (1)", 1, True, True, 1, RED),
    Tile("1 with Crown", 1, False, False, 1, KINGS),
    Tile("2 with Crown", 2, False, False, 1, KINGS),
)
TILE_KINDS = len(TILES)
TILE_NAMES = tuple(tile.name for tile in TILES)
EYE_TILE = 0
NUMBERED_FROM, NUMBERED_TO = 1, 7
"""Standard tiles with a number are kinds 1 .. 6."""
BLUE_0, BLUE_1, BLUE_2, SHELOB, RING_IS_MINE, ON_ON, GIVE_IT = range(7, 14)
KINGS_1, KINGS_2 = 14, 15
TILE_VALUE = table([tile.value for tile in TILES], "i1")
TILE_REVEAL = table([tile.reveal for tile in TILES], "i1")
TILE_STOP = table([tile.stop for tile in TILES], "i1")
TILE_COPIES = table([tile.copies for tile in TILES], "i1")
TILE_GROUP = table([tile.group for tile in TILES], "i1")
CORRUPTION_VALUE = table([0, 3, 2, 2, 1, 1, 0, *[0] * 9], "i1")
"""What a tile adds to a Sovereign's corruption."""

FACE_CHARACTER, FACE_ARMY, FACE_MUSTER, FACE_ARMY_MUSTER, FACE_EVENT, FACE_WILL, FACE_EYE = range(7)
FACE_NAMES = ("Character", "Army", "Muster", "Army/Muster", "Event", "Will of the West", "Eye")
FACES = 7
DICE = table(
    [
        (FACE_CHARACTER, FACE_CHARACTER, FACE_ARMY_MUSTER, FACE_MUSTER, FACE_EVENT, FACE_WILL),
        (FACE_CHARACTER, FACE_ARMY, FACE_MUSTER, FACE_ARMY_MUSTER, FACE_EVENT, FACE_EYE),
    ],
    "i1",
)
NO_FACE = -1
