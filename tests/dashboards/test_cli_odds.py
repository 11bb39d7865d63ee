"""`warhost odds`: the table, the document, and errors that say what would be right."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dashboards.odds_tables import distribution_table, summary

pytest.importorskip("engine.games.age_of_sigmar")  # a game under construction is not in the wheel

Warhost = Callable[..., Any]


def test_the_document_has_the_whole_distribution(warhost: Warhost) -> None:
    shown = warhost("odds", "liberators:5", "bloodreavers:10", "--json")
    document = json.loads(shown.stdout)
    assert document["wounds"]["expected"] == pytest.approx(11 / 3)
    assert document["slain"]["distribution"]["10"] == pytest.approx(23 / 177147)
    assert document["slain"]["at_least"]["10"] == document["slain"]["distribution"]["10"]
    assert sum(document["wounds"]["distribution"].values()) == pytest.approx(1)
    assert document["returned"]["distribution"] == {"0": 1.0}
    assert document["circumstances"]["phase"] == "combat"


def test_the_table_shows_chances_and_what_surrounds_the_attack(warhost: Warhost) -> None:
    shown = warhost("odds", "liberators:5", "blood_warriors:5", "--target-effect", "Mystic Shield", "--charged").stdout
    assert 'liberators:5 attacks blood_warriors:5: combat, 0.5", charged, target: Mystic Shield' in shown
    assert "expected: 1.222 wounds" in shown
    assert "at least" in shown


def test_what_stands_beside_a_unit_and_options_count(warhost: Warhost) -> None:
    with_totem = warhost("odds", "bloodreavers:10:blades", "liberators:5", "--with", "bloodsecrator", "--json")
    assert json.loads(with_totem.stdout)["wounds"]["expected"] == pytest.approx(245 / 96)
    shielded = ("odds", "liberators:5", "saurus_guard:5", "--set", "rule_of_one=true", "--json")
    assert json.loads(warhost(*shielded).stdout)["circumstances"]["options"] == {"rule_of_one": True}


def test_component_files_count(warhost: Warhost, tmp_path: Path) -> None:
    path = tmp_path / "sharp.toml"
    path.write_text('[warscroll.liberators]\n[[warscroll.liberators.weapon]]\nname = "warhammer"\nrend = 3\n')
    shown = warhost("odds", "liberators:5", "liberators:5", "--components", str(path), "--json")
    assert json.loads(shown.stdout)["wounds"]["expected"] == pytest.approx(11 / 3)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("liberator:5", "bloodreavers:10"), "liberator: no warscroll of that name, did you mean liberators?"),
        (("liberators:4", "bloodreavers:10"), "liberators: size 4, must be 5 .. 20"),
        (("liberators:5", "bloodreavers:10:axe"), "bloodreavers: build 'axe' is unknown, did you mean axes?"),
        (("liberators", "bloodreavers", "--phase", "comba"), "--phase comba: must be combat or shooting, did you mean combat?"),
        (("liberators", "bloodreavers", "--effect", "Mystic Sheild"), "did you mean Mystic Shield?"),
        (("liberators", "bloodreavers", "--set", "rule_of_on=true"), "rule_of_on: unknown option, did you mean rule_of_one?"),
        (("liberators", "bloodreavers", "--set", "rule_of_one"), "--set rule_of_one: must be path=value"),
        (("liberators", "bloodreavers", "--components", "nowhere.toml"), "nowhere.toml: No such file"),
    ],
)
def test_errors_say_what_would_be_right(warhost: Warhost, arguments: tuple[str, ...], words: str) -> None:
    shown = warhost("odds", *arguments)
    assert shown.exit_code == 2
    assert words in shown.stderr
    assert "Traceback" not in shown.stderr
    assert len(shown.stderr.splitlines()) == 1


def test_a_bad_component_file_names_file_unit_and_field(warhost: Warhost, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("[warscroll.liberators]\nmvoe = 3\n")
    shown = warhost("odds", "liberators", "bloodreavers", "--components", str(path))
    assert shown.exit_code == 2
    assert "bad.toml: liberators.mvoe: unknown field, did you mean move?" in shown.stderr


def test_impossible_values_get_no_row() -> None:
    from fractions import Fraction

    spread = {0: Fraction(1, 2), 1: Fraction(0), 2: Fraction(1, 2)}
    assert distribution_table("t", "n", spread).row_count == 2
    assert summary("wounds", spread) == "1.000 wounds (standard deviation 1.000)"
