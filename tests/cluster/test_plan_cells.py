"""Cells of a plan: what a sweep comes to, and what ids depend on."""

from __future__ import annotations

import copy
import random

import pytest

from cluster.plan import make_plan
from cluster.spec import SpecError, load_sweep
from engine.agents.specs import read_agent, resolve_agent
from engine.batch import Batch
from engine.codec import encode_states
from engine.game import get_game

SWEEP = {
    "game": "toy",
    "agents": {"a": {"kind": "greedy"}, "b": {"kind": "greedy"}, "c": {"kind": "greedy"}},
    "design": [{"mirror": ["a"]}, {"one_vs_field": {"of": "b", "field": "c"}}],
    "games": 100,
}


def plan_of(changes=None, **arguments):
    return make_plan(load_sweep(copy.deepcopy(SWEEP) | (changes or {}), **arguments))


def ids(plan):
    return [cell.cell_id for cell in plan.cells]


@pytest.fixture(autouse=True)
def _toy(toy):
    """Every test here plans for the toy game."""


def test_cells_are_line_ups_times_grid_times_match_ups_in_order():
    cells = {
        "lineups": ["all-3", "duel"],
        "grid": {"khorne.bloodletter.cost": [2, 3], "khorne.bloodletter.limit": [1, 2]},
        "list": [{"khorne.bloodletter.cost": 9}],
    }
    plan = plan_of({"cells": cells, "design": [{"mirror": ["a", "b"]}]})
    combinations = [(2, 1), (2, 2), (3, 1), (3, 2), (9, None)]
    expected = [
        (lineup, combination, agent)
        for lineup in ("no-slaanesh", "no-khorne", "duel")
        for combination in combinations
        for agent in ("mirror: a", "mirror: b")
    ]
    found = []
    for cell in plan.cells:
        limit = cell.overrides.get("khorne.bloodletter.limit")
        own = None if cell.job.lineup == "no-khorne" and cell.overrides["khorne.bloodletter.cost"] == 9 else limit
        found.append((cell.job.lineup, (cell.overrides["khorne.bloodletter.cost"], own), cell.design))
    assert found == expected
    assert [cell.index for cell in plan.cells] == list(range(len(expected)))
    assert len(set(ids(plan))) == len(expected)


def test_line_ups_decide_on_seats_teams_and_factions():
    cells = plan_of({"cells": {"lineups": ["all-4", "no-khorne", "duel"]}, "design": [{"mirror": ["a"]}]}).cells
    assert [len(cell.seats) for cell in cells] == [4, 3, 2]
    assert cells[1].factions == ("khorne", "nurgle", "tzeentch")
    assert cells[1].overrides == {"players": 3, "khorne.bloodletter.limit": 1}
    assert cells[0].teams == (0, 1, 2, 3)
    assert plan_of({"options": {"teams": True}}).cells[0].teams == (0, 1, 0, 1)


def test_without_line_ups_the_first_group_is_played():
    assert {cell.job.lineup for cell in plan_of().cells} == {"all-4"}


def test_grid_and_list_replace_options_and_line_ups():
    base = {"options": {"khorne.bloodletter.cost": 5, "khorne.bloodletter.limit": 5}}
    plan = plan_of(base | {"cells": {"lineups": ["no-khorne"], "grid": {"khorne.bloodletter.cost": [1]}}})
    options = plan.cells[0].job.options
    assert (options["khorne.bloodletter.cost"], options["khorne.bloodletter.limit"], options["players"]) == (1, 1, 3)


def test_slots_are_rotation_times_seats_plus_seat():
    cell = plan_of().cells[1]
    assert cell.rotations == 4
    assert cell.agents == ("b", "c")
    for number, slot in enumerate(cell.slots):
        assert number == slot.rotation * 4 + slot.seat
        assert slot.agent == cell.job.seatings[slot.rotation][slot.seat] == ("b" if slot.rotation == slot.seat else "c")
        assert slot.seat_name == f"seat-{slot.seat}"
        assert slot.faction == ("khorne", "nurgle", "tzeentch", "slaanesh")[slot.seat]


