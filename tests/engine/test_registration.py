"""The register: what it refuses, and how games of other packages come in."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import toy_duel

from engine.batch import Batch
from engine.game import (
    FIRST_GAME_OUTCOME,
    Game,
    Outcome,
    RegistrationError,
    UnknownGameError,
    game_names,
    game_of_tag,
    get_game,
    register,
    state_dtype,
    summary_dtype,
    tag_of,
)


def variant(**changes: Any) -> Game:
    return dataclasses.replace(toy_duel.GAME, **changes)


def test_registering_a_game_again_is_fine() -> None:
    assert register(toy_duel.GAME) is toy_duel.GAME
    assert get_game("toy-duel") is toy_duel.GAME
    assert game_of_tag(toy_duel.GAME.tag) is toy_duel.GAME


def test_a_second_game_of_an_equal_state_dtype_is_refused() -> None:
    with pytest.raises(RegistrationError, match="toy-duel has an equal state dtype"):
        register(variant(name="toy-twin"))
    assert "toy-twin" not in game_names()


def test_another_game_of_the_same_name_is_refused() -> None:
    with pytest.raises(RegistrationError, match="another game of that name"):
        register(variant(state=state_dtype("toy_other", Path(__file__).parent / "support", toy_duel.FIELDS)))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"num_distinct_actions": 0}, "num_distinct_actions"),
        ({"num_distinct_actions": 65537}, "num_distinct_actions"),
        ({"max_legal_actions": 0}, "max_legal_actions"),
        ({"max_legal_actions": 13}, "max_legal_actions"),
        ({"outcomes": {FIRST_GAME_OUTCOME - 1: "early"}}, "start at 16"),
        ({"state": np.dtype([("toy", "u1", (0,)), ("decisions", "i4")])}, "state_dtype"),
    ],
)
def test_bounds_that_do_not_hold_are_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(RegistrationError, match=said):
        register(variant(**changes))


@pytest.mark.parametrize("name", ["round", "size", "base", "min", "max", "copy", "item", "data", "fill"])
def test_no_field_may_bear_a_name_of_numpy_record(name: str) -> None:
    assert hasattr(np.record, name)
    with pytest.raises(ValueError, match=name):
        state_dtype("toy", Path(__file__).parent, [(name, "i1")])
    with pytest.raises(ValueError, match=name):
        summary_dtype([(name, "i1")])


@pytest.mark.parametrize("code", ["f4", "f8", "bool", "u1", "u2", "u4", "S3", ">i4", "O"])
def test_codes_that_compiled_and_plain_runs_would_treat_differently_are_refused(code: str) -> None:
    with pytest.raises(ValueError, match="is not one of"):
        state_dtype("toy", Path(__file__).parent, [("value", code)])


def test_unsigned_words_are_for_states_only() -> None:
    state_dtype("toy", Path(__file__).parent, [("stream", "u8", (2,))])
    with pytest.raises(ValueError, match="is not one of"):
        summary_dtype([("stream", "u8")])


def test_the_tag_names_the_game_and_changes_with_its_sources(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("COST = 2\n")
    before = tag_of(state_dtype("toy", tmp_path, []))
    assert before.startswith("toy_")
    assert tag_of(state_dtype("toy", tmp_path, [])) == before
    (tmp_path / "rules.py").write_text("COST = 3\n")
    assert tag_of(state_dtype("toy", tmp_path, [])) != before


def test_the_tag_takes_no_room() -> None:
    dtype = state_dtype("toy", Path(__file__).parent, [])
    assert dtype[0].itemsize == 0
    assert dtype.itemsize == sum(dtype[name].itemsize for name in dtype.names or ())


def test_a_name_that_sorts_after_the_header_is_found_by_compiled_code() -> None:
    """numba sorts the tag and `setup_rng`, both at offset 0, by name: `toy_duel` comes second."""
    assert toy_duel.GAME.tag > "setup_rng"
    assert len(Batch.from_seed(toy_duel.GAME, n=1).legal_actions()) == toy_duel.HAND


def test_an_unknown_game_is_named_with_the_near_word() -> None:
    with pytest.raises(UnknownGameError, match="did you mean connect-four"):
        get_game("connect-for")
    with pytest.raises(UnknownGameError, match=r"unknown game 'zzz'; there are .*connect-four"):
        get_game("zzz")


def test_outcomes_have_names() -> None:
    game = get_game("connect-four")
    assert game.outcome_name(Outcome.DECISION_CAP) == "decision_cap"
    assert game.outcome_name(FIRST_GAME_OUTCOME) == "four_in_a_row"
    with pytest.raises(ValueError, match="15"):
        game.outcome_name(15)


def test_an_unregistered_game_is_refused_before_numba_sees_it() -> None:
    state = state_dtype("toy_stranger", Path(__file__).parent / "support", toy_duel.FIELDS)
    stranger = variant(name="toy-stranger", state=state)
    with pytest.raises(UnknownGameError, match="toy-stranger"):
        Batch(stranger, stranger.options(), np.zeros(1, state))
    assert len(Batch.from_seed(toy_duel.GAME, n=1).legal_actions()) == toy_duel.HAND


def test_games_of_installed_packages_are_found(tmp_path: Path) -> None:
    """A package with a `warhost.games` entry point is listed by name and loaded when asked for."""
    distribution = tmp_path / "third_party-1.0.dist-info"
    distribution.mkdir()
    (distribution / "METADATA").write_text("Metadata-Version: 2.1\nName: third-party\nVersion: 1.0\n")
    (distribution / "entry_points.txt").write_text("[warhost.games]\ntoy-duel = toy_duel:GAME\n")
    script = textwrap.dedent(
        """
        import sys
        from engine.game import game_names, get_game
        assert "toy-duel" in game_names() and "toy_duel" not in sys.modules
        game = get_game("toy-duel")
        from engine.batch import Batch
        print(game.title, len(Batch.from_seed("toy-duel", n=1).legal_actions()))
        """
    )
    path = os.pathsep.join([str(tmp_path), str(Path(__file__).parent / "support")])
    done = subprocess.run(
        [sys.executable, "-c", script], env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    assert done.stdout == "Toy Duel 4\n", done.stderr
