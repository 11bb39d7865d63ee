"""The state record of War Chest and its named constants.

A unit type belongs to at most one player, so that coins and stacks are counted by type. Stacks are numbered like units
(`SECOND_FOOTMAN` is the second Footman); coin kinds are the units, then the Royal Coin of each seat (`ROYAL + seat`). Teams
are seat & 1: Raven is team 0, Wolf team 1. The two Footmen are kept in the order of their hexes, so that equal positions have
equal bytes.
"""

from __future__ import annotations

import enum
from pathlib import Path

from engine.game import FIRST_GAME_OUTCOME, state_dtype
from engine.games.war_chest.board import HEX_COUNT
from engine.games.war_chest.data import COIN_KINDS, MAX_SEATS, STACK_COUNT, UNIT_COUNT

NOBODY = -1
"""No hex, no stack, no owner."""

PENDING_DEPTH = 2
"""At most one decision waits below another: the second Footman's act, while a Royal Guard's owner decides."""

STATE = state_dtype(
    "war_chest",
    Path(__file__).parent,
    [
        ("stacks", "i8", (2,)),  # hexes where a team's units stand
        ("markers", "i8", (2,)),  # locations that a team controls
        ("purse", "i4", (MAX_SEATS,)),  # bit set of a seat's coin kinds
        ("draft_left", "i4"),  # bit set of the units that can be picked or banned
        ("drawn", "i2", (UNIT_COUNT,)),  # how often coins of the unit were drawn from the bag
        ("played", "i2", (UNIT_COUNT,)),  # coins of the unit used to place or maneuver it
        ("first_round", "i2", (UNIT_COUNT,)),  # the round of the first such use, 0 before it
        ("attacks", "i2", (MAX_SEATS,)),  # attacks made by a seat's units
        ("recruits", "i2", (MAX_SEATS,)),
        ("claims", "i2", (MAX_SEATS,)),
        ("coins_left", "i2"),  # unit coins that are not in the box
        ("hex_of", "i1", (STACK_COUNT,)),  # where a stack stands, or NOBODY
        ("height", "i1", (STACK_COUNT,)),  # coins in a stack, 0 if it is not deployed
        ("stack_at", "i1", (HEX_COUNT,)),  # the stack on a hex, or NOBODY
        ("owner", "i1", (UNIT_COUNT,)),  # the seat that has the unit, or NOBODY
        ("pick", "i1", (UNIT_COUNT,)),  # number of the pick in a draft, 0 if not drafted
        ("hand", "i1", (COIN_KINDS,)),
        ("bag", "i1", (COIN_KINDS,)),
        ("face_up", "i1", (COIN_KINDS,)),  # face-up discards
        ("face_down", "i1", (COIN_KINDS,)),  # face-down discards
        ("supply", "i1", (UNIT_COUNT,)),
        ("box", "i1", (UNIT_COUNT,)),  # coins lost for good
        ("in_hand", "i1", (MAX_SEATS,)),  # number of coins in a hand
        ("in_bag", "i1", (MAX_SEATS,)),  # number of coins in a bag
        ("pending_kind", "i1", (PENDING_DEPTH,)),  # decisions that wait, `Pending`; the last one is asked first
        ("pending_detail", "i1", (PENDING_DEPTH,)),
        ("pending", "i1"),  # how many decisions wait
        ("players", "i1"),
        ("turn", "i1"),  # the seat whose turn it is, whoever decides something in it
        ("initiative", "i1"),  # the seat that holds the initiative marker
        ("initiative_moved", "i1"),  # 1 if the marker was claimed this round
        ("first_player", "i1"),
        ("draft_step", "i1"),  # 1 for the first ban or pick; 0 when there is no draft (any more)
    ],
)


class Pending(enum.IntEnum):
    """A decision inside a turn, and what its detail says."""

    USE_DRAWN_COIN = 1
    """Warrior Priest: the drawn coin has to be used. Detail: its kind."""
    REPEAT = 2
    """Berserker: a coin of the stack may pay for another maneuver."""
    FREE_MOVE = 3
    """Swordsman: may move after its attack."""
    FREE_MANEUVER = 4
    """Mercenary: may maneuver after one was recruited."""
    FOOTMEN_ACT = 5
    """Footman's tactic. Detail: the hex of the Footman that has yet to act, or NOBODY if neither has."""
    SOAK = 6
    """Royal Guard: its owner chooses where the lost coin comes from. Detail: the attacking stack."""


class Ending(enum.IntEnum):
    """How a game ends by its own rules."""

    CONTROL = FIRST_GAME_OUTCOME
    """A side placed its last control marker."""
    ROUND_LIMIT = FIRST_GAME_OUTCOME + 1
    """The option `max_rounds` made it a draw."""
    NO_COINS_LEFT = FIRST_GAME_OUTCOME + 2
    """Every unit coin is in the box: nobody can ever place a marker again, a draw."""


OUTCOMES = {int(ending): ending.name.lower() for ending in Ending}


class Chance(enum.IntEnum):
    """Kinds of trace events. Each ends with the number of players, which seat names depend on."""

    INITIATIVE = 1
    """The initiative marker was flipped: the seat that it gives the initiative to (or the first drafter)."""
    DEALT = 2
    """A unit was dealt to a seat: seat, unit."""
    OFFERED = 3
    """A unit was dealt face up for the draft: unit."""
    DRAWN = 4
    """A seat drew a coin: seat, kind. Only the seat sees it."""
    REFILLED = 5
    """A seat put its discard pile into its bag: seat, coins."""
