"""The sweep file as typed, frozen models. `load_sweep` reads one; `cluster.plan.make_plan` turns it into cells and chunks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, PrivateAttr

DEFAULT_SEED = 1
"""Seed of a sweep that names none: the same file gives the same table, today and tomorrow."""

DEFAULT_GAMES = 1000


class SpecError(ValueError):
    """A sweep that can't be played. `problems` holds one line each, `path.in.the.file: what is wrong, did you mean X?`."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)


OptionValue = bool | int | float | str | list[Any] | None


class Cells(_Part):
    """Which variants of the game are played."""

    lineups: list[str] = Field(default=[], description="Groups of line-ups, or single ones; empty: the game's first group.")
    grid: dict[str, list[OptionValue]] = Field(default={}, description="Option path to values; every combination is played.")
    combinations: list[dict[str, OptionValue]] = Field(default=[], alias="list", description="Further maps of option values.")
    reference: dict[str, OptionValue] | None = Field(default=None, description="The combination that others are compared with.")


class Gauntlet(_Part):
    """One agent against each other."""

    of: str
    against: list[str]


class OneVsField(_Part):
    """One seat differs."""

    of: str
    field: str


class Balanced(_Part):
    """A cyclic design over a pool."""

    seatings: int
    agents: list[str] | None = None


class DesignEntry(_Part):
    """One entry of `design`: a map with exactly one key."""

    round_robin: list[str] | None = None
    gauntlet: Gauntlet | None = None
    mirror: list[str] | None = None
    one_vs_field: OneVsField | None = None
    all: list[str] | None = None
    balanced: int | Balanced | None = None
    fixed: list[list[str]] | None = None


class Stop(_Part):
    """Stop a cell when the interval of a figure is narrow enough."""

    metric: Literal["score", "win_rate"] = "score"
    faction: str | None = None
    agent: str | None = None
    seat: str | None = None
    half_width: Annotated[float, Field(gt=0, lt=1)]
    min_blocks: Annotated[int, Field(ge=2)] = 100


class Guards(_Part):
    """When a run stops by itself."""

    max_forfeit_rate: Annotated[float, Field(ge=0, le=1)] = 0.01


class Record(_Part):
    """What is stored beside results."""

    actions: str = "none"
    curves: str = "none"

    @property
    def actions_share(self) -> float:
        """Share of games whose actions are stored, 0 .. 1."""
        if self.actions.startswith("sample:"):
            return float(self.actions.removeprefix("sample:"))
        return 1.0 if self.actions == "all" else 0.0


class Start(_Part):
    """Positions to play on from."""

    states: str


class Metrics(_Part):
    """Where the coordinator serves Prometheus metrics; port 0 takes a free one."""

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 0


class SweepSpec(_Part):
    """A whole sweep, checked. Equal specs give equal plans and equal results."""

    title: str = ""
    game: str
    seed: Annotated[int, Field(ge=0, lt=1 << 63)] = DEFAULT_SEED
    options: dict[str, OptionValue] = {}
    cells: Cells = Cells()
    agents: dict[str, dict[str, Any]]
    design: list[DesignEntry]
    games: Annotated[int, Field(ge=1)] = DEFAULT_GAMES
    stop: Stop | None = None
    decision_cap: Annotated[int, Field(ge=1)] | None = None
    guards: Guards = Guards()
    record: Record = Record()
    components: list[str] = []
    start: Start | None = None
    pair_seeds: bool = True
    metrics: Metrics | None = Metrics()
    workers: Annotated[int, Field(ge=1)] | None = None

    _warnings: tuple[str, ...] = PrivateAttr(default=())
    _base_directory: Path = PrivateAttr(default=Path())

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a person should know about this sweep, one line each."""
        return self._warnings

    @property
    def base_directory(self) -> Path:
        """Folder that relative paths in the sweep start from: the sweep file's."""
        return self._base_directory

    def to_plain(self) -> dict[str, Any]:
        """The whole sweep with every default filled in, as maps, lists and scalars: what `spec.yaml` holds."""
        return self.model_dump(mode="json", by_alias=True)


def load_sweep(
    source: str | Path | Mapping[str, Any],
    *,
    games: int | None = None,
    seed: int | None = None,
    workers: int | None = None,
    set: Sequence[str] = (),  # noqa: A002
    base_directory: str | Path | None = None,
) -> SweepSpec:
    """The sweep in a preset, a file or a mapping.

    Args:
        source: a preset's name, the path of a YAML file, or a mapping with the file's keys.
        games, seed, workers: replace the file's.
        set: further replacements, each `path=value`: a path in the file (`agents.foo.kind=random`) or, if its first word is no
            key of the file, an option of the game (`royal_guard=revised`).
        base_directory: folder that relative paths start from; the file's folder, or the current one, if not given.

    Raises:
        SpecError: anything is wrong with it; all problems are listed.
    """
    if isinstance(source, Mapping):
        data, base = dict(source), Path()
    else:
        path = Path(source)
        data, base = yaml.safe_load(path.read_text()), path.parent
    replaced = {"games": games, "seed": seed, "workers": workers}
    data |= {key: value for key, value in replaced.items() if value is not None}
    for setting in set:
        key, _, text = setting.partition("=")
        data[key] = yaml.safe_load(text)
    spec = SweepSpec.model_validate(data)
    spec._base_directory = Path(base_directory) if base_directory is not None else base
    return spec
