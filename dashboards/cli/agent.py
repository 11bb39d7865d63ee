"""`warhost agent check`: does an agent keep the rules that the engine rests on?"""

from __future__ import annotations

import json as json_format
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from dashboards.agent_check import examine
from dashboards.cli.console import out, print_json
from dashboards.cli.errors import UsageError
from dashboards.cli.parameters import Json
from dashboards.tables import new_table
from dashboards.words import examples
from engine.agents.player import AgentSetupError
from engine.agents.specs import AgentPathError, read_agent
from engine.game import get_game

EXAMPLES = examples(
    "warhost agent check preferences --game war-chest --reproducible",
    'warhost agent check my_agents.khorne:Net --game connect-four --parameters \'{"checkpoint": "net.pt"}\'',
)
_WORDS = {True: "ok", False: "FAILED", None: "-"}

app = typer.Typer(no_args_is_help=True, help="Look at agents.")


@app.callback()
def _group() -> None:
    """Look at agents."""


@app.command("check", epilog=EXAMPLES)
def check(
    path: Annotated[str, typer.Argument(help="`module:Class`, or a registered name.", show_default=False)],
    game: Annotated[str, typer.Option("--game", help="What it plays.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 200,
    parameters: Annotated[str, typer.Option(metavar="JSON", help="Its parameters.")] = "{}",
    reproducible: Annotated[bool, typer.Option("--reproducible", help="It declares itself reproducible: check that.")] = False,
    json: Json = False,
) -> None:
    """Play games with an agent in Python and check what the engine rests on.

    Legality and forfeits, seconds a decision, memory, that games go on when its process is replaced; and, of agents that are
    reproducible, that they decide by what they see and alike in every batch. Exit code 1 if something failed.
    """
    found = get_game(game)
    try:
        words: dict[str, Any] = {"kind": "python", "path": path, "parameters": json_format.loads(parameters)}
        findings = examine(read_agent({**words, "reproducible": reproducible}), found, games, Path())
    except (AgentSetupError, AgentPathError, ValidationError, json_format.JSONDecodeError) as error:
        raise UsageError(str(error)) from None
    if json:
        print_json([asdict(finding) for finding in findings])
    else:
        table = new_table(None, "check", "result", "what was found")
        for finding in findings:
            table.add_row(finding.check, _WORDS[finding.ok], finding.text)
        out().print(table)
    if any(finding.ok is False for finding in findings):
        raise typer.Exit(1)
