"""Run a sweep, go on with it, extend it, look at what it has come to."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cluster.agent_places import Needs, Places
from cluster.cluster_connection import connected, own_cpus
from cluster.coordinator import Coordinator, Ending, ExitCode
from cluster.costs import SEARCH_KINDS
from cluster.event_hooks import EventHook
from cluster.halving import Stage, close_stage, plan_after
from cluster.metrics import metrics_text, served
from cluster.plan import Plan, PlanError, extend_plan, make_plan
from cluster.pool import RayPool
from cluster.process_pool import ProcessPool
from cluster.progress import Progress
from cluster.results import RunResult, result_of
from cluster.run_directory import RunDirectory, RunDirectoryError, ScanReport, provenance, spec_hash
from cluster.shards import SHARDS_FOLDER, Shard, check_sharded, plan_of_shard
from cluster.spec import SweepSpec
from cluster.spec_models import checked_sweep
from cluster.status import RunStatus
from cluster.stop_signals import StopSignals
from workers.chunk_file import FOLDERS
from workers.errors import StorageError
from workers.node import expected_compile_seconds, will_compile
from workers.places import place_of

OnStatus = Callable[[RunStatus], None]
OnEvent = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class _Drive:
    """A run that is driven, and how: what `run` and `extend` were asked for, resolved, with the directory that they hold."""

    sweep: SweepSpec
    directory: RunDirectory
    workers: int | None
    address: str | None
    on_status: OnStatus | None
    shard: Shard | None = None
    seconds: float | None = None


def run(
    sweep: SweepSpec,
    run_dir: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    address: str | None = None,
    on_status: OnStatus | None = None,
    shard: Shard | None = None,
    seconds: float | None = None,
    on_event: OnEvent | None = None,
) -> RunResult:
    """Play a sweep, or go on with it, or report it if it is finished: whatever its run directory calls for.

    Ctrl-C or SIGTERM ends it in an orderly way within the sweep's `drain_seconds`: chunks in hand are finished, or leave their
    states for the next driver, and no others are begun. A second one ends it at once.

    Args:
        sweep: from `load_sweep`.
        run_dir: run directory, a path or an address as `s3://bucket/path`; on storage that all nodes reach if there are
            several. `default_run_dir(sweep)` if None.
        workers: number of workers; the sweep's, else one for each CPU.
        address: of a Ray cluster; `RAY_ADDRESS`, else a Ray of its own on this machine.
        on_status: called twice a second with where the run stands.
        shard: play this share of the sweep alone, without Ray, into `shards/<K>-of-<N>` of the run directory; a run that was
            begun as a shard goes on as one.
        seconds: end after so long as after Ctrl-C; chunks in hand are still waited for.
        on_event: called with each event of the run, as in `cluster.events`, when it happens.

    Raises:
        SpecError: the sweep can't be played.
        ChangedRunError: the run directory holds another run; says what differs.
        RunLockedError: another driver is at work there.
    """
    plan = make_plan(sweep)
    home = default_run_dir(sweep) if run_dir is None else place_of(run_dir)
    directory = RunDirectory(home if shard is None else home / SHARDS_FOLDER / shard.folder)
    with directory.locked():
        if on_event is not None:
            directory.events.listeners.append(on_event)
        if directory.begun:
            shard = shard or directory.read_shard()
            stored = directory.read_whole_plan()
            directory.check_unchanged(stored, plan, shard)
            guards_changed = stored.spec["guards"] != plan.spec["guards"]
            plan = _moved(stored, plan)
            if guards_changed:  # they say which blocks count, so a report must know them, too
                directory.write_plan(plan, shard)
        if shard is not None:
            check_sharded(sweep)
        if not directory.begun:
            directory.write_plan(plan, shard)
        how = _Drive(sweep, directory, workers or sweep.workers, address, on_status, shard, seconds)
        return _drive_stages(plan, how) if shard is None else _drive(plan_of_shard(plan, shard), how)


def extend(
    run_dir: str | os.PathLike[str],
    sweep: SweepSpec,
    workers: int | None = None,
    address: str | None = None,
    on_status: OnStatus | None = None,
) -> RunResult:
    """Give a run more games, a tighter stop, more cells or agents, and play what that adds; arguments and errors as in `run`.

    What is done is kept, and is what a fresh run of the sweep would have played.

    Raises:
        PlanError: the sweep changes something that was played already; says what.
        RunDirectoryError: no run was begun there.
    """
    directory = RunDirectory(run_dir)
    with directory.locked():
        old = directory.read_plan()
        if directory.read_shard() is not None:
            raise PlanError(["a shard can't be extended: merge the shards and extend the merged run"])
        if sweep.halving is not None or old.spec.get("halving") is not None:
            raise PlanError(["halving: the stages of a run are fixed; play the other sweep in another run directory"])
        directory.check_build()
        plan = extend_plan(old, sweep)
        directory.write_plan(plan)
        more = plan.games - old.games
        directory.events.write("extend", f"{more} games and {len(plan.cells) - len(old.cells)} cells more", games=plan.games)
        return _drive(plan, _Drive(sweep, directory, workers or sweep.workers, address, on_status))


def open_run(run_dir: str | os.PathLike[str]) -> RunResult:
    """What a run directory holds now, whether or not a driver is at work there. Changes nothing.

    Raises:
        RunDirectoryError: no run was begun there.
    """
    directory = RunDirectory(run_dir)
    if not directory.begun:
        raise RunDirectoryError(f"{directory.path} is no run directory: there is no spec.yaml")
    plan = directory.read_plan()
    progress = Progress(plan, checked_sweep(plan.spec), directory)
    report = progress.load()
    now = time.monotonic()
    status = progress.status(progress.resting_state, now, now)
    return result_of(progress, status, notes=_scan_notes(report))


def default_run_dir(sweep: SweepSpec) -> Path:
    """`runs/<game>-<hash of the sweep>` in the current folder: the same sweep finds its run again."""
    return Path("runs") / f"{sweep.game}-{spec_hash(sweep.to_plain())}"


def _moved(stored: Plan, now: Plan) -> Plan:
    """The stored plan, its agents' files looked for where the sweep is now: the folder is no part of a run."""
    folders = {cell.cell_id: cell.job.base_directory for cell in now.cells}
    cells = (replace(c, job=c.job.model_copy(update={"base_directory": folders[c.cell_id]})) for c in stored.cells)
    return replace(stored, cells=tuple(cells), spec=now.spec)


