"""Commands, called in this process on runs that were played without Ray."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import polars as pl
import pytest
import yaml

from cluster import open_run
from cluster.run_directory import RunDirectory
from workers.chunk_file import ChunkFooter, encode_tables, read_chunk

Warhost = Callable[..., Any]

COMMANDS = (
    "run",
    "plan",
    "init",
    "merge",
    "extend",
    "status",
    "report",
    "compare",
    "replay",
    "verify",
    "games",
    "odds",
    "bench",
    "warm",
    "watch",
)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(warhost: Warhost, command: str) -> None:
    shown = warhost(command, "--help")
    assert shown.exit_code == 0
    assert f"$ warhost {command}" in shown.stdout


def test_help_lists_every_command(warhost: Warhost) -> None:
    shown = warhost("--help").stdout
    assert all(re.search(rf"\b{command}\b", shown) for command in COMMANDS)


def game_id(run: Path, cell: int = 0) -> str:
    return f"{open_run(run).plan.cells[cell].cell_id}/3/0"


class TestGames:
    def test_lists_games(self, warhost: Warhost) -> None:
        assert "connect-four" in warhost("games").stdout
        listed = json.loads(warhost("games", "--json").stdout)
        assert {"name": "connect-four", "title": "Connect Four", "players": [2]} in [
            {key: entry[key] for key in ("name", "title", "players")} for entry in listed
        ]

    def test_says_what_a_game_is_made_of(self, warhost: Warhost) -> None:
        facts = json.loads(warhost("games", "connect-four", "--json").stdout)
        assert facts["lineups"]["default"]["default"]["seats"] == ["x", "o"]
        assert facts["actions"]["number"] == 7
        assert {"random", "greedy", "python"} <= set(facts["agents"])
        assert facts["outcomes"] == ["four_in_a_row", "board_full"]
        shown = warhost("games", "connect-four").stdout
        assert "decision cap: 42" in shown

    def test_lists_options_about_a_word(self, warhost: Warhost) -> None:
        shown = warhost("games", "connect-four", "opening", "--options").stdout
        assert re.search(r"opening_moves\s+0\s+int, 0 .. 8\s+house\s+ours", shown)
        options = json.loads(warhost("games", "connect-four", "--options", "--json").stdout)
        assert [(info["path"], info["default"], info["mark"]) for info in options] == [("opening_moves", 0, "house")]

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["conect-four"], "did you mean connect-four?"),
            (["connect-four", "opening_move", "--options"], None),
            (["connect-four", "openning_moves", "--options"], "did you mean opening_moves?"),
            (["connect-four", "opening"], "say --options"),
        ],
    )
    def test_near_words(self, warhost: Warhost, arguments: list[str], message: str | None) -> None:
        shown = warhost("games", *arguments)
        assert shown.exit_code == (0 if message is None else 2)
        if message is not None:
            assert message in shown.stderr
            assert shown.stderr.count("\n") == 1


class TestPlan:
    def test_shows_cells_seatings_and_costs(self, warhost: Warhost) -> None:
        shown = warhost("plan", "connect-four", "--games", 1000)
        assert shown.exit_code == 0
        assert re.search(r"mirror: greedy\s+the rulebook's game\s+1,000\s+1,000", shown.stdout)
        assert "x: random, o: greedy" in shown.stdout
        assert "every agent sits equally often at every seat" in shown.stdout

    def test_shows_who_drafts(self, warhost: Warhost) -> None:
        words = ["--set", "options.setup=draft", "--set", "drafters.greedy=random"]
        assert "raven: greedy (drafted for by random), wolf: random" in warhost("plan", "war-chest", *words).stdout

    def test_json(self, warhost: Warhost) -> None:
        document = json.loads(warhost("plan", "connect-four", "--games", 1000, "--set", "opening_moves=2", "--json").stdout)
        cell = document["cells"][0]
        assert (document["games"], cell["games"], cell["blocks"]) == (2000, 1000, 500)
        assert cell["options"] == {"opening_moves": 2}
        assert cell["seatings"] == [["greedy", "random"], ["random", "greedy"]]
        assert cell["agents"]["random"] == {"kind": "random"}

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["nowhere.yaml"], "nowhere.yaml"),
            (["conect-four"], "did you mean connect-four?"),
            (["connect-four", "--set", "openning_moves=2"], "did you mean opening_moves?"),
            (["connect-four", "--set", "opening_moves=99"], "opening_moves"),
            (["connect-four", "--set", "agents.greedy.knid=greedy"], "did you mean kind?"),
        ],
    )
    def test_bad_input_is_a_line_and_exit_code_2(self, warhost: Warhost, arguments: list[str], message: str) -> None:
        shown = warhost("plan", *arguments)
        assert shown.exit_code == 2
        assert message in shown.stderr
        assert shown.stdout == ""
        assert all(line.startswith("error: ") for line in shown.stderr.splitlines())


class TestInit:
    def test_writes_a_sweep_that_can_be_planned(self, warhost: Warhost, tmp_path: Path) -> None:
        file = tmp_path / "sweep.yaml"
        assert warhost("init", "connect-four", "-o", file).exit_code == 0
        assert yaml.safe_load(file.read_text())["game"] == "connect-four"
        assert warhost("plan", file).exit_code == 0
        again = warhost("init", "connect-four", "-o", file)
        assert again.exit_code == 2
        assert "--force" in again.stderr

    def test_prints_it(self, warhost: Warhost) -> None:
        assert "game: connect-four" in warhost("init", "connect-four").stdout

    def test_unknown_game(self, warhost: Warhost) -> None:
        assert warhost("init", "chess").exit_code == 2

    def test_prints_the_schema_that_sweep_files_fit(self, warhost: Warhost) -> None:
        schema = json.loads(warhost("init", "--schema").stdout)
        sweep = yaml.safe_load(warhost("init", "connect-four").stdout)
        jsonschema.Draft202012Validator(schema).validate(sweep)
        assert list(jsonschema.Draft202012Validator(schema).iter_errors({**sweep, "gamez": 1}))

    def test_no_game_is_pointed_out(self, warhost: Warhost) -> None:
        assert "name a game" in warhost("init").stderr


class TestReport:
    def test_tables(self, warhost: Warhost, finished_run: Path) -> None:
        shown = warhost("report", finished_run)
        assert shown.exit_code == 0
        result = open_run(finished_run)
        games = result.games.collect()
        for cell in result.plan.cells:
            rows = games.filter(pl.col("cell_id").cast(pl.String) == cell.cell_id)
            score = rows.filter(pl.col("agent").cast(pl.String) == "greedy", pl.col("seat") == 0)["score"].mean() / 12
            assert f"{score:.3f}" in shown.stdout
        assert "A smoke test" in shown.stdout
        assert str(finished_run) in shown.stderr

    def test_json_is_one_document_with_the_pinned_keys(self, warhost: Warhost, finished_run: Path) -> None:
        document = json.loads(warhost("report", finished_run, "--json").stdout)
        assert {
            "game",
            "rules_version",
            "seed",
            "spec_hash",
            "complete",
            "quarantined_agents",
            "warnings",
            "cells",
            "execution",
        } == set(document)
        contract = {
            "cell_id",
            "options",
            "lineup",
            "agents",
            "seats",
            "factions",
            "outcomes",
            "rounds",
            "estimates",
            "components",
        }
        for cell in document["cells"]:
            assert contract <= set(cell)
            assert sum(cell["outcomes"].values()) == cell["games"] == 300
            assert {"games", "mean", "median", "p95"} == set(cell["rounds"])
            for row in cell["estimates"]:
                assert {"metric", "by", "estimate", "low", "high", "se", "blocks", "games", "method"} <= set(row)
                assert row["low"] <= row["estimate"] <= row["high"]
        assert document["execution"]["exit_code"] == 0

    def test_one_cell_has_its_figures_at_the_top(self, warhost: Warhost, mirror_run: Path) -> None:
        document = json.loads(warhost("report", mirror_run, "--json").stdout)
        for key in ("outcomes", "rounds", "estimates", "seats"):
            assert document[key] == document["cells"][0][key]

    def test_writes_estimates(self, warhost: Warhost, finished_run: Path) -> None:
        warhost("report", finished_run)
        parquet = pl.read_parquet(finished_run / "report/estimates.parquet")
        csv = pl.read_csv(finished_run / "report/estimates.csv")
        assert parquet.shape == csv.shape
        assert parquet["estimate"].to_list() == open_run(finished_run).estimates["estimate"].to_list()

    def test_an_unfinished_run_says_how_to_go_on(self, warhost: Warhost, half_run: Path) -> None:
        shown = warhost("report", half_run)
        assert shown.exit_code == 0
        assert f"warhost run {half_run}" in shown.stderr
        assert "watched" in shown.stdout

    def test_no_run_directory(self, warhost: Warhost, tmp_path: Path) -> None:
        shown = warhost("report", tmp_path)
        assert shown.exit_code == 2
        assert "is no run directory" in shown.stderr


class TestStatus:
    def test_finished(self, warhost: Warhost, finished_run: Path) -> None:
        assert "complete: 600 of 600 games done" in warhost("status", finished_run).stdout

    def test_unfinished_without_a_driver(self, warhost: Warhost, half_run: Path) -> None:
        shown = warhost("status", half_run).stdout
        assert "of 600 games done" in shown
        assert f"go on with: warhost run {half_run}" in shown.replace("\n", " ")

    def test_json(self, warhost: Warhost, half_run: Path) -> None:
        document = json.loads(warhost("status", half_run, "--json").stdout)
        assert document["complete"] is False
        assert document["driver"]["state"] == "none"
        assert 0 < document["games_done"] < document["games"] == 600


class TestReplay:
    def test_in_words(self, warhost: Warhost, finished_run: Path) -> None:
        shown = warhost("replay", finished_run, game_id(finished_run))
        assert shown.exit_code == 0
        assert "set-up: opening move into column" in shown.stdout
        assert re.search(r"\d+ [xo]: drop a stone into column \d", shown.stdout)
        assert "The results of the run say the same." in shown.stdout

    def test_json_names_every_decision(self, warhost: Warhost, finished_run: Path) -> None:
        chosen = game_id(finished_run)
        document = json.loads(warhost("replay", finished_run, chosen, "--json", "--legal").stdout)
        games = open_run(finished_run).games.filter(pl.col("game_id") == chosen).collect()
        assert document["game_id"] == chosen
        assert document["twelfths"] == games.sort("seat")["score"].to_list()
        assert document["state_hash"] == f"{games['state_hash'][0]:016x}"
        assert document["as_in_the_results"] is True
        assert [seat["agent"] for seat in document["seats"]] == ["greedy", "random"]
        assert document["setup"][0]["event"] == "opening_move"
        assert document["setup"][0]["visible_to_seats"] == [0, 1]
        assert len(document["decisions"]) == games["decisions"][0]
        for decision in document["decisions"]:
            legal = [choice["action"] for choice in decision["legal"]]
            assert decision["action"] in legal
            assert len(legal) == decision["choices"]
            assert decision["parts"] == {"column": decision["action"] + 1}

    def test_another_program_can_check_the_game(self, warhost: Warhost, finished_run: Path) -> None:
        """Only what the document says: columns, who dropped a stone where, and who has four in a row."""
        document = json.loads(warhost("replay", finished_run, game_id(finished_run), "--json").stdout)
        columns: list[list[int]] = [[] for _ in range(7)]
        moves = [(i % 2, event["column"]) for i, event in enumerate(document["setup"])]
        moves += [(decision["seat"], decision["parts"]["column"]) for decision in document["decisions"]]
        for number, (seat, column) in enumerate(moves):
            assert seat == number % 2
            columns[column - 1].append(seat)
        assert all(len(column) <= 6 for column in columns)
        winner = document["twelfths"].index(12)

        def at(column: int, row: int) -> int | None:
            return columns[column][row] if 0 <= column < 7 and 0 <= row < len(columns[column]) else None

        fours = [
            (column, row, step)
            for column in range(7)
            for row in range(6)
            for step in ((1, 0), (0, 1), (1, 1), (1, -1))
            if all(at(column + k * step[0], row + k * step[1]) == winner for k in range(4))
        ]
        assert document["outcome"] == "four_in_a_row"
        assert fours

    def test_boards_and_pictures(self, warhost: Warhost, finished_run: Path, tmp_path: Path) -> None:
        picture = tmp_path / "end.svg"
        shown = warhost("replay", finished_run, game_id(finished_run), "--draw", "decision", "--svg", picture)
        decisions = len(re.findall(r"drop a stone into column", shown.stdout))
        assert shown.stdout.count("1234567") == decisions + 1
        assert picture.read_text().startswith("<svg")
        by_round = warhost("replay", finished_run, game_id(finished_run), "--draw", "round").stdout
        assert by_round.count("1234567") == by_round.count("Round ") + 1

    def test_a_game_of_a_sweep_that_nobody_ran(self, warhost: Warhost) -> None:
        document = json.loads(warhost("plan", "connect-four", "--json").stdout)
        cell = document["cells"][0]["cell_id"]
        shown = warhost("replay", "connect-four", f"{cell}/12/1", "--json")
        assert shown.exit_code == 0
        assert json.loads(shown.stdout)["as_in_the_results"] is None

    @pytest.mark.parametrize(
        ("name", "message"),
        [
            ("abc", "is no game id"),
            ("0123456789ab/0/0", "has no cell 0123456789ab"),
            ("CELL/99999/0", "blocks 0 to"),
            ("CELL/0/7", "rotations 0 to 1"),
        ],
    )
    def test_bad_ids(self, warhost: Warhost, finished_run: Path, name: str, message: str) -> None:
        cell = open_run(finished_run).plan.cells[0].cell_id
        shown = warhost("replay", finished_run, name.replace("CELL", cell))
        assert shown.exit_code == 2
        assert message in shown.stderr

    def test_a_game_that_is_not_played_yet(self, warhost: Warhost, half_run: Path) -> None:
        shown = warhost("replay", half_run, game_id(half_run, cell=1))
        assert shown.exit_code == 2
        assert "not played this game yet" in shown.stderr


def tamper(run: Path, column: str, value: pl.Expr) -> str:
    """Change one game in a chunk file and make the file look whole; returns the game's id."""
    from workers.content import content_hash

    plan = open_run(run).plan
    cell, chunk = plan.cells[0], plan.cells[0].chunk(0)
    path = RunDirectory(run).chunk_file(cell, 0)
    footer, tables = read_chunk(run, f"{cell.cell_id}/{path.stem}")
    victim = f"{cell.cell_id}/{chunk.first_block}/0"
    hit = pl.col("game_id") == victim
    tables["games"] = tables["games"].with_columns(pl.when(hit).then(value).otherwise(pl.col(column)).alias(column))
    changed = ChunkFooter(**{**footer.__dict__, "content_hash": content_hash(tables)})
    path.write_bytes(encode_tables(tables, changed)["games"])
    return victim


