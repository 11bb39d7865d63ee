"""`warhost status`: where a run stands."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from cluster import RunResult, open_run
from cluster.driver import Driver, find_driver
from cluster.run_directory import RunDirectory
from dashboards.cli.console import out, print_json
from dashboards.cli.outcome import resume_command
from dashboards.cli.parameters import Json, RunDir
from dashboards.report_tables import select
from dashboards.tables import new_table
from dashboards.words import between, duration, examples, number, score

EXAMPLES = examples("warhost status runs/war-chest", "watch -n 5 warhost status runs/war-chest")

_LATELY = ("state", "games_per_second", "decisions_per_second", "eta", "workers", "in_flight", "metrics_url", "message")
"""What only the driver knows."""


def status(run_dir: RunDir, json: Json = False) -> None:
    """Show where a run stands: whether a driver is at work, games done, speed, running scores.

    What is done is counted from the files that are there; speed and workers come from the driver's last word, and are left out
    when it is old.
    """
    result = open_run(run_dir)
    run = RunDirectory(run_dir)
    driver = find_driver(run)
    said = run.read_status() or {}
    if json:
        print_json(_to_plain(result, driver, said))
        return
    console = out()
    console.print(f"{result.plan.game}, {headline(result, driver, said)}")
    if driver.state == "at work":
        speed, workers = number(said.get("games_per_second")), number(said.get("workers"))
        metrics = f", metrics at {said['metrics_url']}" if said.get("metrics_url") else ""
        console.print(f"{speed} games/s, {workers} workers, {duration(said.get('eta'))} left{metrics}")
    console.print(_cells(result))


def headline(result: RunResult, driver: Driver, said: dict[str, Any]) -> str:
    """The state of a run in one line, and what to do where it stands still."""
    done = f"{number(result.status.games_done)} of {number(result.status.games_needed)} games done"
    if result.complete:
        return f"complete: {done}"
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
