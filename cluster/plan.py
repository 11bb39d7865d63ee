"""A sweep as cells and chunks: pure, deterministic, and small however many games it has."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from cluster.chunking import cut
from cluster.component_files import read_components
from cluster.costs import block_seconds, blocks_per_chunk
from cluster.design import DesignError, Matchup, expand_entry
from cluster.differences import differences
from cluster.ids import cell_id
from cluster.plan_summary import CellSummary, PlanSummary, plan_summary
from cluster.plan_types import CellPlan, Chunk, Plan, PlanError, Segment, Slot
from cluster.spec_errors import SpecError, dotted
from cluster.spec_models import SweepSpec, plain_agent
from cluster.variants import Variant, resolve_variants
from engine.agents.specs import AgentFileError, AgentSpec, PythonSpec, agent_identity, is_reproducible, resolve_agent
from engine.codec import CodecError, decode_states
from engine.game import Game, get_game
from workers.messages import CellJob

__all__ = [
    "FREE_KEYS",
    "CellPlan",
    "CellSummary",
    "Chunk",
    "Plan",
    "PlanError",
    "PlanSummary",
    "Segment",
    "Slot",
    "chunk_size",
    "decisive_spec",
    "extend_plan",
    "make_plan",
    "plan_summary",
    "resumable_differences",
]

FREE_KEYS = frozenset({"title", "decision_seconds", "guards", "metrics", "on_event", "workers", "drain_seconds"})
"""Keys of a sweep that reach no game. Guards say which games count; they are held anew against what is there."""

_FIXED_KEYS = ("game", "seed", "pair_seeds", "record")
"""Keys that can't change even for cells that are added: results of one run belong together."""

MAX_START_BYTES = 1 << 24
"""Bound on a file of positions: it travels with every chunk."""


def make_plan(spec: SweepSpec) -> Plan:
    """The plan of a sweep: a cell for each variant and match-up, in order of the file, equal ones once.

    Reads the files of agents, components and start positions, and hashes them; nothing else is looked at.

    Raises:
        SpecError: options or a design that don't fit the game; a file that can't be read.
    """
    game = get_game(spec.game)
    components = read_components(spec, game)
    variants, problems = resolve_variants(spec, game, components.overrides)
    problems = [*components.problems, *problems]
    if problems:
        raise SpecError([f"{dotted(path)}: {text}" for path, text in problems])
    return replace(_Planner(spec, game).plan(variants), component_files=components.hashes)


