"""The keys of a sweep file: typed, frozen models whose descriptions are also the published schema's and `warhost init`'s."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    StringConstraints,
    WithJsonSchema,
    model_serializer,
    model_validator,
)

from cluster.events import EVENT_KINDS
from engine.agents.specs import AgentSpec
from workers.departure import DRAIN_SECONDS

DEFAULT_SEED = 1
"""Seed of a sweep that names none: the same file gives the same table, today and tomorrow."""

DEFAULT_GAMES = 1000

_SAMPLE = re.compile(r"sample:(0(\.[0-9]+)?|1(\.0+)?|\.[0-9]+)")


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)


def _is_scalar(value: Any) -> bool:
    return isinstance(value, (bool, int, str)) or (isinstance(value, float) and math.isfinite(value))


def _option_value(value: Any) -> Any:
    if value is None or _is_scalar(value) or (isinstance(value, list) and all(map(_is_scalar, value))):
        return value
    raise ValueError("must be a number, a text, true, false, null or a list of those")


_SCALARS = [{"type": "boolean"}, {"type": "number"}, {"type": "string"}]
OptionValue = Annotated[
    Any,
    AfterValidator(_option_value),
    WithJsonSchema({"anyOf": [*_SCALARS, {"type": "null"}, {"type": "array", "items": {"anyOf": _SCALARS}}]}),
]
"""What an option can be set to; the game's options say which of it fits."""

Overrides = dict[str, OptionValue]
"""Option path to value."""

AgentName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_+-]{0,63}$")]
"""A name of the user's choice: letters, digits, `_`, `-` and `+`."""

SomeAgents = Annotated[list[str], Field(min_length=1)]


class Range(_Part):
    """Values from `low` to `high`, both included; whole numbers if both are."""

    low: int | float = Field(description="The smallest value.")
    high: int | float = Field(description="The largest.")
    scale: Literal["linear", "log"] = Field(default="linear", description="Whether equal steps or equal ratios are as likely.")

    @model_validator(mode="after")
    def _in_order(self) -> Range:
        if not self.low < self.high:
            raise ValueError("low must be less than high")
        if self.scale == "log" and self.low <= 0:
            raise ValueError("a log scale needs values above 0")
        return self


Choices = Annotated[list[OptionValue], Field(min_length=1)]


def _range_or_list(value: Any) -> Any:
    if isinstance(value, (dict, list, Range)):
        return value
    raise ValueError("must be a map with low and high, or a list of values")


class Sample(_Part):
    """Combinations drawn at random, the same ones whenever seed and file are the same."""

    method: Literal["sobol", "latin", "random"] = Field(
        default="sobol",
        description="`sobol`: spread evenly, pairs of paths, too; `latin`: each path by itself; `random`: as dice.",
    )
    size: int = Field(ge=1, le=10_000, description="How many combinations; those that come out equal are played once.")
    ranges: Annotated[
        dict[str, Annotated[Range | Choices, BeforeValidator(_range_or_list, json_schema_input_type=Range | Choices)]],
        Field(min_length=1, max_length=64),
    ] = Field(description="Path to a list of values, or to {low, high}.")


class Cells(_Part):
    """Variants of the game: each line-up with each combination of values.

    A path is one of an option, or `agents.NAME.KEY` for a parameter of an agent.
    """

    lineups: list[str] = Field(
        default=[], description="Line-ups, or groups of them, by name; without it the game's first group is played."
    )
    grid: dict[str, Choices] = Field(
        default={}, description="Path of an option (or `agents.NAME.KEY`) to a list of values; every combination is played."
    )
    combinations: list[Overrides] = Field(
        default=[], alias="list", description="Further combinations, each a map of path to value."
    )
    sample: Sample | None = Field(default=None, description="Further combinations, drawn from ranges of values.")
    reference: Overrides | None = Field(
        default=None, description="The combination that the others are compared with; it must be one of those played."
    )


class Gauntlet(_Part):
    """One agent against each other."""

    of: str = Field(description="The agent.")
    against: SomeAgents = Field(description="Its opponents, one match-up each.")


class OneVsField(_Part):
    """One seat differs."""

    of: str = Field(description="The agent at one seat, each seat in turn.")
    field: str = Field(description="The agent at all other seats.")


class Balanced(_Part):
    """A cyclic design over a pool of agents."""

    seatings: int = Field(ge=1, description="Seatings in a block, a multiple of the number of agents.")
    agents: SomeAgents | None = Field(default=None, description="The pool; without it every agent of the file, in its order.")


