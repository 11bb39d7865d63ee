"""The commented sweep file that `warhost init GAME` writes. Its comments are the schema's own descriptions."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from cluster.spec_models import Cells, DesignEntry, Guards, Metrics, Record, Stop, SweepSpec
from engine.game import Game, get_game
from engine.options import iterate_options

WIDTH = 110


def init_text(name: str) -> str:
    """A sweep of a game with every key: it can be played as it is; what is commented out shows what else is possible.

    Raises:
        UnknownGameError: there is no such game.
    """
    game = get_game(name)
    return "\n".join(_lines(game)) + "\n"


def _lines(game: Game) -> Iterator[str]:
    yield f"# A sweep of {game.title}. `warhost plan FILE` says what it comes to, `warhost run FILE` plays it."
    yield "# Every key is here, with its default, but for title, agents and design; what is commented out is possible."
    sections: dict[str, Callable[[], Iterable[str]]] = {
        "title": lambda: [f"title: {json.dumps(f'{game.title}: greedy against itself')}"],
        "game": lambda: [f"game: {game.name}"],
        "options": lambda: _options(game),
        "cells": lambda: _cells(game),
        "agents": _agents,
        "drafters": lambda: ["drafters: {}", "# drafters: {mine: greedy}"],
        "design": _design,
        "stop": lambda: _stop(game),
        "halving": lambda: ["halving: null", "# halving: {stages: 4, keep: 0.5, growth: 2}"],
        "decision_cap": lambda: [f"decision_cap: {game.decision_cap}"],
        "decision_seconds": lambda: ["decision_seconds: {}", "# decision_seconds: {mine: 0.02}"],
        "guards": lambda: _group("guards", Guards()),
        "record": lambda: _group("record", Record()),
        "start": lambda: ["start: null", "# start: {states: positions.msgpack}"],
        "metrics": lambda: _group("metrics", Metrics()),
        "workers": lambda: ["workers: null", "# workers: 8"],
    }
    for key, field in SweepSpec.model_fields.items():
        yield ""
        yield from _comment(str(field.description))
        yield from sections[key]() if key in sections else [f"{key}: {json.dumps(field.default)}"]


def _comment(text: str, indent: str = "") -> Iterator[str]:
    return (f"{indent}# {line}" for line in textwrap.wrap(text, WIDTH - len(indent)))


def _described(model: Any, key: str) -> str:
    return str(model.model_fields[key].description)


def _group(key: str, value: Any) -> Iterator[str]:
    """A key that holds a map: each of its keys with its comment and default."""
    yield f"{key}:"
    for name, field in type(value).model_fields.items():
        yield from _comment(str(field.description), "  ")
        yield f"  {name}: {json.dumps(getattr(value, name))}"


def _options(game: Game) -> Iterator[str]:
    yield "options: {}"
    yield f"# options:               # path: the game's own value; `warhost games {game.name} --options` says the same"
    for info in iterate_options(game.options()):
        words = textwrap.shorten(f"{info.text} ({info.mark}: {info.source}; {info.range})", 400)
        yield from _comment(words, "#   ")
        yield from _option_line(info.path, info.default)


def _option_line(path: str, value: Any) -> Iterator[str]:
    """An option and its value, commented out; a list too long for a line has one for each entry."""
    line = f"#   {path}: {json.dumps(value)}"
    if len(line) <= WIDTH or not isinstance(value, (list, tuple)):
        yield line
        return
    yield f"#   {path}:"
    yield from (f"#     - {json.dumps(entry)}" for entry in value)


def _cells(game: Game) -> Iterator[str]:
    first = next(iter(game.lineups))
    groups = "; ".join(f"{group}: {', '.join(lineups)}" for group, lineups in game.lineups.items())
    paths = [info.path for info in iterate_options(game.options())]
    path = paths[0] if paths else "path.of.an.option"
    yield "cells:"
    yield from _comment(_described(Cells, "lineups"), "  ")
    yield from _comment(f"Groups and their line-ups: {groups}", "  ")
    yield f"  lineups: [{first}]"
    for key, empty, example in (
        ("grid", "{}", f"grid: {{{path}: [VALUE, VALUE]}}"),
        ("list", "[]", f"list: [{{{path}: VALUE}}]"),
        ("sample", "null", f"sample: {{size: 16, ranges: {{{path}: [VALUE, VALUE]}}}}"),
        ("reference", "null", f"reference: {{{path}: VALUE}}"),
    ):
        yield from _comment(_described(Cells, "combinations" if key == "list" else key), "  ")
        yield f"  {key}: {empty}"
        yield f"  # {example}"


def _agents() -> Iterator[str]:
    yield "agents:"
    yield "  greedy: {kind: greedy}"
    yield "  # random: {kind: random}"
    yield '  # mine: {kind: python, path: "my_agents.net:Net", files: [net.pt], parameters: {checkpoint: net.pt}}'


def _design() -> Iterator[str]:
    examples = {
        "round_robin": "[greedy, random]",
        "gauntlet": "{of: mine, against: [greedy, random]}",
        "mirror": "[greedy]",
        "one_vs_field": "{of: mine, field: greedy}",
        "all": "[greedy, random]",
        "balanced": "6",
        "fixed": "[[greedy, random], [random, greedy]]",
    }
    yield "design:"
    for kind, example in examples.items():
        yield from _comment(_described(DesignEntry, kind), "  ")
        yield f"  {'' if kind == 'mirror' else '# '}- {kind}: {example}"


def _stop(game: Game) -> Iterator[str]:
    faction = game.factions(game.options())[0]
    yield "stop: null"
    yield f"# stop: {{metric: score, faction: {faction}, half_width: 0.01}}"
    yield f"# stop: {{kind: fair_share, faction: {faction}, band: 0.02}}"
    yield "# stop: {kind: sprt, agent: greedy, elo0: 0, elo1: 10}"
    for name, field in Stop.model_fields.items():
        yield from _comment(f"  {name}: {field.description}")
