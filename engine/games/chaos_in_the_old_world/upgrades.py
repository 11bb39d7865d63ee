"""The 20 upgrade cards, one row each. A follower upgrade replaces the printed line (rulebook p. 26)."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from engine.games.chaos_in_the_old_world.chaos_cards import card_key
from engine.games.chaos_in_the_old_world.data import Power, Rank

K, N, T, S = Power


class Ability(enum.IntEnum):
    """What an upgrade does beyond its numbers; `amount` is the number in its text."""

    NONE = 0
    EARLY_STRIKE = 1
    """In a battle these figures roll, assign and remove casualties before all others."""
    COUNTS_AS = 2
    """Counts as `amount` figures for domination."""
    FREE_IF_ALONE = 3
    """Costs nothing in a region without a figure of its side; each figure once a round."""
    STRIKE_BACK = 4
    """Who kills such figures in a battle roll takes `amount` hits for each."""
    CORRUPT_ON_SUMMON = 5
    """Each time it is summoned, `amount` corruption tokens are placed in its new region."""
    CARRY_WARPSTONE = 6
    """Summoned from region to region it may carry a Warpstone token along."""
    CARD_SPACE = 7
    """May stand on an empty card space of its region, which is then closed to other powers."""
    MAGIC = 8
    """Gives its region `amount` magic symbols."""
    TAKE_CULTIST = 9
    """Start of the battle phase: take control of `amount` enemy cultists in its region until the round ends."""
    POWER_POINTS = 10
    """`amount` more power points a round."""
    CARDS = 11
    """`amount` more cards: drawn, or in the hand that is drawn up to."""
    POINTS_PER_RUIN = 12
    """`amount` victory points whenever a region is ruined."""


NO_RANK = -1
"""A power upgrade belongs to no class of figures."""


@dataclass(frozen=True)
class Upgrade:
    """One upgrade card. `rank` says which line it replaces, with cost, attack and defense; `NO_RANK`: a power upgrade."""

    power: Power
    name: str
    rank: int
    cost: int
    attack: int
    defense: int
    ability: Ability
    amount: int = 0
    house: bool = False
    """Its text was not found: the row is a house value."""

    @property
    def key(self) -> str:
        """The card as options name it."""
        return card_key(self.name)


UPGRADES = (
    Upgrade(K, "Bloodsworn", Rank.CULTIST, 1, 1, 1, Ability.NONE),
    Upgrade(K, "Bloodletters", Rank.WARRIOR, 2, 2, 1, Ability.EARLY_STRIKE),
    Upgrade(K, "Bloodthirster", Rank.DAEMON, 3, 4, 3, Ability.COUNTS_AS, 3),
    Upgrade(K, "Power of Khorne", NO_RANK, 0, 0, 0, Ability.POWER_POINTS, 1),
    Upgrade(K, "Cards of Khorne", NO_RANK, 0, 0, 0, Ability.CARDS, 1),
    Upgrade(N, "Lepers", Rank.CULTIST, 1, 0, 1, Ability.FREE_IF_ALONE),
    Upgrade(N, "Plaguebearers", Rank.WARRIOR, 1, 1, 1, Ability.STRIKE_BACK, 1),
    Upgrade(N, "Great Unclean One", Rank.DAEMON, 3, 3, 3, Ability.CORRUPT_ON_SUMMON, 2),
    Upgrade(N, "Power of Pestilence", NO_RANK, 0, 0, 0, Ability.POWER_POINTS, 1),
    Upgrade(N, "Provender of Ruin", NO_RANK, 0, 0, 0, Ability.POINTS_PER_RUIN, 3),
    Upgrade(T, "Acolytes", Rank.CULTIST, 1, 0, 1, Ability.CARRY_WARPSTONE),
    Upgrade(T, "Horrors", Rank.WARRIOR, 2, 1, 2, Ability.CARD_SPACE),
    Upgrade(T, "Lord of Change", Rank.DAEMON, 3, 3, 2, Ability.MAGIC, 2),
    Upgrade(T, "Power of Tzeentch", NO_RANK, 0, 0, 0, Ability.POWER_POINTS, 1),
    Upgrade(T, "Cards of Tzeentch", NO_RANK, 0, 0, 0, Ability.CARDS, 1),
    Upgrade(S, "Seductresses", Rank.CULTIST, 1, 0, 2, Ability.NONE),
    Upgrade(S, "Daemonettes", Rank.WARRIOR, 2, 2, 2, Ability.NONE, house=True),
    Upgrade(S, "Keeper of Secrets", Rank.DAEMON, 3, 2, 4, Ability.TAKE_CULTIST, 1, house=True),
    Upgrade(S, "Power of Slaanesh", NO_RANK, 0, 0, 0, Ability.POWER_POINTS, 1),
    Upgrade(S, "Greater power of Slaanesh", NO_RANK, 0, 0, 0, Ability.POWER_POINTS, 2),
)
"""By number (sheet 5). Power upgrades whose names were not found are named for what they do."""

PRINTED_UPGRADES = len(UPGRADES)
EXTRA_UPGRADES = 8
"""Upgrades that component files may add."""
UPGRADE_CARDS = PRINTED_UPGRADES + EXTRA_UPGRADES
UPGRADE_NAMES = (*(upgrade.name for upgrade in UPGRADES), *(f"Extra upgrade {i + 1}" for i in range(EXTRA_UPGRADES)))
