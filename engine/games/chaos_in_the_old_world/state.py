"""The state record of Chaos in the Old World and its named constants.

Everything is counted by power (not by seat), region, Chaos card title and figure slot. Figures of one type are
interchangeable, so the slots of a type are kept in canonical order (`rules/figures.py`): equal positions have equal bytes.
"""

from __future__ import annotations

import enum
from pathlib import Path

from engine.game import FIRST_GAME_OUTCOME, state_dtype
from engine.games.chaos_in_the_old_world.chaos_cards import CARDS
from engine.games.chaos_in_the_old_world.data import (
    FIGURE_TYPES,
    MAX_DECK,
    MAX_OLD_WORLD_DECK,
    POWERS,
    REGIONS,
    SPACES,
    TOKENS,
    TRACK,
)
from engine.games.chaos_in_the_old_world.house import HOUSE_VALUES
from engine.games.chaos_in_the_old_world.old_world_cards import OLD_WORLD_TITLES
from engine.games.chaos_in_the_old_world.upgrades import UPGRADE_CARDS

NOBODY = -1
"""No card, no space, no power, no slot."""

STATE = state_dtype(
    "chaos_in_the_old_world",
    Path(__file__).parent,
    [
        ("at", "i8", (REGIONS,)),  # slots of the figures in a region
        ("control", "i8", (POWERS,)),  # slots of the figures that a power controls, its reserve included
        ("shielded", "i8"),  # slots that can't be killed in battle this round
        ("spent", "i8"),  # slots that were summoned free this round
        ("on_left", "i8"),  # slots that stand on the left card space of their region
        ("on_right", "i8"),
        ("fallen", "i8"),  # slots that are destroyed and leave when everybody has rolled
        ("upgrades", "i4"),  # set of upgrade cards in play
        ("victory_points", "i2", (POWERS,)),
        ("tokens", "i1", (REGIONS, TOKENS)),
        ("supply", "i1", (TOKENS,)),
        ("peasants", "i1", (POWERS,)),  # Peasant tokens captured
        ("corruption", "i1", (REGIONS, POWERS)),
        ("placed_now", "i1", (REGIONS, POWERS)),  # tokens placed in this corruption phase, for dial conditions
        ("placed_step", "i1", (REGIONS, POWERS)),  # those of them placed in the corruption step
        ("placed_round", "i1", (REGIONS, POWERS)),  # tokens placed this round
        ("killed_in", "i1", (REGIONS, POWERS)),  # figures that a power killed in a region this round
        ("ruin_card", "i1", (REGIONS,)),  # ruination card on a region, 0: none
        ("ruined_now", "i2"),  # regions ruined this round, not yet scored
        ("ruins", "i1"),
        ("space", "i1", (SPACES,)),  # Chaos card on a card space, or NOBODY
        ("closed_space", "i1"),  # card space that an Old World card closed, or NOBODY
        ("hand", "i1", (CARDS,)),
        ("discard", "i1", (CARDS,)),
        ("deck", "i1", (POWERS, MAX_DECK)),  # titles; the next card is the one at `deck_size - 1`; NOBODY beyond
        ("deck_size", "i1", (POWERS,)),
        ("hand_size", "i1", (POWERS,)),
        ("old_world_deck", "i1", (MAX_OLD_WORLD_DECK,)),  # titles, as `deck`
        ("old_world_left", "i1"),
        ("revealed", "i1", (OLD_WORLD_TITLES,)),  # Old World cards drawn so far
        ("track", "i1", (TRACK,)),  # Old World cards on the track, or NOBODY
        ("power_points", "i1", (POWERS,)),
        ("dial", "i1", (POWERS,)),  # position
        ("advances", "i1", (POWERS,)),  # dial advancement counters
        ("cost", "i1", (FIGURE_TYPES,)),  # the lines of figure types with their upgrades
        ("attack", "i1", (FIGURE_TYPES,)),
        ("defense", "i1", (FIGURE_TYPES,)),
        ("ability", "i1", (FIGURE_TYPES,)),
        ("ability_amount", "i1", (FIGURE_TYPES,)),
        ("early_hits", "i1", (REGIONS, POWERS)),  # hits that wait for the power's normal roll
        ("retaliation", "i1", (POWERS,)),  # hits that a power owes to who has just rolled
        ("phase", "i1"),
        ("step", "i1"),  # inside the phase; see the modules of the phases
        ("region", "i1"),  # cursors of the step
        ("turn", "i1"),
        ("part", "i1"),
        ("left", "i1"),  # how many of something are left to do
        ("used", "i2"),  # regions that an Old World card has used
        ("drawn_card", "i1"),  # Old World card that is being resolved, or NOBODY
        ("ask", "i1"),  # the decision that is asked for, `Ask`
        ("asked", "i1"),  # the power that decides
        ("ask_region", "i1"),
        ("ask_origin", "i1"),
        ("ask_slot", "i1"),  # the figure, or figure type, that the decision is about
        ("hits", "i1"),  # hits to assign
        ("hitter", "i1"),  # the power that assigns them; NOBODY: neutral dice
        ("victim", "i1"),  # the power whose figures they may go to; NOBODY: any enemy's
        ("early", "i1"),  # 1: casualties leave at once, and hits may be kept
        ("battle", "i1"),  # how many battles were fought in this region
        ("first_choice", "i1"),  # power that decided first, for the summary
        ("drawn", "i2", (CARDS,)),  # counters for the summary: nothing in play depends on what follows
        ("dealt", "i1", (CARDS,)),
        ("played", "i2", (CARDS,)),
        ("first_round", "i1", (CARDS,)),
        ("upgrade_round", "i1", (UPGRADE_CARDS,)),
        ("revealed_round", "i1", (OLD_WORLD_TITLES,)),
        ("revealed_by", "i1", (OLD_WORLD_TITLES,)),
        ("house_used", "i2", (HOUSE_VALUES,)),
        ("domination_points", "i2", (POWERS,)),
        ("ruin_points", "i2", (POWERS,)),
        ("dial_points", "i2", (POWERS,)),
        ("other_points", "i2", (POWERS,)),
        ("kills", "i2", (POWERS,)),
        ("losses", "i2", (POWERS,)),
        ("corruption_placed", "i2", (POWERS,)),
        ("dominations", "i2", (POWERS,)),
    ],
)

