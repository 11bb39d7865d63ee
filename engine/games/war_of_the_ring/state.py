"""The state record of War of the Ring and its named constants.

Figures that are counted stand in `army` by region and kind; characters are single figures, `where` says where each is. A
besieged garrison and its besiegers share a region: nations tell them apart, `besieged` says which side is inside. Tiles are
counted by kind and place, so that equal positions have equal bytes.
"""

from __future__ import annotations

import enum
from pathlib import Path

from engine.game import FIRST_GAME_OUTCOME, state_dtype
from engine.games.war_of_the_ring.board import FP_NATIONS, NATION_COUNT, REGION_COUNT
from engine.games.war_of_the_ring.cards import CARD_COUNT, DECK_SIZE, DECKS
from engine.games.war_of_the_ring.data import CHARACTER_COUNT, FACES, FIGURE_KINDS, SOVEREIGN_COUNT, TILE_KINDS
from engine.games.war_of_the_ring.frames import STACK

STATE = state_dtype(
    "war_of_the_ring",
    Path(__file__).parent,
    [
        ("used", "i8", (2,)),  # bit sets of regions 0 .. 52 and 53 .. 104 that the action has used already
        ("group", "i4"),  # bit set of the Companions that go together
        ("moved", "i4"),  # bit set of the characters that moved in this action
        ("force_characters", "i4"),  # bit set of the characters in `force`
        ("forfeited", "i4"),  # bit set of the characters whose Leadership is forfeited this Combat round
        ("muted", "i4"),  # bit set of the characters without Leadership and abilities this Combat round
        ("stack_kind", "i2", (STACK,)),  # frames that wait, the last one on top
        ("stack_a", "i2", (STACK,)),
        ("stack_b", "i2", (STACK,)),
        ("stack_c", "i2", (STACK,)),
        ("stack_seat", "i1", (STACK,)),
        ("depth", "i1"),
        ("army", "i1", (REGION_COUNT, FIGURE_KINDS)),
        ("units", "i1", (2, REGION_COUNT)),  # units of a side, the sum over `army`
        ("besieged", "i1", (REGION_COUNT,)),  # the side whose garrison is besieged, or NOBODY
        ("control", "i1", (REGION_COUNT,)),  # who controls a Settlement; NOBODY where there is none
        ("where", "i1", (CHARACTER_COUNT,)),  # a region, IN_FELLOWSHIP, ASIDE or GONE
        ("sovereign", "i1", (SOVEREIGN_COUNT,)),
        ("to_war", "i1", (NATION_COUNT,)),
        ("active", "i1", (NATION_COUNT,)),
        ("reinforcements", "i1", (NATION_COUNT, 3)),
        ("casualties", "i1", (FP_NATIONS, 3)),
        ("dice", "i1", (2, FACES)),  # unused Action dice by face
        ("ruler_die", "i1", (2,)),  # the face of an unused Ruler die, or NO_FACE
        ("ruler_pool", "i1", (2,)),  # 1 if the side has its Ruler die
        ("hunt_eyes", "i1"),  # Shadow dice in the Hunt Box
        ("hunt_free", "i1"),  # Free Peoples dice in it
        ("hunt_returned", "i1"),  # 1 if a Free Peoples die came back from it this turn
        ("rings", "i1", (2,)),
        ("ring_used", "i1", (2,)),
        ("tokens", "i1"),  # bit set of unused Ruler tokens
        ("token_used", "i1"),  # 1 if a token was used this turn
        ("place", "i1"),  # region of the Fellowship's figure
        ("progress", "i1"),
        ("revealed", "i1"),
        ("corruption", "i1"),
        ("guide", "i1"),
        ("mordor", "i1"),  # step on the Mordor Track, or NOBODY
        ("tried", "i1"),  # 1 if the Fellowship moved or hid, or tried to, this turn
        ("declared", "i1"),  # 1 if it was declared this turn
        ("phase", "i1"),
        ("minion_seen", "i1"),  # 1 once Saruman, the Witch-king or the Mouth is or was in play
        ("mouth_used", "i1"),
        ("stone_used", "i1"),  # 1 if the Palantir of Barad-dur was used this turn
        ("last_region", "i1"),  # where the card's last recruit stands, or NOBODY
        ("event_die", "i1"),  # 1 if the action was paid with an Event face, 2 with a Ruler die's
        ("moved_nazgul", "i1", (REGION_COUNT,)),  # Nazgul that this action moved to a region
        ("force", "i1", (FIGURE_KINDS,)),  # figures that move or attack
        ("card_at", "i1", (CARD_COUNT,)),  # `CardPlace`
        ("deck", "i1", (DECKS, DECK_SIZE)),  # cards of a deck, the last one on top
        ("deck_size", "i1", (DECKS,)),
        ("hand_size", "i1", (DECKS,)),  # cards in hand by deck
        ("pool", "i1", (TILE_KINDS,)),
        ("drawn", "i1", (TILE_KINDS,)),  # tiles drawn and set aside
        ("ready", "i1", (TILE_KINDS,)),  # special tiles that wait for Mordor
        ("removed", "i1", (TILE_KINDS,)),  # out of the game for good
        ("on_sovereign", "i1", (SOVEREIGN_COUNT, TILE_KINDS)),
        ("attempt", "i1", (TILE_KINDS,)),  # tiles drawn in a corruption attempt
        ("tempted", "i1"),  # bit set of Sovereigns tempted this turn
        ("tile", "i1"),  # the tile that is being resolved, or NOBODY
        ("hunt_mode", "i1"),  # `HuntMode`
        ("hunt_damage", "i1"),
        ("hunt_reveal", "i1"),
        ("hunt_casualty", "i1"),  # 1 if a casualty was taken for this tile
        ("hunt_card", "i1"),  # 1 if a table card was used for it
        ("battle", "i1"),  # `Battle`
        ("attacker", "i1"),
        ("battle_from", "i1"),
        ("battle_at", "i1"),
        ("battle_round", "i1"),
        ("free_rounds", "i1"),  # siege rounds that need no Elite
        ("no_free_cards", "i1"),  # 1 if the Free Peoples may play no Combat card in round 1
        ("no_cease", "i1"),
        ("relief", "i1"),  # region of Help Unlooked For, or NOBODY
        ("no_nazgul", "i1"),  # 1 if the White Rider cancels Nazgul Leadership
        ("bard_used", "i1"),  # bit 0: Heir of Bard, bit 1: Shadow in the North
        ("extended", "i1"),  # 1 if a Weakness extended this siege battle
        ("combat_card", "i1", (2,)),  # the chosen card, or NOBODY
        ("card_open", "i1"),
        ("cancelled", "i1", (2,)),
        ("ability", "i1", (2,)),  # the Chieftain whose ability replaces the card, or NOBODY
        ("hits", "i1", (2,)),  # hits that a side scored this round
        ("first_hits", "i1", (2,)),  # of them by special attacks, taken already
        ("misses", "i1", (2,)),
        ("reroll_hits", "i1", (2,)),
        ("lost_dice", "i1", (2,)),
        ("dice_cap", "i1", (2,)),
        ("combat_bonus", "i1", (2,)),
        ("reroll_bonus", "i1", (2,)),
        ("no_reroll", "i1", (2,)),
        ("less_leadership", "i1", (2,)),
        ("nazgul_forfeit", "i1"),
        ("confused", "i1"),  # natural 1s of the Shadow that hit itself
        ("card_drawn", "i2", (CARD_COUNT,)),  # the turn in which a card was drawn, 0 before
        ("card_played", "i2", (CARD_COUNT,)),  # the turn in which it was played as an event
        ("card_fought", "i2", (CARD_COUNT,)),  # the turn in which it was played as a Combat card
        ("battles", "i2", (2,)),  # attacks made by a side
        ("fellowship_moves", "i2"),
        ("mordor_turn", "i2"),  # the turn in which the Fellowship entered Mordor, 0 before
        ("entered", "i2", (CHARACTER_COUNT,)),  # the turn in which a character entered play or left the Fellowship
        ("house_uses", "i2", (8,)),  # how often each disputed or house value made a difference
    ],
)

