"""The options of Chaos in the Old World. The defaults are the rulebook's game for four players, with the FAQ's errata.

Groups of components are made from the tables, so that a new row there is all that a new component needs. Paths look like
`khorne.bloodletter.cost`, `khorne.cards.blood_frenzy.copies`, `regions.kislev.conquest`, `old_world.meteor_showers.copies`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal, Self

import numpy as np
from pydantic import create_model, model_validator

from engine.games.chaos_in_the_old_world.chaos_cards import CHAOS_CARDS, EXTRA_TITLES, ChaosCard
from engine.games.chaos_in_the_old_world.data import (
    FIGURES,
    MAX_DECK,
    MAX_OLD_WORLD_DECK,
    POPULOUS,
    POWER_KEYS,
    POWERS,
    REGION_KEYS,
    REGION_VALUES,
    RUIN_POINTS,
    RUINATION_CARDS,
    RUINER_POINTS,
    SETUP_TOKENS,
    SLOTS_A_POWER,
    TOKEN_KEYS,
    TOKEN_SUPPLY,
    Power,
)
from engine.games.chaos_in_the_old_world.dials import DIALS, parse_dial
from engine.games.chaos_in_the_old_world.extras import parse_card, parse_upgrade
from engine.games.chaos_in_the_old_world.house import HOUSE_ROWS
from engine.games.chaos_in_the_old_world.old_world_cards import MAX_COPIES, OLD_WORLD_CARDS
from engine.games.chaos_in_the_old_world.options_record import options_record
from engine.games.chaos_in_the_old_world.upgrades import EXTRA_UPGRADES, NO_RANK, UPGRADES, Upgrade
from engine.options import GameOptions, OptionGroup, group, option

Points = tuple[int, ...]


class FigureNumbers(OptionGroup):
    """One class of followers as printed on its power sheet."""

    count: int = option(1, "Figures of this class.", source="rulebook p. 3", ge=0, le=SLOTS_A_POWER)
    cost: int = option(1, "Power points to summon one.", source="power sheet", ge=0, le=10)
    attack: int = option(0, "Battle dice.", source="power sheet", ge=0, le=8)
    defense: int = option(1, "Hits that kill it.", source="power sheet", ge=1, le=10)


class CardNumbers(OptionGroup):
    """One title of Chaos cards."""

    copies: int = option(1, "Copies in the deck.", source="sheet 4", ge=0, le=8)
    cost: int = option(0, "Printed cost: paid, and counted for domination.", source="card", ge=0, le=10)
    magic: bool = option(False, "Whether it bears a magic symbol.", source="card")
    amount: int = option(0, "The number in its text.", source="card", ge=0, le=20)


class FollowerUpgrade(OptionGroup):
    """An upgrade card that replaces a class's line."""

    cost: int = option(1, "Power points to summon one.", source="upgrade card", ge=0, le=10)
    attack: int = option(0, "Battle dice.", source="upgrade card", ge=0, le=8)
    defense: int = option(1, "Hits that kill it.", source="upgrade card", ge=1, le=10)
    amount: int = option(0, "The number in its text.", source="upgrade card", ge=0, le=10)


class PowerUpgrade(OptionGroup):
    """An upgrade card of the power itself."""

    amount: int = option(1, "The number in its text.", source="upgrade card", ge=0, le=10)


class RegionNumbers(OptionGroup):
    """One region."""

    resistance: int = option(1, "What domination must exceed.", source="board", ge=0, le=30)
    conquest: int = option(1, "Victory points for dominating it.", source="board", ge=0, le=30)
    populous: bool = option(False, "Whether it is Populous.", source="board")


class TokenNumbers(OptionGroup):
    """One kind of Old World tokens."""

    supply: int = option(6, "Tokens in the box, a hard limit.", source="rulebook p. 6", ge=0, le=60)
    at_setup: int = option(0, "Tokens among the nine of the set-up.", source="rulebook p. 8", ge=0, le=9)


class OldWorldNumbers(OptionGroup):
    """One title of Old World cards."""

    copies: int = option(1, "Copies that the deck is drawn from.", source="sheet 6", ge=0, le=MAX_COPIES)
    stays: bool = option(True, "Whether it goes to the track.", source="card")
    amount: int = option(0, "The number in its effect.", source="card", ge=0, le=10)