def test_jobs_hold_what_is_resolved():
    spec = {"decision_cap": 77, "seed": 5, "pair_seeds": False, "record": {"actions": "sample:0.25"}}
    job = plan_of(spec).cells[0].job
    assert (job.decision_cap, job.seed, job.pair_seeds, job.record_actions) == (77, 5, False, 0.25)
    assert list(job.agents) == ["a"], "agents that don't play in the cell are not part of it"
    assert plan_of().cells[0].job.decision_cap == 400
    assert plan_of({"record": {"actions": "all"}}).cells[0].job.record_actions == 1.0


def test_the_reference_is_marked_in_every_line_up():
    cells = {"lineups": ["all-3"], "grid": {"khorne.bloodletter.cost": [2, 3]}, "reference": {"khorne.bloodletter.cost": 2}}
    plan = plan_of({"cells": cells})
    assert [(cell.overrides["khorne.bloodletter.cost"] == 2) == cell.reference for cell in plan.cells] == [True] * 8


def test_ids_depend_on_nothing_but_what_is_played():
    cells = {"lineups": ["all-3", "duel"], "grid": {"khorne.bloodletter.cost": [1, 3]}}
    design = [{"mirror": ["a", "b"]}, {"one_vs_field": {"of": "b", "field": "c"}}]
    base = {"cells": cells, "design": design}
    known = ids(plan_of(base))
    shuffled = {
        "cells": {"lineups": ["duel", "all-3"], "grid": {"khorne.bloodletter.cost": [3, 1]}},
        "design": design[::-1],
        "agents": dict(reversed([*SWEEP["agents"].items(), ("unused", {"kind": "random"})])),
    }
    assert sorted(ids(plan_of(shuffled))) == sorted(known)
    for other in ({"games": 7}, {"seed": 9}, {"workers": 3}, {"title": "x"}, {"stop": {"agent": "b", "half_width": 0.1}}):
        assert ids(plan_of(base | other)) == known
    assert ids(plan_of(base | {"options": {"khorne.bloodletter.limit": 5}})) == known, "a default that is written out"
    for other in (
        {"decision_cap": 7},
        {"options": {"khorne.bloodletter.limit": 3}},
        {"agents": SWEEP["agents"] | {"b": {"kind": "random"}}},
    ):
        changed = ids(plan_of(base | other))
        assert len(set(changed) - set(known)) >= 5


def test_ids_do_not_depend_on_formatting(tmp_path):
    one, other = tmp_path / "one.yaml", tmp_path / "other.yaml"
    one.write_text("game: toy\nagents: {a: {kind: greedy}}\ndesign: [{mirror: [a]}]\noptions: {khorne.bloodletter.cost: 3}\n")
    other.write_text(
        "# a comment\ndesign:\n  - mirror:\n      - 'a'\noptions:\n  khorne.bloodletter.cost: 3\n"
        "agents:\n  a:\n    kind: 'greedy'\ngame: toy\n"
    )
    assert ids(make_plan(load_sweep(one))) == ids(make_plan(load_sweep(other)))


def test_ids_hold_the_contents_of_agents_files(tmp_path):
    (tmp_path / "net.pt").write_bytes(b"1")
    sweep = {"agents": {"a": {"kind": "python", "path": "my:Net", "files": ["net.pt"]}}, "design": [{"mirror": ["a"]}]}
    before = plan_of(sweep, base_directory=tmp_path)
    assert before.cells[0].job.base_directory == str(tmp_path)
    assert list(before.agent_files["a"]) == ["net.pt"]
    (tmp_path / "net.pt").write_bytes(b"2")
    assert ids(plan_of(sweep, base_directory=tmp_path)) != ids(before)
    (tmp_path / "net.pt").unlink()
    with pytest.raises(SpecError, match=r"agents\.a\.files: net\.pt: No such file"):
        plan_of(sweep, base_directory=tmp_path)


def test_equal_cells_are_played_once_and_that_is_said():
    plan = plan_of({"design": [{"mirror": ["a", "b"]}, {"mirror": ["a"]}, {"fixed": [["b"] * 4]}]})
    assert [cell.design for cell in plan.cells] == ["mirror: a", "mirror: b"]
    assert [text for text in plan.warnings if "played once" in text] == [
        "mirror: a (line-up all-4) is the same cell as mirror: a: it is played once",
        "fixed: b, b, b, b (line-up all-4) is the same cell as mirror: b: it is played once",
    ]


def test_rounding_to_whole_blocks_is_said():
    plan = plan_of({"games": 101})
    assert [(cell.games_asked, cell.games, cell.blocks) for cell in plan.cells] == [(101, 101, 101), (101, 104, 26)]
    assert "games: 101 rounded up to 104 in one_vs_field: b among c (blocks of 4)" in plan.warnings


