"""Component files in sweeps: option overrides of every cell, hashed into the plan, refused with file and field."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cluster.plan import extend_plan, make_plan, resumable_differences
from cluster.plan_types import Plan, PlanError
from cluster.run_directory import provenance
from cluster.spec import SpecError, SweepSpec, load_sweep

COST = '[[chaos_card]]\nname = "Blood Frenzy"\ncost = 1\n'
PATH = "khorne.cards.blood_frenzy.cost"
WORDS: dict[str, Any] = {
    "game": "chaos-in-the-old-world",
    "agents": {"keen": {"kind": "greedy"}},
    "design": [{"mirror": ["keen"]}],
    "games": 20,
}


def sweep(folder: Path, *texts: str, **changes: Any) -> SweepSpec:
    """A sweep with component files of these contents."""
    names = [f"components{number}.toml" for number in range(len(texts))]
    for name, text in zip(names, texts, strict=True):
        (folder / name).write_text(text)
    return load_sweep({**WORDS, "components": names, **changes}, base_directory=folder)


def test_a_file_overrides_options_of_every_cell(tmp_path):
    plan = make_plan(sweep(tmp_path, COST, cells={"lineups": ["all-4", "all-3"]}))
    assert len(plan.cells) == 5
    assert {cell.job.options[PATH] for cell in plan.cells} == {1}
    assert {cell.job.options[PATH] for cell in make_plan(load_sweep(WORDS)).cells} == {0}


def test_a_later_file_wins_and_the_sweeps_own_options_over_both(tmp_path):
    other = COST.replace("cost = 1", "cost = 2")
    assert make_plan(sweep(tmp_path, COST, other)).cells[0].job.options[PATH] == 2
    spec = sweep(tmp_path, COST, options={PATH: 3})
    assert make_plan(spec).cells[0].job.options[PATH] == 3
    assert any(PATH in warning and warning.startswith("components") for warning in spec.warnings)


def test_the_plan_bears_the_hash_of_the_contents(tmp_path):
    plan = make_plan(sweep(tmp_path, COST))
    assert list(plan.component_files) == ["components0.toml"]
    assert Plan.from_plain(plan.to_plain()).component_files == plan.component_files
    assert provenance(plan)["components"] == plan.component_files
    assert "components" not in provenance(make_plan(load_sweep(WORDS)))


def test_a_run_does_not_go_on_with_other_contents(tmp_path):
    plan = make_plan(sweep(tmp_path, COST))
    changed = sweep(tmp_path, COST.replace("cost = 1", "cost = 2"))
    assert any("contents of components" in line for line in resumable_differences(plan, make_plan(changed)))
    with pytest.raises(PlanError, match="contents of components"):
        extend_plan(plan, changed)
    assert resumable_differences(plan, make_plan(sweep(tmp_path, COST))) == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("no TOML", ("components0.toml", "no TOML")),
        ("[[chaos_card]]\ncost = 1", ("components0.toml", "name")),
        ('[[chaos_card]]\nname = "Blood Frenzy"\ncots = 1', ("Blood Frenzy", "cots", "did you mean cost?")),
        ('[[chaos_card]]\nname = "Blood Frenzy"\ncost = 99', ("components0.toml", PATH, "0 .. ", "99")),
        ('[[chaos_card]]\nname = "Blood Frenzy"\ncost = "much"', ("components0.toml", PATH, "much")),
        ("[army]\n", ("components0.toml", "army")),
    ],
)
def test_what_is_wrong_names_file_and_field(tmp_path, text, words):
    with pytest.raises(SpecError) as caught:
        sweep(tmp_path, text)
    (problem,) = caught.value.problems
    assert problem.startswith("components[0]")
    for word in words:
        assert word in problem


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(SpecError, match=r"components\[0\]: missing.toml: can't be read: No such file"):
        load_sweep({**WORDS, "components": ["missing.toml"]}, base_directory=tmp_path)


def test_a_game_without_such_files(tmp_path):
    words = {"game": "connect-four", "agents": {"dice": {"kind": "random"}}, "design": [{"mirror": ["dice"]}]}
    with pytest.raises(SpecError, match="components: connect-four takes no component files"):
        load_sweep({**words, "components": ["costs.toml"]}, base_directory=tmp_path)
    with pytest.raises(SpecError, match=r"record.curves: connect-four keeps no figures by round"):
        load_sweep({**words, "record": {"curves": "rounds"}}, base_directory=tmp_path)


def test_age_of_sigmar_takes_warscrolls(tmp_path):
    swift = "[warscroll.liberators]\nmove = 9\n"
    words = {"game": "age-of-sigmar", "agents": WORDS["agents"], "design": WORDS["design"], "games": 20}
    (tmp_path / "swift.toml").write_text(swift)
    plan = make_plan(load_sweep({**words, "components": ["swift.toml"]}, base_directory=tmp_path))
    assert {tuple(cell.job.options["custom"]) for cell in plan.cells} == {(swift,)}
    (tmp_path / "swift.toml").write_text("[warscroll.liberators]\nmove = 'fast'\n")
    with pytest.raises(SpecError, match=r"swift.toml.*move"):
        make_plan(load_sweep({**words, "components": ["swift.toml"]}, base_directory=tmp_path))
