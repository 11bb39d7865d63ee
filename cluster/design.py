"""Designs: entries of a sweep's `design` as match-ups, each with its exact seatings. Pure.

| Entry | Match-ups and the games of a block |
|---|---|
| `round_robin: [a, b, c]` | each pair (n > 2 seats: each n of them): a Williams square; both orders for 2 seats |
| `gauntlet: {of: a, against: [b, c]}` | a against each other one: a once at each seat, the opponent at all others |
| `mirror: [a, b]` | each agent alone at all seats: 1 game |
| `one_vs_field: {of: a, field: b}` | a once at each seat, b at all others |
| `all: [a, b, b, b]` | an agent for each seat: every distinct seating of them |
| `balanced: k` | k seatings of a cyclic design over all agents; `{seatings: k, agents: [...]}` names them |
| `fixed: [[a, b], [b, a]]` | the seatings as given |

No seat is ever filled by a rule that isn't in this table: where agents are fewer than seats the entry says who sits where, or
is refused. The k of `balanced` is a multiple of the number of agents, so that each is at each seat equally often.

In team games an agent plays a whole side, and the table holds with sides for seats; but `round_robin` and `all` with exactly as
many agents as seats, and seatings of `fixed` that name every seat, seat them one by one: of four agents in two teams all three
partnerships are played (12 games). `one_vs_field` is by seat in every game: the one has partners from the field.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cluster.seatings import (
    Row,
    cyclic_design,
    distinct_orders,
    number_of_orders,
    partnership_seatings,
    williams_square,
)
from cluster.spec_models import Balanced, DesignEntry, Gauntlet, OneVsField

MAX_SLOTS = 600
"""Bound on seatings x seats of a block: its sums hold the square of this; five agents in all 120 orders fit."""


class DesignError(ValueError):
    """An entry that can't be played at these seats, and what would be right."""


@dataclass(frozen=True)
class Matchup:
    """Agents that meet, and how.

    Attributes:
        entry: the entry and the agents, such as `round_robin: greedy, random`.
        agents: each once, in order of the entry.
        seatings: one a rotation; each names the agent at every seat.
    """

    entry: str
    agents: tuple[str, ...]
    seatings: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Places:
    """The seats of a game and whose side each is on: `teams[seat]`, sides numbered from 0."""

    teams: tuple[int, ...]

    @property
    def seats(self) -> int:
        """How many seats."""
        return len(self.teams)

    @property
    def sides(self) -> int:
        """How many sides; equals `seats` in games without teams."""
        return len(set(self.teams))

    @property
    def word(self) -> str:
        """What an agent is given."""
        return "side" if self.sides < self.seats else "seat"

    def seat(self, names: Sequence[str]) -> tuple[str, ...]:
        """The seating in which `names` hold the sides, or the seats if each has its own name."""
        return tuple(names) if len(names) == self.seats else tuple(names[side] for side in self.teams)


def expand_entry(entry: DesignEntry, pool: Sequence[str], teams: tuple[int, ...]) -> list[Matchup]:
    """The match-ups of one entry at seats with these `teams`; `pool` is every agent of the sweep, in order.

    Raises:
        DesignError: the entry doesn't fit the seats; the message starts with the key.
    """
    places = Places(teams)
    matchups = list(_EXPANDERS[entry.kind](entry.value, pool, places))
    for matchup in matchups:
        _check_length(entry.kind, len(matchup.seatings), places)
    return matchups


def _check_length(kind: str, seatings: int, places: Places) -> None:
    if seatings * places.seats > MAX_SLOTS:
        raise DesignError(
            f"{kind}: {seatings} games in a block; at {places.seats} seats at most {MAX_SLOTS // places.seats} are possible: "
            "use round_robin (a Williams square) or balanced with fewer seatings"
        )


def _matchup(kind: str, agents: Sequence[str], seatings: Sequence[Sequence[str]], words: str = "") -> Matchup:
    distinct = tuple(dict.fromkeys(agents))
    return Matchup(f"{kind}: {words or ', '.join(agents)}", distinct, tuple(map(tuple, seatings)))


def _refuse_repeats(kind: str, agents: Sequence[str]) -> None:
    repeated = [name for name, count in Counter(agents).items() if count > 1]
    if repeated:
        raise DesignError(f"{kind}: {', '.join(repeated)} is named more than once")


def _mapped(rows: Sequence[Row], agents: Sequence[str], places: Places) -> list[tuple[str, ...]]:
    return [places.seat([agents[index] for index in row]) for row in rows]


