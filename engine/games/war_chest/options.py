"""The options of War Chest. The defaults are the 2018 rulebook's game for two players with dealt armies."""

from __future__ import annotations

from typing import Literal, Self, get_args

import numpy as np
from pydantic import model_validator

from engine.games.war_chest.board import FOUR_PLAYER_BOARD, LOCATIONS, RAVEN_STARTS, TWO_PLAYER_BOARD, WOLF_STARTS
from engine.games.war_chest.data import DRAFT_ORDERS, FIRST_GAME_ARMIES, MAX_SEATS, UNIT_COUNT, UNITS_A_PLAYER
from engine.options import GameOptions, OptionGroup, as_record, group, option

UnitName = Literal[
    "archer",
    "berserker",
    "cavalry",
    "crossbowman",
    "ensign",
    "footman",
    "knight",
    "lancer",
    "light_cavalry",
    "marshall",
    "mercenary",
    "pikeman",
    "royal_guard",
    "scout",
    "swordsman",
    "warrior_priest",
]
UNIT_KEYS: tuple[str, ...] = get_args(UnitName)
"""Units as options name them, in the order of `Unit`."""

Army = tuple[UnitName, ...]

SetUp = Literal["random", "first_game", "draft", "elimination_draft", "fixed"]
SETUPS: tuple[str, ...] = get_args(SetUp)

SEAT_NAMES = {2: ("raven", "wolf"), 4: ("raven_1", "wolf_1", "raven_2", "wolf_2")}
"""Seats clockwise; the teams alternate, Raven first."""

MAX_HAND = 5
MAX_COINS = 7

OPTIONS_DTYPE = np.dtype(
    [
        ("board", "i8"),
        ("locations", "i8"),
        ("starts", "i8", (2,)),
        ("armies", "i4", (MAX_SEATS,)),
        ("max_rounds", "i2"),
        ("coins", "i1", (UNIT_COUNT,)),
        ("bag", "i1", (UNIT_COUNT,)),
        ("players", "i1"),
        ("units_a_player", "i1"),
        ("setup", "i1"),
        ("draft_row", "i1"),
        ("picks", "i1"),
        ("bans", "i1"),
        ("markers", "i1"),
        ("hand_size", "i1"),
        ("revised_royal_guard", "i1"),
        ("footman_may_stop", "i1"),
    ]
)
"""What rules see. `armies`: bit sets of units that a seat is given before the deal; `setup`: index into `SETUPS`."""


class UnitCoins(OptionGroup):
    """The coins of one unit type."""

    coins: int = option(5, "Coins of this unit in the game.", source="unit card", ge=1, le=MAX_COINS)
    bag: int = option(
        2, "How many of them start in the bag; the rest are the supply.", source="rulebook, Setup", ge=0, le=MAX_COINS
    )

    @model_validator(mode="after")
    def _bag_is_part_of_coins(self) -> Self:
        if self.bag > self.coins:
            raise ValueError(f"bag: {self.bag} coins can't start in the bag, the unit has {self.coins}")
        return self


class FootmanOptions(UnitCoins):
    """The Footman."""

    second_act: Literal["mandatory", "optional"] = option(
        "mandatory",
        "Whether the second Footman must act in the Footman's tactic when it can.",
        source="open question Q4",
        mark="house",
    )


class RoyalGuardOptions(UnitCoins):
    """The Royal Guard."""

    card: Literal["classic", "revised"] = option(
        "classic",
        "The card of 2018 (tactic: one step) or the revised one (up to two steps, to a location that its side controls).",
        source="unit card; open question Q12",
    )


FOUR_COINS = UnitCoins(coins=4, bag=2)
FIVE_COINS = UnitCoins(coins=5, bag=2)


class Armies(OptionGroup):
    """Units that seats are given when the set-up is `fixed`; what is missing is dealt at random."""

    raven: Army = option((), "Raven's units with 2 players, at most 4.", source="ours", mark="house")
    wolf: Army = option((), "Wolf's units with 2 players, at most 4.", source="ours", mark="house")
    raven_1: Army = option((), "Units of the first Raven seat with 4 players, at most 3.", source="ours", mark="house")
    wolf_1: Army = option((), "Units of the first Wolf seat with 4 players, at most 3.", source="ours", mark="house")
    raven_2: Army = option((), "Units of the second Raven seat with 4 players, at most 3.", source="ours", mark="house")
    wolf_2: Army = option((), "Units of the second Wolf seat with 4 players, at most 3.", source="ours", mark="house")


class Markers(OptionGroup):
    """Control markers: whose last one is placed wins."""

    two_players: int = option(6, "Control markers of a player in a 2-player game.", source="rulebook, Setup", ge=3, le=10)
    four_players: int = option(8, "Control markers of a team in a 4-player game.", source="rulebook, Four players", ge=4, le=14)


