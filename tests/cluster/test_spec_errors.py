"""What is wrong with a sweep is said in words, at its path, with the near word, all at once."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluster.spec import SpecError, load_sweep
from cluster.spec_errors import MAX_PROBLEMS

GOOD = {
    "game": "connect-four",
    "agents": {"foo": {"kind": "greedy"}, "bar": {"kind": "random"}},
    "design": [{"round_robin": ["foo", "bar"]}],
}


def problems(changes=None, *, base=GOOD, **arguments):
    data = copy.deepcopy(base) | (changes or {})
    with pytest.raises(SpecError) as caught:
        load_sweep(data, **arguments)
    return list(caught.value.problems)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"agents": {"foo": {"kind": "random", "knid": 1}}}, "agents.foo.knid: unknown key, did you mean kind?"),
        ({"agents": {"foo": {"knid": "random"}}}, "agents.foo.knid: unknown key, did you mean kind?"),
        ({"agents": {"foo": {}}}, "agents.foo: needs the key kind"),
        ({"agents": {"foo": "greedy"}}, "agents.foo: must be a map, not the text 'greedy'"),
        ({"agents": {}}, "agents: must not be empty"),
        ({"gams": 3}, "gams: unknown key, did you mean games?"),
        ({"cells": {"lineup": []}}, "cells.lineup: unknown key, did you mean lineups?"),
        ({"cells": {"grid": {"opening_moves": []}}}, "cells.grid.opening_moves: must not be empty"),
        ({"cells": {"grid": {"opening_moves": 3}}}, "cells.grid.opening_moves: must be a list, not the number 3"),
        ({"design": []}, "design: must not be empty"),
        ({"design": "all"}, "design: must be a list, not the text 'all'"),
        ({"design": [{"miror": ["foo"]}]}, "design[0].miror: unknown key, did you mean mirror?"),
        ({"design": [{"mirror": "foo"}]}, "design[0].mirror: must be a list, not the text 'foo'"),
        ({"design": [{"gauntlet": {"of": "foo"}}]}, "design[0].gauntlet.against: is missing"),
        ({"design": [{"balanced": {"seating": 2}}]}, "design[0].balanced.seating: unknown key, did you mean seatings?"),
        ({"design": [{"balanced": True}]}, "design[0].balanced: must be a number of seatings"),
        ({"design": [{"balanced": 0}]}, "design[0].balanced: must be at least 1, not the number 0"),
        (
            {"design": [{"mirror": ["foo"], "all": ["foo"]}]},
            "design[0]: must be a map with exactly one of the keys round_robin",
        ),
        ({"design": [{"mirror": None}]}, "design[0]: must be a map with exactly one of the keys"),
        ({"design": [{}]}, "design[0]: must be a map with exactly one of the keys"),
        ({"design": [{"fixed": [["foo"], 3]}]}, "design[0].fixed[1]: must be a list, not the number 3"),
        ({"games": "many"}, "games: must be a whole number, not the text 'many'"),
        ({"games": 2.5}, "games: must be a whole number, not the number 2.5"),
        ({"games": True}, "games: must be a whole number, not true"),
        ({"games": 0}, "games: must be at least 1, not the number 0"),
        ({"seed": -1}, "seed: must be at least 0, not the number -1"),
        ({"seed": 1 << 63}, "seed: must be less than 9223372036854775808"),
        ({"pair_seeds": "yes"}, "pair_seeds: must be true or false, not the text 'yes'"),
        ({"stop": {"agent": "foo"}}, "stop: needs half_width"),
        (
            {"stop": {"agent": "foo", "kind": "sprt", "half_width": 0.1}},
            "stop: half_width is for kind: width, and this is kind: sprt",
        ),
        ({"stop": {"agent": "foo", "kind": "sprt", "elo1": 10}}, "stop: a sequential test needs elo0 and elo1, or score0 and"),
        (
            {"stop": {"agent": "foo", "kind": "sprt", "elo0": 5, "elo1": 5}},
            "stop: the two values of a sequential test must differ",
        ),
        (
            {"stop": {"agent": "foo", "kind": "spr"}},
            "stop.kind: 'spr' is not one of width, fair_share, sprt, did you mean sprt?",
        ),
        ({"stop": {"half_width": 0.1}}, "stop: must name a faction, an agent or a seat"),
        (
            {"stop": {"agent": "foo", "half_width": 0.1, "metric": "scor"}},
            "stop.metric: 'scor' is not one of score, win_rate, did",
        ),
        ({"record": {"actions": "sample:2"}}, "record.actions: must be all, none or sample:F"),
        ({"record": {"actions": "sample:"}}, "record.actions: must be all, none or sample:F"),
        ({"guards": {"max_forfeit_rate": 1.5}}, "guards.max_forfeit_rate: must be at most 1"),
        ({"metrics": {"port": 70000}}, "metrics.port: must be at most 65535"),
        ({"options": {"opening_moves": {"a": 1}}}, "options.opening_moves: must be a number, a text"),
        ({"agents": {"a.b": {"kind": "random"}}}, "agents.a.b: the text 'a.b' is no name"),
        ({"agents": {"foo": {"kind": "python"}}}, "agents.foo.path: is missing"),
        (
            {"agents": {"foo": {"kind": "python", "path": "a:B", "deadlin": 1}}},
            "agents.foo.deadlin: unknown key, did you mean deadline?",
        ),
        ({"workers": 0}, "workers: must be at least 1"),
        ({"game": 3}, "game: must be a text, not the number 3"),
    ],
)
def test_types(changes, problem):
    found = problems(changes)
    assert any(line.startswith(problem) for line in found), found


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"game": "conect-four"}, "game: unknown game 'conect-four', did you mean connect-four?"),
        ({"game": "go"}, "game: unknown game 'go' (known: "),
        ({"design": [{"mirror": ["fo"]}]}, "design[0].mirror: unknown agent 'fo', did you mean foo?"),
        (
            {"design": [{"one_vs_field": {"of": "foo", "field": "baz"}}]},
            "design[0].one_vs_field: unknown agent 'baz', did you mean bar?",
        ),
        ({"design": [{"fixed": [["foo", "ba"]]}]}, "design[0].fixed: unknown agent 'ba', did you mean bar?"),
        (
            {"agents": {"foo": {"kind": "python", "path": "preference"}}},
            "agents.foo.path: no agent is registered as 'preference', did",
        ),
        ({"options": {"opening_move": 1}}, "options.opening_move: unknown option of connect-four, did you mean opening_moves?"),
        ({"options": {"opening_moves": 9}}, "options.opening_moves: must be int, 0 .. 8, not the number 9"),
        ({"options": {"opening_moves": "two"}}, "options.opening_moves: must be int, 0 .. 8, not the text 'two'"),
        ({"cells": {"grid": {"opening_moves": [1, 9]}}}, "cells.grid.opening_moves: must be int, 0 .. 8, not the number 9"),
        ({"cells": {"list": [{"opening_moves": 9}]}}, "cells.list[0].opening_moves: must be int"),
        ({"cells": {"lineups": ["defalt"]}}, "cells.lineups[0]: unknown line-up 'defalt', did you mean default?"),
        ({"cells": {"reference": {"opening_moves": 3}}}, "cells.reference: is none of the combinations"),
        ({"stop": {"faction": "y", "half_width": 0.1}}, "stop.faction: unknown faction 'y' (known: x, o)"),
        ({"stop": {"agent": "fo", "half_width": 0.1}}, "stop.agent: unknown agent 'fo', did you mean foo?"),
        ({"stop": {"seat": "0", "half_width": 0.1}}, "stop.seat: unknown seat '0' (known: x, o)"),
        ({"components": ["new.yaml"]}, "components: connect-four takes no component files"),
        ({"record": {"curves": "rounds"}}, "record.curves: connect-four keeps no figures by round"),
        ({"design": [{"all": ["foo"]}]}, "design[0]: all: needs 2 agents"),
        ({"cells": {"list": [{"opening_moves": 1}] * 10_001}}, "cells: 10001 combinations x 1 line-ups; at most 10000"),
    ],
)
def test_names_and_what_fits_together(changes, problem):
    found = problems(changes)
    assert any(line.startswith(problem) for line in found), found


def test_all_problems_are_listed():
    found = problems({"gams": 1, "seed": -1, "agents": {"foo": {"kind": "rndom"}}, "design": [{"mirror": 3}]})
    assert len(found) == 4
    found = problems({"options": {"opening_moves": 9}, "components": ["x"], "design": [{"mirror": ["fo"]}]})
    assert len(found) == 3


def test_a_long_list_of_problems_is_cut():
    found = problems({"design": [{"mirror": ["x"]}] * 200 + [{"mirror": [str(n)]} for n in range(200)]})
    assert len(found) == MAX_PROBLEMS + 1
    assert found[-1].startswith("... and ")


def test_missing_keys():
    assert problems(base={}) == ["game: is missing", "agents: is missing", "design: is missing"]


def test_a_huge_grid_is_refused_without_being_counted_out():
    grid = {"opening_moves": list(range(9)) * 2000}
    assert "at most 10000 are possible" in problems({"cells": {"grid": grid}})[0]


def test_options_that_do_not_fit_together_are_told_with_their_cell(toy):
    base = GOOD | {"game": "toy", "design": [{"mirror": ["foo"]}]}
    (problem,) = problems({"cells": {"lineups": ["duel"], "grid": {"khorne.bloodletter.cost": [1, 0]}}}, base=base)
    assert problem.startswith("cells: line-up duel, {'khorne.bloodletter.cost': 0}: ")
    assert problem.endswith("limit: free ones are 3 at most")
    both = {"options": {"khorne.bloodletter.limit": 3}, "cells": {"grid": {"khorne.bloodletter.cost": [1, 0]}}}
    load_sweep(base | both)


def test_a_design_that_fits_some_line_ups_only_names_the_line_up(toy):
    base = GOOD | {"game": "toy", "design": [{"all": ["foo", "bar", "bar", "bar"]}]}
    (problem,) = problems({"cells": {"lineups": ["all-4", "all-3"]}}, base=base)
    assert problem.startswith("design[0]: all: needs 3 agents, one for each seat, and names 4")
    assert "(line-up no-slaanesh)" in problem


def test_files_and_presets_that_are_not_there(tmp_path):
    with pytest.raises(SpecError, match=r"no such file, and no preset of that name, did you mean connect-four\?"):
        load_sweep("conect-four")
    with pytest.raises(SpecError, match="can't be read: Is a directory"):
        load_sweep(tmp_path)
    with pytest.raises(SpecError, match="can't be read"):
        load_sweep("a\0b")
    (tmp_path / "list.yaml").write_text("- 1")
    with pytest.raises(SpecError, match="a sweep is a map"):
        load_sweep(tmp_path / "list.yaml")


def test_messages_point_into_the_file(tmp_path):
    file = tmp_path / "my.yaml"
    file.write_text("game: connect-four\nagents:\n  foo: {kind: greedy}\ndesign:\n  - mirror:\n    - fo\ngams: 3\n")
    with pytest.raises(SpecError) as caught:
        load_sweep(file)
    assert caught.value.problems == (f"gams: unknown key, did you mean games? ({file}, line 7)",)
    file.write_text(file.read_text().replace("gams", "games"))
    with pytest.raises(SpecError) as caught:
        load_sweep(file)
    assert caught.value.problems == (f"design[0].mirror: unknown agent 'fo', did you mean foo? ({file}, line 5)",)


@pytest.mark.parametrize(
    ("setting", "problem"),
    [
        ("games", "--set games: must be path=value"),
        ("=3", "--set =3: must be path=value"),
        ("a..b=3", "--set a..b=3: must be path=value"),
        ("games=[", "--set games=[, line 1"),
        ("design.x=3", "--set design.x=3: design holds nothing by the name 'x'"),
        ("design.1.mirror=[foo]", "--set design.1.mirror=[foo]: design holds nothing by the name '1'"),
        ("game.x=3", "--set game.x=3: game holds nothing by the name 'x'"),
        ("ganes=3", "options.ganes: unknown option of connect-four, did you mean the key games?"),
        ("opening_move=3", "options.opening_move: unknown option of connect-four, did you mean opening_moves?"),
        ("agents.foo.knid=3", "agents.foo.knid: unknown key, did you mean kind?"),
    ],
)
def test_settings(setting, problem):
    (found,) = problems(set=[setting])
    assert found.startswith(problem)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
PATHS = [
    ["game"],
    ["agents"],
    ["agents", "foo"],
    ["agents", "foo", "kind"],
    ["design"],
    ["design", 0],
    ["design", 0, "round_robin"],
]
KEYS = [
    "seed",
    "options",
    "cells",
    "games",
    "stop",
    "decision_cap",
    "guards",
    "record",
    "start",
    "metrics",
    "workers",
    "components",
]


@given(st.sampled_from(PATHS + [[key] for key in KEYS]), JUNK)
def test_junk_anywhere_is_read_or_refused_in_words(path, junk):
    data = copy.deepcopy(GOOD)
    node = data
    for part in path[:-1]:
        node = node[part]
    node[path[-1]] = junk
    found = ()
    try:
        load_sweep(data)
    except SpecError as error:
        found = (str(error), *error.problems)
    assert all(": " in problem for problem in found)


DRAFT = {
    "game": "war-chest",
    "options": {"setup": "draft"},
    "agents": {"foo": {"kind": "greedy"}, "bar": {"kind": "random"}, "mine": {"kind": "python", "path": "m:A"}},
    "design": [{"round_robin": ["foo", "bar"]}],
}


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"drafters": {"fooo": "bar"}}, "drafters.fooo: unknown agent 'fooo', did you mean foo?"),
        ({"drafters": {"foo": "baar"}}, "drafters.foo: unknown agent 'baar', did you mean bar?"),
        ({"drafters": {"foo": "mine"}}, "drafters.foo: mine runs in a process; only random, greedy and searches can draft"),
        (
            {"drafters": {"foo": "bar"}, "design": [{"round_robin": ["foo", "mine"]}]},
            "drafters: mine runs in a process and needs a drafter, too",
        ),
        ({"drafters": {"foo": "bar"}, "options": {}}, "drafters: there is no draft: games begin in round 1"),
    ],
)
def test_drafters_that_cannot_draft(changes, problem):
    (found,) = problems(changes, base=DRAFT)
    assert found.startswith(problem)


def test_an_agent_that_only_drafts_is_in_use():
    sweep = load_sweep(DRAFT | {"drafters": {"foo": "bar"}, "design": [{"mirror": ["foo"]}]})
    assert [line for line in sweep.warnings if "plays in no design entry" in line] == ["agents.mine: plays in no design entry"]