NOBODY = -1


class CardPlace(enum.IntEnum):
    """Where a card is."""

    NOT_IN_GAME = 0
    DECK = 1
    HAND = 2
    TABLE = 3
    OPEN_DISCARD = 4
    FACE_DOWN_DISCARD = 5
    CHOSEN = 6
    """Chosen as a Combat card, or being played."""


NOT_IN_GAME, IN_DECK, IN_HAND, ON_THE_TABLE, OPEN_DISCARD, FACE_DOWN, CHOSEN = (int(place) for place in CardPlace)


class Phase(enum.IntEnum):
    """The phases of a turn."""

    RECOVER = 1
    FELLOWSHIP = 2
    HUNT_ALLOCATION = 3
    ROLL = 4
    ACTIONS = 5
    VICTORY = 6


class HuntMode(enum.IntEnum):
    """Why a Hunt tile is drawn."""

    MOVE = 0
    MORDOR = 1
    STRONGHOLD = 2
    EVENT = 3
    ISILDURS_BANE = 4
    FOUL_THING = 5
    BALROG = 6
    BALROG_HIDDEN = 7
    """Declared in an own City or Stronghold: no Reveal icon."""


class Battle(enum.IntEnum):
    """Kinds of battles."""

    NONE = 0
    FIELD = 1
    SIEGE = 2
    SORTIE = 3


class Ending(enum.IntEnum):
    """How a game ends by its own rules."""

    CORRUPTION = FIRST_GAME_OUTCOME
    RING_DESTROYED = FIRST_GAME_OUTCOME + 1
    MILITARY_SHADOW = FIRST_GAME_OUTCOME + 2
    MILITARY_FREE = FIRST_GAME_OUTCOME + 3
    ROUND_LIMIT = FIRST_GAME_OUTCOME + 4
    """The option `max_rounds` made it a draw."""


OUTCOMES = {int(ending): ending.name.lower() for ending in Ending}


class Chance(enum.IntEnum):
    """Kinds of trace events."""

    CARD_DRAWN = 1
    """A side drew a card: side, card. Only the side sees it."""
    DICE_ROLLED = 2
    """Action dice: side, face, Ruler die or not."""
    HUNT_ROLLED = 3
    """A die of the Hunt: value, re-roll or not."""
    TILE_DRAWN = 4
    """A Hunt tile: tile."""
    COMBAT_ROLLED = 5
    """A die of a battle: side, value, target."""
    CORRUPTION_TILE = 6
    """A tile drawn to corrupt: tile. Only the Shadow sees it."""
    COMPANION_DRAWN = 7
    """A Companion drawn at random: character."""
    DIE_ROLLED = 8
    """A die for a card: value."""


class House(enum.IntEnum):
    """Disputed and house values whose use is counted."""

    HAND_TRIMMED = 0
    TRIMMED_ARMY = 1
    NEW_GUIDE_ABILITY = 2
    HOBBIT_IN_MORDOR = 3
    NO_REGULAR_TO_EXTEND = 4
    BOTH_WIPED_OUT = 5
    GOLLUM_REVEALS = 6
    ARMY_CARD_DISCARDED = 7
