"""Live games: they go on from a snapshot exactly, and say no to what makes no sense."""

from __future__ import annotations

import pytest

from engine.batch import Batch
from engine.codec import CodecError, encode_states, pack, unpack
from engine.game import get_game
from engine.options import OptionError
from workers.errors import RefusedJobError
from workers.live_game import LiveGame
from workers.table import TableCore


def play_some(game: LiveGame, decisions: int) -> None:
    """Choices that follow from the position alone."""
    for _ in range(decisions):
        legal = game.legal()
        if not legal:
            return
        game.step(legal[game.status()["state_hash"] % len(legal)])


def test_a_game_goes_on_from_its_snapshot():
    stayed, moved = (LiveGame.new("connect-four", {"opening_moves": 4}, seed=3, block=9) for _ in range(2))
    while not stayed.status()["terminal"]:
        play_some(stayed, 2)
        play_some(moved, 2)
        moved = LiveGame.load(moved.snapshot())
    assert moved.status() == stayed.status()
    assert moved.snapshot() == stayed.snapshot()


def test_a_new_game_is_that_of_a_batch():
    game = LiveGame.new("connect-four", {"opening_moves": 4}, seed=3, block=9)
    batch = Batch.from_seed("connect-four", get_game("connect-four").options(opening_moves=4), n=10, seed=3)
    assert game.status()["state_hash"] == int(batch.hashes()[9])


def test_the_cap_travels():
    game = LiveGame.new("connect-four", decision_cap=3)
    play_some(game, 2)
    game = LiveGame.load(game.snapshot())
    play_some(game, 5)
    assert game.status()["outcome"] == "decision_cap"
    assert game.status()["decisions"] == 3


def test_illegal_steps_change_nothing():
    game = LiveGame.new("connect-four")
    before = game.snapshot()
    for action in (-1, 7, 10**9):
        with pytest.raises(ValueError, match="not legal"):
            game.step(action)
    assert game.snapshot() == before


def test_what_is_seen():
    game = LiveGame.new("connect-four")
    game.step(3)
    assert "x" in game.render().lower()
    assert game.render(0, svg=True).startswith("<svg")
    assert set(game.observe(1)) == set(get_game("connect-four").observation_dtype.names)
    for look in (game.observe, game.render):
        with pytest.raises(ValueError, match="seat 2 of 2"):
            look(2)


def snapshot_of(n: int) -> bytes:
    return pack({"states": encode_states(Batch.from_seed("connect-four", n=n)), "decision_cap": 42})


@pytest.mark.parametrize(
    "snapshot",
    [
        b"",
        b"\x80",
        pack([1]),
        pack({"states": b"", "decision_cap": 42}),
        snapshot_of(0),
        snapshot_of(2),
        pack(unpack(snapshot_of(1)) | {"decision_cap": 0}),
        pack(unpack(snapshot_of(1)) | {"more": 0}),
        snapshot_of(1)[:-1],
    ],
)
def test_bytes_that_are_no_snapshot(snapshot):
    with pytest.raises(CodecError):
        LiveGame.load(snapshot)


def test_options_are_checked():
    with pytest.raises(OptionError):
        LiveGame.new("connect-four", {"opening_moves": 100})


def test_a_table_speaks_msgpack():
    table = TableCore()
    with pytest.raises(RefusedJobError, match="no live game"):
        table.snapshot()
    status = unpack(table.new_game(pack({"game": "connect-four", "seed": 4})))
    assert status["decisions"] == 0
    legal = unpack(table.legal())
    assert [entry["action"] for entry in legal] == list(range(7))
    assert all(entry["text"] for entry in legal)
    assert unpack(table.step(pack(3)))["decisions"] == 1
    assert unpack(table.observe(pack(0)))
    assert "." in unpack(table.render(pack({"seat": None, "svg": False})))
    other = TableCore()
    assert other.load(table.snapshot()) == table.status() == other.status()


@pytest.mark.parametrize(
    ("method", "message"),
    [
        ("new_game", {"gme": 1}),
        ("new_game", {"game": "connect-four", "pocket": 1}),
        ("step", "3"),
        ("step", True),
        ("render", {}),
    ],
)
def test_a_table_refuses_what_it_does_not_know(method, message):
    table = TableCore()
    table.new_game(pack({"game": "connect-four"}))
    with pytest.raises(RefusedJobError):
        getattr(table, method)(pack(message))