def _round_robin(agents: list[str], pool: Sequence[str], places: Places) -> Iterator[Matchup]:
    _refuse_repeats("round_robin", agents)
    if places.sides < places.seats == len(agents):
        in_pairs = places.seats == 4 and sorted(Counter(places.teams).values()) == [2, 2]
        rows = partnership_seatings(places.teams) if in_pairs else williams_square(places.seats)
        yield _matchup("round_robin", agents, _mapped(rows, agents, places))
        return
    if len(agents) < places.sides:
        raise DesignError(
            f"round_robin: needs an agent for each {places.word}, {places.sides} at least, and names {len(agents)}; "
            "use all, one_vs_field or balanced, which say who sits where"
        )
    for chosen in itertools.combinations(agents, places.sides):
        yield _matchup("round_robin", chosen, _mapped(williams_square(places.sides), chosen, places))


def _one_against(of: str, other: str, positions: int) -> list[list[str]]:
    return [[of if position == own else other for position in range(positions)] for own in range(positions)]


def _gauntlet(asked: Gauntlet, pool: Sequence[str], places: Places) -> Iterator[Matchup]:
    _refuse_repeats("gauntlet", [asked.of, *asked.against])
    for other in asked.against:
        seatings = [places.seat(row) for row in _one_against(asked.of, other, places.sides)]
        yield _matchup("gauntlet", [asked.of, other], seatings, f"{asked.of} against {other}")


def _mirror(agents: list[str], pool: Sequence[str], places: Places) -> Iterator[Matchup]:
    _refuse_repeats("mirror", agents)
    for name in agents:
        yield _matchup("mirror", [name], [[name] * places.seats])


def _one_vs_field(asked: OneVsField, pool: Sequence[str], places: Places) -> Iterator[Matchup]:
    of, others = asked.of, asked.field
    if of == others:
        raise DesignError(f"one_vs_field: of and field are both {of}; use mirror: [{of}]")
    yield _matchup("one_vs_field", [of, others], _one_against(of, others, places.seats), f"{of} among {others}")


def _all(named: list[str], pool: Sequence[str], places: Places) -> Iterator[Matchup]:
    if len(named) not in (places.seats, places.sides):
        per_side = f" or {places.sides}, one for each side" if places.sides < places.seats else ""
        raise DesignError(
            f"all: needs {places.seats} agents, one for each seat{per_side}, and names {len(named)}; "
            "an agent may be named repeatedly"
        )
    agents = list(dict.fromkeys(named))
    items = [agents.index(name) for name in named]
    _check_length("all", number_of_orders(items), places)
    yield _matchup("all", named, _mapped(distinct_orders(items), agents, places))


def _balanced(asked: Balanced, pool: Sequence[str], places: Places) -> Iterator[Matchup]:
    agents = list(pool) if asked.agents is None else asked.agents
    _refuse_repeats("balanced", agents)
    if len(agents) < 2:
        raise DesignError("balanced: needs two agents at least; use mirror for one")
    rest = asked.seatings % len(agents)
    if rest:
        above = asked.seatings - rest + len(agents)
        raise DesignError(
            f"balanced: {asked.seatings} seatings can't put each of {len(agents)} agents at each {places.word} equally often; "
            f"{above} can (a multiple of {len(agents)})"
        )
    _check_length("balanced", asked.seatings, places)
    rows = cyclic_design(len(agents), places.sides, asked.seatings)
    yield _matchup("balanced", agents, _mapped(rows, agents, places))


def _fixed(given: list[list[str]], pool: Sequence[str], places: Places) -> Iterator[Matchup]:
    seatings = []
    for names in given:
        if len(names) not in (places.seats, places.sides):
            per_side = f" (or {places.sides}, one for each side)" if places.sides < places.seats else ""
            raise DesignError(
                f"fixed: a seating names {places.seats} agents{per_side}, [{', '.join(names)}] names {len(names)}"
            )
        seatings.append(places.seat(names))
    words = " / ".join(", ".join(names) for names in given)
    yield _matchup("fixed", [name for seating in seatings for name in seating], seatings, words)


_EXPANDERS: dict[str, Callable[[Any, Sequence[str], Places], Iterator[Matchup]]] = {
    "round_robin": _round_robin,
    "gauntlet": _gauntlet,
    "mirror": _mirror,
    "one_vs_field": _one_vs_field,
    "all": _all,
    "balanced": _balanced,
    "fixed": _fixed,
}
