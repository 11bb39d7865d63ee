"""The 16 units of War Chest as a table, and the armies and draft orders that the rules name."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from engine.arrays import table


class Unit(enum.IntEnum):
    """The unit types, in alphabetical order."""

    ARCHER = 0
    BERSERKER = 1
    CAVALRY = 2
    CROSSBOWMAN = 3
    ENSIGN = 4
    FOOTMAN = 5
    KNIGHT = 6
    LANCER = 7
    LIGHT_CAVALRY = 8
    MARSHALL = 9
    MERCENARY = 10
    PIKEMAN = 11
    ROYAL_GUARD = 12
    SCOUT = 13
    SWORDSMAN = 14
    WARRIOR_PRIEST = 15


class Tactic(enum.IntEnum):
    """What has to be named when a unit's tactic is used."""

    NONE = 0
    TARGET = 1
    """The hex that is attacked."""
    DESTINATION = 2
    """The hex that the unit moves to."""
    CHARGE = 3
    """The hex that the unit moves to, and the neighbour of it that it attacks."""
    ORDER_MOVE = 4
    """The hex of the unit that is moved, and the neighbour of it that it moves to."""
    ORDER_ATTACK = 5
    """The hex of the unit that attacks, and the neighbour of it that is attacked."""
    WHOLE = 6
    """Nothing: what follows is decided step by step."""


@dataclass(frozen=True)
class UnitCard:
    """One unit card: printed name, short name, coins in all, coins that start in the bag, tactic, and whether it may attack
    a neighbour.
    """

    unit: Unit
    name: str
    short: str
    coins: int
    bag: int
    tactic: Tactic = Tactic.NONE
    attacks: bool = True


UNIT_CARDS = (
    UnitCard(Unit.ARCHER, "Archer", "Ar", 4, 2, Tactic.TARGET, attacks=False),
    UnitCard(Unit.BERSERKER, "Berserker", "Be", 5, 2),
    UnitCard(Unit.CAVALRY, "Cavalry", "Ca", 4, 2, Tactic.CHARGE),
    UnitCard(Unit.CROSSBOWMAN, "Crossbowman", "Cr", 5, 2, Tactic.TARGET),
    UnitCard(Unit.ENSIGN, "Ensign", "En", 5, 2, Tactic.ORDER_MOVE),
    UnitCard(Unit.FOOTMAN, "Footman", "Fo", 5, 2, Tactic.WHOLE),
    UnitCard(Unit.KNIGHT, "Knight", "Kn", 4, 2),
    UnitCard(Unit.LANCER, "Lancer", "La", 4, 2, Tactic.TARGET, attacks=False),
    UnitCard(Unit.LIGHT_CAVALRY, "Light Cavalry", "LC", 5, 2, Tactic.DESTINATION),
    UnitCard(Unit.MARSHALL, "Marshall", "Ma", 5, 2, Tactic.ORDER_ATTACK),
    UnitCard(Unit.MERCENARY, "Mercenary", "Me", 5, 2),
    UnitCard(Unit.PIKEMAN, "Pikeman", "Pi", 4, 2),
    UnitCard(Unit.ROYAL_GUARD, "Royal Guard", "RG", 5, 2, Tactic.DESTINATION),
    UnitCard(Unit.SCOUT, "Scout", "Sc", 5, 2),
    UnitCard(Unit.SWORDSMAN, "Swordsman", "Sw", 5, 2),
    UnitCard(Unit.WARRIOR_PRIEST, "Warrior Priest", "WP", 4, 2),
)

UNIT_COUNT = len(UNIT_CARDS)
UNIT_NAMES = tuple(card.name for card in UNIT_CARDS)

MAX_SEATS = 4
MOST_UNITS_A_PLAYER = 4
UNITS_A_PLAYER = {2: 4, 4: 3}
"""By number of players."""
ROYAL = UNIT_COUNT
"""In actions: the Royal Coin of whoever decides. In a state: the first of the coin kinds `ROYAL + seat`."""
COIN_KINDS = UNIT_COUNT + MAX_SEATS
"""Kinds of coins in a state: the 16 units, then the Royal Coin of each seat."""
NO_COIN = UNIT_COUNT + 1
"""In actions: a decision that is not the use of a coin."""

SECOND_FOOTMAN = UNIT_COUNT
"""Stacks on the board are numbered like units; this is the second Footman, the one on the higher hex."""
STACK_COUNT = UNIT_COUNT + 1
UNIT_OF_STACK = table([*range(UNIT_COUNT), int(Unit.FOOTMAN)], "i1")
ATTACKS_NEIGHBOURS = table([*(card.attacks for card in UNIT_CARDS), True], "i1")
"""By stack: whether it can make a normal attack, ordered or not."""

FIRST_GAME_ARMIES = (
    (Unit.CROSSBOWMAN, Unit.LIGHT_CAVALRY, Unit.PIKEMAN, Unit.SWORDSMAN),
    (Unit.ARCHER, Unit.CAVALRY, Unit.LANCER, Unit.SCOUT),
)
"""The sets for a first game; the first has the initiative and is Raven's here."""

DRAFT_ORDERS = (
    (0, 1, 1, 0, 0, 1, 1, 0),
    (0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 3),
    (0, 1, 2, 3, 3, 2, 1, 0, 1, 2, 3, 0),
)
"""Who picks, counted clockwise from the first drafter: 2 players; 4 players, snake; 4 players, rotating."""

_PICKS = max(len(order) for order in DRAFT_ORDERS)
DRAFT_ORDER_TABLE = table([(*order, *[0] * (_PICKS - len(order))) for order in DRAFT_ORDERS], "i1")
