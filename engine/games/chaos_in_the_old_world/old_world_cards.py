"""The 28 Old World cards: 22 titles, one row a title (sheet 6). Who decides is always the player with the lowest threat."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from engine.games.chaos_in_the_old_world.chaos_cards import card_key
from engine.games.chaos_in_the_old_world.data import ALL_REGIONS, Region, Token, region_set


class Where(enum.IntEnum):
    """In which regions a placement puts its tokens."""

    FIXED = 0
    """In each region of `regions`, in region order; nobody decides."""
    CHOSEN = 1
    """In regions of `regions` that the decider chooses, another one each time."""
    EITHER = 2
    """In each region of `regions` or in each of `others`, as the decider chooses."""
    NEAR_WARPSTONE = 3
    """As `CHOSEN`, but where a Warpstone lies or next to one."""
    WITHOUT_SUCH = 4
    """As `CHOSEN`, but where no such token lies."""
    MOST_CORRUPTION = 5
    """As `CHOSEN`, but where most corruption tokens lie."""


@dataclass(frozen=True)
class Placement:
    """Tokens that a card puts on the map: `number` regions with `each` tokens. No region twice on one card."""

    token: Token
    where: Where
    regions: int
    number: int = 1
    each: int = 1
    others: int = 0


class Once(enum.IntEnum):
    """Immediate effects that are not placements."""

    NONE = 0
    SCORE_PEASANTS = 1
    """A point for each captured Peasant, and 3 more for the one player who has most."""
    CLOSE_SPACE = 2
    """A card space of the region of the card's placement is closed while the card is on the track."""


class Lasting(enum.IntEnum):
    """Effects while a card is on the track."""

    NONE = 0
    PEASANTS_RESIST = 1
    """Each Peasant token gives its region `amount` resistance."""
    WARPSTONE_CARDS = 2
    """End phase: who has a figure with a Warpstone draws `amount` cards."""
    KNIGHTS = 3
    """End phase: who has a figure in Bretonnia discards `amount` cards."""
    TROLLSLAYERS = 4
    """End phase: of those with a figure in Norsca or Troll Country, the one with the highest threat removes one there."""
    HEROES_HUNT_CULTISTS = 5
    """A Hero takes a cultist if its victim has one there."""
    DEARER_FIGURES = 6
    """Figures cost `amount` more in Event regions."""
    CORSAIRS = 7
    """End phase: who has a cultist in an Event region removes one from one such region."""
    NO_MAGIC = 8
    """In Event regions no card with a magic symbol is played and magic symbols don't count."""
    NO_BATTLE = 9
    """No battle in Event regions."""
    NO_CORRUPTION = 10
    """No corruption tokens are placed in Event regions."""
    REAVERS = 11
    """End of the battle phase: `amount` dice in each Event region, hits assigned by the player with the lowest threat."""
    POPULOUS_RESIST = 12
    """Populous regions have `amount` more resistance."""
    SKAVENGERS = 13
    """End phase: `amount` Warpstones leave each region with a Skaven token."""


@dataclass(frozen=True)
class OldWorldCard:
    """One title.

    Attributes:
        comet: bears the twin-tailed comet: Event tokens and other comet cards go first.
        stays: goes to the track; else back to the box.
        house: its text was not found, the row is a house value: `house_cards: false` plays without it.
        house_lasting: only its lasting effect is a house value: `house_cards: false` plays without that.
        house_stays: whether it stays is a house value.
    """

    name: str
    copies: int
    comet: bool
    stays: bool
    placements: tuple[Placement, ...] = ()
    once: Once = Once.NONE
    lasting: Lasting = Lasting.NONE
    amount: int = 0
    house: bool = False
    house_lasting: bool = False
    house_stays: bool = False

    @property
    def key(self) -> str:
        """The title as options name it."""
        return card_key(self.name)


N, TC, K, EM, BR, ES, TI, BP, BA = Region
_POPULOUS = region_set(K, EM, BR, ES)
_NEXT_TO_BRETONNIA = region_set(EM, ES, TI, BP)
EVENT, HERO, NOBLE, PEASANT, SKAVEN, WARPSTONE = Token


def _fixed(token: Token, *regions: Region, each: int = 1) -> Placement:
    return Placement(token, Where.FIXED, region_set(*regions), len(regions), each)


def _chosen(token: Token, number: int = 1, regions: int = ALL_REGIONS, each: int = 1, where: Where = Where.CHOSEN) -> Placement:
    return Placement(token, where, regions, number, each)


