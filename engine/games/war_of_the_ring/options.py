"""The options of War of the Ring: numbers of the rules, and disputed or house values."""

from __future__ import annotations

from typing import Literal

import numpy as np

from engine.games.war_of_the_ring.data import CHARACTERS, SOVEREIGN_COUNT
from engine.options import GameOptions, OptionGroup, as_record, group, option

_SHEET = "war-of-the-ring.md"
_KINGS = "kings-of-middle-earth.md"

OPTIONS_DTYPE = np.dtype(
    [
        ("kings", "i1"),
        ("hand_limit", "i1"),
        ("corruption_limit", "i1"),
        ("shadow_points", "i1"),
        ("free_points", "i1"),
        ("stacking", "i1"),
        ("siege_stacking", "i1"),
        ("free_dice", "i1"),
        ("shadow_dice", "i1"),
        ("mordor_steps", "i1"),
        ("rings", "i1"),
        ("max_rounds", "i2"),
        ("resistance", "i1", (SOVEREIGN_COUNT,)),
        ("leadership", "i1", (len(CHARACTERS),)),
        ("discard_by_deck", "i1"),
        ("attempt_needs_own_die", "i1"),
        ("gollum_reveal_moves", "i1"),
        ("interior_forbidden", "i1"),
        ("blade_optional", "i1"),
    ]
)
"""What rules see; flags are 0 or 1."""


class SovereignOptions(OptionGroup):
    """One Sovereign of Kings of Middle-earth."""

    leadership: int = option(1, "Leadership when awakened.", source=f"{_KINGS}, section 7", ge=0, le=5)
    resistance: int = option(3, "Sum of Corruption tiles that corrupts him.", source=f"{_KINGS}, section 7", ge=1, le=9)


class DisputedSovereign(SovereignOptions):
    """A Sovereign whose Leadership the sources dispute."""

    leadership: int = option(2, "Leadership when awakened.", source=f"{_KINGS}, open question 1", mark="house", ge=0, le=5)


class HouseValues(OptionGroup):
    """Readings where the sources leave a choice."""

    tombombadil_discard: Literal["army_icon", "strategy_deck"] = option(
        "army_icon",
        "What counts as the Army Event card that the Shadow discards against A Power too Great and Tom Bombadil.",
        source="war-of-the-ring-cards.md, open question 2",
        mark="house",
    )
    attempt_needs_own_die: bool = option(
        True, "A corruption attempt needs an unused die of the Shadow's own.", source=f"{_KINGS}, open question 4", mark="house"
    )
    gollum_reveal_moves: bool = option(
        True, "Gollum's voluntary reveal is a full one: the figure moves.", source=f"{_SHEET}, open question 4", mark="house"
    )
    mordor_interior: bool = option(
        False,
        "The Fellowship may be declared or revealed in Gorgoroth, Nurn or Barad-dûr.",
        source=f"{_SHEET}, open question 3",
        mark="house",
    )
    blade_optional: bool = option(
        True, "Blade of Westernesse may be left unused.", source="war-of-the-ring-cards.md, open question 4", mark="house"
    )


class RingOptions(GameOptions):
    """See the table of `warhost games war-of-the-ring --options`."""

    expansion: Literal["none", "kings"] = option("none", "The base game, or with Kings of Middle-earth.", source=_SHEET)
    hand_limit: int = option(6, "Event cards in a hand.", source=f"{_SHEET}, section 3", ge=1, le=12)
    corruption_limit: int = option(12, "Corruption at which the Shadow wins.", source=f"{_SHEET}, section 8", ge=1, le=30)
    shadow_points: int = option(10, "Victory points with which the Shadow wins.", source=f"{_SHEET}, section 8", ge=1, le=21)
    free_points: int = option(4, "Victory points with which the Free Peoples win.", source=f"{_SHEET}, section 8", ge=1, le=19)
    stacking: int = option(10, "Units of a side in a region.", source=f"{_SHEET}, section 6.1", ge=5, le=20)
    siege_stacking: int = option(5, "Units in a besieged Stronghold.", source=f"{_SHEET}, section 6.1", ge=1, le=10)
    free_dice: int = option(4, "Action dice of the Free Peoples at the start.", source=f"{_SHEET}, section 2", ge=1, le=8)
    shadow_dice: int = option(7, "Action dice of the Shadow at the start.", source=f"{_SHEET}, section 2", ge=1, le=12)
    mordor_steps: int = option(
        5, "Steps from Mordor's border to the Crack of Doom.", source=f"{_SHEET}, section 4.8", ge=1, le=12
    )
    rings: int = option(3, "Elven Rings.", source=f"{_SHEET}, section 1", ge=0, le=6)
    max_rounds: int = option(
        0, "After this many turns the game is a draw; 0 is no limit.", source="ours", mark="house", ge=0, le=1000
    )
    brand: DisputedSovereign = group(DisputedSovereign(resistance=2), "Brand, King of Dale.")
    dain: DisputedSovereign = group(DisputedSovereign(resistance=4), "Dáin Ironfoot.")
    denethor: SovereignOptions = group(SovereignOptions(), "Denethor.")
    theoden: SovereignOptions = group(SovereignOptions(), "Théoden.")
    thranduil: SovereignOptions = group(SovereignOptions(resistance=4), "Thranduil.")
    house: HouseValues = group(HouseValues(), "House values.")

    def to_record(self) -> np.void:
        """One record of `OPTIONS_DTYPE`."""
        sovereigns = [self.brand, self.dain, self.denethor, self.theoden, self.thranduil]
        leadership = [character.leadership for character in CHARACTERS]
        leadership[9:14] = [sovereign.leadership for sovereign in sovereigns]
        return as_record(
            (
                self.expansion == "kings",
                self.hand_limit,
                self.corruption_limit,
                self.shadow_points,
                self.free_points,
                self.stacking,
                self.siege_stacking,
                self.free_dice,
                self.shadow_dice,
                self.mordor_steps,
                self.rings,
                self.max_rounds,
                [sovereign.resistance for sovereign in sovereigns],
                leadership,
                self.house.tombombadil_discard == "strategy_deck",
                self.house.attempt_needs_own_die,
                self.house.gollum_reveal_moves,
                not self.house.mordor_interior,
                self.house.blade_optional,
            ),
            OPTIONS_DTYPE,
        )
