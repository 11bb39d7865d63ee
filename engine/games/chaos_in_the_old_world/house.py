"""The house values: where the sheet marks a rule or card [G], because no source gives it. Each is a switch of the options.

Rules ask `options.house[value]` and count in the state how often the answer mattered.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from engine.compilation import rule
from engine.games.chaos_in_the_old_world.old_world_cards import OLD_WORLD_CARDS
from engine.types import Record


class House(enum.IntEnum):
    """House values about rules; those about Old World cards follow them (`HOUSE_OF_CARD`)."""

    PHASE_TOKENS_ONLY = 0
    CALL_ANY_FIGURE = 1
    CHANGER_STOPS_LATER_CARDS = 2
    MEDDLING_VICTIM_CHOOSES = 3
    ECSTASY_STOPS_EARLY_DICE = 4
    PACT_BINDS_EVERYBODY = 5
    PACT_BEATS_SKULL_THRONE = 6
    HORROR_OWNER_PLAYS = 7
    SKAVEN_FLOOR = 8
    COMETS_CLEAR = 9
    CONTROLLED_FIGURES_SUMMONED = 10
    DEFENSE_CARDS_BY_CONTROL = 11
    KNIGHTS_VICTIM_CHOOSES = 12
    DAEMONETTES = 13
    KEEPER_OF_SECRETS = 14


@dataclass(frozen=True)
class HouseRow:
    """One switch: its name in the options, what it says when on (and when off), and where the sheet speaks of it."""

    key: str
    text: str
    source: str


_RULES = (
    HouseRow(
        "phase_tokens_only",
        "Only tokens placed in the corruption phase count for dial conditions; off: all tokens of the round.",
        "sheet 2.1",
    ),
    HouseRow("call_any_figure", "The Blood God's Call moves figures of any power; off: only its owner's.", "sheet 4.1"),
    HouseRow(
        "changer_stops_later_cards",
        "A card played beside Changer of Ways has no effect when played either; off: it has.",
        "sheet 4.3",
    ),
    HouseRow("meddling_victim_chooses", "The victim of Meddling chooses what he discards; off: at random.", "sheet 4.3"),
    HouseRow("ecstasy_stops_early_dice", "Field of Ecstasy stops Blood Frenzy's dice too; off: it doesn't.", "sheet 4.4, 9.6"),
    HouseRow(
        "pact_binds_everybody", "Abyssal Pact ignores the figures of all players; off: only of its owner's rivals.", "sheet 4.4"
    ),
    HouseRow("pact_beats_skull_throne", "Abyssal Pact beats The Skull Throne; off: attack values still count.", "sheet 4.4"),
    HouseRow("horror_owner_plays", "Tzeentch may play a card onto his Horror's card space; off: nobody may.", "sheet 5"),
    HouseRow("skaven_floor", "Skaven tokens can't bring resistance below 0; off: they can.", "sheet 9.5"),
    HouseRow(
        "comets_clear",
        "Each comet card removes Event tokens and other comet cards; off: only Greenskins and Corsairs do.",
        "sheet 6",
    ),
    HouseRow(
        "controlled_figures_summoned",
        "Who controls a figure may summon it elsewhere; off: it stays.",
        "sheet 9.8",
    ),
    HouseRow(
        "defense_cards_by_control",
        "Rain of Pus and Plague Touch go by who controls a figure; off: by who owns it.",
        "sheet 9.8",
    ),
    HouseRow("knights_victim_chooses", "Who discards for Bretonnian Knights chooses the card; off: at random.", "sheet 6"),
    HouseRow("daemonettes", "The Daemonettes upgrade, whose text was not found, can be chosen.", "sheet 5"),
    HouseRow("keeper_of_secrets", "The Keeper of Secrets upgrade, whose text was not found, can be chosen.", "sheet 5"),
)

_CARD_TITLES = tuple(title for title, card in enumerate(OLD_WORLD_CARDS) if card.house or (card.house_lasting and card.lasting))
_CARDS = tuple(
    HouseRow(
        OLD_WORLD_CARDS[title].key,
        f"{OLD_WORLD_CARDS[title].name} is in the box."
        if OLD_WORLD_CARDS[title].house
        else f"{OLD_WORLD_CARDS[title].name} has its lasting effect.",
        "sheet 6",
    )
    for title in _CARD_TITLES
)

HOUSE_ROWS = (*_RULES, *_CARDS)
"""By house value."""

HOUSE_VALUES = len(HOUSE_ROWS)
HOUSE_NAMES = tuple(row.key for row in HOUSE_ROWS)
HOUSE_OF_CARD = tuple(len(_RULES) + _CARD_TITLES.index(t) if t in _CARD_TITLES else -1 for t in range(len(OLD_WORLD_CARDS)))
"""By Old World title: its house value, or -1."""

_COUNTER_LIMIT = 32767


@rule
def use_house(state: Record, value: int) -> None:
    """Count that a house value decided something."""
    if value >= 0 and state.house_used[value] < _COUNTER_LIMIT:
        state.house_used[value] += 1
