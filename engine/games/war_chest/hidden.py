"""What a seat sees, and how the rest is dealt anew.

Hidden are the other seats' hands, bags, face-down discards and a Warrior Priest's drawn coin, the partner's too. Of each of
their coin kinds the total over these places is known: what they own less what lies open. Every deal of those coins that keeps
the sizes of the places is equally likely; nothing is inferred from play.
"""

from __future__ import annotations

import numpy as np

from engine.arrays import scratch
from engine.bits import lowest
from engine.compilation import rule
from engine.game import ObservationSpec, observation_spec
from engine.games.war_chest.board import HEX_COUNT
from engine.games.war_chest.data import COIN_KINDS, MAX_SEATS, ROYAL, UNIT_COUNT, UNIT_OF_STACK, Unit
from engine.games.war_chest.rules.pending import PENDING_UNIT
from engine.games.war_chest.state import NOBODY, PENDING_DEPTH, Pending
from engine.rng import below, extend_key, seed_stream
from engine.types import Actions, Record, Stream

_FOOTMAN = int(Unit.FOOTMAN)
_WARRIOR_PRIEST = int(Unit.WARRIOR_PRIEST)
_USE_DRAWN_COIN = int(Pending.USE_DRAWN_COIN)
_FOOTMEN_ACT = int(Pending.FOOTMEN_ACT)
_SOAK = int(Pending.SOAK)

_OWN_KINDS = UNIT_COUNT + 1

OBSERVATION = np.dtype(
    [
        ("unit_at", "i1", (HEX_COUNT,)),
        ("side_at", "i1", (HEX_COUNT,)),
        ("height_at", "i1", (HEX_COUNT,)),
        ("marker_at", "i1", (HEX_COUNT,)),
        ("owner", "i1", (UNIT_COUNT,)),
        ("supply", "i1", (UNIT_COUNT,)),
        ("box", "i1", (UNIT_COUNT,)),
        ("face_up", "i1", (UNIT_COUNT,)),
        ("royal_face_up", "i1", (MAX_SEATS,)),
        ("unseen", "i1", (UNIT_COUNT,)),
        ("hand", "i1", (_OWN_KINDS,)),
        ("bag", "i1", (_OWN_KINDS,)),
        ("face_down", "i1", (_OWN_KINDS,)),
        ("in_hand", "i1", (MAX_SEATS,)),
        ("in_bag", "i1", (MAX_SEATS,)),
        ("in_face_down", "i1", (MAX_SEATS,)),
        ("initiative", "i1"),
        ("initiative_moved", "i1"),
        ("turn", "i1"),
        ("deciding", "i1"),
        ("round_number", "i2"),
        ("pending", "i1", (PENDING_DEPTH,)),
        ("drawn_coin", "i1"),
        ("attacker", "i1"),
        ("footman_to_act", "i1"),
        ("draft_step", "i1"),
        ("draft_left", "i1", (UNIT_COUNT,)),
        ("pick", "i1", (UNIT_COUNT,)),
        ("first_player", "i1"),
    ]
)

_LAST_SEAT = MAX_SEATS - 1
_MOST_COINS = 63