def _drive_stages(plan: Plan, how: _Drive) -> RunResult:
    """Play what is left of every stage of a sweep; most have one."""
    halving, directory = how.sweep.halving, how.directory
    if halving is None:
        return _drive(plan, how)
    end = None if how.seconds is None else time.monotonic() + how.seconds
    closed = [Stage.from_plain(stage) for stage in directory.read_stages()]
    while True:
        plan = plan_after(plan, closed, halving)
        directory.write_plan(plan)
        left = None if end is None else max(end - time.monotonic(), 0.0)
        result = _drive(plan, replace(how, seconds=left))
        if result.exit_code != ExitCode.COMPLETE or len(closed) >= halving.stages:
            return result
        stage = close_stage(plan, {cell.plan.cell_id: cell.estimates for cell in result.status.cells}, halving, closed)
        closed.append(stage)
        directory.write_stage(stage.number, stage.to_plain())
        kept = sum(standing.kept for standing in stage.standings)
        reason = f"{kept} of {len(stage.standings)} combinations are kept"
        directory.events.write("stage", reason, stage=stage.number)
        if len(closed) >= halving.stages:
            return result


def _drive(plan: Plan, how: _Drive) -> RunResult:
    """Play what is left, under the lock, and tell of it whom the sweep names."""
    if how.sweep.on_event is None:
        return _play_the_rest(plan, how)
    hook = EventHook(how.sweep.on_event)
    listeners = how.directory.events.listeners
    listeners.append(hook.tell)
    try:
        result = _play_the_rest(plan, how)
    finally:
        listeners.remove(hook.tell)
        hook.close()
    return replace(result, notes=(*result.notes, *hook.problems))


def _play_the_rest(plan: Plan, how: _Drive) -> RunResult:
    directory = how.directory
    progress = Progress(plan, how.sweep, directory)
    with StopSignals(how.seconds) as signals:
        report = progress.load(set_aside=True)
        notes = (*_shard_notes(how.shard, directory), *_scan_notes(report))
        started = time.monotonic()
        if progress.complete:
            reasons = tuple(found.reason for found in progress.quarantined_agents)
            return result_of(progress, progress.status(progress.resting_state, started, started), notes=(*notes, *reasons))
        directory.check_build()
        with suppress(StorageError):  # it saves time, no more
            progress.keep_prefixes()
        _write_start(plan, directory, progress, report)
        for folder in FOLDERS.values():
            directory.storage.remove_leftovers(folder)
        directory.remove_passed_states()
        ending, status = _play(progress, how, signals)
    return result_of(progress, status, ending.exit_code, notes + ending.notes)


