"""The parts of a run's page that say how it is going: state, progress, speed, workers, forfeits, events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from cluster.agent_guard import AgentQuarantine
from cluster.follower import Life, Sighting
from cluster.status import CellStatus, RunStatus
from cluster.telemetry_figures import WorkerFigures
from dashboards.cli.outcome import resume_command
from dashboards.html_report.markup import Markup, joined, table, tag
from dashboards.words import NOTHING, duration, number, share

EVENTS_SHOWN = 40
WORKERS_SHOWN = 64

STATES: dict[Life, tuple[str, str]] = {
    "preparing": ("busy", "Preparing"),
    "running": ("busy", "Running"),
    "draining": ("busy", "Stopping in order"),
    "silent": ("warn", "No word from its driver"),
    "died": ("bad", "Died"),
    "stopped": ("idle", "Stopped"),
    "stopped by a guard": ("bad", "Stopped by a guard"),
    "finished": ("good", "Finished"),
}
"""How it is with a run -> tone and words of its badge."""


def card(title: str, *content: object, identifier: str, wide: bool = False, note: str = "") -> Markup:
    """A part of the page under a heading, in a box; empty content makes no box."""
    remark = tag("p", note, class_="soft") if note else ""
    heading = tag("h2", title, id=f"{identifier}-title")
    kind = "card wide" if wide else "card"
    return tag("section", heading, remark, *content, id=identifier, class_=kind, aria_labelledby=f"{identifier}-title")


def state(sight: Sighting) -> Markup:
    """The badge, and in a sentence what it means and what to do."""
    tone, words = STATES[sight.life]
    badge = tag("span", tag("span", class_="dot", aria_hidden="true"), words, class_=f"badge {tone}", data_life=sight.life)
    return tag("div", badge, tag("p", _meaning(sight), class_="soft"), id="state")


def _meaning(sight: Sighting) -> object:
    go_on = joined(("Go on with ", tag("code", resume_command(sight.result.run_dir)), "."))
    match sight.life:
        case "preparing" | "running" | "draining":
            return sight.result.status.message or _owner(sight)
        case "silent":
            return f"{_owner(sight)} has not saved its status for {duration(sight.driver.silence)}; figures may be old."
        case "died":
            return joined((f"{_owner(sight)} is gone without a word. What is done is kept. ", go_on))
        case "finished":
            return f"Everything that the sweep asks for is done: {number(sight.result.status.games_done)} games."
        case "stopped by a guard":
            reasons = [found.reason for found in sight.result.status.quarantined_agents]
            return "; ".join(reasons) or "See the events below for the guard's figure and limit."
        case "stopped":
            return go_on


def _owner(sight: Sighting) -> str:
    """Who drives, with a time that one can read."""
    who, since, when = sight.driver.owner.rpartition(" since ")
    return f"{who}{since}{_clock(when)}"


def progress(sight: Sighting) -> Markup:
    """The bar, and the figures that one looks for first."""
    status = sight.result.status
    needed = max(status.games_needed, 1)
    done = min(status.games_done, needed)
    percent = 100 * done / needed
    words = f"{number(done)} of {number(status.games_needed)} games"
    beyond = sum(cell.overshoot for cell in status.cells)
    more = f", and {number(beyond)} beyond the stop rules" if beyond else ""
    bar = tag(
        "div",
        tag("div", class_="fill", style=f"--done:{percent:.2f}%"),
        class_="bar",
        role="progressbar",
        aria_label="Games done",
        aria_valuemin=0,
        aria_valuemax=100,
        aria_valuenow=f"{percent:.0f}",
        aria_valuetext=words,
    )
    head = tag("p", tag("strong", f"{percent:.1f} %", class_="big"), tag("span", words, more, class_="soft"), class_="headline")
    tiles = tag("dl", *(_tile(*entry) for entry in _tiles(sight, status)), class_="tiles")
    return tag("section", tag("h2", "Progress", class_="unseen"), head, bar, tiles, id="progress", class_="card wide")


def _tile(name: str, value: object, identifier: str) -> Markup:
    return tag("div", tag("dt", name), tag("dd", value, id=identifier))


def _tiles(sight: Sighting, status: RunStatus) -> Iterator[tuple[str, object, str]]:
    if sight.alive:
        yield "Time left", duration(status.eta), "eta"
        yield "Games/s now", number(status.games_per_second), "rate"
        yield "Workers", number(status.workers), "workers-up"
        yield "Chunks in hand", number(status.in_flight), "in-flight"
    yield "Games", number(status.games_done), "games-done"
    yield "Decisions", _short(status.decisions), "decisions"
    yield "Chunks", f"{number(status.chunks_done)} / {number(status.chunks)}", "chunks"
    yield "Tried again", number(status.retried), "retried"
    if status.quarantined:
        yield "Given up", number(status.quarantined), "quarantined"


def _short(value: float) -> str:
    for size, unit in ((1e12, " T"), (1e9, " G"), (1e6, " M")):
        if value >= size:
            return f"{value / size:.3g}{unit}"
    return number(value)


def speed(sight: Sighting) -> Markup:
    """Games per second over time; the browser draws the curve."""
    rates = [rate for _, rate in sight.speed.rates() if rate is not None]
    if not rates:
        return card("Speed", tag("p", "No chunk has come in yet.", class_="soft"), identifier="speed")
    words = f"Games per second over time: at most {number(max(rates))}, last {number(rates[-1])}."
    chart = tag("div", id="speed-chart", class_="chart", data_chart="speed", role="img", aria_label=words)
    note = f"Games per second, in steps of {duration(sight.speed.width)}"
    return card("Speed", chart, identifier="speed", note=note)


def workers(sight: Sighting, now: float) -> Markup:
    """Who plays, how fast, what failed in whose hands."""
    found = sorted(sight.workers, key=lambda worker: (worker.lost is None, -worker.worker if worker.lost else worker.worker))
    if not found:
        return card(
            "Workers", tag("p", "No worker has handed in a chunk in this session.", class_="soft"), identifier="workers"
        )
    rows = [_worker_row(worker, sight.alive, now) for worker in found[:WORKERS_SHOWN]]
    columns = ("worker", "state", ">games/s", ">games", ">chunks", ">tried again", ">last chunk")
    lost = sum(worker.lost is not None for worker in found)
    note = f"{number(sight.result.status.workers)} up, {number(lost)} lost in this session"
    note += f"; the first {WORKERS_SHOWN} of {len(found)}" if len(found) > WORKERS_SHOWN else ""
    return card("Workers", table("Games per second of a worker's own time", columns, rows), identifier="workers", note=note)


def _worker_row(worker: WorkerFigures, alive: bool, now: float) -> list[object]:
    words, tone = ("at work", "good") if alive else ("ended", "idle")
    if worker.lost is not None:
        words, tone = f"lost: {worker.lost}", "bad"
    ago = NOTHING if worker.last is None else f"{duration(max(0.0, now - worker.last))} ago"
    name = f"{worker.worker} on {worker.node}" if worker.node else str(worker.worker)
    return [
        name,
        tag("span", words, class_=f"tone {tone}", title=words),
        number(worker.games_per_second),
        number(worker.games),
        number(worker.chunks),
        number(worker.retries),
        ago if alive else NOTHING,
    ]


def forfeits(cells: Sequence[CellStatus], quarantined: Sequence[AgentQuarantine]) -> Markup:
    """Games that agents forfeited, with the cause, the same lines as in `report --json`; and agents that were set apart."""
    found: dict[tuple[str, str, str], int] = {}
    games = sum(cell.sums.games for cell in cells)
    for cell in cells:
        for key, count in cell.sums.forfeits.items():
            slot, _, cause = key.partition(":")
            place = cell.plan.slots[int(slot)]
            name = (place.agent, place.seat_name, cause)
            found[name] = found.get(name, 0) + count
    if not found:
        words = f"None in {number(games)} games."
        return card("Forfeits", tag("p", words, class_="soft"), identifier="forfeits")
    rows = [[*name, number(count), share(count / games)] for name, count in sorted(found.items(), key=lambda item: -item[1])]
    columns = ("agent", "seat", "cause", ">games", ">of all games")
    reasons = [tag("p", one.reason, class_="warning") for one in quarantined]
    lines = table("An agent's own error, illegal action or overrun", columns, rows)
    return card("Forfeits", *reasons, lines, identifier="forfeits")


def events(found: Sequence[dict[str, Any]]) -> Markup:
    """What happened lately, newest first."""
    if not found:
        return card("Events", tag("p", "Nothing yet.", class_="soft"), identifier="events")
    items = [_event(event) for event in reversed(found[-EVENTS_SHOWN:])]
    return card("Events", tag("ol", *items, class_="events", tabindex="0", aria_label="Newest first"), identifier="events")


_BAD = frozenset({"worker lost", "quarantine", "mismatch", "torn", "guard"})
_WARN = frozenset({"retry", "duplicate", "drain"})
_ASIDE = frozenset({"time", "session", "kind", "reason", "versions", "attempts"})


def _event(event: dict[str, Any]) -> Markup:
    kind = str(event["kind"])
    tone = "bad" if kind in _BAD else "warn" if kind in _WARN else "idle"
    more = ", ".join(f"{key} {value}" for key, value in event.items() if key not in _ASIDE)
    when = tag("time", _clock(str(event.get("time", ""))), datetime=event.get("time"))
    return tag(
        "li",
        when,
        tag("span", kind, class_=f"tone {tone}"),
        tag("span", event.get("reason", "")),
        tag("span", more, class_="soft"),
    )


def _clock(text: str) -> str:
    try:
        return f"{datetime.fromisoformat(text):%d %b %H:%M:%S}"
    except ValueError:
        return text