class TestVerify:
    def test_a_sound_run(self, warhost: Warhost, finished_run: Path) -> None:
        shown = warhost("verify", finished_run, "--sample", 50)
        assert shown.exit_code == 0
        assert "50 of 600 games replayed, 0 came out otherwise" in shown.stdout

    def test_the_same_seed_checks_the_same_games(self, warhost: Warhost, finished_run: Path) -> None:
        first, second = (warhost("verify", finished_run, "--json", "--seed", 3).stdout for _ in range(2))
        assert first == second
        assert json.loads(first)["verified"] is True

    @pytest.mark.parametrize(
        ("column", "value", "message"),
        [("state_hash", pl.col("state_hash") ^ 1, "state hash"), ("score", 12 - pl.col("score"), "twelfths")],
    )
    def test_a_game_that_was_changed_is_named(
        self, warhost: Warhost, finished_run: Path, tmp_path: Path, column: str, value: pl.Expr, message: str
    ) -> None:
        run = tmp_path / "changed"
        shutil.copytree(finished_run, run)
        victim = tamper(run, column, value.cast(pl.read_parquet_schema(next(run.rglob("chunks/*/*.parquet")))[column]))
        shown = warhost("verify", run, "--sample", 600)
        assert shown.exit_code == 1
        assert f"error: {victim}: {message}" in shown.stderr
        assert "1 came out otherwise" in shown.stdout
        replayed = warhost("replay", run, victim)
        assert replayed.exit_code == 1
        assert message in replayed.stderr

    def test_a_damaged_chunk_is_a_clear_error(self, warhost: Warhost, finished_run: Path, tmp_path: Path) -> None:
        run = tmp_path / "damaged"
        shutil.copytree(finished_run, run)
        file = next(run.rglob("chunks/*/*.parquet"))
        file.write_bytes(file.read_bytes()[:-20])
        shown = warhost("verify", run, "--sample", 600)
        assert shown.exit_code == 2
        assert file.name in shown.stderr


