"""The public conformance suite: run `check_game("my-game")` on a game that you add.

    from engine.testing import check_game
    check_game("connect-four")

`check_agent("my-game", {"kind": "ismcts", "iterations": 50})` shows that an agent decides by what its seat sees.

Each check is a function of a `Subject` (a game, its options and random games of it) that returns nothing or raises
`ConformanceError`, which says game, check, lane, decision and what differed. `CHECKS` lists them by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from engine.agents.player import make_player
from engine.agents.specs import AgentSpec, read_agent
from engine.game import Game, get_game
from engine.options import GameOptions, near_word, resolve_options
from engine.testing import hidden, plain, play, positions, words
from engine.testing.agents import check_decisions, chooser
from engine.testing.subject import Check, ConformanceError, Subject

__all__ = ["CHECKS", "Check", "ConformanceError", "Subject", "check_agent", "check_game", "subject_of"]

CHECKS: Mapping[str, Check] = {
    check.__name__: check
    for check in (
        play.legality,
        play.termination,
        play.header,
        play.determinism,
        play.copy_independence,
        play.verbs_that_read,
        play.batch_size,
        play.codec,
        play.trace,
        positions.conservation,
        positions.equal_bytes,
        positions.symmetry,
        positions.results,
        hidden.resample_keeps_the_view,
        hidden.resample_depends_on_the_view_alone,
        hidden.hidden_information,
        words.action_spec,
        words.observation_spec,
        words.words,
        words.pictures,
        plain.plain_python,
        plain.damaged_states,
    )
}
"""All checks by name, in the order in which `check_game` runs them."""


def subject_of(
    game: Game | str, options: GameOptions | Mapping[str, Any] | None = None, games: int = 12, seed: int = 20260731
) -> Subject:
    """What the checks look at; `options` are the model or overrides by path, the game's defaults if not given."""
    found = get_game(game) if isinstance(game, str) else game
    chosen = options if isinstance(options, GameOptions) else resolve_options(found.options, options or {})
    return Subject(found, chosen, games, seed)


def check_game(
    game: Game | str,
    options: GameOptions | Mapping[str, Any] | None = None,
    games: int = 12,
    seed: int = 20260731,
    checks: Iterable[str] | None = None,
) -> list[str]:
    """Run the conformance suite on a registered game; returns the names of the checks that it passed.

    Args:
        game: a game or its name.
        options: options model, or overrides by path; the defaults if not given.
        games: how many random games are walked through, at least 3.
        seed: of set-up, play and choices; equal arguments look at equal games.
        checks: names from `CHECKS`; all of them if not given.

    Raises:
        ConformanceError: the first check that fails.
        ValueError: an unknown check.
    """
    names = list(CHECKS) if checks is None else list(checks)
    for name in names:
        if name not in CHECKS:
            raise ValueError(f"unknown check {name!r}{near_word(name, list(CHECKS))}")
    subject = subject_of(game, options, max(games, 3), seed)
    for name in names:
        CHECKS[name](subject)
    return names


def check_agent(
    game: Game | str,
    agent: AgentSpec | Mapping[str, Any],
    options: GameOptions | Mapping[str, Any] | None = None,
    games: int = 12,
    seed: int = 20260731,
    positions: int = 24,
    base_directory: Path | None = None,
) -> None:
    """Check that an agent decides by what its seat sees, the key and nothing else.

    Args:
        game: a game or its name.
        agent: its spec, or what a sweep file would say of it. It must be reproducible.
        options: options model, or overrides by path; the defaults if not given.
        games: how many random games positions are taken from, at least 3.
        seed: of those games.
        positions: how many positions with a choice are tried.
        base_directory: where the agent's files and modules are looked for.

    Raises:
        ConformanceError: a decision depends on more.
        ValueError: the agent isn't reproducible: its decisions may differ for no reason.
        AgentSetupError: it can't be set up.
    """
    spec = read_agent(agent) if isinstance(agent, Mapping) else agent
    if not spec.is_reproducible:
        raise ValueError(f"an agent of kind {spec.kind} that isn't reproducible can't be checked so")
    subject = subject_of(game, options, max(games, 3), seed)
    player = make_player(spec, subject.game, subject.options, seed=seed, base_directory=base_directory)
    try:
        check_decisions(subject, spec.kind, chooser(spec, subject.game, player), positions)
    finally:
        if player is not None:
            player.close()