COUNTERS = (
    "drawn",
    "dealt",
    "played",
    "first_round",
    "upgrade_round",
    "revealed_round",
    "revealed_by",
    "house_used",
    "domination_points",
    "ruin_points",
    "dial_points",
    "other_points",
    "kills",
    "losses",
    "corruption_placed",
    "dominations",
)
"""Fields that only the summary reads."""


class Ask(enum.IntEnum):
    """Decisions, and who makes them where it isn't the power whose turn it is."""

    NONE = 0
    OLD_WORLD_REGION = 1
    """Lowest threat: where tokens of an Old World card go."""
    OLD_WORLD_EITHER = 2
    """Lowest threat: the first or the second set of regions."""
    OLD_WORLD_SPACE = 3
    """Lowest threat: which card space is closed."""
    DISCARD_BEFORE_DRAW = 4
    """Tzeentch may discard a card before he draws."""
    SUMMONING = 5
    """Summon a figure, play a card, or pass."""
    WHICH_FIGURE = 6
    """Which of the figures of one type in one region is summoned, where they differ."""
    CARRY = 7
    """Whether an Acolyte carries a Warpstone along."""
    CARD_SPACE = 8
    """Whether, and onto which card space, a Horror goes."""
    CALL_REGION = 9
    """The Blood God's Call: from which region, if any."""
    CALL_FIGURE = 10
    """The Blood God's Call: which figure, or no more."""
    DECAY = 11
    """All Things Decay: whose token."""
    TELEPORT_FIGURE = 12
    TELEPORT_REGION = 13
    SHIELD = 14
    MEDDLE = 15
    """Whom the Skaven meddle with."""
    DISCARD = 16
    """A card to discard; asked of the victim."""
    INFLUENCE_TOKEN = 17
    INFLUENCE_REGION = 18
    CONTROL = 19
    """Soporific Musk: which enemy figure."""
    EARLY_HITS = 20
    """Whom early hits go to, or keep them for the normal roll."""
    HITS = 21
    """Whom a hit goes to."""
    RETALIATE = 22
    """Plaguebearers: which figure of the slayer takes the hits."""
    TAKE_CULTIST = 23
    """Keeper of Secrets: which enemy cultist."""
    ROT = 24
    """The Final Rotting: which enemy cultist or warrior."""
    REAVERS = 25
    """Lowest threat: whom the Reavers' hits go to."""
    HERO = 26
    """Which of its figures a power loses to a Hero."""
    LOSS_REGION = 27
    """From which region a power loses a figure to an Old World card."""
    LOSS_FIGURE = 28
    DIAL_WARPSTONE = 29
    DIAL_NOBLE = 30
    DIAL_CORRUPTION = 31
    """Which corruption token goes."""
    DIAL_TOKEN = 32
    """Which Old World token goes."""
    UPGRADE = 33


class Ending(enum.IntEnum):
    """How a game ends by its own rules, in the order in which it is looked at (rulebook p. 22)."""

    DIAL = FIRST_GAME_OUTCOME
    VICTORY_POINTS = FIRST_GAME_OUTCOME + 1
    FIVE_REGIONS = FIRST_GAME_OUTCOME + 2
    OLD_WORLD_EXHAUSTED = FIRST_GAME_OUTCOME + 3
    """The Old World withstood: all lose."""


OUTCOMES = {int(ending): ending.name.lower() for ending in Ending}


class Chance(enum.IntEnum):
    """Kinds of trace events."""

    SETUP_TOKEN = 1
    """A token of the set-up: region, token."""
    OLD_WORLD_CARD = 2
    """An Old World card is drawn: title."""
    DRAWN = 3
    """A power draws a Chaos card: power, title. Only its seat sees it."""
    RESHUFFLED = 4
    """A power shuffles its discards: power, cards."""
    DIE = 5
    """A battle die: region, power (4: neutral), result, whether it came from an explosion."""
    RANDOM_DISCARD = 6
    """A card discarded at random: power, title."""
