"""`warhost status`: where a run stands."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Any

import typer
from rich.table import Table

from cluster import RunResult, open_run
from cluster.driver import Driver, find_driver
from cluster.follower import Follower
from cluster.run_directory import RunDirectory
from cluster.shard_status import ShardsStatus, shards_status
from dashboards.cli.console import out, print_json
from dashboards.cli.errors import UsageError
from dashboards.cli.outcome import resume_command
from dashboards.cli.parameters import Json, RunDir
from dashboards.report_tables import select
from dashboards.run_progress import progress_display
from dashboards.tables import new_table
from dashboards.words import between, duration, examples, number, score

EXAMPLES = examples("warhost status runs/war-chest", "warhost status runs/war-chest --follow")

FOLLOW_SECONDS = 1.0
"""Between two looks at a run that is followed."""

_LATELY = ("state", "games_per_second", "decisions_per_second", "eta", "workers", "in_flight", "metrics_url", "message")
"""What only the driver knows."""


def status(
    run_dir: RunDir,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Go on showing it until nobody drives the run.")] = False,
    json: Json = False,
) -> None:
    """Show where a run stands: whether a driver is at work, games done, speed, running scores.

    What is done is counted from the files that are there; speed and workers come from the driver's last word, and are left out
    when it is old. Shards below the run directory are added up from what each of them said last. With **--follow** it is looked
    at again every second: on a terminal a bar with running figures is redrawn in place, elsewhere a line is printed now and
    then. It ends with the run; Ctrl-C ends it earlier and leaves the run alone.
    """
    if follow and json:
        raise UsageError("status: --json is one document; it can't be followed")
    if follow:
        with suppress(KeyboardInterrupt):
            follow_run(run_dir)
    shards = shards_status(run_dir)
    run = RunDirectory(run_dir)
    if shards is not None:
        if json and not run.begun:
            print_json(shards.to_plain())
        elif not json:
            _show_shards(shards, run_dir)
        if not run.begun:
            return
    result = open_run(run_dir)
    driver = find_driver(run)
    said = run.read_status() or {}
    if json:
        document = _to_plain(result, driver, said)
        print_json(document if shards is None else document | {"shards": shards.to_plain()})
        return
    console = out()
    console.print(f"{result.plan.game}, {headline(result, driver, said)}")
    if driver.state == "at work":
        speed, workers = number(said.get("games_per_second")), number(said.get("workers"))
        metrics = f", metrics at {said['metrics_url']}" if said.get("metrics_url") else ""
        console.print(f"{speed} games/s, {workers} workers, {duration(said.get('eta'))} left{metrics}")
    for found in result.status.quarantined_agents:
        console.print(found.reason)
    console.print(_cells(result))


def follow_run(run_dir: str | os.PathLike[str], pause: Callable[[float], object] = time.sleep) -> None:
    """Show a run on stdout until nobody drives it; `pause` waits so many seconds before the next look."""
    follower = Follower(run_dir)
    seconds = max(FOLLOW_SECONDS, follower.directory.storage.look_seconds)
    with progress_display(out()) as display:
        while (sight := follower.look()).alive:
            silence = sight.driver.silence or 0.0
            said = f"no word from its driver for {duration(silence)}" if sight.life == "silent" else sight.result.status.message
            display.update(replace(sight.result.status, message=said))
            pause(seconds)


def _show_shards(status: ShardsStatus, run_dir: str) -> None:
    """A line on all shards, and one on each that is not complete."""
    console, all_shards = out(), len(status.shards) + len(status.missing)
    complete = sum(shard.state == "complete" for shard in status.shards)
    line = (
        f"{complete} of {all_shards} shards complete, {number(status.games_done)} of {number(status.games_needed)} games done"
    )
    if status.games_per_second:
        line += f", {number(status.games_per_second)} games/s, {duration(status.eta)} left"
    console.print(line + (f"; join them with: warhost merge {run_dir}" if status.complete else ""))
    if status.missing:
        console.print(f"not begun: {', '.join(map(str, status.missing[:20]))}{' ...' if len(status.missing) > 20 else ''}")
    table = new_table("Shards that are not complete", "shard", "state", "driver", ">games", ">of", ">games/s", "run directory")
    for shard in status.shards:
        if shard.state != "complete":
            speed = number(shard.games_per_second) if shard.games_per_second else ""
            done = [number(shard.games_done), number(shard.games_needed), speed]
            table.add_row(str(shard.shard), shard.state, shard.driver.state, *done, shard.run_dir)
    if table.row_count:
        console.print(table)


def headline(result: RunResult, driver: Driver, said: dict[str, Any]) -> str:
    """The state of a run in one line, and what to do where it stands still."""
    done = f"{number(result.status.games_done)} of {number(result.status.games_needed)} games done"
    if result.status.state in {"complete", "stopped by a guard"}:
        return f"{result.status.state}: {done}"
    go_on = f"go on with: {resume_command(result.run_dir)}"
    if driver.state == "at work":
        return f"{said.get('state', 'running')}: {done} ({driver.owner})"
    if driver.state == "stale":
        return f"stale: {done}, but {driver.owner} has said nothing for {duration(driver.silence)}"
    if driver.state == "dead":
        return f"its driver is gone ({driver.owner}): {done}; {go_on}"
    return f"{said.get('state', 'incomplete')}: {done}; {go_on}"


def _cells(result: RunResult) -> Table:
    table = new_table("Cells", "cell", "design", ">games", ">of", "agent", "seat", ">score", ">95 % interval")
    for cell in result.status.cells:
        label = [cell.plan.cell_id, cell.plan.design, number(cell.games_done), number(cell.needed_games)]
        for row in select(cell, "agent_seat"):
            table.add_row(*label, row.agent, row.seat_name, score(row.estimate), between(row.low, row.high))
            label = [""] * 4
        table.add_section()
    return table


def _to_plain(result: RunResult, driver: Driver, said: dict[str, Any]) -> dict[str, Any]:
    lately = _LATELY if driver.state == "at work" else ()
    return {
        **result.status.to_plain(),
        **{key: said.get(key) for key in lately},
        "complete": result.complete,
        "driver": {"state": driver.state, "owner": driver.owner, "silence": driver.silence},
    }
