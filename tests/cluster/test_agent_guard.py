"""The guard against forfeits: who is set apart, after which block, and that nothing but the sweep says so."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from cluster_samples import LocalPool, begin, drive, small_plan, sweep

from cluster import open_run
from cluster import run as run_sweep
from cluster.agent_guard import GUARD_GAMES, AgentGuard, AgentQuarantine
from cluster.cell_progress import CellProgress
from cluster.coordinator import ExitCode
from cluster.plan import CellPlan, Plan, Segment
from cluster.run_directory import RunDirectory
from cluster.spec import SweepSpec
from cluster.spec_models import checked_sweep
from cluster.stop_signals import StopSignals
from workers.sums import BlockSums

SUPPORT = Path(__file__).parent / "support"


def guarded_sweep(games: int = 400, **changes: Any) -> SweepSpec:
    """Three agents in a round robin, one of which fails at every decision."""
    agents = {
        "crash": {"kind": "python", "path": "guard_agents:Crash", "reproducible": True},
        "dice": {"kind": "random"},
        "keen": {"kind": "greedy"},
    }
    words = {"agents": agents, "design": [{"round_robin": ["crash", "dice", "keen"]}], **changes}
    spec = sweep(games, **words)
    return checked_sweep(spec.to_plain(), base_directory=SUPPORT)


def tables(directory: RunDirectory) -> dict[str, Any]:
    """All that a run has come to, apart from what may differ between two runs of a sweep."""
    summary = dict(open_run(directory.path).summary)
    summary.pop("execution")
    return summary


@pytest.fixture(scope="module")
def by_one_worker(tmp_path_factory: pytest.TempPathFactory) -> RunDirectory:
    directory, plan = begin(tmp_path_factory.mktemp("guarded"), guarded_sweep())
    ending, _ = drive(directory, plan, guarded_sweep(), LocalPool(directory), workers=1)
    assert ending.exit_code == ExitCode.GUARD
    return directory


def test_its_cells_end_the_others_are_finished_and_the_run_says_so(by_one_worker: RunDirectory) -> None:
    result = open_run(by_one_worker.path)
    (found,) = result.status.quarantined_agents
    assert (found.agent, found.cause, found.games, found.forfeits) == ("crash", "error", GUARD_GAMES, GUARD_GAMES)
    assert result.exit_code == ExitCode.GUARD
    assert result.status.state == "stopped by a guard"
    assert not result.complete
    assert "agent crash is quarantined: it forfeited 500 of 500 games (error), 100.00%" in found.reason
    for cell in result.status.cells:
        if "crash" in cell.plan.agents:
            assert cell.plan.cell_id in found.cells
            assert (cell.stop_block, cell.sums.games, cell.needed_games) == (125, 250, 250)
            assert cell.games_done < cell.plan.games
            assert cell.stop_reason == found.reason
            assert cell.guarded
        else:
            assert (cell.stop_block, cell.sums.games, cell.guarded) == (None, 400, False)
        assert cell.complete
    assert result.games.select(pl.len()).collect().item() == 2 * (250 + 250 + 400)
    summary = result.summary
    assert summary["quarantined_agents"] == [found.to_plain()]
    assert not summary["complete"]
    events = [event for event in RunDirectory(by_one_worker.path).read_events() if event["kind"] == "guard"]
    assert [(event["agent"], event["cause"], event["cells"]) for event in events] == [("crash", "error", list(found.cells))]


def test_two_workers_come_to_the_same_tables(by_one_worker: RunDirectory, tmp_path: Path) -> None:
    directory, plan = begin(tmp_path, guarded_sweep())
    ending, _ = drive(directory, plan, guarded_sweep(), LocalPool(directory), workers=2)
    assert ending.exit_code == ExitCode.GUARD
    assert any("crash is quarantined" in note for note in ending.notes)
    assert tables(directory) == tables(by_one_worker)


@pytest.mark.parametrize("killed_after", [4, 30])
def test_a_run_that_was_killed_goes_on_to_the_same_tables(
    by_one_worker: RunDirectory, tmp_path: Path, killed_after: int
) -> None:
    """Once before the guard has spoken and once after."""
    directory, plan = begin(tmp_path, guarded_sweep())

    def kill(worker: int, chunk: object, played: int) -> str | None:
        if played == killed_after:
            raise KeyboardInterrupt
        return None

    pool = LocalPool(directory, kill)
    with pytest.raises(KeyboardInterrupt):
        drive(directory, plan, guarded_sweep(), _Brittle(pool))  # type: ignore[arg-type]
    ending, progress = drive(directory, plan, guarded_sweep(), LocalPool(directory))
    assert ending.exit_code == ExitCode.GUARD
    assert progress.complete
    assert tables(directory) == tables(by_one_worker)


class _Brittle:
    """A pool whose process dies with the first fault."""

    def __init__(self, pool: LocalPool) -> None:
        self._pool = pool

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pool, name)

    def listen(self, seconds: float) -> Any:
        messages = self._pool.listen(seconds)
        for message in messages:
            if isinstance(error := getattr(message, "error", None), KeyboardInterrupt):
                raise error
        return messages


def test_another_limit_is_held_against_what_is_there(by_one_worker: RunDirectory, tmp_path: Path) -> None:
    """Without a limit all is played; with the limit again the tables are as if nobody had played on."""
    directory, plan = begin(tmp_path, guarded_sweep())
    drive(directory, plan, guarded_sweep(), LocalPool(directory))
    free = guarded_sweep(guards={"max_forfeit_rate": 1.0})
    ending, progress = drive(directory, plan, free, LocalPool(directory))
    assert ending.exit_code == ExitCode.COMPLETE
    assert [cell.sums.games for cell in progress.cells] == [400, 400, 400]
    assert progress.quarantined_agents == ()
    assert run_sweep(free, directory.path).exit_code == ExitCode.COMPLETE
    assert open_run(directory.path).complete  # the run directory remembers the new limit
    result = run_sweep(guarded_sweep(), directory.path)
    assert (result.exit_code, result.status.games_done) == (ExitCode.GUARD, 1200)
    assert sum(cell.overshoot for cell in result.status.cells) == 300
    assert tables(directory) == tables(by_one_worker)


def test_a_run_that_is_drained_is_not_said_to_be_at_its_end(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path, guarded_sweep())
    signals = StopSignals()

    def ask(worker: int, chunk: object, played: int) -> None:
        if any(event["kind"] == "guard" for event in RunDirectory(directory.path).read_events()):
            signals.times, signals.name = 1, "SIGTERM"

    ending, progress = drive(directory, plan, guarded_sweep(), LocalPool(directory, ask), signals=signals)
    assert ending.exit_code == ExitCode.INCOMPLETE
    assert progress.quarantined_agents
    assert not progress.complete


def test_a_stop_rule_and_the_guard_each_end_the_cells_that_they_speak_of(tmp_path: Path) -> None:
    spec = guarded_sweep(2000, stop={"agent": "dice", "half_width": 0.06})
    directory, plan = begin(tmp_path, spec)
    ending, progress = drive(directory, plan, spec, LocalPool(directory))
    assert ending.exit_code == ExitCode.GUARD
    ends = {tuple(cell.plan.agents): (cell.guarded, cell.stop_block) for cell in progress.cells}
    assert ends["crash", "keen"][0]
    assert not ends["dice", "keen"][0]
    assert ends["dice", "keen"][1] is not None


def small_cells(games: int = 60) -> Plan:
    """Cells of agents `a`, `b`, `c`, which can forfeit, and `dice`, with blocks of one and of two games; a chunk is a block."""
    python = {"kind": "python", "path": "guard_agents:Crash"}
    agents = {"a": python, "b": python, "c": python, "dice": {"kind": "random"}}
    design = [{"round_robin": ["a", "b", "c", "dice"]}, {"mirror": ["a"]}]
    plan = small_plan(sweep(games, agents=agents, design=design))
    return replace(plan, cells=tuple(replace(cell, segments=(Segment(0, 1, cell.blocks),)) for cell in plan.cells))


Forfeits = dict[tuple[int, int], list[tuple[int, str, str]]]
"""Cell and block -> (rotation, agent, cause)."""


def random_forfeits(plan: Plan, rates: dict[str, float], chance: random.Random) -> Forfeits:
    found: Forfeits = {}
    for cell in plan.cells:
        for block in range(cell.blocks):
            for rotation, seating in enumerate(cell.job.seatings):
                for agent in sorted(set(seating)):
                    if chance.random() < rates.get(agent, 0.0):
                        cause = chance.choice(["error", "illegal", "timeout"])
                        found.setdefault((cell.index, block), []).append((rotation, agent, cause))
    return found


def made_up(plan: CellPlan, forfeits: Forfeits) -> CellProgress:
    """A cell whose chunks hold what `forfeits` says."""

    def rows(cell: CellPlan, index: int, table: str) -> pl.DataFrame:
        lines = [(index, f"{index}/{rotation}", agent, cause) for rotation, agent, cause in forfeits[cell.index, index]]
        return pl.DataFrame(lines, ("block_id", "game_id", "agent", "forfeit_cause"), orient="row")

    return CellProgress(plan, None, rows, lambda cell, index: sums_of_block(cell, index, forfeits))


def sums_of_block(cell: CellPlan, index: int, forfeits: Forfeits) -> BlockSums:
    there = {"0:error": 1} if (cell.index, index) in forfeits else {}
    return BlockSums(len(cell.slots), blocks=1, games=cell.rotations, forfeits=there)


def slowly(plan: Plan, forfeits: Forfeits, limit: float, enough: int) -> tuple[dict[str, tuple[str, int, int]], list[int]]:
    """Who is set apart with which figures, and how many blocks of each cell count, block by block in the module's order."""
    counts: dict[str, Counter[str]] = {}
    games: Counter[str] = Counter()
    out: dict[str, tuple[str, int, int]] = {}
    counted = [0] * len(plan.cells)
    order = sorted((block * cell.rotations, cell.index, block) for cell in plan.cells for block in range(cell.blocks))
    for _, number, block in order:
        cell = plan.cells[number]
        if out.keys() & set(cell.agents):
            continue
        counted[number] += 1
        for seating in cell.job.seatings:
            games.update(set(seating))
        for _, agent, cause in forfeits.get((number, block), []):
            counts.setdefault(agent, Counter())[cause] += 1
        for agent in sorted(counts):
            cause, most = min(counts[agent].items(), key=lambda item: (-item[1], item[0]))
            if agent not in out and games[agent] >= enough and most > limit * games[agent]:
                out[agent] = (cause, most, games[agent])
    return out, counted


