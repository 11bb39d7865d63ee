"""The rules of Connect Four, one by one; against brute force; and against OpenSpiel."""

from __future__ import annotations

import numpy as np
import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.batch import Batch, block_keys
from engine.debug import RecordView
from engine.game import get_game
from engine.games.connect_four.heuristics import winning_holes
from engine.games.connect_four.options import ConnectFourOptions
from engine.games.connect_four.rules import has_four, landing
from engine.games.connect_four.state import BOARD, COLUMN_BITS, COLUMNS, ROWS, Ending
from engine.playout import legal_actions_of, step_lane
from engine.trace import NO_TRACE, new_trace, read_trace

DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]
HOLES = [(column, row) for column in range(COLUMNS) for row in range(ROWS)]
BOARDS = st.integers(0, BOARD).map(lambda bits: bits & BOARD)


def bit(column: int, row: int) -> int:
    return 1 << (COLUMN_BITS * column + row)


def lines() -> list[int]:
    """The 69 places for four in a row, by walking the board."""
    found = []
    for column, row in HOLES:
        for across, up in DIRECTIONS:
            places = [(column + k * across, row + k * up) for k in range(4)]
            if all(place in HOLES for place in places):
                found.append(sum(bit(*place) for place in places))
    return found


LINES = lines()


def game_of(moves: str, options: ConnectFourOptions | None = None) -> Batch:
    """A game after moves, each the number of a column from 1."""
    batch = Batch.from_seed("connect-four", options)
    for move in moves:
        batch.apply(int(move) - 1)
    return batch


def test_there_are_69_lines() -> None:
    assert len(LINES) == 69


@pytest.mark.rule("win")
@pytest.mark.parametrize("line", LINES)
def test_every_line_of_four_wins_and_no_three_of_it(line: int) -> None:
    assert has_four(line)
    for column, row in HOLES:
        if line & bit(column, row):
            assert not has_four(line & ~bit(column, row))


@pytest.mark.rule("win")
@given(BOARDS)
def test_has_four_equals_brute_force(stones: int) -> None:
    assert bool(has_four(stones)) == any(stones & line == line for line in LINES)


@given(st.lists(st.lists(st.integers(0, 1), max_size=ROWS), min_size=COLUMNS, max_size=COLUMNS))
def test_winning_holes_equal_brute_force(columns: list[list[int]]) -> None:
    """On boards where no stone hangs: the stones of each column, lowest first, each of seat 0 or 1."""
    stones, others = (
        sum(bit(c, row) for c, column in enumerate(columns) for row, owner in enumerate(column) if owner == seat)
        for seat in (0, 1)
    )
    empty = BOARD & ~(stones | others)
    expected = sum(
        bit(*hole)
        for hole in HOLES
        if empty & bit(*hole) and any(line & bit(*hole) and (stones | bit(*hole)) & line == line for line in LINES)
    )
    assert winning_holes(stones, empty) == expected


@pytest.mark.rule("drop")
@given(st.lists(st.integers(0, ROWS), min_size=COLUMNS, max_size=COLUMNS), st.integers(0, COLUMNS - 1))
def test_a_stone_lands_on_the_stones_of_its_column(heights: list[int], column: int) -> None:
    occupied = sum(bit(c, row) for c, height in enumerate(heights) for row in range(height))
    if heights[column] < ROWS:
        assert landing(occupied, column) == bit(column, heights[column])


@pytest.mark.rule("start")
def test_the_board_is_empty_and_x_begins() -> None:
    state = game_of("").view()
    assert (state.stones.tolist(), state.current_player, state.round_number, state.terminal) == ([0, 0], 0, 1, 0)


@pytest.mark.rule("turn")
def test_the_seats_take_turns_and_a_round_is_a_move_of_each() -> None:
    assert [game_of("1234"[:n]).view().current_player for n in range(5)] == [0, 1, 0, 1, 0]
    assert [game_of("1234"[:n]).view().round_number for n in range(5)] == [1, 1, 2, 2, 3]


