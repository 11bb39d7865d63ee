"""`warhost play`: a conversation, what it tells and what it doesn't."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from dashboards.cli.main import app
from dashboards.play_session import GoneError, PlaySession, lines_of
from engine.agents.specs import agent_of_word, read_agent
from engine.game import get_game
from engine.options import resolve_options


def session(game: str, script: str, seat: int = 0, against: str = "greedy") -> tuple[PlaySession, list[str]]:
    found, said = get_game(game), []
    adviser = read_agent({"kind": "ismcts", "iterations": 200})
    return PlaySession(found, found.options(), seat, agent_of_word(against), adviser, 3, lines_of(script), said.append), said


def test_a_game_is_played_to_its_end():
    played, said = session("connect-four", "1\n" * 10 + "2\n" * 10 + "3\n" * 10)
    played.play()
    assert said[-1].startswith("The game is over (four_in_a_row): x ")
    assert any(line.startswith("o: drop a stone into column") for line in said)


def test_hints_show_visits_and_expected_return_and_a_wrong_line_explains():
    played, said = session("connect-four", "?\n9\nwhat\nq")
    with pytest.raises(GoneError):
        played.play()
    at = said.index("200 playouts; visits, expected return:")
    visits = [int(line.split()[0]) for line in said[at + 1 : at + 6]]
    assert visits == sorted(visits, reverse=True)
    assert "drop a stone into column" in said[at + 1]
    assert sum(line.startswith("1 .. 7; a number decides") for line in said) == 2


def test_undo_stops_where_another_seat_has_decided():
    played, said = session("connect-four", "4\nu\nq")
    with pytest.raises(GoneError):
        played.play()
    assert any("nothing to undo" in line for line in said)
    assert played.batch.states["decisions"][0] == 2


def test_undo_goes_back_within_ones_own_chain():
    """In War Chest an action that lets a unit act again asks its seat a second time: such a chain is found by playing on."""
    played, _ = session("war-chest", "")
    chance = np.random.default_rng(1)
    while not played.batch.view().terminal:
        legal = played.batch.legal_actions().tolist()
        if played.batch.view().current_player != 0:
            played._let_others_play()
            continue
        before = played.batch.states.copy()
        assert played._obey(str(1 + int(chance.integers(len(legal)))), legal)
        if played.batch.view().current_player == 0 and played._undo:
            assert played._obey("u", [])
            assert played.batch.states.tobytes() == before.tobytes()
            return
    pytest.fail("no chain of decisions came up")


def test_what_others_do_unseen_is_not_told():
    """A coin that an enemy lays face down in War Chest could be any of its hand; an attack is seen by everybody."""
    played, said = session("war-chest", "1\n" * 40, against="random")
    with pytest.raises(GoneError):
        played.play()
    enemy = [line for line in said if line.startswith("wolf: ")]
    hidden = [line for line in enemy if line == "wolf: a decision that you can't see"]
    assert hidden
    assert len(hidden) < len(enemy)


def test_the_command(warhost: Callable[..., Any]):
    result = CliRunner().invoke(app, ["play", "connect-four", "--against", "greedy"], input="4\nq\n")
    assert result.exit_code == 0
    assert "You left the game." in result.stdout
    for wrong, told in (
        (["--seat", "z"], "there are x, o"),
        (["--against", "clever"], "say random, greedy"),
        (["--against", "ismcts"], "say random, greedy"),
        (["--set", "opening_moves"], "must be path=value"),
        (["--set", "opening=2"], "did you mean opening_moves"),
        (["--set", "opening_moves=many"], "opening_moves"),
    ):
        refused = warhost("play", "connect-four", *wrong)
        assert refused.exit_code == 2
        assert told in refused.stderr


def test_a_game_is_played_with_the_options_that_are_set():
    words = ["play", "war-chest", "--set", "players=4", "--against", "random", "--seat", "3"]
    result = CliRunner().invoke(app, words, input="q\n")
    assert result.exit_code == 0
    names = get_game("war-chest").seats(resolve_options(get_game("war-chest").options, {"players": 4}))
    assert f"{names[3]} (a number decides" in result.stdout