def spec() -> ObservationSpec:
    """The observation's fields. Seats are counted clockwise from the seat that looks: it is 0."""
    return observation_spec(
        OBSERVATION,
        {
            "unit_at": ("unit on each hex, counted from 1; 0: none", 0, UNIT_COUNT),
            "side_at": ("1 own side's unit, -1 enemy, 0 none", -1, 1),
            "height_at": ("coins in the stack on each hex", 0, _MOST_COINS),
            "marker_at": ("1 own side's control marker, -1 the enemy's, 0 none", -1, 1),
            "owner": ("seat that has the unit; -1: none", -1, _LAST_SEAT),
            "supply": ("coins in the supply of the unit's owner", 0, _MOST_COINS),
            "box": ("coins of the unit that are lost for good", 0, _MOST_COINS),
            "face_up": ("face-up discards of the unit's owner", 0, _MOST_COINS),
            "royal_face_up": ("1 if the seat's Royal Coin lies face up in its discard pile", 0, 1),
            "unseen": ("coins of another seat's unit in its hand, bag and face-down discards together", 0, _MOST_COINS),
            "hand": ("own coins in hand, by unit; last the Royal Coin", 0, _MOST_COINS),
            "bag": ("own coins in the bag, by unit; last the Royal Coin", 0, _MOST_COINS),
            "face_down": ("own face-down discards, by unit; last the Royal Coin", 0, _MOST_COINS),
            "in_hand": ("number of coins in each seat's hand", 0, _MOST_COINS),
            "in_bag": ("number of coins in each seat's bag", 0, _MOST_COINS),
            "in_face_down": ("number of each seat's face-down discards", 0, _MOST_COINS),
            "initiative": ("seat that holds the initiative marker", 0, _LAST_SEAT),
            "initiative_moved": ("1 if the marker was claimed this round", 0, 1),
            "turn": ("seat whose turn it is", 0, _LAST_SEAT),
            "deciding": ("seat that decides now", 0, _LAST_SEAT),
            "round_number": ("round, from 1; 0 in a draft", 0, 32767),
            "pending": ("decisions that wait inside the turn, `Pending`; the last one not 0 is asked first", 0, len(Pending)),
            "drawn_coin": ("own coin that a Warrior Priest drew, counted from 1, the Royal Coin last; 0: none", 0, _OWN_KINDS),
            "attacker": ("stack that attacks a Royal Guard whose owner decides, counted from 1; 0: none", 0, UNIT_COUNT + 1),
            "footman_to_act": (
                "hex of the Footman that has yet to act in the tactic, counted from 1; 0: none or both",
                0,
                HEX_COUNT,
            ),
            "draft_step": ("ban or pick of the draft, counted from 1; 0: no draft", 0, UNIT_COUNT),
            "draft_left": ("1 for each unit that can be picked or banned", 0, 1),
            "pick": ("number of the pick that took the unit in a draft; 0: none", 0, UNIT_COUNT),
            "first_player": ("seat that began the first round", 0, _LAST_SEAT),
        },
        version=1,
    )


@rule
def seen_from(state: Record, seat: int, other: int) -> int:
    """A seat counted clockwise from the one that looks."""
    return other - seat if other >= seat else other - seat + state.players


@rule
def observation(options: Record, state: Record, seat: int, out: Record) -> None:
    """The open information, and the seat's own coins."""
    see_board(state, seat, out)
    see_units(state, seat, out)
    see_seats(state, seat, out)
    see_pending(state, seat, out)
    out.initiative = seen_from(state, seat, state.initiative)
    out.initiative_moved = state.initiative_moved
    out.turn = seen_from(state, seat, state.turn)
    out.deciding = seen_from(state, seat, state.current_player)
    out.round_number = state.round_number
    out.draft_step = state.draft_step
    out.first_player = seen_from(state, seat, state.first_player)


@rule
def see_board(state: Record, seat: int, out: Record) -> None:
    """Stacks and markers."""
    team = seat & 1
    for place in range(HEX_COUNT):
        stack = state.stack_at[place]
        if stack != NOBODY:
            unit = UNIT_OF_STACK[stack]
            out.unit_at[place] = unit + 1
            out.side_at[place] = 1 if state.owner[unit] & 1 == team else -1
            out.height_at[place] = state.height[stack]
        out.marker_at[place] = (state.markers[team] >> place & 1) - (state.markers[1 - team] >> place & 1)


@rule
def see_units(state: Record, seat: int, out: Record) -> None:
    """By unit: who has it, and where its coins are as far as the seat knows."""
    for unit in range(UNIT_COUNT):
        owner = state.owner[unit]
        out.owner[unit] = NOBODY if owner == NOBODY else seen_from(state, seat, owner)
        out.supply[unit] = state.supply[unit]
        out.box[unit] = state.box[unit]
        out.face_up[unit] = state.face_up[unit]
        out.draft_left[unit] = state.draft_left >> unit & 1
        out.pick[unit] = state.pick[unit]
        if owner == seat:
            out.hand[unit] = state.hand[unit]
            out.bag[unit] = state.bag[unit]
            out.face_down[unit] = state.face_down[unit]
        else:
            out.unseen[unit] = unseen_coins(state, unit)


@rule
def drawn_coin(state: Record, seat: int) -> int:
    """The coin that the seat's Warrior Priest drew and that has to be used, or NOBODY."""
    if state.pending == 0 or state.pending_kind[state.pending - 1] != _USE_DRAWN_COIN:
        return NOBODY
    return state.pending_detail[state.pending - 1] if state.owner[_WARRIOR_PRIEST] == seat else NOBODY