OLD_WORLD_CARDS = (
    OldWorldCard("Plunged into Chaos", 4, comet=False, stays=False, once=Once.SCORE_PEASANTS, amount=1),
    OldWorldCard(
        "Peasant Uprising",
        2,
        comet=False,
        stays=True,
        placements=(_fixed(PEASANT, N, TC, K, EM, BR, ES, TI, BP),),
        lasting=Lasting.PEASANTS_RESIST,
        amount=1,
    ),
    OldWorldCard("Meteor Showers", 2, comet=False, stays=False, placements=(_chosen(WARPSTONE, 2),)),
    OldWorldCard(
        "Up from Skavenblight",
        2,
        comet=False,
        stays=False,
        placements=(_chosen(SKAVEN, 3, where=Where.NEAR_WARPSTONE),),
    ),
    OldWorldCard(
        "Warpstone Discovery",
        1,
        comet=False,
        stays=True,
        placements=(_chosen(WARPSTONE, each=2),),
        lasting=Lasting.WARPSTONE_CARDS,
        amount=1,
    ),
    OldWorldCard(
        "The Crusade is Come",
        1,
        comet=False,
        stays=False,
        placements=(_chosen(HERO, 2), _chosen(NOBLE, 2), _chosen(PEASANT, 2)),
    ),
    OldWorldCard(
        "Bretonnian Knights",
        1,
        comet=False,
        stays=True,
        placements=(_fixed(HERO, BR), _chosen(HERO)),
        lasting=Lasting.KNIGHTS,
        amount=1,
    ),
    OldWorldCard(
        "Dwarf Trollslayers",
        1,
        comet=False,
        stays=True,
        placements=(Placement(HERO, Where.EITHER, region_set(N, K), 2, others=region_set(TC, EM)),),
        lasting=Lasting.TROLLSLAYERS,
        amount=1,
        house_lasting=True,
    ),
    OldWorldCard(
        "Witch Hunters",
        1,
        comet=False,
        stays=True,
        placements=(_fixed(HERO, EM, BR, ES),),
        lasting=Lasting.HEROES_HUNT_CULTISTS,
        house_lasting=True,
        house_stays=True,
    ),
    OldWorldCard(
        "Road Wardens",
        1,
        comet=False,
        stays=True,
        placements=(_chosen(HERO, 3, _POPULOUS),),
        house_lasting=True,
        house_stays=True,
    ),
    OldWorldCard(
        "Mass Exodus",
        1,
        comet=False,
        stays=False,
        placements=(_fixed(PEASANT, TC, TI, BP, each=2),),
        house_lasting=True,
        house_stays=True,
    ),
    OldWorldCard(
        "Greenskins Invade",
        1,
        comet=True,
        stays=True,
        placements=(_fixed(EVENT, EM, TI, BA),),
        lasting=Lasting.DEARER_FIGURES,
        amount=1,
        house=True,
    ),
    OldWorldCard(
        "Dark Elf Corsairs",
        1,
        comet=True,
        stays=True,
        placements=(_fixed(EVENT, N, ES),),
        lasting=Lasting.CORSAIRS,
        amount=1,
        house=True,
    ),
    OldWorldCard(
        "Teclis Aids the Empire",
        1,
        comet=True,
        stays=True,
        placements=(_chosen(EVENT),),
        lasting=Lasting.NO_MAGIC,
        house=True,
        house_stays=True,
    ),
    OldWorldCard(
        "Electors Sue for Peace",
        1,
        comet=True,
        stays=True,
        placements=(_fixed(EVENT, EM), _chosen(EVENT)),
        lasting=Lasting.NO_BATTLE,
        house=True,
        house_stays=True,
    ),
    OldWorldCard(
        "The Grail is Found",
        1,
        comet=True,
        stays=True,
        placements=(_fixed(EVENT, BR), _chosen(EVENT, regions=_NEXT_TO_BRETONNIA)),
        lasting=Lasting.NO_CORRUPTION,
        house=True,
        house_stays=True,
    ),
    OldWorldCard(
        "Norse Reavers",
        1,
        comet=True,
        stays=True,
        placements=(_fixed(EVENT, N, TC, K),),
        lasting=Lasting.REAVERS,
        amount=2,
        house=True,
        house_stays=True,
    ),
    OldWorldCard(
        "Franz's Decree",
        1,
        comet=False,
        stays=True,
        lasting=Lasting.POPULOUS_RESIST,
        amount=1,
        house=True,
        house_stays=True,
    ),
    OldWorldCard(
        "Electors Arise",
        1,
        comet=False,
        stays=True,
        placements=(_fixed(NOBLE, EM), _chosen(NOBLE, regions=_POPULOUS)),
        house=True,
        house_stays=True,
    ),
    OldWorldCard(
        "Divine Inspiration",
        1,
        comet=False,
        stays=False,
        placements=(_chosen(HERO, where=Where.MOST_CORRUPTION),),
        house=True,
        house_stays=True,
    ),
    OldWorldCard(
        "Skavengers",
        1,
        comet=False,
        stays=True,
        placements=(_chosen(SKAVEN, 2, where=Where.WITHOUT_SUCH),),
        lasting=Lasting.SKAVENGERS,
        amount=1,
        house=True,
        house_stays=True,
    ),
    OldWorldCard(
        "The Horned One's Due",
        1,
        comet=False,
        stays=True,
        placements=(_chosen(SKAVEN),),
        once=Once.CLOSE_SPACE,
        house=True,
    ),
)
"""By title."""

OLD_WORLD_TITLES = len(OLD_WORLD_CARDS)
OLD_WORLD_NAMES = tuple(card.name for card in OLD_WORLD_CARDS)
MAX_COPIES = 10
MAX_BOX = OLD_WORLD_TITLES * MAX_COPIES
"""Cards that the deck is drawn from, at most."""
MAX_PLACEMENTS = max(len(card.placements) for card in OLD_WORLD_CARDS)