class GuessedOldWorldNumbers(OldWorldNumbers):
    """A title of which it is a guess whether it stays."""

    stays: bool = option(True, "Whether it goes to the track.", source="sheet 6", mark="house")


class RuinPoints(OptionGroup):
    """What a ruined region gives, by ruination card 1 to 5."""

    first: Points = option((), "Points for the most corruption.", source="ruination cards")
    second: Points = option((), "Points for the second most corruption.", source="ruination cards")


class Advance(OptionGroup):
    """When a power puts a dial advancement counter on its dial; once a region and round."""

    when: Literal["kills", "populous", "magic", "nobility"] = option(
        "kills",
        "Kills in battle, or tokens in a Populous region, among magic and Warpstones, or among Nobles and Heroes.",
        source="power sheet; FAQ",
    )
    number: int = option(2, "Figures killed, or tokens placed.", source="power sheet", ge=1, le=8)
    among: int = option(0, "Magic symbols and Warpstones, or Nobles and Heroes, there.", source="power sheet", ge=0, le=6)


class _PowerSheet(OptionGroup):
    power_points: int = option(6, "Power points a round.", source="power sheet", ge=0, le=20)
    draw: int = option(2, "Cards in the draw phase.", source="power sheet", ge=0, le=10)
    draw_up_to: bool = option(False, "Whether it draws until it holds that many cards.", source="power sheet")
    discards: int = option(0, "Cards it may discard before it draws.", source="sheet 2.1", mark="house", ge=0, le=10)
    advance: Advance = group(Advance(), "When its dial advances.")
    dial: tuple[str, ...] = option((), "Its dial: `THREAT INSTRUCTION [NUMBER]` by position.", source="dial")

    @model_validator(mode="after")
    def _dial_is_one(self) -> Self:
        if self.dial:
            parse_dial(self.dial)
        return self


def _card_group(card: ChaosCard) -> CardNumbers:
    return CardNumbers(copies=card.copies, cost=card.cost, magic=card.magic, amount=card.amount)


def _upgrade_group(upgrade: Upgrade) -> OptionGroup:
    if upgrade.rank == NO_RANK:
        return PowerUpgrade(amount=upgrade.amount)
    return FollowerUpgrade(cost=upgrade.cost, attack=upgrade.attack, defense=upgrade.defense, amount=upgrade.amount)


def _groups(name: str, base: type[OptionGroup], entries: dict[str, tuple[OptionGroup, str]], **own: Any) -> OptionGroup:
    """An instance of a new group model: one nested group an entry, and values for the base's own fields."""
    fields: dict[str, Any] = {key: (type(entry), group(entry, text)) for key, (entry, text) in entries.items()}
    model = create_model(name, __base__=base, __module__=__name__, **fields)
    return model(**own)


_SHEETS = (
    {"power_points": 7, "draw": 2, "advance": Advance(when="kills", number=1, among=0)},
    {"power_points": 6, "draw": 2, "advance": Advance(when="populous", number=2, among=0)},
    {"power_points": 6, "draw": 5, "draw_up_to": True, "discards": 1, "advance": Advance(when="magic", number=2, among=2)},
    {"power_points": 6, "draw": 2, "advance": Advance(when="nobility", number=2, among=1)},
)


def _power_sheet(power: Power) -> OptionGroup:
    figures: dict[str, tuple[OptionGroup, str]] = {
        f.key: (FigureNumbers(count=f.count, cost=f.cost, attack=f.attack, defense=f.defense), f.name)
        for f in FIGURES
        if f.power == power
    }
    cards = _groups(
        f"{power.name.title()}Cards", OptionGroup, {c.key: (_card_group(c), c.name) for c in CHAOS_CARDS if c.power == power}
    )
    upgrades = _groups(
        f"{power.name.title()}Upgrades",
        OptionGroup,
        {u.key: (_upgrade_group(u), u.name) for u in UPGRADES if u.power == power},
    )
    entries = figures | {"cards": (cards, "Its Chaos cards."), "upgrades": (upgrades, "Its upgrade cards.")}
    return _groups(f"{power.name.title()}Sheet", _PowerSheet, entries, dial=DIALS[power], **_SHEETS[power])