def _balanced_shorthand(value: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        return {"seatings": value}
    if value is None or isinstance(value, (dict, Balanced)):
        return value
    raise ValueError("must be a number of seatings, or a map with the keys seatings and agents")


class DesignEntry(_Part):
    """Who meets whom, who sits where: a map with exactly one key."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1, "maxProperties": 1})

    round_robin: SomeAgents | None = Field(
        default=None, description="Each pair (with n > 2 seats: each n of them), every agent at every seat equally often."
    )
    gauntlet: Gauntlet | None = Field(default=None, description="One agent against each of the others.")
    mirror: SomeAgents | None = Field(
        default=None, description="Each agent alone, at all seats: what do seats and factions do?"
    )
    one_vs_field: OneVsField | None = Field(default=None, description="One agent at each seat in turn, another at all others.")
    all: SomeAgents | None = Field(default=None, description="An agent for each seat, in every distinct seating.")
    balanced: Annotated[Balanced | None, BeforeValidator(_balanced_shorthand, json_schema_input_type=Balanced | int | None)] = (
        Field(default=None, description="That many seatings of a cyclic design over all agents.")
    )
    fixed: Annotated[list[SomeAgents], Field(min_length=1)] | None = Field(
        default=None, description="The seatings as given, each a list with an agent for every seat."
    )

    @model_validator(mode="after")
    def _exactly_one(self) -> DesignEntry:
        given = self.model_fields_set
        if len(given) != 1 or self.value is None:
            kinds = ", ".join(type(self).model_fields)
            raise ValueError(f"must be a map with exactly one of the keys {kinds}, and its value")
        return self

    @property
    def kind(self) -> str:
        """The key."""
        return next(iter(self.model_fields_set))

    @property
    def value(self) -> Any:
        """What the key holds."""
        return getattr(self, self.kind)

    @model_serializer(mode="plain")
    def _as_map(self) -> dict[str, Any]:
        value = self.value
        return {self.kind: value.model_dump(exclude_none=True) if isinstance(value, BaseModel) else value}

    def agent_names(self) -> tuple[str, ...]:
        """Every agent that the entry names, each once; none for `balanced` over the whole file."""
        value = self.value
        if isinstance(value, Gauntlet):
            names = [value.of, *value.against]
        elif isinstance(value, OneVsField):
            names = [value.of, value.field]
        elif isinstance(value, Balanced):
            names = value.agents or []
        else:
            names = [name for item in value for name in (item if isinstance(item, list) else [item])]
        return tuple(dict.fromkeys(names))


_STOP_KEYS = {
    "width": ("half_width",),
    "fair_share": ("band",),
    "sprt": ("elo0", "elo1", "score0", "score1", "alpha", "beta"),
}
"""Kind of stop rule -> the keys that belong to it alone."""


class Stop(_Part):
    """Stop a cell as soon as a figure is known well enough; looked at after every block, in order of blocks."""

    kind: Literal["width", "fair_share", "sprt"] = Field(
        default="width",
        description="`width`: its interval is narrow; `fair_share`: it is surely within its fair share give or take `band`, or "
        "surely outside; `sprt`: a sequential test tells which of two values it has.",
    )
    metric: Literal["score", "win_rate"] = Field(default="score", description="The figure.")
    faction: str | None = Field(default=None, description="Of this faction,")
    agent: str | None = Field(default=None, description="of this agent,")
    seat: str | None = Field(default=None, description="at this seat; at least one of the three.")
    half_width: float | None = Field(
        default=None, gt=0, lt=1, description="width: half the width of the interval that is narrow enough."
    )
    band: float = Field(default=0.02, gt=0, lt=0.5, description="fair_share: how far from it is still fair.")
    elo0: float | None = Field(default=None, ge=-2000, le=2000, description="sprt: the one value, in logistic Elo (two sides),")
    elo1: float | None = Field(default=None, ge=-2000, le=2000, description="sprt: and the other;")
    score0: float | None = Field(default=None, gt=0, lt=1, description="sprt: or both as the figure itself")
    score1: float | None = Field(default=None, gt=0, lt=1, description="sprt: (any number of sides).")
    alpha: float = Field(default=0.05, gt=0, lt=0.5, description="sprt: chance of taking the second where the first is true.")
    beta: float = Field(default=0.05, gt=0, lt=0.5, description="sprt: chance of taking the first where the second is true.")
    min_blocks: int = Field(default=100, ge=2, description="Blocks that are played in any case.")

    @model_validator(mode="after")
    def _fits_together(self) -> Stop:
        if self.faction is None and self.agent is None and self.seat is None:
            raise ValueError("must name a faction, an agent or a seat")
        for kind, keys in _STOP_KEYS.items():
            strange = [key for key in keys if kind != self.kind and getattr(self, key) != type(self).model_fields[key].default]
            if strange:
                raise ValueError(f"{strange[0]} is for kind: {kind}, and this is kind: {self.kind}")
        if self.kind == "width" and self.half_width is None:
            raise ValueError("needs half_width")
        if self.kind == "sprt":
            zero, one = self.hypotheses
            if zero == one:
                raise ValueError("the two values of a sequential test must differ")
        return self

    @property
    def hypotheses(self) -> tuple[float, float]:
        """The two values of a sequential test, as the figure, 0 .. 1."""
        if self.elo0 is not None and self.elo1 is not None and self.score0 is self.score1 is None:
            return 1 / (1 + 10 ** (-self.elo0 / 400)), 1 / (1 + 10 ** (-self.elo1 / 400))
        if self.score0 is not None and self.score1 is not None and self.elo0 is self.elo1 is None:
            return self.score0, self.score1
        raise ValueError("a sequential test needs elo0 and elo1, or score0 and score1")


class Halving(_Part):
    """Successive halving: after each stage the combinations nearest to balance go on with more games, the others stop.

    Nearest is where the mean squared distance of factions from their fair share is least, less what chance adds to it.
    """

    stages: int = Field(ge=2, le=20, description="Stages in all; the first plays `games` in every cell.")
    keep: float = Field(default=0.5, gt=0, lt=1, description="Share of the combinations that goes on, rounded up.")
    growth: int = Field(default=2, ge=2, le=100, description="By how much the games of a cell grow from stage to stage.")


class Guards(_Part):
    """When a run goes on without an agent."""

    max_forfeit_rate: float = Field(
        default=0.01,
        ge=0,
        le=1,
        description="Share of an agent's games that it may forfeit by one cause; with more after 500 games it is quarantined: "
        "its cells end there, the others are finished, and the exit code is 3. 1: never.",
    )


def _actions(value: str) -> str:
    if value in ("all", "none") or _SAMPLE.fullmatch(value):
        return value
    raise ValueError("must be all, none or sample:F with a share F from 0 to 1, such as sample:0.01")


class Record(_Part):
    """What is stored beside the results."""

    actions: Annotated[str, AfterValidator(_actions)] = Field(
        default="none",
        description="Actions of `all` games, `none`, or a share, `sample:0.01`; games of compiled agents are replayed without.",
        json_schema_extra={"pattern": r"^(all|none|sample:(0(\.[0-9]+)?|1(\.0+)?|\.[0-9]+))$"},
    )
    curves: Literal["none", "rounds"] = Field(
        default="none", description="`rounds`: figures at the end of each round, for games that keep them."
    )

    @property
    def actions_share(self) -> float:
        """Share of games whose actions are stored, 0 .. 1."""
        if self.actions.startswith("sample:"):
            return float(self.actions.removeprefix("sample:"))
        return 1.0 if self.actions == "all" else 0.0


class Start(_Part):
    """Positions to play on from, in turn: block b starts from position b modulo their number."""

    states: str = Field(
        description="File of positions as msgpack, as `engine.codec.encode_states` and a table's snapshot write it."
    )


class Metrics(_Part):
    """Where the coordinator serves Prometheus metrics."""

    host: str = Field(default="127.0.0.1", description="Address it listens on.")
    port: int = Field(default=0, ge=0, le=65535, description="Port; 0 takes a free one, which is printed.")
    linger: float = Field(
        default=0, ge=0, le=86_400, description="Seconds to stay up after the end with the final state, for the last scrape."
    )


class OnEvent(_Part):
    """Who is told of a run's events as they happen: each as one line of JSON, as in `events.jsonl`."""

    command: Annotated[list[str], Field(min_length=1)] | None = Field(
        default=None, description="A program and its arguments; the event comes on its standard input."
    )
    url: Annotated[str, StringConstraints(pattern=r"^https?://\S+$")] | None = Field(
        default=None, description="An address that the event is posted to."
    )
    kinds: list[str] = Field(default=[], description="Kinds of events, such as `finish`; all if not given.")

    @model_validator(mode="after")
    def _somebody_is_told(self) -> OnEvent:
        if self.command is None and self.url is None:
            raise ValueError("needs a command or a url")
        unknown = [kind for kind in self.kinds if kind not in EVENT_KINDS]
        if unknown:
            raise ValueError(f"kinds: there is no kind of event {unknown[0]!r}; there are {', '.join(EVENT_KINDS)}")
        return self


class SweepSpec(_Part):
    """A whole sweep, checked. Equal specs give equal plans and equal results."""

    title: str = Field(default="", description="A line for listings and reports.")
    game: str = Field(description="The game, as `warhost games` lists it.")
    seed: int = Field(
        default=DEFAULT_SEED, ge=0, lt=1 << 63, description=f"All luck of the run comes from it; {DEFAULT_SEED} if not given."
    )
    options: Overrides = Field(default={}, description="Option path to value, for every cell.")
    cells: Cells = Field(default=Cells(), description="Variants of the game to play.")
    agents: Annotated[dict[AgentName, AgentSpec], Field(min_length=1)] = Field(
        description="Who plays: a name of your choice and what it stands for."
    )
    drafters: dict[AgentName, AgentName] = Field(
        default={}, description="Agent to the agent that decides in its place in a draft, which is all before round 1."
    )
    design: Annotated[list[DesignEntry], Field(min_length=1)] = Field(description="Who meets whom, who sits where.")
    games: int = Field(
        default=DEFAULT_GAMES, ge=1, lt=1 << 40, description="Games for each variant and match-up, rounded up to whole blocks."
    )
    stop: Stop | None = Field(default=None, description="Stop a cell early when a figure is known well enough.")
    halving: Halving | None = Field(
        default=None, description="Play in stages, and go on with the combinations of `cells` that are nearest to balance."
    )
    decision_cap: int | None = Field(
        default=None, ge=1, lt=1 << 30, description="A game ends after so many decisions; the game's own number if not given."
    )
    decision_seconds: dict[AgentName, Annotated[float, Field(gt=0, le=86_400)]] = Field(
        default={},
        description="Agent to the seconds that a decision of it takes (`warhost agent check` measures that), for the length "
        "of chunks and the estimate of core-hours; those of a table if not given. It changes no result.",
    )
    guards: Guards = Field(default=Guards(), description="Limits beyond which a run goes on without an agent.")
    record: Record = Field(default=Record(), description="What is stored of games beside their results.")
    components: list[str] = Field(default=[], description="Files that add or change cards, units or armies.")
    start: Start | None = Field(default=None, description="Positions to play on from instead of new games.")
    pair_seeds: bool = Field(
        default=True,
        description="Blocks of equal number have the same deal and dice in all cells, so that cells compare better.",
    )
    metrics: Metrics | None = Field(default=Metrics(), description="Where Prometheus metrics are served; null: nowhere.")
    on_event: OnEvent | None = Field(default=None, description="Who is told of what happens to the run, as it happens.")
    workers: int | None = Field(default=None, ge=1, le=100_000, description="Worker processes; one a CPU if not given.")
    drain_seconds: float = Field(
        default=DRAIN_SECONDS,
        ge=1,
        le=86_400,
        description="Seconds that SIGTERM or Ctrl-C waits for chunks in hand; searches that take longer leave their states.",
    )

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
        plain: dict[str, Any] = self.model_dump(mode="json", by_alias=True)
        plain["agents"] = {name: plain_agent(agent) for name, agent in self.agents.items()}
        return plain


def plain_agent(agent: AgentSpec) -> dict[str, Any]:
    """An agent as data with every default filled in; of a search that names a level only what was given.

    A default written out would count as given, and take the place of the number that the game's table has for the level.
    """
    named = getattr(agent, "level", None) is not None
    return {"kind": agent.kind, **agent.model_dump(mode="json", exclude_unset=named)}


def checked_sweep(data: Any, warnings: tuple[str, ...] = (), base_directory: Path = Path()) -> SweepSpec:
    """A spec from a mapping, by its types alone; `load_sweep` also checks names. Raises pydantic's `ValidationError`."""
    spec = SweepSpec.model_validate(data)
    spec._base_directory = base_directory
    spec._warnings = warnings
    return spec
