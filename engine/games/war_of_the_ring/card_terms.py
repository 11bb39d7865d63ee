"""The words of Event cards: icons, what is recruited and where, what must hold for a card to be played."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.war_of_the_ring import frames as f

ICON_CHARACTER, ICON_ARMY, ICON_MUSTER = range(3)

ONE_REGULAR, ONE_ELITE, ONE_LEADER, ONE_UNIT, REGULAR_OR_LEADER, REGULAR_OR_NAZGUL = range(6)
"""What is recruited; ONE_LEADER is a Nazgul for Sauron; `8 * n` more make n + 1 of them."""

FREE_REGION, OWN_ARMY, ROHAN_REGION, BORDERS_DUNLAND = range(4)
"""What a region of a set must be, beside having room."""

_FIRST_SET = 105


def anywhere(members: int, condition: int = FREE_REGION) -> int:
    """The place of a recruiting step that lets the player choose a region of a set."""
    return _FIRST_SET + members + 32 * condition


def times(what: int, number: int) -> int:
    """`number` figures of a kind."""
    return what + 8 * (number - 1)


(
    NO_NEED,
    GIMLI_OR_LEGOLAS_INSIDE,
    BOROMIR_INSIDE,
    GANDALF_INSIDE,
    COMPANION_INSIDE,
    KING_WITH_ARMY_IN_THE_SOUTH,
    EAGLES_TARGET,
    WHITE_AND_FANGORN,
    HEIR_IN_ROHAN,
    BOROMIR_IN_GONDOR,
    HEIR_WITH_ARMY,
    ARAGORN_ABROAD,
    MIXED_ARMY,
    ITHILIEN_OR_OSGILIATH,
    GONDOR_ACTIVE,
    SIEGE_TO_RELIEVE,
    ROHAN_AT_WAR,
    COMPANION_WITH_ARMY,
    ELVES_AT_WAR,
    FELLOWSHIP_IN_THE_WILD,
    FELLOWSHIP_MOVED,
    FELLOWSHIP_REVEALED,
    SARUMAN_IN_PLAY,
    DREADFUL_TARGET,
    WITCH_KING_BESIEGES,
    WITCH_KING_IN_PLAY,
    ELVEN_STRONGHOLD_LOST,
    ISENGARD_BESIEGES,
    MINAS_TIRITH_BESIEGED,
    SHADOW_AT_WAR,
    FREE_WALK_IN_PEACE,
    SOUTHRONS_AT_WAR,
    ISENGARD_AT_WAR,
    SAURON_AT_WAR,
    ARAGORN_IN_PLAY,
    TEMPTED_BY_NAZGUL,
    ELVEN_STRONGHOLD_OR_CORRUPTED,
    DENETHOR_NOT_AWAKENED,
    ARAGORN_OR_DENETHOR,
    A_SOVEREIGN,
    COMPANION_ANYWHERE,
    A_SPARE_CHARACTER_DIE,
) = range(42)
"""What must hold for a card to be played as an event."""


@dataclass(frozen=True)
class Card:
    """An Event card. `replaces`: played with Kings of Middle-earth instead of the card of that code; `kings`: only with it."""

    code: str
    title: str
    icon: int
    need: int
    combat: str
    steps: tuple[tuple[int, ...], ...] = ()
    on_table: bool = False
    kings: bool = False
    replaces: str = ""


CHA, ARM, MUS = ICON_CHARACTER, ICON_ARMY, ICON_MUSTER
"""The icon on a card: the die that may play it."""
DRAW_STRATEGY = (f.DRAW, 1, 0)
DRAW_TWO = (f.DRAW, 1, 1)
"""Steps: draw one Strategy card, or two."""
