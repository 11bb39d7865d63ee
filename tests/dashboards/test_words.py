"""Words and numbers in tables."""

from __future__ import annotations

import pytest

from dashboards.cli.console import out
from dashboards.words import NOTHING, between, duration, memory, number, p_value, score, share, value_text


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.14, "0.1 s"), (42, "42 s"), (200.4, "3 min 20 s"), (7500, "2 h 05 min"), (None, NOTHING)]
)
def test_durations(seconds: float | None, text: str) -> None:
    assert duration(seconds) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.5, "50.0 %"),
        (0.0, "0.0 %"),
        (1.0, "100.0 %"),
        (0.00003, "0.003 %"),
        (0.99997, "99.997 %"),
        (-0.02, "-2.0 %"),
        (None, NOTHING),
    ],
)
def test_shares_that_are_not_none_or_all_do_not_look_it(value: float | None, text: str) -> None:
    assert share(value) == text


def test_what_is_unknown_is_a_dash() -> None:
    assert {score(None), between(None, None), number(None)} == {NOTHING}


def test_figures() -> None:
    assert score(0.12349) == "0.123"
    assert between(0.1, 0.25, 4) == "0.1000 to 0.2500"
    assert (p_value(0.00001), p_value(0.04999), p_value(None)) == ("< 0.0001", "0.0500", NOTHING)
    assert number(1234567) == "1,234,567"
    assert memory(1_500_000) == "1.5 MB"


def test_values_look_as_in_a_sweep_file() -> None:
    assert value_text([True, None, 2, "raven"]) == "[true, null, 2, raven]"


def test_lists_are_not_taken_for_markup(capsys: pytest.CaptureFixture[str]) -> None:
    out().print("[red, blue]")
    assert capsys.readouterr().out == "[red, blue]\n"
