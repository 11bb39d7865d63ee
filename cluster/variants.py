"""Variants of a sweep's game: each line-up with each combination of values of options and agents' parameters, resolved."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cluster.agent_overrides import changed_agents, split_paths, with_defaults
from cluster.sampling import sampled_combinations
from cluster.spec_errors import Path, describe, tidied, unknown
from cluster.spec_models import Range, SweepSpec
from engine.agents.specs import AgentSpec
from engine.game import Game
from engine.options import OptionError, iterate_options, near_word, option_values, resolve_options

MAX_VARIANTS = 10_000
"""Bound on line-ups x combinations of a sweep."""

Problem = tuple[Path, str]
"""A place in the file and what is wrong there."""


@dataclass(frozen=True)
class Variant:
    """The game with one line-up and one combination of option values.

    Attributes:
        lineup: name of the line-up.
        values: every option by path, resolved.
        overrides: path -> value, of options and agents' parameters that the line-up, grid, list or sample sets.
        combination: those of them that the grid, list or sample sets.
        agents: those agents whose parameters are set, as they are then.
        seats, teams, factions: one entry a seat.
        reference: whether it is the combination that others are compared with.
    """

    lineup: str
    values: dict[str, Any]
    overrides: dict[str, Any]
    combination: dict[str, Any]
    agents: dict[str, AgentSpec]
    seats: tuple[str, ...]
    teams: tuple[int, ...]
    factions: tuple[str, ...]
    reference: bool

    @property
    def label(self) -> str:
        """The variant in words, for messages."""
        values = ", ".join(f"{path}={value}" for path, value in self.combination.items())
        return f"line-up {self.lineup}" + (f", {values}" if values else "")


def resolve_variants(
    spec: SweepSpec, game: Game, components: Mapping[str, Any] | None = None
) -> tuple[list[Variant], list[Problem]]:
    """All variants in order (line-ups first, then grid, list, sample) and what is wrong with them.

    Args:
        spec: the sweep.
        game: its game.
        components: option overrides of its component files; the sweep's options come after them.
    """
    settings = {**(components or {}), **spec.options}
    problems: list[Problem] = [*_option_problems(spec, game), *_agent_problems(spec)]
    lineups, unknown = _chosen_lineups(spec.cells.lineups, game.lineups)
    problems += unknown
    cells = spec.cells
    combinations = len(cells.combinations) + (math.prod(map(len, cells.grid.values())) if cells.grid else 0)
    combinations += cells.sample.size if cells.sample else 0
    if max(combinations, 1) * len(lineups) > MAX_VARIANTS:
        problems.append(
            (("cells",), f"{combinations} combinations x {len(lineups)} line-ups; at most {MAX_VARIANTS} are possible")
        )
    if problems:
        return [], problems
    variants = []
    chosen = list(_combinations(spec))
    for lineup, base in lineups.items():
        reference = _reference_values(spec, game, {**settings, **base})
        for combination in chosen:
            try:
                variants.append(_variant(spec, game, lineup, settings, base, combination, reference))
            except OptionError as error:
                place = ("cells",) if base or combination else ("options",)
                problems.append((place, f"line-up {lineup}, {combination or 'no overrides'}: {tidied(str(error))}"))
    if cells.reference is not None and not problems and not any(variant.reference for variant in variants):
        problems.append((("cells", "reference"), "is none of the combinations that are played; add it to grid or list"))
    return variants, problems


def _combinations(spec: SweepSpec) -> Iterator[dict[str, Any]]:
    """The grid's combinations, the last path varying fastest, then the list's, then the sample's."""
    cells = spec.cells
    if cells.grid or not (cells.combinations or cells.sample):
        for values in itertools.product(*cells.grid.values()):
            yield dict(zip(cells.grid, values, strict=True))
    yield from cells.combinations
    if cells.sample:
        yield from sampled_combinations(cells.sample, spec.seed)


def _reference_values(spec: SweepSpec, game: Game, base: Mapping[str, Any]) -> dict[str, Any] | None:
    """The resolved options of the reference in a line-up; None if there is none or its options don't fit together."""
    if spec.cells.reference is None:
        return None
    try:
        options, _ = split_paths(spec.cells.reference)
        return option_values(resolve_options(game.options, {**base, **options}))
    except OptionError:
        return None