class TestWarm:
    def test_says_what_it_did(self, warhost: Warhost) -> None:
        warhost("warm", "connect-four")
        shown = warhost("warm", "connect-four", "--json")
        assert shown.exit_code == 0
        assert [report["game"] for report in json.loads(shown.stdout)] == ["connect-four"]
        assert json.loads(shown.stdout)[0]["compiled"] is False

    def test_unknown_game(self, warhost: Warhost) -> None:
        assert warhost("warm", "chess").exit_code == 2


class TestBench:
    def test_json_is_flat(self, warhost: Warhost, monkeypatch: pytest.MonkeyPatch) -> None:
        asked: list[Any] = []

        def measure(only: Any = None) -> dict[str, float]:
            asked.append(only)
            return {"connect_four_vs_c": 0.97, "war_chest_decisions_per_second": 3e6}

        monkeypatch.setattr("dashboards.bench.run_benchmarks", measure, raising=False)
        assert json.loads(warhost("bench", "--json").stdout) == {
            "connect_four_vs_c": 0.97,
            "war_chest_decisions_per_second": 3e6,
        }
        assert re.search(r"war_chest_decisions_per_second\s+3,000,000", warhost("bench", "--only", "connect_four_vs_c").stdout)
        assert asked == [None, ["connect_four_vs_c"]]

    def test_a_ladder_that_was_measured(self, warhost: Warhost) -> None:
        document = json.loads(warhost("bench", "ladder", "connect-four", "--measured", "--json").stdout)
        assert [step["upper"] for step in document["steps"]][-1] == "ismcts:strong"
        shown = warhost("bench", "ladder", "connect-four", "--measured").stdout
        assert re.search(r"ismcts:standard\s+ismcts:fast\s+0\.\d+", shown)
        place = json.loads(warhost("games", "connect-four", "--json").stdout)["levels"]["standard"]["ladder"]
        assert place.startswith("rung 5 of 6, above ismcts:fast")
        assert "rung 5 of 6" in warhost("games", "connect-four").stdout

    def test_a_ladder_of_an_unknown_game(self, warhost: Warhost) -> None:
        shown = warhost("bench", "ladder", "connect-for")
        assert shown.exit_code == 2
        assert "did you mean connect-four" in shown.stderr


