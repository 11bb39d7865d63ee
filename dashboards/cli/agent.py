"""`warhost agent check`: does an agent keep the rules that the engine rests on?"""

from __future__ import annotations

import json as json_format
import shlex
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from dashboards.agent_check import examine
from dashboards.cli.console import out, print_json
from dashboards.cli.errors import UsageError
from dashboards.cli.parameters import Json
from dashboards.tables import new_table
from dashboards.words import examples
from engine.agents.player import AgentSetupError
from engine.agents.specs import AgentFileError, AgentPathError, file_hashes, read_agent
from engine.game import get_game
from workers.agent_words import in_one_line

EXAMPLES = examples(
    "warhost agent check preferences --game war-chest --reproducible",
    'warhost agent check my_agents.khorne:Net --game connect-four --parameters \'{"checkpoint": "net.pt"}\' --file net.pt',
    "warhost agent check --command './my_engine --threads 1' --game war-chest --reproducible",
)
_WORDS = {True: "ok", False: "FAILED", None: "-"}

app = typer.Typer(no_args_is_help=True, help="Look at agents.")


@app.callback()
def _group() -> None:
    """Look at agents."""


@app.command("check", epilog=EXAMPLES)
def check(
    game: Annotated[str, typer.Option("--game", help="What it plays.")],
    path: Annotated[str | None, typer.Argument(help="`module:Class`, or a registered name.", show_default=False)] = None,
    command: Annotated[
        str | None, typer.Option(metavar="WORDS", help="Instead: a program and its arguments, which answers lines of JSON.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 200,
    parameters: Annotated[str, typer.Option(metavar="JSON", help="Its parameters.")] = "{}",
    files: Annotated[list[str] | None, typer.Option("--file", metavar="FILE", help="A file that it reads.")] = None,
    reproducible: Annotated[bool, typer.Option("--reproducible", help="It declares itself reproducible: fail if not.")] = False,
    json: Json = False,
) -> None:
    """Play games with an agent in Python, or with a program, and check what the engine rests on.

    Legality and forfeits, seconds a decision, memory, that games go on when its process is replaced, that it decides by what it
    sees and alike in every batch. The last two can fail only if it declares itself reproducible. Exit code 1 if anything did.
    """
    found = get_game(game)
    words = {"parameters": _map_of(parameters), "reproducible": reproducible, "files": files or ()}
    try:
        spec = read_agent({**_what(path, command), **words})
        file_hashes(spec, Path())
        findings = examine(spec, found, games, Path())
    except AgentFileError as error:
        raise UsageError(f"--file {error}") from None
    except (AgentSetupError, AgentPathError) as error:
        raise UsageError(in_one_line(str(error))) from None
    if json:
        print_json([asdict(finding) for finding in findings])
    else:
        table = new_table(None, "check", "result", "what was found")
        for finding in findings:
            table.add_row(finding.check, _WORDS[finding.ok], finding.text)
        out().print(table)
    if any(finding.ok is False for finding in findings):
        raise typer.Exit(1)


def _map_of(text: str) -> dict[str, Any]:
    try:
        found = json_format.loads(text)
    except json_format.JSONDecodeError as error:
        raise UsageError(f"--parameters {text}: no JSON: {error}") from None
    if not isinstance(found, dict):
        raise UsageError(f'--parameters {text}: must be a JSON object, such as {{"epsilon": 0.1}}')
    return found


def _what(path: str | None, command: str | None) -> dict[str, Any]:
    """The agent's kind and where it is found."""
    try:
        words = shlex.split(command or "")
    except ValueError as error:
        raise UsageError(f"--command: {error}") from None
    if path and command is None:
        return {"kind": "python", "path": path}
    if path is None and words:
        return {"kind": "external", "command": words}
    raise UsageError("name an agent in Python (module:Class, or a registered name), or a program with --command")
