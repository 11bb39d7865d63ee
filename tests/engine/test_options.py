"""Options: listed with their facts, set by path, refused in words."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pytest

from engine.options import (
    GameOptions,
    OptionError,
    OptionGroup,
    as_record,
    group,
    iterate_options,
    option,
    option_values,
    resolve_options,
)


class Archer(OptionGroup):
    coins: int = option(4, "Coins of the archer.", source="unit card", ge=1, le=7)
    card: Literal["classic", "revised"] = option("classic", "Which card.", source="ours", mark="house")


class Options(GameOptions):
    rounds: int = option(9, "Rounds at most.", source="rulebook, p. 3", ge=1)
    armies: tuple[str, ...] = option((), "Who has what.", source="ours")
    limit: int | None = option(None, "A limit, or none.", source="ours")
    archer: Archer = group(Archer(), "The archer.")

    def to_record(self) -> np.void:
        return as_record((self.rounds, self.archer.coins), np.dtype([("rounds", "i2"), ("coins", "i1")]))


def test_every_option_is_listed_with_path_default_range_mark_and_source() -> None:
    lines = {info.path: info for info in iterate_options(Options())}
    assert list(lines) == ["rounds", "armies", "limit", "archer.coins", "archer.card"]
    coins = lines["archer.coins"]
    assert (coins.default, coins.range, coins.mark, coins.source) == (4, "int, 1 .. 7", "rule", "unit card")
    assert lines["archer.card"].range == "classic | revised"
    assert lines["archer.card"].mark == "house"
    assert lines["rounds"].range == "int, 1 .. "
    assert lines["armies"].range == "list of str"
    assert lines["limit"].range == "int or none"
    assert lines["rounds"].text == "Rounds at most."


def test_values_by_path_are_ready_for_json_and_come_back() -> None:
    chosen = resolve_options(Options, {"archer.coins": 6, "armies": ["a", "b"], "limit": 3})
    values = option_values(chosen)
    assert values == {"rounds": 9, "armies": ["a", "b"], "limit": 3, "archer.coins": 6, "archer.card": "classic"}
    assert resolve_options(Options, values) == chosen
    assert chosen.to_record().tolist() == (9, 6)


@pytest.mark.parametrize(
    ("overrides", "said"),
    [
        ({"archer.coin": 3}, r"archer\.coin: unknown option, did you mean archer\.coins\?"),
        ({"zzz": 3}, r"zzz: unknown option$"),
        ({"archer": 3}, r"archer: unknown option"),
        ({"archer.coins": 9}, r"archer\.coins: .*less than or equal to 7 \(got 9\)"),
        ({"archer.coins": "4"}, r"archer\.coins: .*valid integer"),
        ({"archer.coins": True}, r"archer\.coins: "),
        ({"archer.card": "new"}, r"archer\.card: .*'classic' or 'revised'"),
        ({"rounds": 0}, r"rounds: "),
    ],
)
def test_what_cannot_be_set_is_said_at_its_path(overrides: dict[str, Any], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        resolve_options(Options, overrides)


def test_options_do_not_change() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Options().rounds = 3  # type: ignore[misc]


def test_every_option_needs_a_default() -> None:
    class Incomplete(GameOptions):
        rounds: int

    with pytest.raises(TypeError, match="rounds"):
        resolve_options(Incomplete, {})