class TestRun:
    def test_a_run_directory_is_not_given_other_settings(self, warhost: Warhost, half_run: Path) -> None:
        shown = warhost("run", half_run, "--games", 5)
        assert shown.exit_code == 2
        assert "its sweep is fixed" in shown.stderr

    def test_a_finished_run_is_reported_at_once(self, warhost: Warhost, finished_run: Path) -> None:
        shown = warhost("run", finished_run, "--json")
        assert shown.exit_code == 0
        assert json.loads(shown.stdout)["complete"] is True
        assert f"warhost run {finished_run}" in shown.stderr

    def test_another_sweep_is_refused_with_the_difference(self, warhost: Warhost, finished_run: Path) -> None:
        shown = warhost("run", "connect-four", "--run-dir", finished_run)
        assert shown.exit_code == 2
        assert "seed: 5 -> 1" in shown.stderr


FOLLOWED = {
    "game": "connect-four",
    "agents": {"greedy": {"kind": "greedy"}, "random": {"kind": "random"}},
    "design": [{"round_robin": ["greedy", "random"]}, {"mirror": ["greedy"]}],
    "games": 40,
    "metrics": None,
}


def test_status_follows_a_run_to_its_end(play: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from dashboards.cli.status import follow_run

    run = play(tmp_path / "followed", FOLLOWED, 1)
    looks = iter([True])

    def pause(seconds: float) -> None:
        if next(looks, None) is None:
            play(run.path, FOLLOWED)
            (run.path / "lock").write_text("")

    run.write_status({"state": "running", "games_per_second": 700.0, "eta": 60.0, "workers": 2})
    (run.path / "lock").write_text(f"process {os.getpid()} on {socket.gethostname()} since now")
    follow_run(run.path, pause)
    first, *_ = capsys.readouterr().out.splitlines()
    assert first.startswith("running: ")
    assert "700 games/s, 1 min 00 s left" in first


def test_a_document_is_not_followed(warhost: Any, finished_run: Path) -> None:
    result = warhost("status", finished_run, "--follow", "--json")
    assert result.exit_code == 2
    assert "can't be followed" in result.stderr


def test_following_a_finished_run_shows_it_and_ends(warhost: Any, mirror_run: Path) -> None:
    result = warhost("status", mirror_run, "--follow")
    assert "complete: " in result.stdout
