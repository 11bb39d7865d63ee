"""Reading sweeps: presets, files, mappings, `--set`; what is filled in, and what a person is told."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import jsonschema
import pytest
import yaml

from cluster.init_file import init_text
from cluster.plan import make_plan, plan_summary
from cluster.presets import list_presets, preset_text
from cluster.schema import json_schema
from cluster.spec import DEFAULT_GAMES, DEFAULT_SEED, load_sweep
from cluster.spec_models import SweepSpec
from cluster.yaml_text import parse_yaml
from engine.game import BUILT_IN_GAMES

SWEEP = {
    "game": "connect-four",
    "agents": {"a": {"kind": "greedy"}, "b": {"kind": "greedy"}},
    "design": [{"round_robin": ["a", "b"]}],
}
CONTRACT = """
game: toy
seed: 20261129
cells:
  lineups: [all-4, all-3]
  grid:
    khorne.bloodletter.cost: [2, 3]    # 2 is the rule
  reference: {khorne.bloodletter.cost: 2}
agents:
  greedy:   {kind: greedy}
  standard: {kind: greedy}
  mine:     {kind: python, path: "my_agents.khorne:Net", files: [net.pt], parameters: {checkpoint: net.pt}}
design:
  - mirror: [greedy, standard]
  - one_vs_field: {of: mine, field: standard}