class WarChestOptions(GameOptions):
    """See the table of `warhost games war-chest --options`."""

    players: Literal[2, 4] = option(2, "Number of players: 2, or 4 in two teams.", source="rulebook, Setup")
    setup: SetUp = option(
        "random",
        "How armies are formed: dealt, the sets of a first game, a draft, a draft after bans, or as `armies` says.",
        source="rulebook, Setup; elimination draft: tournament practice",
    )
    armies: Armies = group(Armies(), "Armies for the set-up `fixed`.")
    bans: int = option(
        0,
        "Units banned before an elimination draft by the whole table, in turn from the first drafter; 0 is one a player.",
        source="tournament practice",
        mark="house",
        ge=0,
        le=8,
    )
    draft_order: Literal["snake", "rotating"] = option(
        "snake",
        "Picks of a 4-player draft: 0123 3210 0123, or 0123 3210 1230; with 2 players it is always 0110 0110.",
        source="open question Q1",
        mark="house",
    )
    max_rounds: int = option(
        0, "The game is a draw after this many rounds; 0 is no limit.", source="open question Q11", mark="house", ge=0, le=10000
    )
    hand_size: int = option(3, "Coins drawn for a round.", source="rulebook, Draw coins", ge=1, le=MAX_HAND)
    markers: Markers = group(Markers(), "Control markers.")

    archer: UnitCoins = group(FOUR_COINS, "Archer.")
    berserker: UnitCoins = group(FIVE_COINS, "Berserker.")
    cavalry: UnitCoins = group(FOUR_COINS, "Cavalry.")
    crossbowman: UnitCoins = group(FIVE_COINS, "Crossbowman.")
    ensign: UnitCoins = group(FIVE_COINS, "Ensign.")
    footman: FootmanOptions = group(FootmanOptions(), "Footman.")
    knight: UnitCoins = group(FOUR_COINS, "Knight.")
    lancer: UnitCoins = group(FOUR_COINS, "Lancer.")
    light_cavalry: UnitCoins = group(FIVE_COINS, "Light Cavalry.")
    marshall: UnitCoins = group(FIVE_COINS, "Marshall.")
    mercenary: UnitCoins = group(FIVE_COINS, "Mercenary.")
    pikeman: UnitCoins = group(FOUR_COINS, "Pikeman.")
    royal_guard: RoyalGuardOptions = group(RoyalGuardOptions(), "Royal Guard.")
    scout: UnitCoins = group(FIVE_COINS, "Scout.")
    swordsman: UnitCoins = group(FIVE_COINS, "Swordsman.")
    warrior_priest: UnitCoins = group(FOUR_COINS, "Warrior Priest.")

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.setup == "first_game" and self.players != 2:
            raise ValueError("setup: the sets of a first game are for 2 players")
        if self.setup == "fixed":
            self._check_armies()
        picks = self.players * UNITS_A_PLAYER[self.players]
        if self.setup == "elimination_draft" and picks + self._bans() > UNIT_COUNT:
            raise ValueError(f"bans: {picks} picks and {self._bans()} bans need more than {UNIT_COUNT} units")
        return self

    def _check_armies(self) -> None:
        limit = UNITS_A_PLAYER[self.players]
        named: list[str] = []
        for seat in SEAT_NAMES[self.players]:
            army = getattr(self.armies, seat)
            if len(army) > limit:
                raise ValueError(f"armies.{seat}: {len(army)} units, a player has {limit}")
            named += army
        twice = sorted({unit for unit in named if named.count(unit) > 1})
        if twice:
            raise ValueError(f"armies: {', '.join(twice)} named twice, a unit belongs to one player")

    def _bans(self) -> int:
        if self.setup != "elimination_draft":
            return 0
        return self.bans or self.players

    def _army_sets(self) -> list[int]:
        """The units that each seat is given before the deal, as bit sets."""
        if self.setup == "first_game":
            armies = [[int(unit) for unit in army] for army in FIRST_GAME_ARMIES]
        elif self.setup == "fixed":
            armies = [[UNIT_KEYS.index(unit) for unit in getattr(self.armies, seat)] for seat in SEAT_NAMES[self.players]]
        else:
            armies = []
        sets = [sum(1 << unit for unit in army) for army in armies]
        return [*sets, *[0] * (MAX_SEATS - len(sets))]

    def to_record(self) -> np.void:
        """One record of `OPTIONS_DTYPE`."""
        board = TWO_PLAYER_BOARD if self.players == 2 else FOUR_PLAYER_BOARD
        draft_row = 0 if self.players == 2 else 1 + (self.draft_order == "rotating")
        coins = [getattr(self, key) for key in UNIT_KEYS]
        return as_record(
            (
                board,
                LOCATIONS & board,
                (RAVEN_STARTS & board, WOLF_STARTS & board),
                self._army_sets(),
                self.max_rounds,
                [unit.coins for unit in coins],
                [unit.bag for unit in coins],
                self.players,
                UNITS_A_PLAYER[self.players],
                SETUPS.index(self.setup),
                draft_row,
                len(DRAFT_ORDERS[draft_row]),
                self._bans(),
                self.markers.two_players if self.players == 2 else self.markers.four_players,
                self.hand_size,
                self.royal_guard.card == "revised",
                self.footman.second_act == "optional",
            ),
            OPTIONS_DTYPE,
        )
