"""What the types of a sweep can't check: whether names exist and fit together; and what a person should be told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cluster.component_files import read_components
from cluster.design import DesignError, expand_entry
from cluster.spec_errors import unknown
from cluster.spec_models import SweepSpec
from cluster.variants import Problem, Variant, resolve_variants
from engine.agents.specs import AgentPathError, PythonSpec, class_path
from engine.batch import Batch
from engine.game import Game, UnknownGameError, game_names, get_game
from engine.options import option_values, resolve_options


def check_sweep(spec: SweepSpec) -> tuple[list[Problem], list[str]]:
    """Everything that is wrong with a sweep, and its warnings."""
    try:
        game = get_game(spec.game)
    except UnknownGameError:
        return [(("game",), unknown("game", spec.game, game_names()))], []
    problems = [*_unsupported(spec, game), *_unknown_agents(spec), *_unknown_paths(spec)]
    components = read_components(spec, game)
    problems += components.problems
    variants, wrong = resolve_variants(spec, game, components.overrides)
    problems += wrong
    if not problems:
        problems += [*_misfits(spec, variants), *_stop_problems(spec, variants), *_draft_problems(spec, game, variants)]
    return problems, [] if problems else [*_warnings(spec, game, components.overrides)]


def _unsupported(spec: SweepSpec, game: Game) -> Iterator[Problem]:
    """Keys of the schema that not every game can follow."""
    if spec.record.curves != "none" and game.round_summary is None:
        yield ("record", "curves"), f"{spec.game} keeps no figures by round; only none is possible"


def _unknown_agents(spec: SweepSpec) -> Iterator[Problem]:
    for index, entry in enumerate(spec.design):
        for name in entry.agent_names():
            if name not in spec.agents:
                yield ("design", index, entry.kind), unknown("agent", name, list(spec.agents))
    for name in spec.decision_seconds:
        if name not in spec.agents:
            yield ("decision_seconds", name), unknown("agent", name, list(spec.agents))


def _unknown_paths(spec: SweepSpec) -> Iterator[Problem]:
    """Python agents that are named by a word that nobody registered."""
    for name, agent in spec.agents.items():
        if isinstance(agent, PythonSpec):
            try:
                class_path(agent.path)
            except AgentPathError as error:
                yield ("agents", name, "path"), str(error)


def _misfits(spec: SweepSpec, variants: list[Variant]) -> Iterator[Problem]:
    """Design entries that don't fit the seats of a variant; each kind of table is tried once."""
    for index, entry in enumerate(spec.design):
        tried: set[tuple[int, ...]] = set()
        for variant in variants:
            if variant.teams in tried:
                continue
            tried.add(variant.teams)
            try:
                expand_entry(entry, list(spec.agents), variant.teams)
            except DesignError as error:
                where = f" ({variant.label})" if len(variants) > 1 else ""
                yield ("design", index), f"{error}{where}"


def _draft_problems(spec: SweepSpec, game: Game, variants: list[Variant]) -> Iterator[Problem]:
    """Drafters that nobody knows, that can't draft, or that would have nothing to do."""
    if not spec.drafters:
        return
    agents = spec.agents
    for name, drafter in spec.drafters.items():
        if name not in agents:
            yield ("drafters", name), unknown("agent", name, list(agents))
        elif drafter not in agents:
            yield ("drafters", name), unknown("agent", drafter, list(agents))
        elif agents[drafter].external:
            yield ("drafters", name), f"{drafter} runs in a process; only random, greedy and searches can draft for another"
    playing = {name for entry in spec.design for name in entry.agent_names() or tuple(agents)}
    for name in sorted(playing):
        if agents[name].external and name not in spec.drafters:
            yield ("drafters",), f"{name} runs in a process and needs a drafter, too, where other agents have one"
    if spec.start is None:
        first = {variant.label: _first_round(game, variant) for variant in variants}
        without = next((label for label, number in first.items() if number > 0), None)
        if without is not None:
            yield ("drafters",), f"there is no draft: games begin in round {first[without]} ({without})"


def _first_round(game: Game, variant: Variant) -> int:
    return int(Batch.from_seed(game, resolve_options(game.options, variant.values)).states["round_number"][0])


def _stop_problems(spec: SweepSpec, variants: list[Variant]) -> Iterator[Problem]:
    if spec.stop is None:
        return
    known = {
        "faction": [name for variant in variants for name in variant.factions],
        "agent": list(spec.agents),
        "seat": [name for variant in variants for name in variant.seats],
    }
    for key, names in known.items():
        name = getattr(spec.stop, key)
        distinct = list(dict.fromkeys(names))
        if name is not None and name not in distinct:
            yield ("stop", key), unknown(key, name, distinct)
    if spec.stop.elo1 is not None and any(len(set(variant.teams)) != 2 for variant in variants):
        yield ("stop", "elo1"), "Elo is for two sides; give score0 and score1"
    if spec.stop.elo1 is not None and spec.stop.metric != "score":
        yield ("stop", "metric"), "Elo speaks of scores, not of win rates"


def _warnings(spec: SweepSpec, game: Game, components: Mapping[str, Any]) -> Iterator[str]:
    defaults = option_values(resolve_options(game.options, components))
    for path in components:
        if path in spec.options or path in spec.cells.grid:
            yield f"components: what they say of {path} is replaced by the sweep's own value"
    reference = spec.cells.reference or {}
    for path, value in spec.options.items():
        if defaults[path] == value:
            yield f"options.{path}: {_shown(value)} is the game's own value; the line changes nothing"
    for path, values in spec.cells.grid.items():
        if path in spec.options:
            yield f"cells.grid.{path}: replaces the value in options"
        for value in values if path in defaults else ():
            if defaults[path] == value and reference.get(path, not value) != value:
                yield f"cells.grid.{path}: {_shown(value)} is the game's own value"
    yield from _agent_warnings(spec)


def _agent_warnings(spec: SweepSpec) -> Iterator[str]:
    playing: dict[str, None] = {}
    for index, entry in enumerate(spec.design):
        names = entry.agent_names() or tuple(spec.agents)
        playing |= dict.fromkeys(names)
        for name in names:
            if spec.agents[name].kind == "random":
                words = "plays at random: a smoke test, no evidence about balance or strength"
                yield f"design[{index}] ({entry.kind}): {name} {words}"
    playing |= dict.fromkeys(spec.drafters[name] for name in playing if name in spec.drafters)
    for name in spec.agents:
        if name not in playing:
            yield f"agents.{name}: plays in no design entry"


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