games: 20000
stop: {metric: score, faction: khorne, half_width: 0.01}
decision_cap: 4000
guards: {max_forfeit_rate: 0.01}
record: {actions: "sample:0.01", curves: none}
components: []
start: null
"""


def sweep(changes=None, **arguments):
    return load_sweep(copy.deepcopy(SWEEP) | (changes or {}), **arguments)


def test_the_contract_s_example_is_read_without_a_warning(tmp_path, toy):
    (tmp_path / "net.pt").write_bytes(b"")
    (tmp_path / "sweep.yaml").write_text(CONTRACT)
    spec = load_sweep(tmp_path / "sweep.yaml")
    assert spec.warnings == ()
    assert spec.seed == 20261129
    assert spec.base_directory == tmp_path
    assert spec.record.actions_share == 0.01
    plan = make_plan(spec)
    assert len(plan.cells) == 3 * 2 * 3
    jsonschema.Draft202012Validator(json_schema()).validate(yaml.safe_load(CONTRACT))


def test_defaults_are_filled_in_and_echoed():
    plain = sweep().to_plain()
    assert plain["seed"] == DEFAULT_SEED == 1
    assert plain["games"] == DEFAULT_GAMES
    assert plain["metrics"] == {"host": "127.0.0.1", "port": 0, "linger": 0.0}
    assert plain["pair_seeds"] is True
    assert set(plain) == set(SweepSpec.model_fields)
    assert list(plain["cells"]) == ["lineups", "grid", "list", "sample", "reference"]


def test_the_resolved_sweep_is_a_sweep_file_again():
    spec = sweep({"design": [{"balanced": 2}, {"fixed": [["a", "b"]]}, {"gauntlet": {"of": "a", "against": ["b"]}}]})
    plain = spec.to_plain()
    again = load_sweep(json.loads(json.dumps(plain)))
    assert again == spec
    assert again.to_plain() == plain
    assert plain["design"][0] == {"balanced": {"seatings": 2}}
    through_yaml = parse_yaml(yaml.safe_dump(plain, sort_keys=False), "spec.yaml").data
    assert load_sweep(through_yaml) == spec


def test_arguments_replace_what_the_file_says():
    spec = sweep({"games": 5}, games=7, seed=8, workers=2)
    assert (spec.games, spec.seed, spec.workers) == (7, 8, 2)
    assert sweep({"games": 5}).games == 5


def test_settings_reach_keys_of_the_file_and_options_of_the_game(toy):
    spec = sweep(
        {"game": "toy", "design": [{"mirror": ["a"]}]},
        set=[
            "games=10",
            "agents.a.kind=random",
            "agents.new={kind: greedy}",
            "design.0.mirror=[a, new]",
            "khorne.bloodletter.cost=3",
            "options.khorne.bloodletter.limit=2",
            "cells.grid.teams=[true, false]",
            "cells.lineups=[all-4]",
            "stop.agent=a",
            "stop.half_width=1e-2",
            "title=one = two",
            "metrics=null",
        ],
    )
    assert spec.games == 10
    assert spec.agents["a"].kind == "random"
    assert spec.design[0].mirror == ["a", "new"]
    assert spec.options == {"khorne.bloodletter.cost": 3, "khorne.bloodletter.limit": 2}
    assert spec.cells.grid == {"teams": [True, False]}
    assert spec.stop is not None
    assert spec.stop.half_width == 0.01
    assert spec.title == "one = two"
    assert spec.metrics is None


def test_a_mapping_is_left_as_it_is():
    data = copy.deepcopy(SWEEP)
    load_sweep(data, games=3, set=["opening_moves=2", "agents.a.kind=random"])
    assert data == SWEEP


def test_relative_paths_start_from_the_file_s_folder(tmp_path, monkeypatch):
    (tmp_path / "s.yaml").write_text(yaml.safe_dump(SWEEP))
    monkeypatch.chdir(tmp_path)
    assert load_sweep("s.yaml").base_directory == tmp_path
    assert load_sweep(SWEEP).base_directory == tmp_path
    assert load_sweep(Path("s.yaml"), base_directory="/").base_directory == Path("/")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"options": {"opening_moves": 0}}, "options.opening_moves: 0 is the game's own value; the line changes nothing"),
        ({"cells": {"grid": {"opening_moves": [0, 2]}}}, "cells.grid.opening_moves: 0 is the game's own value"),
        (
            {"options": {"opening_moves": 2}, "cells": {"grid": {"opening_moves": [3]}}},
            "cells.grid.opening_moves: replaces the value in options",
        ),
        ({"design": [{"mirror": ["a"]}]}, "agents.b: plays in no design entry"),
        (
            {"agents": SWEEP["agents"] | {"b": {"kind": "random"}}},
            "design[0] (round_robin): b plays at random: a smoke test, no evidence about balance or strength",
        ),
    ],
)
def test_what_a_person_should_know_is_said(changes, words):
    assert list(sweep(changes).warnings) == [words]
    assert words in make_plan(sweep(changes)).warnings


def test_nothing_is_said_without_need():
    assert sweep().warnings == ()
    cells = {"grid": {"opening_moves": [0, 2]}, "reference": {"opening_moves": 0}}
    assert sweep({"cells": cells}).warnings == (), "the reference is meant to be the game's own value"


PRESET_GAMES = {
    "chaos-balance": "chaos-in-the-old-world",
    "chaos-bloodletter": "chaos-in-the-old-world",
    "connect-four": "connect-four",
    "ring-balance": "war-of-the-ring",
    "sigmar-points": "age-of-sigmar",
    "sigmar-starter": "age-of-sigmar",
    "sigmar-terrain": "age-of-sigmar",
    "war-chest": "war-chest",
}


def test_presets_are_listed_valid_and_as_large_as_they_say():
    assert [preset.name for preset in list_presets()] == list(PRESET_GAMES)
    for preset in list_presets():
        spec = load_sweep(preset.name)
        assert spec.title == preset.title
        assert spec.game == PRESET_GAMES[preset.name]
        jsonschema.Draft202012Validator(json_schema()).validate(yaml.safe_load(preset_text(preset.name)))
    assert plan_summary(make_plan(load_sweep("war-chest"))).games >= 100_000


def test_a_smoke_test_is_called_one():
    assert any("smoke test" in text for text in load_sweep("war-chest").warnings)


@pytest.mark.parametrize("game", [*BUILT_IN_GAMES, "toy"])
def test_the_init_file_is_complete_and_can_be_played_as_it_is(game, tmp_path, toy):
    text = init_text(game)
    file = tmp_path / "sweep.yaml"
    file.write_text(text)
    spec = load_sweep(file)
    assert spec.warnings == ()
    assert make_plan(spec).warnings == ()
    assert set(parse_yaml(text, "init").data) == set(SweepSpec.model_fields)
    jsonschema.Draft202012Validator(json_schema()).validate(yaml.safe_load(text))
    assert max(map(len, text.splitlines())) <= 128


@pytest.mark.parametrize("game", [*BUILT_IN_GAMES, "toy"])
def test_the_options_in_the_init_file_are_the_game_s_own(game, tmp_path, toy):
    lines = init_text(game).splitlines()
    start = lines.index("options: {}")
    end = next(number for number, line in enumerate(lines) if number > start and not line)
    lines[start:end] = [line.removeprefix("# ") for line in lines[start + 1 : end]]
    file = tmp_path / "sweep.yaml"
    file.write_text("\n".join(lines))
    spec = load_sweep(file)
    assert spec.options
    assert len(spec.warnings) == len(spec.options)
    assert all(text.endswith("is the game's own value; the line changes nothing") for text in spec.warnings)


def test_the_schema_is_a_schema_and_describes_every_key():
    schema = json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    assert set(schema["properties"]) == set(SweepSpec.model_fields)
    places = [schema, *schema["$defs"].values()]
    fields = [field for place in places for key, field in place.get("properties", {}).items() if key != "kind"]
    assert len(fields) > 40
    assert all(field.get("description") for field in fields)
    assert schema["required"] == ["game", "agents", "design"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"gams": 3},
        {"games": "3"},
        {"agents": {"a": {"kind": "greedy", "knid": 1}}},
        {"agents": {"a": {"kind": "other"}}},
        {"design": [{"mirror": ["a"], "all": ["a"]}]},
        {"design": [{}]},
        {"record": {"actions": "sometimes"}},
        {"options": {"x": {}}},
    ],
)
def test_the_schema_refuses_what_is_refused(wrong):
    assert not jsonschema.Draft202012Validator(json_schema()).is_valid(SWEEP | wrong)


def test_the_schema_takes_both_ways_to_write_balanced():
    validator = jsonschema.Draft202012Validator(json_schema())
    for value in (4, {"seatings": 4, "agents": ["a", "b"]}):
        validator.validate(SWEEP | {"design": [{"balanced": value}]})
