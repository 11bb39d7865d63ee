"""`warhost games`: which games there are, and what one is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any, get_args

import typer
from rich.text import Text

from dashboards.cli.console import out, print_json
from dashboards.cli.errors import UsageError
from dashboards.ladder_tables import describe_levels, seconds_text
from dashboards.tables import new_table
from dashboards.words import examples, value_text
from engine.agents.specs import AgentSpec
from engine.game import Game, game_names, get_game
from engine.options import GameOptions, OptionInfo, iterate_options, near_word, option_values, resolve_options

EXAMPLES = examples(
    "warhost games",
    "warhost games war-chest",
    "warhost games war-chest --options",
    "warhost games war-chest --options archer",
    "warhost games connect-four --json",
)


def games(
    game: Annotated[str | None, typer.Argument(help="A game; without it, all games are listed.", show_default=False)] = None,
    word: Annotated[
        str | None, typer.Argument(help="With --options: only options about this word.", show_default=False)
    ] = None,
    options: Annotated[bool, typer.Option("--options", help="List the game's options.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """List the games, what one game is made of, or the options of its rules.

    Options are the numbers of the rules. A sweep sets them under `options` or varies them under `cells`; `run --set` sets one.
    Marks: **rule** is the rulebook's, **house** is ours where the rulebook leaves a question open.
    """
    if game is None:
        _print_games(json)
        return
    found = get_game(game)
    if options:
        _print_options(found, word, json)
    elif word is not None:
        raise UsageError(f"{word}: say --options to list the options about a word")
    else:
        _print_game(found, json)


def _print_games(json: bool) -> None:
    found = [get_game(name) for name in game_names()]
    if json:
        print_json([{key: describe_game(game)[key] for key in ("name", "title", "rules_version", "players")} for game in found])
        return
    table = new_table(None, "game", "title", "players", "rules")
    for game in found:
        table.add_row(game.name, game.title, ", ".join(map(str, describe_game(game)["players"])), game.rules_version)
    out().print(table)
    out().print("warhost games GAME tells more of one; warhost init GAME writes a sweep file for it.")


def describe_game(game: Game) -> dict[str, Any]:
    """What a game is made of, for JSON and tables."""
    lineups = {
        group: {
            name: _seats_of(game, resolve_options(game.options, overrides), overrides) for name, overrides in members.items()
        }
        for group, members in game.lineups.items()
    }
    spec = game.action_spec()
    return {
        "name": game.name,
        "title": game.title,
        "rules_version": game.rules_version,
        "players": sorted({len(line["seats"]) for members in lineups.values() for line in members.values()}),
        "lineups": lineups,
        "agents": agent_kinds(),
        "levels": describe_levels(game),
        "decision_cap": game.decision_cap,
        "outcomes": list(game.outcomes.values()),
        "actions": {
            "version": spec.version,
            "number": spec.num_distinct_actions,
            "parts": [asdict(part) for part in spec.parts],
        },
        "components": [asdict(component) for component in game.components],
        "options": len(list(iterate_options(game.options()))),
    }


def agent_kinds() -> dict[str, str]:
    """Kind of agent, as a sweep names it, and a sentence about it. Every kind plays every game."""
    models = get_args(get_args(AgentSpec)[0])
    return {get_args(model.model_fields["kind"].annotation)[0]: (model.__doc__ or "").splitlines()[0] for model in models}


def _seats_of(game: Game, options: GameOptions, overrides: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "seats": list(game.seats(options)),
        "factions": list(game.factions(options)),
        "teams": list(game.teams(options)),
        "options": dict(overrides),
    }


def _print_game(game: Game, json: bool) -> None:
    facts = describe_game(game)
    if json:
        print_json(facts)
        return
    console = out()
    console.print(Text.assemble((game.title, "bold"), f" ({game.name}), rules {game.rules_version}"))
    lineups = new_table("Line-ups", "group", "line-up", "seats", "factions", "teams")
    for group, members in facts["lineups"].items():
        for name, line in members.items():
            lineups.add_row(group, name, *(", ".join(map(str, line[key])) for key in ("seats", "factions", "teams")))
    console.print(lineups)
    parts = new_table(f"{facts['actions']['number']} actions", "part", "values", "meaning")
    for part in game.action_spec().parts:
        parts.add_row(part.name, _some(part.values), part.meaning)
    console.print(parts)
    agents = new_table("Agents", "kind", "what it does")
    for kind, words in facts["agents"].items():
        agents.add_row(kind, words)
    console.print(agents)
    levels = new_table("Levels of ismcts", "level", "parameters", ">seconds a game on one core", "on the ladder")
    for level, facts_of in facts["levels"].items():
        words = ", ".join(f"{key} {value}" for key, value in facts_of.items() if key in game.levels[level])
        levels.add_row(level, words, seconds_text(facts_of["seconds_per_game"]), facts_of["ladder"] or "not measured")
    console.print(levels)
    for name, words in (
        ("outcomes", facts["outcomes"]),
        ("components", [component.name for component in game.components]),
    ):
        if words:
            console.print(f"{name}: {', '.join(words)}")
    console.print(f"decision cap: {game.decision_cap}")
    console.print(f"options: {facts['options']}; warhost games {game.name} --options [WORD] lists them")


def _some(values: tuple[str, ...], most: int = 12) -> str:
    shown = ", ".join(values[:most])
    return shown if len(values) <= most else f"{shown}, ... ({len(values)})"


def options_about(game: Game, word: str | None) -> list[OptionInfo]:
    """The game's options whose path, source or sentence holds a word; all without one.

    Raises:
        UsageError: none does; names the nearest word.
    """
    found = list(iterate_options(game.options()))
    if word is None:
        return found
    wanted = word.lower()
    about = [info for info in found if wanted in f"{info.path} {info.source} {info.text}".lower()]
    if not about:
        words = sorted({part for info in found for part in (info.path, *info.path.split("."))})
        raise UsageError(f"{game.name} has no option about {word!r}{near_word(wanted, words)}")
    return about


def _print_options(game: Game, word: str | None, json: bool) -> None:
    found = options_about(game, word)
    if json:
        print_json([{**asdict(info), "default": option_values(game.options())[info.path]} for info in found])
        return
    table = new_table(None, "path", "default", "range", "mark", "source", "what it does")
    for info in found:
        table.add_row(info.path, value_text(info.default), info.range, info.mark, info.source, info.text)
    out().print(table)