class _Planner:
    """What is the same for all cells of a sweep, resolved once."""

    def __init__(self, spec: SweepSpec, game: Game) -> None:
        self.spec = spec
        self.game = game
        self.decision_cap = spec.decision_cap or game.decision_cap
        self.start = _read_start(spec, game)
        self.start_hash = None if self.start is None else hashlib.blake2b(self.start, digest_size=16).hexdigest()
        self.agents = {name: resolve_agent(agent, game) for name, agent in spec.agents.items()}
        self.identities = {name: _identity_of(spec, name, agent) for name, agent in self.agents.items()}
        self.warnings = dict.fromkeys(spec.warnings)

    def plan(self, variants: list[Variant]) -> Plan:
        cells: dict[str, CellPlan] = {}
        for variant in variants:
            for matchup in self.matchups(variant):
                cell = self.cell(len(cells), variant, matchup)
                twin = cells.setdefault(cell.cell_id, cell)
                if twin is not cell:
                    self.warn(f"{cell.design} ({variant.label}) is the same cell as {twin.design}: it is played once")
        self.look_at_stop(list(cells.values()))
        self.look_at_halving(list(cells.values()))
        return Plan(
            spec=self.spec.to_plain(),
            game=self.game.name,
            rules_version=self.game.rules_version,
            seed=self.spec.seed,
            cells=tuple(cells.values()),
            warnings=tuple(self.warnings),
            start=self.start,
            agent_files={name: found["file_hashes"] for name, found in self.identities.items() if found["file_hashes"]},
        )

    def warn(self, text: str) -> None:
        self.warnings.setdefault(text)

    def matchups(self, variant: Variant) -> Iterator[Matchup]:
        for index, entry in enumerate(self.spec.design):
            try:
                yield from expand_entry(entry, list(self.spec.agents), variant.teams)
            except DesignError as error:
                raise SpecError([f"design[{index}]: {error} ({variant.label})"]) from None

    def cell(self, index: int, variant: Variant, matchup: Matchup) -> CellPlan:
        rotations = len(matchup.seatings)
        blocks = -(-self.spec.games // rotations)
        if blocks * rotations != self.spec.games:
            self.warn(f"games: {self.spec.games} rounded up to {blocks * rotations} in {matchup.entry} (blocks of {rotations})")
        job = self.job(variant, matchup)
        return CellPlan(
            index=index,
            job=job,
            design=matchup.entry,
            overrides=variant.overrides,
            games_asked=self.spec.games,
            blocks=blocks,
            seats=variant.seats,
            teams=variant.teams,
            factions=variant.factions,
            segments=cut(0, blocks, chunk_size(job, self.spec.decision_seconds)),
            reference=variant.reference,
        )

    def job(self, variant: Variant, matchup: Matchup) -> CellJob:
        drafters = {name: self.spec.drafters[name] for name in sorted(matchup.agents) if name in self.spec.drafters}
        names = sorted({*matchup.agents, *drafters.values()})
        agents = {name: variant.agents.get(name, self.spec.agents[name]) for name in names}
        identities = {name: self.identity(name, agent) for name, agent in agents.items()}
        stored = [name for name in dict.fromkeys((*matchup.agents, *names)) if not is_reproducible(agents[name])]
        if stored and self.spec.record.actions_share < 1:
            self.warn(f"record.actions: games with {', '.join(stored)} can't be played again, so all their actions are stored")
        return CellJob(
            cell_id=cell_id(
                game=self.game.name,
                options=variant.values,
                lineup=variant.lineup,
                agents=identities,
                seatings=matchup.seatings,
                decision_cap=self.decision_cap,
                start_hash=self.start_hash,
                drafters=drafters,
            ),
            game=self.game.name,
            rules_version=self.game.rules_version,
            options=variant.values,
            lineup=variant.lineup,
            agents={name: plain_agent(agent) for name, agent in agents.items()},
            seatings=[list(seating) for seating in matchup.seatings],
            decision_cap=self.decision_cap,
            seed=self.spec.seed,
            pair_seeds=self.spec.pair_seeds,
            record_actions=1.0 if stored else self.spec.record.actions_share,
            record_curves=self.spec.record.curves == "rounds",
            drafters=drafters,
            start=self.start,
            base_directory=str(self.spec.base_directory),
            agent_files={name: found["file_hashes"] for name, found in identities.items() if found["file_hashes"]},
        )

    def identity(self, name: str, agent: AgentSpec) -> dict[str, Any]:
        """What the agent is, in this variant: with the numbers of its level, so that a level and its spelling out are one."""
        resolved = resolve_agent(agent, self.game)
        return self.identities[name] if resolved == self.agents[name] else _identity_of(self.spec, name, resolved)

    def look_at_halving(self, cells: list[CellPlan]) -> None:
        halving = self.spec.halving
        if halving is not None:
            most = max((cell.games for cell in cells), default=0) * halving.growth ** (halving.stages - 1)
            self.warn(
                f"halving: this is the first of {halving.stages} stages; each keeps {halving.keep:.0%} of the combinations, "
                f"and a cell that is kept to the last has {most:,} games in all"
            )

    def look_at_stop(self, cells: list[CellPlan]) -> None:
        stop = self.spec.stop
        if stop is None:
            return
        wanted = (stop.faction, stop.agent, stop.seat)
        deaf = [
            cell
            for cell in cells
            if not any(all(map(_fits, wanted, (slot.faction, slot.agent, slot.seat_name))) for slot in cell.slots)
        ]
        if deaf:
            names = "; ".join(dict.fromkeys(cell.design for cell in deaf))
            self.warn(f"stop: nothing to look at in {len(deaf)} of {len(cells)} cells, which play all their games ({names})")


def _fits(wanted: str | None, name: str) -> bool:
    return wanted in (None, name)


def chunk_size(job: CellJob, decision_seconds: Mapping[str, float]) -> int:
    """Blocks of a full chunk, by the static cost table and what the sweep says of its agents."""
    seconds = block_seconds(job.game, job.agents, job.seatings, job.decision_cap, decision_seconds)
    return blocks_per_chunk(seconds, job.rotations)


def _read_start(spec: SweepSpec, game: Game) -> bytes | None:
    """The positions that are played on from, checked."""
    if spec.start is None:
        return None
    path = spec.base_directory / spec.start.states
    data = _read_bounded(path, "start.states")
    try:
        count = len(decode_states(data, game.name))
    except CodecError as error:
        raise SpecError([f"start.states: {path}: {error}"]) from None
    if not count:
        raise SpecError([f"start.states: {path} holds no position"])
    return data


def _read_bounded(path: Path, key: str) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_START_BYTES + 1)
    except OSError as error:
        raise SpecError([f"{key}: {path} can't be read: {error.strerror or error}"]) from None
    if len(data) > MAX_START_BYTES:
        raise SpecError([f"{key}: {path} is larger than {MAX_START_BYTES >> 20} MiB"])
    return data


