"""Ids: what they depend on, and what they don't."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluster.ids import GameId, IdError, canonical_json, cell_id, check_cell_id

CONTENT = {
    "game": "war-chest",
    "options": {"royal_guard.card": "classic", "archer.coins": 4},
    "lineup": "default",
    "agents": {"a": {"kind": "greedy", "file_hashes": {}}},
    "seatings": [["a", "a"]],
    "decision_cap": 1000,
    "start_hash": None,
}


def test_known_answers():
    assert cell_id(**CONTENT) == "9fb197971dfd"
    assert canonical_json({"b": [1, 2.5, None, True], "a": "ü"}) == '{"a":"\\u00fc","b":[1,2.5,null,true]}'


def test_the_order_of_keys_does_not_matter():
    shuffled = CONTENT | {"options": dict(reversed(CONTENT["options"].items()))}
    assert cell_id(**shuffled) == cell_id(**CONTENT)


@pytest.mark.parametrize(
    "change",
    [
        {"game": "connect-four"},
        {"options": {"royal_guard.card": "revised", "archer.coins": 4}},
        {"lineup": "other"},
        {"agents": {"a": {"kind": "random", "file_hashes": {}}}},
        {"agents": {"a": {"kind": "greedy", "file_hashes": {"net.pt": "00"}}}},
        {"seatings": [["a", "a"], ["a", "a"]]},
        {"decision_cap": 999},
        {"start_hash": "00"},
        {"drafters": {"a": "b"}},
    ],
)
def test_everything_that_is_played_matters(change):
    assert cell_id(**(CONTENT | change)) != cell_id(**CONTENT)


def test_numbers_that_json_can_not_hold_are_refused():
    with pytest.raises(ValueError, match="JSON"):
        canonical_json({"a": float("nan")})


@given(st.integers(0, (1 << 48) - 1), st.integers(0, 10**17), st.integers(0, 10**5))
def test_game_ids_are_read_as_they_are_written(cell, block, rotation):
    game = GameId(f"{cell:012x}", block, rotation)
    assert GameId.parse(str(game)) == game
    assert str(game) == f"{cell:012x}/{block}/{rotation}"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0123456789ab",
        "0123456789ab/1",
        "0123456789ab/1/0/0",
        "0123456789ab/01/0",
        "0123456789ab/-1/0",
        "0123456789ab/1/0\n",
        " 0123456789ab/1/0",
        "0123456789AB/1/0",
        "0123456789a/1/0",
        "../../../etc/1/0",
        "0123456789ab/../0",
        "0123456789ab/\u0661/0",
        "0123456789ab/" + "9" * 30 + "/0",
    ],
)
def test_what_is_no_game_id_is_refused(text):
    with pytest.raises(IdError, match="is no game id: cell/block/rotation"):
        GameId.parse(text)


def test_cell_ids_are_safe_as_folder_names():
    assert check_cell_id("0123456789ab") == "0123456789ab"
    for text in ("..", "0123456789ab/", "0123456789abc", "", "0123456789ab\n", "."):
        with pytest.raises(IdError, match="is no cell id"):
            check_cell_id(text)


@given(st.dictionaries(st.text(max_size=4), st.integers() | st.text(max_size=4), max_size=5))
def test_canonical_json_is_json_and_stable(value):
    text = canonical_json(value)
    assert json.loads(text) == value
    assert canonical_json(json.loads(text)) == text
    assert text.isascii()
