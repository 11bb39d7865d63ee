"""The command `compare`, its tables, and what the CHANGELOG says between two versions."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from dashboards.changelog import changes_between, sections

Warhost = Callable[..., Any]

SWEEP: dict[str, Any] = {
    "game": "connect-four",
    "agents": {"dice": {"kind": "random"}},
    "design": [{"mirror": ["dice"]}],
    "games": 200,
    "seed": 5,
    "metrics": None,
    "cells": {"grid": {"opening_moves": [0, 4]}, "reference": {"opening_moves": 0}},
}


@pytest.fixture
def swept(tmp_path: Path, play: Callable[..., Any]) -> Path:
    return Path(play(tmp_path / "swept", SWEEP).path)


def test_the_cells_of_a_run_by_an_option(warhost: Warhost, swept: Path) -> None:
    shown = warhost("compare", swept, "--by", "options.opening_moves").stdout
    assert "differs: opening_moves: 0 -> 4" in shown
    assert "seat x" in shown
    assert "outcome four_in_a_row" in shown
    assert "% of the variance of differences" in shown
    assert "not of human play" in shown


def test_one_document(warhost: Warhost, swept: Path) -> None:
    document = json.loads(warhost("compare", swept, "--by", "opening_moves", "--json").stdout)
    row = document["rows"][0]
    assert {"estimate_a", "estimate_b", "difference", "low", "high", "blocks", "p_value", "paired", "variance_saved"} <= set(
        row
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [([], "give a second run, or --by PATH"), (["--by", "archer.coins"], "no cell sets archer.coins (set are: opening_moves)")],
)
def test_what_cannot_be_compared_is_said(warhost: Warhost, swept: Path, arguments: list[str], message: str) -> None:
    shown = warhost("compare", swept, *arguments)
    assert shown.exit_code == 2
    assert message in shown.stderr


def test_other_versions_print_the_changelog_and_are_refused(warhost: Warhost, swept: Path, tmp_path: Path, play: Any) -> None:
    other = play(tmp_path / "other", SWEEP).path
    path = other / "spec.yaml"
    document = yaml.safe_load(path.read_text())
    document["provenance"]["rules_version"] = {"connect-four": "0.abc"}
    path.write_text(yaml.safe_dump(document))
    shown = warhost("compare", swept, other)
    assert shown.exit_code == 2
    assert "## 0.1.0" in shown.stderr
    assert "--across-versions" in shown.stderr
    assert warhost("compare", swept, other, "--across-versions").exit_code == 0


CHANGELOG = "# Changelog\n\n## 0.3\nthree\n\n## 0.2\ntwo\n\n## 0.1\none\n"


@pytest.mark.parametrize(
    ("versions", "text"),
    [
        ({"0.3", "0.1"}, "## 0.3\nthree\n\n## 0.2\ntwo"),
        ({"0.2", "0.1"}, "## 0.2\ntwo"),
        ({"0.1"}, "## 0.1\none"),
        ({"0.3"}, "## 0.3\nthree"),
        ({"9"}, "CHANGELOG: says nothing of 9"),
    ],
)
def test_sections_between(versions: set[str], text: str) -> None:
    assert sections(CHANGELOG, versions) == text


def test_the_same_rules_and_code_have_nothing_between() -> None:
    same = {"rules_version": {"connect-four": "1"}, "warhost": "0.1.0", "python": "3.11"}
    assert changes_between(same, {**same, "python": "3.12"}) == ""
