"""The pieces of Chaos in the Old World that are neither cards nor options: powers, figures, regions, tokens, phases.

A *figure type* is 3 * power + class. A *slot* is one figure: power p has the slots 15 p .. 15 p + 14, cultists first, then
warriors, then greater daemons; sets of figures are sets of slots in one integer. A *space* is 2 * region + side.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from engine.arrays import table


class Power(enum.IntEnum):
    """The Ruinous Powers in power order (rulebook p. 9)."""

    KHORNE = 0
    NURGLE = 1
    TZEENTCH = 2
    SLAANESH = 3


POWER_KEYS = tuple(power.name.lower() for power in Power)
POWER_NAMES = tuple(power.name.title() for power in Power)
POWERS = len(Power)


class Rank(enum.IntEnum):
    """Classes of followers (rulebook p. 5)."""

    CULTIST = 0
    WARRIOR = 1
    DAEMON = 2


RANKS = len(Rank)


@dataclass(frozen=True)
class Figure:
    """One line of a power sheet: names, how many there are, summoning cost, attack, defense."""

    power: Power
    rank: Rank
    key: str
    name: str
    count: int
    cost: int
    attack: int
    defense: int


FIGURES = (
    Figure(Power.KHORNE, Rank.CULTIST, "bloodsworn", "Bloodsworn", 4, 1, 0, 1),
    Figure(Power.KHORNE, Rank.WARRIOR, "bloodletter", "Bloodletter", 6, 2, 2, 1),
    Figure(Power.KHORNE, Rank.DAEMON, "bloodthirster", "Bloodthirster", 1, 3, 4, 3),
    Figure(Power.NURGLE, Rank.CULTIST, "leper", "Leper", 6, 1, 0, 1),
    Figure(Power.NURGLE, Rank.WARRIOR, "plaguebearer", "Plaguebearer", 5, 1, 1, 1),
    Figure(Power.NURGLE, Rank.DAEMON, "great_unclean_one", "Great Unclean One", 1, 3, 3, 3),
    Figure(Power.TZEENTCH, Rank.CULTIST, "acolyte", "Acolyte", 8, 1, 0, 1),
    Figure(Power.TZEENTCH, Rank.WARRIOR, "horror", "Horror", 3, 2, 1, 2),
    Figure(Power.TZEENTCH, Rank.DAEMON, "lord_of_change", "Lord of Change", 1, 3, 3, 2),
    Figure(Power.SLAANESH, Rank.CULTIST, "seductress", "Seductress", 6, 1, 0, 1),
    Figure(Power.SLAANESH, Rank.WARRIOR, "daemonette", "Daemonette", 3, 2, 1, 2),
    Figure(Power.SLAANESH, Rank.DAEMON, "keeper_of_secrets", "Keeper of Secrets", 1, 3, 2, 4),
)
"""By figure type (power sheets; sheet 2.2)."""

FIGURE_TYPES = len(FIGURES)
FIGURE_NAMES = tuple(figure.name for figure in FIGURES)
SLOTS_A_POWER = 15
SLOTS = POWERS * SLOTS_A_POWER
ALL_SLOTS = (1 << SLOTS) - 1


class Region(enum.IntEnum):
    """The regions in region order (rulebook p. 25)."""

    NORSCA = 0
    TROLL_COUNTRY = 1
    KISLEV = 2
    THE_EMPIRE = 3
    BRETONNIA = 4
    ESTALIA = 5
    TILEA = 6
    THE_BORDER_PRINCES = 7
    THE_BADLANDS = 8


REGIONS = len(Region)
ALL_REGIONS = (1 << REGIONS) - 1
REGION_KEYS = tuple(region.name.lower() for region in Region)
REGION_NAMES = tuple(region.name.replace("_", " ").title() for region in Region)
RESERVE = REGIONS
"""In place of a region: a figure that is not on the board."""

REGION_VALUES = (1, 1, 3, 5, 3, 4, 2, 1, 1)
"""Resistance and conquest value printed on the board."""

POPULOUS = (Region.KISLEV, Region.THE_EMPIRE, Region.BRETONNIA, Region.ESTALIA)

BORDERS = (
    (Region.NORSCA, Region.TROLL_COUNTRY),
    (Region.TROLL_COUNTRY, Region.KISLEV),
    (Region.KISLEV, Region.THE_EMPIRE),
    (Region.THE_EMPIRE, Region.BRETONNIA),
    (Region.THE_EMPIRE, Region.THE_BORDER_PRINCES),
    (Region.BRETONNIA, Region.ESTALIA),
    (Region.BRETONNIA, Region.TILEA),
    (Region.BRETONNIA, Region.THE_BORDER_PRINCES),
    (Region.ESTALIA, Region.TILEA),
    (Region.TILEA, Region.THE_BORDER_PRINCES),
    (Region.THE_BORDER_PRINCES, Region.THE_BADLANDS),
)
"""The eleven borders of the map."""


def region_set(*regions: int) -> int:
    """Regions as a bit set."""
    return sum(1 << region for region in regions)


ADJACENT = table([region_set(*(b if a == r else a for a, b in BORDERS if r in (a, b))) for r in range(REGIONS)], "i8")
"""By region: the regions that share a border with it."""

SPACES = 2 * REGIONS
SIDES = ("left", "right")


class Token(enum.IntEnum):
    """Old World tokens (rulebook p. 6)."""

    EVENT = 0
    HERO = 1
    NOBLE = 2
    PEASANT = 3
    SKAVEN = 4
    WARPSTONE = 5


TOKENS = len(Token)
TOKEN_KEYS = tuple(token.name.lower() for token in Token)
TOKEN_NAMES = tuple(token.name.title() for token in Token)
TOKEN_SUPPLY = (6, 4, 6, 20, 6, 14)
SETUP_TOKENS = (0, 0, 2, 4, 0, 3)
"""One a region at random (rulebook p. 8)."""


class Phase(enum.IntEnum):
    """The six phases of a round (rulebook p. 9)."""

    OLD_WORLD = 0
    DRAW = 1
    SUMMONING = 2
    BATTLE = 3
    CORRUPTION = 4
    END = 5


RUINATION_CARDS = 5
RUINER_POINTS = (3, 4, 4, 5, 5)
_POOR = ((6, 3), (7, 3), (7, 3), (8, 4), (8, 4))
_MODEST = ((7, 3), (8, 4), (8, 4), (9, 4), (9, 4))
_RICH = ((8, 4), (9, 4), (9, 4), (10, 5), (10, 5))
_ESTALIA = ((9, 4), (10, 5), (10, 5), (11, 5), (11, 5))
_EMPIRE = ((10, 5), (11, 5), (11, 5), (12, 6), (12, 6))
RUIN_POINTS = (_POOR, _POOR, _RICH, _EMPIRE, _RICH, _ESTALIA, _MODEST, _MODEST, _POOR)
"""By region, then by ruination card: points for the most and the second most corruption (sheet 7)."""

MAX_DECK = 40
"""Cards of a power's Chaos deck, at most."""
MAX_OLD_WORLD_DECK = 12
TRACK = 2
"""Spaces of the Old World track."""
