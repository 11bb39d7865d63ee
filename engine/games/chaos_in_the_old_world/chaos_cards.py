"""The 96 Chaos cards: 30 titles, one row a title. Nothing about a card stands anywhere else; its numbers are options.

A row names an `Effect`; the rules for an effect look up its cards by it, so a new card with an existing effect is one more row.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from engine.games.chaos_in_the_old_world.data import Power

K, N, T, S = Power


class Effect(enum.IntEnum):
    """What a Chaos card's text does; `amount` is the number in it."""

    NONE = 0
    EARLY_DICE = 1
    """Start of the battle phase: the owner rolls `amount` dice; kills are removed at once, the rest joins the normal roll."""
    NO_CORRUPTION = 2
    """No player places corruption tokens here."""
    ATTACK_DOMINATES = 3
    """The owner counts his figures' attack values for domination, not their number."""
    NO_LEAVING = 4
    """Figures other than the owner's can't leave."""
    CARD_PER_KILL = 5
    """The owner draws `amount` cards for each figure he kills here."""
    SECOND_BATTLE = 6
    """`amount` more battles after the normal one."""
    CALL_FIGURES = 7
    """Now: move up to `amount` figures from one other region to here."""
    TOKENS_DOMINATE = 8
    """`amount` domination for each of the owner's corruption tokens here."""
    LESS_RESISTANCE = 9
    """Resistance is `amount` lower."""
    ENEMY_DEFENSE_LESS = 10
    """Enemy figures have `amount` less defense, at least 1."""
    OWN_DEFENSE_MORE = 11
    """The owner's figures have `amount` more defense."""
    CONSUME_FIGURES = 12
    """Corruption step: remove all own figures, place a token for every `amount` of them."""
    ROT = 13
    """End of the battle phase: kill `amount` enemy cultist or warrior for each own corruption token here."""
    REMOVE_CORRUPTION = 14
    """Now: remove `amount` corruption tokens of any owner from here."""
    TOKENS_FOR_DOMINATION = 15
    """If the owner dominates, he places `amount` tokens."""
    TELEPORT = 16
    """Now: move `amount` cultists or warriors of any owner from here to other regions."""
    IGNORE_CARDS = 17
    """The text of the other card here is ignored."""
    SHIELD = 18
    """Now: one own figure here can't be killed in battle this round."""
    DEARER_CARDS = 19
    """Other players pay `amount` more for a card played here."""
    MEDDLE = 20
    """Now: one other player with a figure here discards `amount` cards."""
    STAY_AFTER_KILL = 21
    """Stays for the next round if the owner killed a figure here."""
    FEWER_TOKENS = 22
    """Corruption step: each other player places `amount` tokens fewer."""
    DRAIN_POWER = 23
    """Now: every other player with a cultist here loses `amount` power points; the owner gains as many, once."""
    PLACE_TOKENS = 24
    """Now: place `amount` corruption tokens here."""
    MOVE_TOKENS = 25
    """Now: move `amount` Peasants, Nobles or Heroes from here to other regions."""
    NOBILITY_DOMINATES = 26
    """`amount` domination for each Hero and Noble here."""
    TAKE_CONTROL = 27
    """Now: control `amount` enemy figures here until the round ends."""
    NO_BATTLE = 28
    """No battle here."""
    FREE_IF_CORRUPTED = 29
    """Costs nothing where at least `amount` corruption tokens lie."""
    FIGURES_IGNORED = 30
    """Figures don't count for domination here."""


@dataclass(frozen=True)
class ChaosCard:
    """One title: whose, printed name, copies, printed cost, whether it bears a magic symbol, effect and its number."""

    power: Power
    name: str
    copies: int
    cost: int
    magic: bool
    effect: Effect
    amount: int = 0

    @property
    def key(self) -> str:
        """The title as options name it."""
        return card_key(self.name)