KHORNE, NURGLE, TZEENTCH, SLAANESH = (_power_sheet(power) for power in Power)

REGION_GROUPS = _groups(
    "Regions",
    OptionGroup,
    {
        key: (RegionNumbers(resistance=REGION_VALUES[r], conquest=REGION_VALUES[r], populous=r in POPULOUS), key)
        for r, key in enumerate(REGION_KEYS)
    },
)
TOKEN_GROUPS = _groups(
    "Tokens",
    OptionGroup,
    {key: (TokenNumbers(supply=TOKEN_SUPPLY[t], at_setup=SETUP_TOKENS[t]), key) for t, key in enumerate(TOKEN_KEYS)},
)
OLD_WORLD_GROUPS = _groups(
    "OldWorld",
    OptionGroup,
    {
        card.key: (
            (GuessedOldWorldNumbers if card.house_stays else OldWorldNumbers)(
                copies=card.copies, stays=card.stays, amount=card.amount
            ),
            card.name,
        )
        for card in OLD_WORLD_CARDS
    },
)
RUINATION_GROUPS = _groups(
    "Ruination",
    OptionGroup,
    {
        key: (RuinPoints(first=tuple(a for a, _ in RUIN_POINTS[r]), second=tuple(b for _, b in RUIN_POINTS[r])), key)
        for r, key in enumerate(REGION_KEYS)
    },
)
_house_fields: dict[str, Any] = {row.key: (bool, option(True, row.text, source=row.source, mark="house")) for row in HOUSE_ROWS}
HOUSE_GROUP = create_model("HouseValues", __base__=OptionGroup, __module__=__name__, **_house_fields)()


class Dice(OptionGroup):
    """Battle dice."""

    hit_on: int = option(4, "A result of this or more is a hit.", source="rulebook p. 15", ge=2, le=6)
    explode_on: int = option(6, "A result of this or more gives another die; 7: never.", source="rulebook p. 15", ge=2, le=7)


