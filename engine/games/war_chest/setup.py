"""A new game of War Chest."""

from __future__ import annotations

from engine.arrays import scratch
from engine.bits import count
from engine.compilation import rule
from engine.games.war_chest.board import HEX_COUNT
from engine.games.war_chest.data import STACK_COUNT, UNIT_COUNT
from engine.games.war_chest.options import SETUPS
from engine.games.war_chest.rules.draft import draft_seat
from engine.games.war_chest.rules.rounds import begin_play, next_seat
from engine.games.war_chest.state import NOBODY, Chance
from engine.rng import below, seed_stream, shuffle
from engine.trace import EVERYBODY, note2, note3
from engine.types import Actions, Record, Stream, Trace

_INITIATIVE = int(Chance.INITIATIVE)
_DEALT = int(Chance.DEALT)
_OFFERED = int(Chance.OFFERED)

_FIRST_GAME = SETUPS.index("first_game")
_DRAFT = SETUPS.index("draft")
_ELIMINATION_DRAFT = SETUPS.index("elimination_draft")


@rule
def new_initial_state(options: Record, state: Record, setup_key: Stream, play_key: Stream, trace: Trace) -> None:
    """Board and markers; then armies, dealt, given or drafted; then the first hands (rulebook, Setup)."""
    seed_stream(state.setup_rng, setup_key)
    seed_stream(state.play_rng, play_key)
    state.players = options.players
    clear_board(options, state)
    deck = scratch(UNIT_COUNT)
    if options.setup in (_DRAFT, _ELIMINATION_DRAFT):
        begin_draft(options, state, deck, trace)
        return
    deal_armies(options, state, deck, trace)
    state.initiative = 0 if options.setup == _FIRST_GAME else flip_initiative_marker(options, state, trace)
    begin_play(options, state, trace)


@rule
def clear_board(options: Record, state: Record) -> None:
    """No units; each side's markers on its start locations."""
    for place in range(HEX_COUNT):
        state.stack_at[place] = NOBODY
    for stack in range(STACK_COUNT):
        state.hex_of[stack] = NOBODY
    for unit in range(UNIT_COUNT):
        state.owner[unit] = NOBODY
    for team in range(2):
        state.markers[team] = options.starts[team]


@rule
def flip_initiative_marker(options: Record, state: Record, trace: Trace) -> int:
    """The marker shows a faction; with 4 players one of its two seats is drawn (open question Q3)."""
    seat = below(state.setup_rng, options.players)
    note2(trace, _INITIATIVE, EVERYBODY, seat, options.players)
    return seat


@rule
def shuffled_deck(state: Record, taken: int, deck: Actions) -> int:
    """Write the units that are not in the bit set `taken` to `deck`, shuffled; returns how many."""
    n = 0
    for unit in range(UNIT_COUNT):
        if not taken >> unit & 1:
            deck[n] = unit
            n += 1
    shuffle(state.setup_rng, deck, n)
    return n


@rule
def give_unit(state: Record, seat: int, unit: int) -> None:
    """A unit belongs to a seat."""
    state.owner[unit] = seat
    state.purse[seat] |= 1 << unit


@rule
def deal_armies(options: Record, state: Record, deck: Actions, trace: Trace) -> None:
    """Give each seat the units that the options name, and deal it the rest of its army."""
    taken = 0
    for seat in range(options.players):
        taken |= options.armies[seat]
    left = shuffled_deck(state, taken, deck)
    for seat in range(options.players):
        for unit in range(UNIT_COUNT):
            if options.armies[seat] >> unit & 1:
                give_unit(state, seat, unit)
        for _ in range(options.units_a_player - count(options.armies[seat])):
            left -= 1
            give_unit(state, seat, deck[left])
            note3(trace, _DEALT, EVERYBODY, seat, deck[left], options.players)


@rule
def begin_draft(options: Record, state: Record, deck: Actions, trace: Trace) -> None:
    """Deal units face up; the marker shows the first drafter, the next seat takes it (rulebook, advanced set-up)."""
    shuffled_deck(state, 0, deck)
    for i in range(options.picks + options.bans):
        state.draft_left |= 1 << deck[i]
        note2(trace, _OFFERED, EVERYBODY, deck[i], options.players)
    state.initiative = next_seat(state, flip_initiative_marker(options, state, trace))
    state.draft_step = 1
    state.current_player = draft_seat(options, state)