def _identity_of(spec: SweepSpec, name: str, agent: AgentSpec) -> dict[str, Any]:
    try:
        return agent_identity(agent, spec.base_directory)
    except AgentFileError as error:
        raise SpecError([f"agents.{name}.files: {error}"]) from None


def extend_plan(old: Plan, spec: SweepSpec) -> Plan:
    """The plan of a changed sweep over what `old` has: its chunks stay, chunks for more games and new cells are added.

    Cells and games are those that a fresh run of `spec` would have, in its order; only chunk boundaries may differ.

    Raises:
        PlanError: a change that would make another run of it: seed, rules, an agent, fewer games, a cell that is gone.
        SpecError: as `make_plan`.
    """
    new = make_plan(spec)
    lines = [*_run_differences(old, new)]
    fresh = {cell.cell_id: cell for cell in new.cells}
    for cell in old.cells:
        words = f"cell {cell.cell_id} ({cell.design}, line-up {cell.job.lineup}, {cell.overrides or 'no overrides'})"
        if cell.cell_id not in fresh:
            lines.append(f"{words}: there -> gone or changed")
        elif fresh[cell.cell_id].blocks < cell.blocks:
            lines.append(f"{words}: {cell.games} games -> {fresh[cell.cell_id].games} games")
    if lines:
        raise PlanError(lines)
    done = {cell.cell_id: cell for cell in old.cells}
    return replace(new, cells=tuple(_extended(done.get(cell.cell_id), cell, spec.decision_seconds) for cell in new.cells))


def _extended(old: CellPlan | None, new: CellPlan, decision_seconds: Mapping[str, float]) -> CellPlan:
    """The new cell with the chunks that the old one has, and more for what is beyond them."""
    if old is None:
        return new
    more = cut(old.blocks, new.blocks - old.blocks, chunk_size(new.job, decision_seconds))
    return replace(new, segments=(*old.segments, *more))


def decisive_spec(spec: Mapping[str, Any]) -> dict[str, Any]:
    """What of a resolved sweep can reach a result: all but `FREE_KEYS` and where agents run."""
    agents = {
        name: {key: value for key, value in agent.items() if key not in PythonSpec.place_keys}
        for name, agent in spec.get("agents", {}).items()
    }
    return {**{key: value for key, value in spec.items() if key not in FREE_KEYS}, "agents": agents}


def resumable_differences(old: Plan, new: Plan) -> tuple[str, ...]:
    """Why a run of plan `old` can't go on as `new`, as lines `what: before -> now`; empty if it can.

    Titles, guards, metrics, workers and where agents run may change: they reach no game. Files of agents are compared by
    their contents.
    """
    before, now = (decisive_spec(plan.spec) for plan in (old, new))
    return tuple(dict.fromkeys([*_run_differences(old, new), *differences(before, now)]))


def _run_differences(old: Plan, new: Plan) -> Iterator[str]:
    """What must be the same for all chunks of a run; agents that only one of the plans has don't matter."""
    if old.rules_version != new.rules_version:
        yield f"rules of {old.game}: {old.rules_version} -> {new.rules_version}"
    if old.start != new.start:
        yield "positions in start.states: the run's -> others"
    yield from differences(old.component_files, new.component_files, "contents of components")
    before, now = ({key: plan.spec[key] for key in _FIXED_KEYS} for plan in (old, new))
    agents_before, agents_now = decisive_spec(old.spec)["agents"], decisive_spec(new.spec)["agents"]
    for name in sorted(agents_before.keys() & agents_now.keys()):
        yield from differences(agents_before[name], agents_now[name], f"agents.{name}")
        yield from differences(
            old.agent_files.get(name, {}), new.agent_files.get(name, {}), f"contents of files of agents.{name}"
        )
    yield from differences(before, now)