class ChaosOptions(GameOptions):
    """See the table of `warhost games chaos-in-the-old-world --options`."""

    without: Literal["none", "khorne", "nurgle", "tzeentch", "slaanesh"] = option(
        "none", "The power that is left out of a game with three players.", source="rulebook p. 8"
    )
    victory_points: int = option(50, "Victory points that end the game.", source="rulebook p. 22", ge=1, le=500)
    ruins_to_end: int = option(5, "Ruined regions that end the game.", source="rulebook p. 22", ge=1, le=RUINATION_CARDS)
    ruin_at: int = option(12, "Corruption and Warpstones that ruin a region.", source="rulebook p. 19", ge=1, le=40)
    starting_hand: int = option(3, "Chaos cards at the start.", source="rulebook p. 8", ge=0, le=10)
    old_world_deck_for_four: int = option(
        7, "Old World cards in a game of four, and so its most rounds.", source="rulebook p. 8", ge=1, le=MAX_OLD_WORLD_DECK
    )
    old_world_deck_for_three: int = option(
        8, "Old World cards in a game of three, and so its most rounds.", source="rulebook p. 8", ge=1, le=MAX_OLD_WORLD_DECK
    )
    ruiner_by: Literal["round", "step"] = option(
        "round",
        "Who ruins a region: whoever placed a token there in this round (FAQ erratum), or in this corruption step.",
        source="FAQ 2.0",
    )
    ruiner_points: Points = option(RUINER_POINTS, "Points of each ruiner, by ruination card.", source="ruination cards")
    scoring_bonus: int = option(
        3, "Plunged into Chaos: points of the one player with most captured Peasants.", source="sheet 6", ge=0, le=20
    )
    dice: Dice = group(Dice(), "Battle dice.")
    khorne: type(KHORNE) = group(KHORNE, "Khorne.")  # type: ignore[valid-type]
    nurgle: type(NURGLE) = group(NURGLE, "Nurgle.")  # type: ignore[valid-type]
    tzeentch: type(TZEENTCH) = group(TZEENTCH, "Tzeentch.")  # type: ignore[valid-type]
    slaanesh: type(SLAANESH) = group(SLAANESH, "Slaanesh.")  # type: ignore[valid-type]
    regions: type(REGION_GROUPS) = group(REGION_GROUPS, "Regions.")  # type: ignore[valid-type]
    tokens: type(TOKEN_GROUPS) = group(TOKEN_GROUPS, "Old World tokens.")  # type: ignore[valid-type]
    old_world: type(OLD_WORLD_GROUPS) = group(OLD_WORLD_GROUPS, "Old World cards.")  # type: ignore[valid-type]
    ruination: type(RUINATION_GROUPS) = group(RUINATION_GROUPS, "Ruination cards.")  # type: ignore[valid-type]
    house_cards: bool = option(
        True,
        "Off: without the eleven Old World cards whose text was not found, and without guessed lasting effects.",
        source="sheet 13",
        mark="house",
    )
    house: type(HOUSE_GROUP) = group(HOUSE_GROUP, "House values.")  # type: ignore[valid-type]
    extra_cards: tuple[str, ...] = option(
        (), "Chaos cards that component files add, one line each.", source="ours", mark="house", max_length=EXTRA_TITLES
    )
    extra_upgrades: tuple[str, ...] = option(
        (), "Upgrade cards that component files add, one line each.", source="ours", mark="house", max_length=EXTRA_UPGRADES
    )

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        for entry in self.extra_upgrades:
            parse_upgrade(entry)
        extra = Counter[int]()
        for entry in self.extra_cards:
            card = parse_card(entry)
            extra[card.power] += card.copies
        for power in range(POWERS):
            self._check_power(power, extra[power])
        self._check_points()
        at_setup = sum(numbers["at_setup"] for numbers in self.tokens.model_dump().values())
        if at_setup > len(REGION_KEYS):
            raise ValueError(f"tokens: {at_setup} tokens at set-up, there are {len(REGION_KEYS)} regions")
        for key, numbers in self.tokens.model_dump().items():
            if numbers["at_setup"] > numbers["supply"]:
                raise ValueError(f"tokens.{key}: {numbers['at_setup']} at set-up of {numbers['supply']}")
        if self.old_world_cards_in_box() < self.old_world_deck():
            raise ValueError(f"old_world: {self.old_world_cards_in_box()} cards, the deck needs {self.old_world_deck()}")
        return self

    def _check_power(self, power: int, extra: int) -> None:
        sheet = getattr(self, POWER_KEYS[power])
        figures = sum(getattr(sheet, f.key).count for f in FIGURES if f.power == power)
        if not 1 <= figures <= SLOTS_A_POWER:
            raise ValueError(f"{POWER_KEYS[power]}: {figures} figures, must be 1 .. {SLOTS_A_POWER}")
        cards = sum(numbers["copies"] for numbers in sheet.cards.model_dump().values()) + extra
        if not 1 <= cards <= MAX_DECK:
            raise ValueError(f"{POWER_KEYS[power]}.cards: {cards} cards, must be 1 .. {MAX_DECK}")

    def _check_points(self) -> None:
        rows = {"ruiner_points": self.ruiner_points}
        for key in REGION_KEYS:
            points = getattr(self.ruination, key)
            rows |= {f"ruination.{key}.first": points.first, f"ruination.{key}.second": points.second}
        for path, row in rows.items():
            if len(row) != RUINATION_CARDS or not all(0 <= value <= 50 for value in row):
                raise ValueError(f"{path}: {row} is not {RUINATION_CARDS} numbers 0 .. 50")

    def powers(self) -> tuple[Power, ...]:
        """The powers that play, in power order: one a seat."""
        return tuple(power for power in Power if POWER_KEYS[power] != self.without)

    def old_world_deck(self) -> int:
        """Cards of the Old World deck."""
        return self.old_world_deck_for_four if self.without == "none" else self.old_world_deck_for_three

    def old_world_copies(self, title: int) -> int:
        """Copies of an Old World title that the deck is drawn from."""
        card = OLD_WORLD_CARDS[title]
        left_out = card.house and not (self.house_cards and getattr(self.house, card.key))
        return 0 if left_out else int(getattr(self.old_world, card.key).copies)

    def old_world_cards_in_box(self) -> int:
        """Cards that the deck is drawn from."""
        return sum(self.old_world_copies(title) for title in range(len(OLD_WORLD_CARDS)))

    def to_record(self) -> np.void:
        """One record of `OPTIONS_DTYPE`."""
        return options_record(self)
