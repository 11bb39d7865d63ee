"""What `warhost agent check` tries: an agent in Python or a program, over some hundred games against `random`."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.agents.invariance import find_variance
from engine.agents.match import play_lanes
from engine.agents.player import Answer, ProcessPlayer, Questions, make_player
from engine.agents.specs import AgentSpec, agent_of_word, agent_record
from engine.batch import Batch, agent_keys
from engine.game import Game
from engine.testing import ConformanceError, check_agent

_SEED = 20260731
_RESTART_GAMES = 8
_RESTART_AFTER = 3


@dataclass(frozen=True)
class Finding:
    """One line of the report: `ok` is None where nothing was promised that could fail."""

    check: str
    ok: bool | None
    text: str


class _WatchedPlayer:
    """A player whose decisions are timed, and whose process is ended after so many calls if that is asked for."""

    def __init__(self, player: ProcessPlayer, restart_after: int = 0) -> None:
        self.seconds = 0.0
        self.decisions = 0
        self.peak_mib = 0.0
        self._player = player
        self._restart_after = restart_after
        self._calls = 0

    def begin(self) -> None:
        self._player.begin()

    def decide(self, questions: Questions) -> list[Answer]:
        self._calls += 1
        if self._calls == self._restart_after:
            self._player.close()
        begun = time.perf_counter()
        answers = self._player.decide(questions)
        self.seconds += time.perf_counter() - begun
        self.decisions += len(questions)
        self.peak_mib = max(self.peak_mib, _peak_mib(self._player.pid))
        return answers

    def end(self, games: Sequence[str]) -> None:
        self._player.end(games)

    def close(self) -> None:
        self._player.close()


def _peak_mib(pid: int | None) -> float:
    """The most memory that a process has had resident; 0 where the system doesn't say."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)


def examine(spec: AgentSpec, game: Game, games: int, base_directory: Path) -> list[Finding]:
    """Run every check.

    Raises:
        AgentSetupError, AgentPathError: the agent can't be set up.
    """
    return [
        *_play(spec, game, games, base_directory),
        _restart(spec, game, base_directory),
        _leaks(spec, game, base_directory),
        _invariance(spec, game, base_directory),
    ]


def _match(spec: AgentSpec, game: Game, games: int, player: _WatchedPlayer) -> Any:
    options = game.options()
    seats = len(game.seats(options))
    blocks = np.arange(games, dtype=np.int64)
    others = agent_record(agent_of_word("random"))
    rows = np.array([[agent_record(spec) if seat == k % seats else others for seat in range(seats)] for k in range(games)])
    batch = Batch.from_seed(game, options, games, _SEED)
    result = play_lanes(batch, rows, agent_keys(_SEED, "check", blocks, blocks % seats, seats), None, [player])
    return result, np.array([result.credits[k, k % seats] / 12 for k in range(games)])


def _play(spec: AgentSpec, game: Game, games: int, base_directory: Path) -> list[Finding]:
    player = make_player(spec, game, game.options(), seed=_SEED, base_directory=base_directory)
    if player is None:
        raise ValueError(f"agents of kind {spec.kind} are compiled: there is nothing to check")
    with player:
        watched = _WatchedPlayer(player)
        result, scores = _match(spec, game, games, watched)
    causes = Counter(forfeit.cause.name.lower() for forfeit in result.forfeits)
    said = f"; the first: {result.forfeits[0].text.strip().splitlines()[-1]}" if result.forfeits else ""
    words = ", ".join(f"{number} x {cause}" for cause, number in sorted(causes.items()))
    return [
        Finding("legality", not causes, f"{games} games, {words or 'no forfeit'}{said}"),
        Finding("score", None, f"{scores.mean():.3f} against random, each seat in turn"),
        Finding("speed", None, f"{1000 * watched.seconds / max(watched.decisions, 1):.3g} ms a decision"),
        Finding("memory", None, f"{watched.peak_mib:.0f} MiB at the most"),
    ]


def _restart(spec: AgentSpec, game: Game, base_directory: Path) -> Finding:
    player = make_player(spec, game, game.options(), seed=_SEED, base_directory=base_directory)
    if player is None:
        raise ValueError(f"agents of kind {spec.kind} are compiled: there is nothing to check")
    with player:
        result, _ = _match(spec, game, _RESTART_GAMES, _WatchedPlayer(player, _RESTART_AFTER))
    failed = f": {result.forfeits[0].text.strip().splitlines()[-1]}" if result.forfeits else ""
    return Finding("restart", not result.forfeits, f"{len(result.forfeits)} forfeits after its process was replaced{failed}")


def _leaks(spec: AgentSpec, game: Game, base_directory: Path) -> Finding:
    trouble = None
    try:
        check_agent(game, _declared(spec), base_directory=base_directory)
    except ConformanceError as error:
        trouble = error.text
    return _verdict("leaks", spec, trouble, "what the seat can't see, and luck to come, change no decision")


def _invariance(spec: AgentSpec, game: Game, base_directory: Path) -> Finding:
    trouble = find_variance(_declared(spec), game, game.options(), base_directory=base_directory)
    return _verdict("invariance", spec, trouble, "the same decisions whatever the batch")


def _declared(spec: AgentSpec) -> AgentSpec:
    """The agent as if it declared itself reproducible: what it doesn't promise is tried all the same."""
    return spec.model_copy(update={"reproducible": True})


def _verdict(check: str, spec: AgentSpec, trouble: str | None, well: str) -> Finding:
    """What is promised and doesn't hold has failed; what isn't promised can't."""
    if spec.is_reproducible:
        return Finding(check, trouble is None, trouble or well)
    if trouble is None:
        return Finding(check, None, f"{well}; it might declare itself reproducible")
    return Finding(check, None, f"it doesn't declare itself reproducible, and isn't: {trouble}")