def test_games_that_can_not_be_played_again_have_their_actions_stored():
    agents = SWEEP["agents"] | {"b": {"kind": "python", "path": "preferences"}}
    plan = plan_of({"agents": agents})
    assert [cell.job.record_actions for cell in plan.cells] == [0.0, 1.0]
    assert any(text.startswith("record.actions: games with b can't be played again") for text in plan.warnings)
    agents["b"]["reproducible"] = True
    assert [cell.job.record_actions for cell in plan_of({"agents": agents}).cells] == [0.0, 0.0]


def test_a_stop_that_looks_at_nothing_in_a_cell_is_said():
    plan = plan_of({"stop": {"agent": "b", "half_width": 0.1}})
    assert "stop: nothing to look at in 1 of 2 cells, which play all their games (mirror: a)" in plan.warnings
    assert not any("stop" in text for text in plan_of({"stop": {"faction": "nurgle", "half_width": 0.1}}).warnings)


def test_plans_do_not_depend_on_random_state_or_time():
    first = plan_of()
    random.seed(0)
    assert plan_of() == first


def test_start_positions_are_checked_and_part_of_the_cell(tmp_path):
    sweep = {"game": "connect-four", "design": [{"mirror": ["a"]}]}
    (tmp_path / "x.msgpack").write_bytes(encode_states(Batch.from_seed("connect-four", n=3)))
    played = plan_of(sweep | {"start": {"states": "x.msgpack"}}, base_directory=tmp_path)
    assert played.start == played.cells[0].job.start == (tmp_path / "x.msgpack").read_bytes()
    assert ids(played) != ids(plan_of(sweep))
    assert type(played).from_plain(played.to_plain()) == played
    for content, words in (
        (encode_states(Batch.from_seed("connect-four", n=0)), "holds no position"),
        (b"rubbish", "start.states"),
        (b"\0" * ((1 << 24) + 1), "larger than 16 MiB"),
    ):
        (tmp_path / "x.msgpack").write_bytes(content)
        with pytest.raises(SpecError, match=words):
            plan_of(sweep | {"start": {"states": "x.msgpack"}}, base_directory=tmp_path)
    with pytest.raises(SpecError, match="can't be read: No such file"):
        plan_of(sweep | {"start": {"states": "y.msgpack"}}, base_directory=tmp_path)


@pytest.mark.parametrize("game", ["connect-four", "war-chest", "age-of-sigmar"])
def test_an_agent_of_a_level_plays_with_the_numbers_of_the_game(game):
    agents = {"one": {"kind": "ismcts", "level": "standard"}, "other": {"kind": "ismcts", "level": "standard", "depth": 3}}
    spec = load_sweep({"game": game, "agents": agents, "design": [{"round_robin": ["one", "other"]}], "games": 2})
    again = load_sweep(spec.to_plain())
    assert again.to_plain() == spec.to_plain()
    assert ids(make_plan(again)) == ids(make_plan(spec))
    job = make_plan(again).cells[0].job
    one, other = (resolve_agent(read_agent(job.agents[name]), get_game(game)) for name in ("one", "other"))
    table = get_game(game).levels["standard"]
    assert {name: getattr(one, name) for name in table} == dict(table)
    assert {name: getattr(other, name) for name in (*table, "depth")} == {**table, "depth": 3}


def test_a_level_and_its_numbers_are_one_agent_and_a_default_written_out_is_another():
    table = dict(get_game("war-chest").levels["standard"])
    assert table["playout"] != "random"

    def found(**agent):
        agents = {"one": {"kind": "ismcts", **agent}}
        return ids(plan_of({"game": "war-chest", "agents": agents, "design": [{"mirror": ["one"]}], "games": 2}))

    assert found(level="standard") == found(**table)
    assert found(level="standard") != found(level="standard", playout="random")
    swept = {"grid": {"agents.one.playout": ["random", table["playout"]]}}
    agents = {"one": {"kind": "ismcts", "level": "standard"}}
    sweep = {"game": "war-chest", "agents": agents, "design": [{"mirror": ["one"]}], "games": 2, "cells": swept}
    assert [ids(plan_of(sweep))[1]] == found(level="standard")
    assert len(set(ids(plan_of(sweep)))) == 2