def arrivals(plan: Plan, chance: random.Random) -> Iterator[tuple[int, int]]:
    chunks = [(cell.index, index) for cell in plan.cells for index in range(cell.number_of_chunks)]
    chance.shuffle(chunks)
    return iter(chunks)


@pytest.mark.parametrize("seed", range(12))
def test_in_whatever_order_chunks_come_in_the_blocks_that_count_are_the_same(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cluster.agent_guard.GUARD_GAMES", 40)
    plan, chance = small_cells(), random.Random(seed)
    rates = {"a": chance.choice([0.0, 0.1, 0.9]), "b": chance.choice([0.05, 0.15]), "c": 0.07}
    forfeits = random_forfeits(plan, rates, chance)
    expected, counted = slowly(plan, forfeits, 0.04, 40)
    cells = [made_up(cell, forfeits) for cell in plan.cells]
    guard = AgentGuard(cells, 0.04)
    told: list[AgentQuarantine] = []
    for number, index in arrivals(plan, chance):
        cells[number].add(index, sums_of_block(plan.cells[number], index, forfeits))
        told += guard.look()
    assert {found.agent: (found.cause, found.forfeits, found.games) for found in told} == expected
    assert told == guard.quarantines
    assert [cell.sums.blocks for cell in cells] == counted
    assert all(cell.complete for cell in cells)


def test_some_of_these_samples_set_agents_apart_and_some_do_not() -> None:
    """So that the test above has something to find."""
    numbers = []
    for seed in range(12):
        plan, chance = small_cells(), random.Random(seed)
        rates = {"a": chance.choice([0.0, 0.1, 0.9]), "b": chance.choice([0.05, 0.15]), "c": 0.07}
        numbers.append(len(slowly(plan, random_forfeits(plan, rates, chance), 0.04, 40)[0]))
    assert min(numbers) < 2 < max(numbers) + 1


def test_causes_are_held_against_the_limit_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three causes of which each is just within the limit let the agent pass."""
    monkeypatch.setattr("cluster.agent_guard.GUARD_GAMES", 40)
    plan = small_cells()
    number = next(cell.index for cell in plan.cells if cell.agents == ("a", "b"))
    forfeits: Forfeits = {(number, block): [(0, "a", cause)] for block, cause in enumerate(("error", "illegal", "timeout"))}
    for more, expected in ((False, []), (True, ["a"])):
        if more:
            forfeits[number, 3] = [(0, "a", "error")]
        cells = [made_up(cell, forfeits) for cell in plan.cells]
        guard = AgentGuard(cells, 1 / 40)
        for cell, progress in zip(plan.cells, cells, strict=True):
            for index in range(cell.number_of_chunks):
                progress.add(index, sums_of_block(cell, index, forfeits))
        assert [found.agent for found in guard.look()] == expected


def test_a_limit_of_all_games_and_cells_of_compiled_agents_are_never_looked_at() -> None:
    plan = small_cells()
    forfeits = random_forfeits(plan, {"a": 1.0}, random.Random(1))
    cells = [made_up(cell, forfeits) for cell in plan.cells]
    assert AgentGuard(cells, 1.0).look() == []
    compiled = small_plan(sweep(20), blocks=1)
    assert AgentGuard([made_up(cell, {}) for cell in compiled.cells], 0.0).look() == []
