"""What holds in every state of War Chest; also the check of states that come from elsewhere."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from engine.debug import RecordView
from engine.game import FIRST_GAME_OUTCOME, Outcome
from engine.games.war_chest.board import HEX_COUNT, HEX_NAMES, hex_set, members
from engine.games.war_chest.data import (
    COIN_KINDS,
    MAX_SEATS,
    ROYAL,
    SECOND_FOOTMAN,
    STACK_COUNT,
    UNIT_COUNT,
    UNIT_NAMES,
    UNIT_OF_STACK,
    Unit,
)
from engine.games.war_chest.rules.pending import PENDING_UNIT
from engine.games.war_chest.state import NOBODY, OUTCOMES, PENDING_DEPTH, Ending, Pending


def _plain(view: RecordView) -> Any:
    """The fields of a record as Python ints and lists: an audit reads each of them many times."""
    values = {name: getattr(view, name) for name in view.dtype.names or ()}
    return SimpleNamespace(**{name: value if isinstance(value, int) else value.tolist() for name, value in values.items()})


def _require(holds: object, message: str) -> None:
    if not holds:
        raise ValueError(message)


def _require_range(state: Any, name: str, low: int, high: int) -> None:
    value = getattr(state, name)
    values = [value] if isinstance(value, int) else value
    for entry in values:
        _require(low <= entry <= high, f"{name} is {entry}, not {low} .. {high}")


def audit(options_view: Any, state_view: RecordView) -> None:
    """Check ranges, the board, armies, coins, waiting decisions and the ending.

    Raises:
        ValueError: says what doesn't hold.
    """
    options, state = _plain(options_view), _plain(state_view)
    _require(options.players == state.players, f"a game of {state.players} players under options for {options.players}")
    _audit_ranges(options, state)
    _audit_armies(options, state)
    _audit_board(options, state)
    _audit_pending(state)
    _audit_coins(options, state)
    _audit_turn(options, state)
    _audit_ending(options, state)


def _audit_ranges(options: Any, state: Any) -> None:
    last_seat = state.players - 1
    for name in ("turn", "initiative", "first_player", "current_player"):
        _require_range(state, name, 0, last_seat)
    for name in ("initiative_moved", "terminal"):
        _require_range(state, name, 0, 1)
    for name in ("hand", "bag", "face_up", "face_down", "supply", "box", "height", "in_hand", "in_bag", "coins_left"):
        _require_range(state, name, 0, 127)
    for name in ("drawn", "played", "first_round", "attacks", "recruits", "claims", "round_number"):
        _require_range(state, name, 0, 32767)
    _require_range(state, "hex_of", NOBODY, HEX_COUNT - 1)
    _require_range(state, "stack_at", NOBODY, STACK_COUNT - 1)
    _require_range(state, "owner", NOBODY, last_seat)
    _require_range(state, "pick", 0, options.picks)
    _require_range(state, "pending", 0, PENDING_DEPTH)
    _require_range(state, "draft_step", 0, options.bans + options.picks)
    _require_range(state, "draft_left", 0, (1 << UNIT_COUNT) - 1)
    drafting = state.draft_step > 0
    _require((state.round_number == 0) == drafting, f"round {state.round_number} at step {state.draft_step} of a draft")
    for seat in range(state.players, MAX_SEATS):
        absent = (
            state.purse[seat],
            state.in_hand[seat],
            state.in_bag[seat],
            state.attacks[seat],
            state.recruits[seat],
            state.claims[seat],
        )
        _require(not any(absent), f"seat {seat} does not play")


def _audit_armies(options: Any, state: Any) -> None:
    drafting = state.draft_step > 0
    for seat in range(state.players):
        units = [unit for unit in range(UNIT_COUNT) if state.owner[unit] == seat]
        royal = [] if drafting else [ROYAL + seat]
        _require(state.purse[seat] == hex_set([*units, *royal]), f"seat {seat}: its coin kinds are not those of its units")
        full = len(units) == options.units_a_player
        _require(full or (drafting and len(units) < options.units_a_player), f"seat {seat} has {len(units)} units")
    picks = sorted(pick for pick in state.pick if pick)
    _require(picks == list(range(1, len(picks) + 1)), "picks are not numbered one by one")
    left = members(state.draft_left)
    if drafting:
        done = state.draft_step - 1
        _require(len(left) == options.bans + options.picks - done, f"{len(left)} units left after {done} steps of the draft")
        _require(len(picks) == max(0, done - options.bans), f"{len(picks)} picks after {done} steps of the draft")
        _require(all(state.owner[unit] == NOBODY for unit in left), "a unit that can be picked belongs to somebody")
    else:
        _require(not left, "units can be picked, but there is no draft")


def _audit_board(options: Any, state: Any) -> None:
    placed = [0, 0]
    for stack in range(STACK_COUNT):
        place, height = state.hex_of[stack], state.height[stack]
        _require((place == NOBODY) == (height == 0), f"stack {stack}: {height} coins on hex {place}")
        if place == NOBODY:
            continue
        owner = state.owner[UNIT_OF_STACK[stack]]
        _require(owner != NOBODY, f"{UNIT_NAMES[UNIT_OF_STACK[stack]]} is on the board and belongs to nobody")
        _require(options.board >> place & 1, f"{HEX_NAMES[place]} is not on this board")
        _require(state.stack_at[place] == stack, f"{HEX_NAMES[place]} does not hold stack {stack}")
        placed[owner & 1] |= 1 << place
    _require(placed == state.stacks, "the sides' sets of hexes are not those of their units")
    occupied = sum(1 for stack in state.stack_at if stack != NOBODY)
    _require(occupied == sum(1 for place in state.hex_of if place != NOBODY), "a hex holds a stack that stands elsewhere")
    first, second = state.hex_of[Unit.FOOTMAN], state.hex_of[SECOND_FOOTMAN]
    _require(second == NOBODY or NOBODY < first < second, "the Footmen are not in the order of their hexes")
    raven, wolf = state.markers
    _require(not raven & wolf, "a location bears two markers")
    _require(not (raven | wolf) & ~options.locations, "a marker lies off the locations")
    for markers in (raven, wolf):
        _require(len(members(markers)) <= options.markers, f"{len(members(markers))} markers of {options.markers} are placed")


def _audit_pending(state: Any) -> None:
    for i in range(PENDING_DEPTH):
        kind, detail = state.pending_kind[i], state.pending_detail[i]
        if i >= state.pending:
            _require(kind == 0 and detail == 0, "a vacated decision is not cleared")
            continue
        _require(kind in list(Pending), f"{kind} is no kind of decision")
        unit = PENDING_UNIT[kind]
        owner = state.owner[unit]
        _require(
            owner != NOBODY and state.hex_of[unit] != NOBODY, f"{UNIT_NAMES[unit]} is not out, yet {Pending(kind).name} waits"
        )
        if kind == Pending.USE_DRAWN_COIN:
            _require(0 <= detail < COIN_KINDS and state.purse[owner] >> detail & 1, f"drawn coin {detail} is not its owner's")
            _require(i == state.pending - 1, "a drawn coin waits below another decision")
        elif kind == Pending.SOAK:
            _require(0 <= detail < STACK_COUNT and state.hex_of[detail] != NOBODY, f"attacking stack {detail} is not out")
            _require(state.owner[UNIT_OF_STACK[detail]] & 1 != owner & 1, "a Royal Guard is attacked by its own side")
            _require(state.supply[Unit.ROYAL_GUARD] > 0, "no Royal Guard coin in the supply to choose")
        elif kind == Pending.FOOTMEN_ACT:
            footmen = (NOBODY, state.hex_of[Unit.FOOTMAN], state.hex_of[SECOND_FOOTMAN])
            _require(detail in footmen, f"no Footman on hex {detail} to act")
        else:
            _require(detail == 0, f"{Pending(kind).name} has no detail")
        _require(kind != Pending.REPEAT or state.height[unit] > 1, "a Berserker can't pay with its last coin")


def _audit_coins(options: Any, state: Any) -> None:
    in_use = [0] * COIN_KINDS
    if state.pending > 0 and state.pending_kind[state.pending - 1] == Pending.USE_DRAWN_COIN:
        in_use[state.pending_detail[state.pending - 1]] = 1
    cycle = [state.hand[k] + state.bag[k] + state.face_up[k] + state.face_down[k] + in_use[k] for k in range(COIN_KINDS)]
    drafting = state.draft_step > 0
    for unit in range(UNIT_COUNT):
        height = state.height[unit] + (state.height[SECOND_FOOTMAN] if unit == Unit.FOOTMAN else 0)
        total = cycle[unit] + state.supply[unit] + height + state.box[unit]
        expected = 0 if drafting or state.owner[unit] == NOBODY else options.coins[unit]
        _require(total == expected, f"{UNIT_NAMES[unit]}: {total} coins of {expected}")
    for seat in range(MAX_SEATS):
        expected = 0 if drafting or seat >= state.players else 1
        _require(cycle[ROYAL + seat] == expected, f"seat {seat} has {cycle[ROYAL + seat]} Royal Coins")
        kinds = members_of_purse(state, seat)
        _require(state.in_hand[seat] == sum(state.hand[k] for k in kinds), f"seat {seat}: the size of its hand is wrong")
        _require(state.in_bag[seat] == sum(state.bag[k] for k in kinds), f"seat {seat}: the size of its bag is wrong")
        _require(state.in_hand[seat] <= options.hand_size, f"seat {seat} has {state.in_hand[seat]} coins in hand")
    owned = 0 if drafting else sum(options.coins[unit] for unit in range(UNIT_COUNT) if state.owner[unit] != NOBODY)
    left = owned - sum(state.box)
    _require(state.coins_left == left, f"{state.coins_left} coins are said to be left, {left} are")


def members_of_purse(state: Any, seat: int) -> list[int]:
    """The coin kinds of a seat."""
    return [kind for kind in range(COIN_KINDS) if state.purse[seat] >> kind & 1]


def _audit_turn(options: Any, state: Any) -> None:
    if state.terminal:
        return
    if state.draft_step > 0:
        _require(state.pending == 0, "a decision of play waits in the draft")
        return
    if state.pending > 0:
        owner = state.owner[PENDING_UNIT[state.pending_kind[state.pending - 1]]]
        _require(state.current_player == owner, f"seat {state.current_player} can't answer, seat {owner} has to")
        return
    _require(state.current_player == state.turn, f"seat {state.current_player} decides in the turn of seat {state.turn}")
    _require(state.in_hand[state.turn] > 0, f"seat {state.turn} has no coin to use")


def _audit_ending(options: Any, state: Any) -> None:
    full = [team for team in range(2) if len(members(state.markers[team])) >= options.markers]
    if not state.terminal:
        _require(state.outcome == Outcome.RUNNING and state.winners == 0, "the game goes on and has an outcome")
        _require(not full, "a side has placed its last marker and the game goes on")
        return
    _require(state.outcome in OUTCOMES or 0 < state.outcome < FIRST_GAME_OUTCOME, f"outcome {state.outcome} is unknown")
    _require(0 <= state.winners < 1 << state.players, f"winners {state.winners} are not seats")
    if state.outcome == Ending.CONTROL:
        winners = sum(1 << seat for seat in range(state.players) if [seat & 1] == full)
        _require(state.winners == winners, "the winners are not the side that placed its last marker")
    elif state.outcome in OUTCOMES:
        _require(state.winners == 0, "a draw has winners")
