"""README's tables of rules against code and tests: no rule without a function that exists and a test that bears its name."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

import pytest

import engine.games.war_chest as war_chest

README = Path(war_chest.__file__).with_name("README.md")
ROW = re.compile(r"^\| `([a-z_]+(?:\.[a-z_0-9]+)?)` \|.*\| `(test_\w+)` \|$", re.MULTILINE)
WHERE = re.compile(r"\| `([a-z_]+(?:\.[A-Za-z_]+)+)` \| `test_")


def tagged() -> dict[str, set[str]]:
    """Rule -> the tests in this folder that bear its name."""
    found: dict[str, set[str]] = {}
    for path in Path(__file__).parent.glob("test_war_chest_*.py"):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef):
                for call in node.decorator_list:
                    if isinstance(call, ast.Call) and ast.unparse(call.func) in {"rule", "pytest.mark.rule"}:
                        for argument in call.args:
                            found.setdefault(ast.literal_eval(argument), set()).add(node.name)
    return found


def test_every_rule_has_a_test_and_every_tag_is_a_rule() -> None:
    rules = dict(ROW.findall(README.read_text()))
    tests = tagged()
    assert len(rules) > 100
    assert sorted(set(rules) - set(tests)) == [], "rules without a test"
    assert sorted(set(tests) - set(rules)) == [], "tests of rules that README doesn't list"


@pytest.mark.parametrize(("name", "test"), ROW.findall(README.read_text()))
def test_the_test_that_is_given_for_a_rule_bears_its_name(name: str, test: str) -> None:
    assert test in tagged()[name]


def test_every_place_in_the_code_exists() -> None:
    places = WHERE.findall(README.read_text())
    assert len(places) > 70
    for place in places:
        module, _, name = place.rpartition(".")
        assert hasattr(importlib.import_module(f"engine.games.war_chest.{module}"), name), place


def test_every_faq_entry_and_open_question_is_listed() -> None:
    names = {name for name, _ in ROW.findall(README.read_text())}
    assert {f"faq.{number}" for number in range(1, 24)} <= names
    assert {f"q.{number}" for number in range(1, 17)} <= names