def card_key(name: str) -> str:
    """`The Blood God's Call` -> `the_blood_gods_call`."""
    return "_".join("".join(c for c in name.lower() if c.isalnum() or c in " -").replace("-", " ").split())


CHAOS_CARDS = (
    ChaosCard(K, "Blood Frenzy", 4, 0, False, Effect.EARLY_DICE, 2),
    ChaosCard(K, "Battle Cry", 4, 1, False, Effect.NO_CORRUPTION),
    ChaosCard(K, "The Skull Throne", 4, 1, False, Effect.ATTACK_DOMINATES),
    ChaosCard(K, "Field of Carnage", 3, 1, False, Effect.NO_LEAVING),
    ChaosCard(K, "Ritual Slaying", 3, 1, False, Effect.CARD_PER_KILL, 1),
    ChaosCard(K, "Reborn in Blood", 3, 2, False, Effect.SECOND_BATTLE, 1),
    ChaosCard(K, "The Blood God's Call", 3, 2, False, Effect.CALL_FIGURES, 2),
    ChaosCard(N, "Plague Aura", 4, 0, True, Effect.TOKENS_DOMINATE, 1),
    ChaosCard(N, "Influenza", 4, 1, False, Effect.LESS_RESISTANCE, 2),
    ChaosCard(N, "Plague Touch", 3, 0, False, Effect.ENEMY_DEFENSE_LESS, 1),
    ChaosCard(N, "Rain of Pus", 3, 1, False, Effect.OWN_DEFENSE_MORE, 1),
    ChaosCard(N, "A Great Foul Consumption", 3, 2, False, Effect.CONSUME_FIGURES, 2),
    ChaosCard(N, "The Final Rotting", 3, 2, False, Effect.ROT, 1),
    ChaosCard(N, "All Things Decay", 2, 1, False, Effect.REMOVE_CORRUPTION, 1),
    ChaosCard(N, "The Stench of Death", 2, 3, True, Effect.TOKENS_FOR_DOMINATION, 2),
    ChaosCard(T, "Teleport", 4, 1, False, Effect.TELEPORT, 1),
    ChaosCard(T, "Changer of Ways", 3, 0, True, Effect.IGNORE_CARDS),
    ChaosCard(T, "Warp Shield", 3, 0, False, Effect.SHIELD),
    ChaosCard(T, "Temporal Stasis", 3, 1, True, Effect.DEARER_CARDS, 2),
    ChaosCard(T, "The Meddling of Skaven", 3, 1, False, Effect.MEDDLE, 2),
    ChaosCard(T, "The Persistence of Change", 3, 1, True, Effect.STAY_AFTER_KILL),
    ChaosCard(T, "Dazzle", 3, 2, True, Effect.FEWER_TOKENS, 1),
    ChaosCard(T, "Drain Power", 2, 0, False, Effect.DRAIN_POWER, 1),
    ChaosCard(S, "Perverse Infiltration", 4, 0, False, Effect.PLACE_TOKENS, 1),
    ChaosCard(S, "Dark Influence", 4, 1, True, Effect.MOVE_TOKENS, 1),
    ChaosCard(S, "Insidious Lies", 4, 1, False, Effect.NOBILITY_DOMINATES, 2),
    ChaosCard(S, "Soporific Musk", 4, 2, True, Effect.TAKE_CONTROL, 1),
    ChaosCard(S, "Field of Ecstasy", 3, 2, False, Effect.NO_BATTLE),
    ChaosCard(S, "Degenerate Royalty", 3, 3, False, Effect.FREE_IF_CORRUPTED, 3),
    ChaosCard(S, "Abyssal Pact", 2, 0, True, Effect.FIGURES_IGNORED),
)
"""By title (sheet 4)."""

TITLES = len(CHAOS_CARDS)
EXTRA_TITLES = 10
"""Titles that component files may add."""
CARDS = TITLES + EXTRA_TITLES
CARD_NAMES = (*(card.name for card in CHAOS_CARDS), *(f"Extra card {i + 1}" for i in range(EXTRA_TITLES)))