def _play(progress: Progress, how: _Drive, signals: StopSignals) -> tuple[Ending, RunStatus]:
    plan, directory, shard = progress.plan, progress.directory, how.shard
    drain = how.sweep.drain_seconds
    coordinator = Coordinator(plan, directory, progress, on_status=how.on_status, signals=signals, drain_seconds=drain)
    # several shards may share a machine: each leaves a text file instead
    settings = how.sweep.metrics if shard is None else None
    with served(settings, progress, lambda: coordinator.activity) as coordinator.metrics_url:
        ending, status = _play_with_workers(coordinator, progress, how, signals)
        games = {"games_done": progress.games_done, "games": plan.games}
        with suppress(StorageError):  # a full disk was reported already
            directory.remove_passed_states()
            progress.keep_prefixes()
            directory.events.write("finish", status.state, exit_code=int(ending.exit_code), **games)
            labels = {} if shard is None else {"shard": str(shard)}
            directory.storage.put("metrics.prom", metrics_text(progress, coordinator.activity, labels))
        if settings is not None:
            signals.wait(settings.linger)
    return ending, status


def _play_with_workers(
    coordinator: Coordinator, progress: Progress, how: _Drive, signals: StopSignals
) -> tuple[Ending, RunStatus]:
    plan, directory = progress.plan, progress.directory
    workers, shard, places = how.workers, how.shard, Places.of(how.sweep.agents)
    with ExitStack() as stack:
        coordinator.message = "" if shard else "starting Ray"
        coordinator.show("preparing", save=True)
        number = workers or own_cpus() if shard else stack.enter_context(connected(how.address, workers, places))
        signals.listen()
        searches = _has_searches(plan)
        coordinator.message = _starting(plan.game, number, searches, places)
        home = directory.storage.address()
        pool: RayPool | ProcessPool
        if shard:
            pool = ProcessPool(plan.game, home, searches, how.sweep.drain_seconds)
        else:
            pool = RayPool(plan.game, home, searches, places=places)
        stack.enter_context(closing(pool))
        ending = coordinator.run(pool, number, grow=workers is None and shard is None)
        coordinator.metrics_url = None
        states = {ExitCode.COMPLETE: "complete", ExitCode.GUARD: "stopped by a guard"}
        return ending, coordinator.show(states.get(ending.exit_code, "incomplete"), save=True)  # type: ignore[arg-type]


def _shard_notes(shard: Shard | None, directory: RunDirectory) -> tuple[str, ...]:
    if shard is None:
        return ()
    whole = directory.path.parent.parent
    return (f"this is shard {shard} alone, not a sample of the whole; `warhost merge {whole}` joins the shards",)


def _has_searches(plan: Plan) -> bool:
    """Whether an agent searches, or one that drafts for another."""
    return any(agent["kind"] in SEARCH_KINDS for cell in plan.cells for agent in cell.job.agents.values())


def _starting(game: str, workers: int, searches: bool, places: Places) -> str:
    if will_compile(game, searches):
        seconds = expected_compile_seconds(game, searches)
        return f"compiling the rules of {game} for this machine, once: about {seconds:.0f} s"
    if places.worker == Needs() and not places.desks:
        return f"starting {workers} workers"
    desks = "".join(f", and {number} desks of {agent} with {needs}" for agent, (needs, number) in places.desks.items())
    return f"starting {workers} workers with {places.worker} each{desks}"


def _write_start(plan: Plan, directory: RunDirectory, progress: Progress, report: ScanReport) -> None:
    log = directory.events
    kind = "start" if log.session == 1 else "resume"
    done = progress.games_done
    reason = "begun" if kind == "start" else "the driver was started again"
    log.write(kind, reason, games=plan.games, games_done=done, cells=len(plan.cells), versions=provenance(plan))
    for name, why in report.torn.items():
        log.write("torn", why, file=name)


def _scan_notes(report: ScanReport) -> tuple[str, ...]:
    torn = [f"{name} can't be read, and is played again: {why}" for name, why in report.torn.items()]
    strays = [f"{name} is passed over: {why}" for name, why in report.strays.items()]
    return (*torn, *strays)
