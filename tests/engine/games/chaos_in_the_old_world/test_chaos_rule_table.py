"""README's tables of rules against code and tests: no rule without a function that exists and a test that bears its name."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

import pytest

import engine.games.chaos_in_the_old_world as chaos
from engine.games.chaos_in_the_old_world.chaos_cards import CHAOS_CARDS
from engine.games.chaos_in_the_old_world.house import HOUSE_ROWS
from engine.games.chaos_in_the_old_world.old_world_cards import OLD_WORLD_CARDS
from engine.games.chaos_in_the_old_world.upgrades import UPGRADES

README = Path(chaos.__file__).with_name("README.md")
ROW = re.compile(r"^\| `([a-z_0-9]+(?:\.[a-z_0-9]+)?)` \|.*\| `([\w.]+)` \| `(test_\w+)` \|$", re.MULTILINE)
ROWS = ROW.findall(README.read_text())


def tagged() -> dict[str, set[str]]:
    """Rule -> the tests in this folder that bear its name."""
    found: dict[str, set[str]] = {}
    for path in Path(__file__).parent.glob("test_chaos_*.py"):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef):
                for call in node.decorator_list:
                    if isinstance(call, ast.Call) and ast.unparse(call.func) == "rule":
                        for argument in call.args:
                            found.setdefault(ast.literal_eval(argument), set()).add(node.name)
    return found


def test_every_rule_has_a_test_and_every_tag_is_a_rule() -> None:
    rules, tests = {name for name, _, _ in ROWS}, tagged()
    assert len(rules) == len(ROWS), "a rule is listed twice"
    assert sorted(rules - set(tests)) == [], "rules without a test"
    assert sorted(set(tests) - rules) == [], "tests of rules that README doesn't list"


def test_every_card_upgrade_old_world_card_and_house_value_is_listed() -> None:
    wanted = {f"card.{card.key}" for card in CHAOS_CARDS} | {f"upgrade.{upgrade.key}" for upgrade in UPGRADES}
    wanted |= {f"old_world.{card.key}" for card in OLD_WORLD_CARDS} | {f"house.{row.key}" for row in HOUSE_ROWS}
    assert sorted(wanted - {name for name, _, _ in ROWS}) == []


@pytest.mark.parametrize(("name", "test"), [(name, test) for name, _, test in ROWS])
def test_the_test_that_is_given_for_a_rule_bears_its_name(name: str, test: str) -> None:
    assert test in tagged()[name]


def test_every_place_in_the_code_exists() -> None:
    for _, place, _ in ROWS:
        module, _, name = place.rpartition(".")
        assert hasattr(importlib.import_module(f"engine.games.chaos_in_the_old_world.{module}"), name), place