@pytest.mark.rule("full-column")
def test_a_full_column_takes_no_stone() -> None:
    assert game_of("444444").legal_actions().tolist() == [0, 1, 2, 4, 5, 6]


@pytest.mark.rule("win")
@pytest.mark.parametrize(
    ("moves", "winner"), [("1212121", 0), ("1122334", 0), ("12233434474", 0), ("71212121", 1), ("76655454414", 0)]
)
def test_four_in_a_row_wins(moves: str, winner: int) -> None:
    assert not game_of(moves[:-1]).view().terminal
    batch = game_of(moves)
    assert (batch.view().terminal, batch.view().winners, batch.view().outcome) == (1, 1 << winner, Ending.FOUR_IN_A_ROW)
    assert batch.settle()[0][0].tolist() == [12 - 12 * winner, 12 * winner]


@pytest.mark.rule("draw")
def test_a_full_board_without_four_is_a_draw() -> None:
    batch = game_of("461547114517541355666172452242736227373363")
    assert (batch.view().terminal, batch.view().winners, batch.view().outcome) == (1, 0, Ending.BOARD_FULL)
    assert batch.settle()[0][0].tolist() == [6, 6]


@pytest.mark.rule("draw")
def test_the_last_stone_may_win() -> None:
    batch = game_of("711145263441616732276756451644757232552333")
    assert (batch.view().decisions, batch.view().winners, batch.view().outcome) == (42, 0b10, Ending.FOUR_IN_A_ROW)


@pytest.mark.rule("opening-moves")
@pytest.mark.parametrize("number", [1, 4, 8])
def test_opening_moves_are_made_at_random_and_end_no_game(number: int) -> None:
    batch = Batch.from_seed("connect-four", ConnectFourOptions(opening_moves=number), n=200)
    assert (batch.states["opening_moves"] == number).all()
    assert (batch.states["decisions"] == 0).all()
    assert (batch.states["terminal"] == 0).all()
    assert (batch.states["current_player"] == number % 2).all()
    assert not any(has_four(int(stones)) for stones in batch.states["stones"].reshape(-1))
    assert len(np.unique(batch.states["stones"], axis=0)) > 5


@pytest.mark.rule("opening-moves")
def test_opening_moves_are_heard_and_belong_to_the_set_up_stream() -> None:
    options, blocks, heard = ConnectFourOptions(opening_moves=6), np.arange(1), new_trace()
    setup = block_keys(1, "setup", blocks)
    batch = Batch.new(get_game("connect-four"), options, setup, block_keys(1, "play", blocks), heard)
    again = Batch.new(get_game("connect-four"), options, setup, block_keys(2, "play", blocks))
    assert (again.states["stones"] == batch.states["stones"]).all()
    columns = [event.values[0] for event in read_trace(heard)]
    assert (game_of("".join(str(column + 1) for column in columns)).states["stones"] == batch.states["stones"]).all()
    assert get_game("connect-four").describe_event(read_trace(heard)[0])[1]["column"] == columns[0] + 1


@pytest.mark.rule("observation")
def test_a_seat_sees_the_board_from_its_side() -> None:
    batch = game_of("441")
    seen = [batch.observe(seat)[0] for seat in range(2)]
    assert seen[0]["mine"].tolist() == seen[1]["theirs"].tolist()
    assert seen[0]["mine"][0].tolist() == [1, 0, 0, 1, 0, 0, 0]
    assert seen[0]["theirs"][1].tolist() == [0, 0, 0, 1, 0, 0, 0]
    assert [int(view["to_move"]) for view in seen] == [0, 1]


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ({"stones": (1 << 6, 0)}, "outside"),
        ({"stones": (-1, 0)}, "outside"),
        ({"stones": (1, 1)}, "one hole"),
        ({"stones": (2, 0)}, "hangs"),
        ({"stones": (3, 0)}, "2 [+] 0 stones"),
        ({"stones": (3, 0), "decisions": 2}, "take turns"),
    ],
)
def test_audit_says_what_is_wrong(damage: dict[str, object], said: str) -> None:
    batch = game_of("")
    for field, value in damage.items():
        batch.states[field][0] = value
    with pytest.raises(ValueError, match=said):
        get_game("connect-four").audit(RecordView(ConnectFourOptions().to_record()), batch.view())


