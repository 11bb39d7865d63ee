"""`warhost play`: play a game in the terminal."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from pydantic import ValidationError

from dashboards.cli.console import out
from dashboards.cli.errors import UsageError
from dashboards.cli.parameters import GameSettings, game_options
from dashboards.play_session import GoneError, PlaySession
from dashboards.words import examples
from engine.agents.specs import AgentSpec, agent_of_word
from engine.game import get_game
from engine.options import near_word, resolve_options

EXAMPLES = examples(
    "warhost play connect-four --seat o",
    "warhost play war-chest --seat raven --against ismcts:strong",
    "warhost play war-chest --set players=4 --against greedy",
)


def play(
    game: Annotated[str, typer.Argument(help="A game.", show_default=False)],
    seat: Annotated[str | None, typer.Option(help="Your seat, by name or number from 0; the first if not given.")] = None,
    against: Annotated[
        str, typer.Option(metavar="AGENT", help="Who has the other seats: `random`, `greedy`, `ismcts:LEVEL`.")
    ] = "ismcts:standard",
    seed: Annotated[int, typer.Option(min=0, help="Seed of all luck.")] = 1,
    settings: GameSettings = None,
) -> None:
    """Play a game yourself, with the legal actions in words.

    A number decides. `?` asks a search for its best actions, with visits and expected return. `u` takes back your last
    decision, unless another seat has decided since or something was revealed. `b` shows the position, `q` ends.
    """
    found = get_game(game)
    options = resolve_options(found.options, game_options(settings))
    names = list(found.seats(options))
    session = PlaySession(
        found,
        options,
        seat_of(seat or "0", names),
        _agent_of(against),
        agent_of_word("ismcts:standard"),
        seed,
        _ask,
        lambda line: out().print(line, soft_wrap=True),
    )
    try:
        session.play()
    except GoneError:
        out().print("You left the game.")


def seat_of(word: str, names: list[str]) -> int:
    """The seat that a word names, or its number; raises `UsageError`."""
    if word in names:
        return names.index(word)
    if word.isascii() and word.isdigit() and int(word) < len(names):
        return int(word)
    raise UsageError(f"--seat {word}: no such seat{near_word(word, names)}; there are {', '.join(names)}")


def _agent_of(word: str) -> AgentSpec:
    try:
        agent = agent_of_word(word)
    except ValidationError:
        raise UsageError(f"--against {word}: say random, greedy, ismcts:fast, ismcts:standard or ismcts:strong") from None
    if agent.external:
        raise UsageError(f"--against {word}: only compiled agents can be played against")
    return agent


def _ask(prompt: str) -> str | None:
    out().print(prompt, end="")
    line = sys.stdin.readline()
    return line.rstrip("\n") if line else None