@rule
def unseen_coins(state: Record, kind: int) -> int:
    """Coins of a kind in hand, bag and face-down discards, or drawn and not yet used."""
    total = state.hand[kind] + state.bag[kind] + state.face_down[kind]
    if state.pending > 0:
        top = state.pending - 1
        total += state.pending_kind[top] == _USE_DRAWN_COIN and state.pending_detail[top] == kind
    return total


@rule
def see_seats(state: Record, seat: int, out: Record) -> None:
    """By seat: sizes of hand, bag and face-down discards, and the Royal Coin."""
    for other in range(state.players):
        place = seen_from(state, seat, other)
        out.in_hand[place] = state.in_hand[other]
        out.in_bag[place] = state.in_bag[other]
        out.in_face_down[place] = face_down_coins(state, other)
        out.royal_face_up[place] = state.face_up[ROYAL + other]
    out.hand[ROYAL] = state.hand[ROYAL + seat]
    out.bag[ROYAL] = state.bag[ROYAL + seat]
    out.face_down[ROYAL] = state.face_down[ROYAL + seat]


@rule
def face_down_coins(state: Record, seat: int) -> int:
    """The number of a seat's face-down discards."""
    total = 0
    kinds = state.purse[seat]
    while kinds:
        total += state.face_down[lowest(kinds)]
        kinds &= kinds - 1
    return total


@rule
def see_pending(state: Record, seat: int, out: Record) -> None:
    """The decisions that wait, with what is open about them."""
    for i in range(state.pending):
        kind = state.pending_kind[i]
        detail = state.pending_detail[i]
        out.pending[i] = kind
        if kind == _SOAK:
            out.attacker = detail + 1
        elif kind == _FOOTMEN_ACT:
            out.footman_to_act = detail + 1
        elif kind == _USE_DRAWN_COIN and state.owner[PENDING_UNIT[kind]] == seat:
            out.drawn_coin = min(detail, ROYAL) + 1


@rule
def resample(options: Record, state: Record, seat: int, key: Stream) -> None:
    """Deal the other seats' unseen coins anew; start both streams from `key`."""
    seed_stream(state.play_rng, key)
    pool = scratch(COIN_KINDS)
    for other in range(state.players):
        if other != seat:
            deal_unseen(state, other, pool)
    clear_statistics(state)
    extend_key(key, 1, state.setup_rng)
    seed_stream(state.setup_rng, state.setup_rng)
    extend_key(key, 2, state.play_rng)
    seed_stream(state.play_rng, state.play_rng)


@rule
def clear_statistics(state: Record) -> None:
    """Forget the counters of the results: partly hidden (what others drew), and no rule looks at them."""
    for unit in range(UNIT_COUNT):
        state.drawn[unit] = 0
        state.played[unit] = 0
        state.first_round[unit] = 0
    for seat in range(MAX_SEATS):
        state.attacks[seat] = 0
        state.recruits[seat] = 0
        state.claims[seat] = 0


@rule
def deal_unseen(state: Record, seat: int, pool: Actions) -> None:
    """Deal a seat's unseen coins over hand, face-down discards, a drawn coin and the bag, keeping the sizes."""
    face_down = face_down_coins(state, seat)
    drawn = drawn_coin(state, seat) != NOBODY
    left = state.in_hand[seat] + face_down + state.in_bag[seat] + drawn
    kinds = state.purse[seat]
    while kinds:
        kind = lowest(kinds)
        pool[kind] = unseen_coins(state, kind)
        state.hand[kind] = 0
        state.face_down[kind] = 0
        kinds &= kinds - 1
    for _ in range(state.in_hand[seat]):
        state.hand[take_from_pool(state, seat, pool, left)] += 1
        left -= 1
    for _ in range(face_down):
        state.face_down[take_from_pool(state, seat, pool, left)] += 1
        left -= 1
    if drawn:
        state.pending_detail[state.pending - 1] = take_from_pool(state, seat, pool, left)
    kinds = state.purse[seat]
    while kinds:
        kind = lowest(kinds)
        state.bag[kind] = pool[kind]
        kinds &= kinds - 1


@rule
def take_from_pool(state: Record, seat: int, pool: Actions, total: int) -> int:
    """Draw one of the `total` coins of a seat's pool."""
    ticket = below(state.play_rng, total)
    kinds = state.purse[seat]
    kind = lowest(kinds)
    while ticket >= pool[kind]:
        ticket -= pool[kind]
        kinds &= kinds - 1
        kind = lowest(kinds)
    pool[kind] -= 1
    return kind
