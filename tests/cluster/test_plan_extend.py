"""Extending a plan: what is there stays, what is new is added, what would be another run is refused with a diff."""

from __future__ import annotations

import copy
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluster.plan import Plan, PlanError, extend_plan, make_plan, resumable_differences
from cluster.spec import load_sweep

SWEEP = {
    "game": "connect-four",
    "agents": {"a": {"kind": "greedy"}, "b": {"kind": "random"}},
    "design": [{"round_robin": ["a", "b"]}, {"mirror": ["a"]}],
    "games": 50_000,
}


def spec_of(changes=None, **arguments):
    return load_sweep(copy.deepcopy(SWEEP) | (changes or {}), **arguments)


def ranges(cell):
    return [(chunk.first_block, chunk.blocks) for chunk in cell.chunks()]


@given(st.integers(1, 200_000), st.lists(st.integers(0, 200_000), min_size=1, max_size=3))
def test_more_games_keep_every_chunk_and_cover_the_rest(games, raises):
    plan = make_plan(spec_of({"games": games}))
    for more in raises:
        games += more
        longer = extend_plan(Plan.from_plain(json.loads(json.dumps(plan.to_plain()))), spec_of({"games": games}))
        fresh = make_plan(spec_of({"games": games}))
        for old, new, alone in zip(plan.cells, longer.cells, fresh.cells, strict=True):
            assert ranges(new)[: old.number_of_chunks] == ranges(old)
            assert sum(blocks for _, blocks in ranges(new)) == new.blocks == alone.blocks
            starts = [first for first, _ in ranges(new)]
            assert starts == sorted(set(starts))
            assert replace(new, segments=()) == replace(alone, segments=())
        plan = longer


def test_cells_and_agents_are_added_and_the_order_is_a_fresh_run_s():
    old = make_plan(spec_of())
    agents = SWEEP["agents"] | {"c": {"kind": "greedy"}}
    bigger = spec_of({"agents": agents, "design": [{"mirror": ["c"]}, *SWEEP["design"]], "games": 60_000})
    new, fresh = extend_plan(old, bigger), make_plan(bigger)
    assert [cell.cell_id for cell in new.cells] == [cell.cell_id for cell in fresh.cells]
    assert [cell.index for cell in new.cells] == [0, 1, 2]
    assert new.cells[0] == fresh.cells[0]
    assert [cell.cell_id for cell in new.cells[1:]] == [cell.cell_id for cell in old.cells]
    assert new.cells[1].segments[: len(old.cells[0].segments)] == old.cells[0].segments
    assert new.spec == fresh.spec
    assert len(list(new.order())) == new.number_of_chunks


def test_a_stop_and_what_reaches_no_result_may_change():
    old = make_plan(spec_of())
    changed = spec_of({"stop": {"agent": "a", "half_width": 0.1}, "title": "x", "workers": 2, "metrics": None})
    assert extend_plan(old, changed).cells == old.cells


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"seed": 2}, "seed: 1 -> 2"),
        ({"pair_seeds": False}, "pair_seeds: true -> false"),
        ({"record": {"actions": "all"}}, 'record.actions: "none" -> "all"'),
        ({"agents": SWEEP["agents"] | {"b": {"kind": "greedy"}}}, 'agents.b.kind: "random" -> "greedy"'),
        ({"games": 49_000}, "50000 games -> 49000 games"),
        ({"design": [{"mirror": ["a"]}]}, "there -> gone or changed"),
        ({"decision_cap": 30}, "there -> gone or changed"),
        ({"options": {"opening_moves": 1}}, "there -> gone or changed"),
    ],
)
def test_what_would_be_another_run_is_refused_with_a_diff(changes, line):
    with pytest.raises(PlanError) as caught:
        extend_plan(make_plan(spec_of()), spec_of(changes))
    assert any(line in found for found in caught.value.differences), caught.value.differences


def test_another_game_other_rules_and_other_positions_are_refused(toy):
    old = make_plan(spec_of())
    with pytest.raises(PlanError, match='game: "connect-four" -> "toy"'):
        extend_plan(old, spec_of({"game": "toy", "design": [{"mirror": ["a"]}]}))
    with pytest.raises(PlanError, match="rules of connect-four: 0\\+abc -> 1\\+"):
        extend_plan(replace(old, rules_version="0+abc"), spec_of())
    with pytest.raises(PlanError, match=r"positions in start\.states"):
        extend_plan(replace(old, start=b"x"), spec_of())


def test_changed_contents_of_an_agent_s_file_are_refused(tmp_path):
    agents = {"a": {"kind": "python", "path": "my:Net", "files": ["net.pt"]}, "b": {"kind": "random"}}
    (tmp_path / "net.pt").write_bytes(b"1")
    old = make_plan(spec_of({"agents": agents}, base_directory=tmp_path))
    (tmp_path / "net.pt").write_bytes(b"2")
    with pytest.raises(PlanError, match=r"contents of files of agents\.a\.net\.pt: "):
        extend_plan(old, spec_of({"agents": agents}, base_directory=tmp_path))
    now = make_plan(spec_of({"agents": agents}, base_directory=tmp_path))
    assert any("net.pt" in line for line in resumable_differences(old, now))


def test_a_run_goes_on_under_the_same_sweep_only():
    old = make_plan(spec_of())
    assert resumable_differences(old, make_plan(spec_of())) == ()
    free = {"title": "x", "guards": {"max_forfeit_rate": 0.5}, "metrics": None, "workers": 7}
    assert resumable_differences(old, make_plan(spec_of(free))) == ()
    assert resumable_differences(old, make_plan(spec_of({"games": 50_001}))) == ("games: 50000 -> 50001",)
    assert resumable_differences(old, make_plan(spec_of({"seed": 3}))) == ("seed: 1 -> 3",)
    changed = resumable_differences(old, make_plan(spec_of({"design": [{"mirror": ["b"]}]})))
    assert changed[0].startswith("design[0]")
