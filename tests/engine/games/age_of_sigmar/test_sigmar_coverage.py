"""Every rule R1-R36 and every ability of every warscroll has a test that names it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.games.age_of_sigmar.warscrolls import WARSCROLLS

TREES = [ast.parse(path.read_text()) for path in Path(__file__).parent.glob("test_*.py") if path != Path(__file__)]


def marks() -> Iterator[str]:
    """What tests are tagged with: `@pytest.mark.rule("R3, R5")`, `@pytest.mark.rule("Khorgoraths: Taker of Heads")`."""
    for tree in TREES:
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                [argument] = node.args
                yield str(ast.literal_eval(argument))


def names() -> set[str]:
    """Texts that stand alone in tests, such as the names of their cases; comments and docstrings are none."""
    return {
        node.value
        for tree in TREES
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def abilities() -> set[str]:
    """Every ability of every warscroll by its name."""
    return {
        entry.name
        for scroll in WARSCROLLS.values()
        for source in (scroll, *scroll.builds.values())
        for entry in (*source.modifiers, *source.powers)
    }


@pytest.mark.rule("coverage")
def test_every_rule_has_a_test() -> None:
    tagged = {int(number) for mark in marks() for number in re.findall(r"\bR(\d+)", mark)}
    assert set(range(1, 37)) - tagged == set()


@pytest.mark.rule("coverage")
def test_every_ability_has_a_test() -> None:
    tagged, cases = " | ".join(marks()), names()
    assert sorted(name for name in abilities() if name not in cases and name not in tagged) == []