def _variant(
    spec: SweepSpec,
    game: Game,
    lineup: str,
    settings: Mapping[str, Any],
    base: Mapping[str, Any],
    combination: dict[str, Any],
    reference: dict[str, Any] | None,
) -> Variant:
    own, of_agents = split_paths(combination)
    options = resolve_options(game.options, {**settings, **base, **own})
    values = option_values(options)
    return Variant(
        lineup=lineup,
        values=values,
        overrides={path: values[path] for path in {**base, **own}} | of_agents,
        combination=combination,
        agents=changed_agents(spec, of_agents),
        seats=game.seats(options),
        teams=game.teams(options),
        factions=game.factions(options),
        reference=values == reference and _agents_as_reference(spec, of_agents),
    )


def _agents_as_reference(spec: SweepSpec, of_agents: Mapping[str, Any]) -> bool:
    """Whether agents' parameters are those of the reference; what either doesn't set is as the file has it."""
    _, reference = split_paths(spec.cells.reference or {})
    paths = {*of_agents, *reference}
    return with_defaults(spec, of_agents, paths) == with_defaults(spec, reference, paths)


def _chosen_lineups(
    names: Sequence[str], groups: Mapping[str, Mapping[str, Mapping[str, Any]]]
) -> tuple[dict[str, Mapping[str, Any]], list[Problem]]:
    """Line-up -> its option values, of the groups and line-ups named; the first group if none is."""
    singles = {name: values for group in reversed(list(groups.values())) for name, values in group.items()}
    chosen: dict[str, Mapping[str, Any]] = {}
    problems: list[Problem] = []
    for index, name in enumerate(names or list(groups)[:1]):
        if name in groups:
            chosen |= groups[name]
        elif name in singles:
            chosen[name] = singles[name]
        else:
            known = list(dict.fromkeys([*groups, *singles]))
            problems.append((("cells", "lineups", index), unknown("line-up", name, known)))
    return chosen, problems


def _settings(spec: SweepSpec) -> Iterator[tuple[Path, str, Any]]:
    """Every value that the cells of a sweep set: where, of which path, and the value; of a range its ends."""
    cells = spec.cells
    for path, values in cells.grid.items():
        yield from ((("cells", "grid"), path, value) for value in values)
    for index, combination in enumerate(cells.combinations):
        yield from ((("cells", "list", index), path, value) for path, value in combination.items())
    for path, allowed in (cells.sample.ranges if cells.sample else {}).items():
        ends = [allowed.low, allowed.high] if isinstance(allowed, Range) else allowed
        yield from ((("cells", "sample", "ranges"), path, value) for value in ends)
    yield from ((("cells", "reference"), path, value) for path, value in (cells.reference or {}).items())


def _agent_problems(spec: SweepSpec) -> Iterator[Problem]:
    """Parameters that no agent has, and values that they can't have."""
    for place, path, value in _settings(spec):
        if split_paths({path: value})[1]:
            try:
                changed_agents(spec, {path: value})
            except ValueError as error:
                yield (*place, path), str(error)


def _option_problems(spec: SweepSpec, game: Game) -> Iterator[Problem]:
    """Unknown options, and values that an option can't have whatever the others are."""
    places: list[tuple[Path, str, Any]] = [(("options",), path, value) for path, value in spec.options.items()]
    places += [setting for setting in _settings(spec) if split_paths({setting[1]: None})[0]]
    ranges = {info.path: info.range for info in iterate_options(game.options())}
    for place, path, value in places:
        try:
            resolve_options(game.options, {path: value})
        except OptionError as error:
            if path not in ranges:
                yield (*place, path), _unknown_option(game, path, list(ranges))
            elif " (got " in str(error):  # those are of options together, and looked at with all that are set
                reason = tidied(str(error).partition(": ")[2].rpartition(" (got ")[0])
                yield (*place, path), f"must be {ranges[path]}, not {describe(value)} ({reason})"


def _unknown_option(game: Game, path: str, known: list[str]) -> str:
    """An unknown option; `--set ganes=10` ends up here, too, so a key of the file may be meant."""
    near = near_word(path, known)
    key = near_word(path.partition(".")[0], list(SweepSpec.model_fields)).replace("mean", "mean the key")
    return f"unknown option of {game.name}{near or key} (`warhost games {game.name} --options` lists them)"
