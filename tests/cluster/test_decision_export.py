"""Decisions for training: each is there, as the agent saw it, and nothing of what it couldn't see."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from cluster_samples import play_all

from cluster import decision_export, load_sweep, make_plan, open_run
from cluster.decision_export import ExportError, export_decisions
from cluster.decision_rows import OBSERVATION_PREFIX
from cluster.game_walk import walk_stored
from cluster.ids import GameId
from cluster.plan import Plan
from cluster.replay import ReplayError
from cluster.run_directory import RunDirectory
from engine.agents.python import observation_dtype
from engine.batch import Batch
from engine.rng import derive_key, key_array

SUPPORT = Path(__file__).parent / "support"
SEARCH = {"kind": "ismcts", "iterations": 30}


def play(path: Path, game: str, agents: dict[str, Any], games: int, **more: Any) -> tuple[RunDirectory, Plan]:
    words = {"game": game, "agents": agents, "design": [{"round_robin": list(agents)}], "games": games, "seed": 9, **more}
    run, plan = RunDirectory(path), make_plan(load_sweep(words, base_directory=SUPPORT))
    play_all(run, plan)
    return run, plan


def exported(run: RunDirectory, out: Path, **more: Any) -> pl.DataFrame:
    export_decisions(run.path, out, **more)
    return pl.read_parquet(out / "*/*.parquet")


@pytest.fixture(scope="module")
def witnessed(tmp_path_factory: pytest.TempPathFactory) -> tuple[RunDirectory, Path]:
    """War Chest between an agent that writes down what it sees, and `greedy`."""
    path = tmp_path_factory.mktemp("witnessed")
    log = path / "seen.jsonl"
    witness = {"kind": "python", "path": "seeing_agents:Witness", "parameters": {"log": str(log)}}
    run, _ = play(path / "run", "war-chest", {"witness": witness, "greedy": {"kind": "greedy"}}, 4)
    return run, log


@pytest.fixture(scope="module")
def rows(witnessed: tuple[RunDirectory, Path], tmp_path_factory: pytest.TempPathFactory) -> pl.DataFrame:
    return exported(witnessed[0], tmp_path_factory.mktemp("out") / "training")


def test_every_decision_of_the_run_is_a_row(witnessed: tuple[RunDirectory, Path], rows: pl.DataFrame) -> None:
    games = open_run(witnessed[0].path).games.collect()
    for game in games.iter_rows(named=True):
        mine = rows.filter((pl.col("game_id") == game["game_id"]) & (pl.col("seat") == game["seat"]))
        assert len(mine) == game["seat_decisions"]
        assert set(mine["score"]) <= {game["score"]}
        assert set(mine["outcome"]) <= {game["outcome"]}
        assert set(mine["agent"]) <= {game["agent"]}
    assert len(rows) == games["seat_decisions"].sum()
    for game_id in rows["game_id"].unique():
        numbers = rows.filter(pl.col("game_id") == game_id)["decision"].to_list()
        assert numbers == list(range(len(numbers)))


def test_rows_hold_what_a_python_agent_saw_and_answered(witnessed: tuple[RunDirectory, Path], rows: pl.DataFrame) -> None:
    asked = [json.loads(line) for line in witnessed[1].read_text().splitlines()]
    wanted = rows.filter((pl.col("agent") == "witness") & (pl.col("legal_actions").list.len() > 1))
    by_name = {(row["game_id"], row["decision"]): row for row in wanted.iter_rows(named=True)}
    assert len(asked) == len(by_name) > 50
    for game, decision, legal, action, seen in asked:
        row = by_name[game, decision]
        assert (row["legal_actions"], row["action"]) == (legal, action)
        assert {name: row[OBSERVATION_PREFIX + name] for name in seen} == seen


def test_what_a_seat_cannot_see_is_not_in_its_rows(
    witnessed: tuple[RunDirectory, Path], rows: pl.DataFrame, tmp_path: Path
) -> None:
    """Positions in which all that is hidden from the seat was dealt afresh show it the same; those of the true state differ."""
    run = witnessed[0]
    plan = run.read_plan()
    game_id = str(rows["game_id"][0])
    walk, _, _ = walk_stored(run, plan, GameId.parse(game_id))
    mine = rows.filter(pl.col("game_id") == game_id)
    spec = walk.game.observation_spec()
    dtype = observation_dtype(spec)
    assert [name for name in rows.columns if name.startswith(OBSERVATION_PREFIX)] == [
        OBSERVATION_PREFIX + name for name in dtype.names or ()
    ]
    changed = 0
    for place, row in enumerate(mine.iter_rows(named=True)):
        world = walk.position(place)
        before = world.states.copy()
        world.resample(row["seat"], key_array(derive_key(place, "world"))[None])
        for stream in ("setup_rng", "play_rng"):
            before[stream] = world.states[stream]
        changed += before.tobytes() != world.states.tobytes()
        seen = Batch(walk.game, walk.options, world.states).observe(row["seat"])[0]
        assert {name: row[OBSERVATION_PREFIX + name] for name in dtype.names or ()} == {
            name: seen[name].tolist() for name in dtype.names or ()
        }
    assert changed > len(mine) // 2


def test_observations_load_as_arrays_of_their_shape(rows: pl.DataFrame, witnessed: tuple[RunDirectory, Path]) -> None:
    game = open_run(witnessed[0].path).plan.game
    assert game == "war-chest"
    for entry in make_spec(game):
        values = rows[OBSERVATION_PREFIX + entry.name].to_numpy()
        assert values.shape == (len(rows), *entry.shape)
        assert values.dtype == np.dtype(entry.dtype)
        assert entry.low <= values.min()
        assert values.max() <= entry.high


def make_spec(game: str) -> Any:
    from engine.game import get_game

    return get_game(game).observation_spec().fields


@pytest.fixture(scope="module")
def searched(tmp_path_factory: pytest.TempPathFactory) -> RunDirectory:
    agents = {"search": SEARCH, "greedy": {"kind": "greedy"}}
    return play(tmp_path_factory.mktemp("searched"), "connect-four", agents, 12, record={"actions": "sample:0.5"})[0]


def test_visits_are_those_of_the_search_that_decided(searched: RunDirectory, tmp_path: Path) -> None:
    rows = exported(searched, tmp_path / "out")
    choices = pl.col("legal_actions").list.len() > 1
    looked = rows.filter((pl.col("agent") == "search") & choices)
    assert rows.filter(pl.col("agent") != "search")["visits"].null_count() == len(rows.filter(pl.col("agent") != "search"))
    assert (looked["visits"].list.sum() == 30).all()
    for row in looked.iter_rows(named=True):
        assert row["visits"][row["legal_actions"].index(row["action"])] == max(row["visits"])
    without = exported(searched, tmp_path / "without", visits=False)
    assert without["visits"].null_count() == len(without)
    assert without.drop("visits").equals(rows.drop("visits"))


def test_the_same_run_gives_the_same_bytes_in_files_of_bounded_size(
    searched: RunDirectory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def files(out: Path) -> dict[str, bytes]:
        return {str(path.relative_to(out)): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}

    export_decisions(searched.path, tmp_path / "a")
    export_decisions(searched.path, tmp_path / "b")
    assert files(tmp_path / "a") == files(tmp_path / "b")
    whole = pl.read_parquet(tmp_path / "a/*/*.parquet")
    monkeypatch.setattr(decision_export, "SLICE_BYTES", 40 * 250)
    told: list[tuple[int, int]] = []
    report = export_decisions(searched.path, tmp_path / "a", on_file=lambda done, of: told.append((done, of)))
    assert report.files == len(told) == len(list((tmp_path / "a").glob("*/*.parquet"))) > 3
    assert told[-1] == (12, 12)
    assert pl.read_parquet(tmp_path / "a/*/*.parquet").equals(whole)


def test_the_index_names_every_column_file_and_action_part(searched: RunDirectory, tmp_path: Path) -> None:
    rows = exported(searched, tmp_path / "out")
    index = json.loads((tmp_path / "out/columns.json").read_text())
    assert [column["name"] for column in index["columns"]] == rows.columns
    assert all(column["meaning"] for column in index["columns"])
    assert sorted(name for cell in index["cells"] for name in cell["files"]) == sorted(
        str(path.relative_to(tmp_path / "out")) for path in (tmp_path / "out").glob("*/*.parquet")
    )
    assert index["observation"]["version"] >= 1
    assert [part["name"] for part in index["actions"]["parts"]]


def test_games_with_forfeits_are_there_and_say_so(tmp_path: Path) -> None:
    flaky = {"kind": "python", "path": "guard_agents:Flaky", "parameters": {"rate": 0.1}}
    run, _ = play(tmp_path / "run", "connect-four", {"flaky": flaky, "dice": {"kind": "random"}}, 20)
    rows = exported(run, tmp_path / "out")
    games = open_run(run.path).games.collect()
    assert len(rows) == games["seat_decisions"].sum()
    forfeited = games.filter(pl.col("forfeit_cause").is_not_null())
    assert len(forfeited) > 0
    last = rows.group_by("game_id", "seat").agg(pl.col("forfeit_cause").last())
    both = forfeited.join(last, on=["game_id", "seat"])
    assert (both["forfeit_cause"].cast(pl.String) == both["forfeit_cause_right"]).all()


def test_only_games_that_count_are_exported(tmp_path: Path) -> None:
    run, _ = play(
        tmp_path / "run",
        "connect-four",
        {"greedy": {"kind": "greedy"}, "dice": {"kind": "random"}},
        600,
        stop={"agent": "greedy", "half_width": 0.05},
    )
    counted = open_run(run.path).games.collect()
    assert 0 < counted["game_id"].n_unique() < 600
    rows = exported(run, tmp_path / "out")
    assert set(rows["game_id"]) == set(counted["game_id"])


def test_a_folder_that_holds_something_else_is_left_alone(searched: RunDirectory, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep")
    with pytest.raises(ExportError, match="holds no export"):
        export_decisions(searched.path, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_game_that_comes_out_otherwise_is_refused(searched: RunDirectory, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(Batch, "hashes", lambda self: np.zeros(len(self), np.uint64))
    with pytest.raises(ReplayError, match="another position"):
        export_decisions(searched.path, tmp_path / "out", visits=False)