def test_a_game_as_text() -> None:
    batch = game_of("4435")
    text = get_game("connect-four").render_text(None, batch.view(), None)
    assert text.splitlines()[-3:] == ["...o...", "..xxo..", "1234567"]


GOLDEN = {
    0: ("65423111265745765447", 0b10, 6687524225178395725),
    1: ("44671267237326235411766462351214", 0b10, 8409907927386377807),
    2: ("6213364135667271422534226465743", 0b01, 17559948291583530876),
}
"""Run seed -> moves of a game, its winner, the hash of its last state: a change of any is a new version of the game."""


@pytest.mark.parametrize("seed", GOLDEN)
def test_golden_games_end_in_the_same_state(seed: int) -> None:
    moves, winners, digest = GOLDEN[seed]
    batch = Batch.from_seed("connect-four", seed=seed)
    for move in moves:
        batch.apply(int(move) - 1)
    assert (batch.view().terminal, batch.view().winners, int(batch.hashes()[0])) == (1, winners, digest)


@pytest.mark.slow
def test_legal_actions_and_returns_equal_openspiels_along_10_000_random_games() -> None:
    oracle, n = pyspiel.load_game("connect_four"), 10_000
    batch, chance = Batch.from_seed("connect-four", n=n), np.random.default_rng(20260731)
    out = np.zeros(COLUMNS, np.int32)
    ends: dict[tuple[float, ...], int] = {}
    for lane in range(n):
        state = oracle.new_initial_state()
        while not state.is_terminal():
            legal = out[: legal_actions_of(batch.record, batch.states, lane, out)].tolist()
            assert legal == state.legal_actions()
            assert batch.states["current_player"][lane] == state.current_player()
            action = legal[chance.integers(len(legal))]
            state.apply_action(action)
            step_lane(batch.record, batch.states, lane, action, 42, NO_TRACE)
            assert bool(batch.states["terminal"][lane]) == state.is_terminal()
        ends[tuple(state.returns())] = ends.get(tuple(state.returns()), 0) + 1
        twelfths = {(1.0, -1.0): 1, (-1.0, 1.0): 2, (0.0, 0.0): 0}[tuple(state.returns())]
        assert batch.states["winners"][lane] == twelfths
    assert len(ends) == 3, "wins of both seats and draws were seen"
    returns = batch.settle()[0]
    assert (returns.sum(axis=1) == 12).all()


def perft(batch: Batch, depth: int) -> int:
    if depth == 0 or batch.states["terminal"][0]:
        return int(depth == 0)
    before, nodes = batch.states.copy(), 0
    for action in batch.legal_actions().tolist():
        step_lane(batch.record, batch.states, 0, action, 42, NO_TRACE)
        nodes += perft(batch, depth - 1)
        batch.states[:] = before
    return nodes


def oracle_perft(state: pyspiel.State, depth: int) -> int:
    if depth == 0 or state.is_terminal():
        return int(depth == 0)
    return sum(oracle_perft(state.child(action), depth - 1) for action in state.legal_actions())


@pytest.mark.parametrize(("depth", "nodes"), [(1, 7), (2, 49), (3, 343), (4, 2401), (5, 16807)])
def test_perft(depth: int, nodes: int) -> None:
    assert perft(game_of(""), depth) == nodes


@pytest.mark.slow
def test_perft_equals_openspiels_to_depth_6() -> None:
    oracle = pyspiel.load_game("connect_four")
    assert oracle_perft(oracle.new_initial_state(), 6) == perft(game_of(""), 6) == 117649
    for moves in ("1122334", "444444111111", "112233771122", "46154711451754135566617245"):
        state = oracle.new_initial_state()
        for move in moves[:-1]:
            state.apply_action(int(move) - 1)
        assert perft(game_of(moves[:-1]), 5) == oracle_perft(state, 5)
