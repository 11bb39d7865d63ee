"""Whether an agent that declares itself reproducible is: the same decisions whatever the batch (contract 8)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.agents.match import MatchResult, play_lanes
from engine.agents.player import ProcessPlayer, make_player
from engine.agents.specs import AgentSpec, PythonSpec, agent_record
from engine.batch import Batch, agent_keys
from engine.game import Game
from engine.options import GameOptions


def find_variance(
    spec: AgentSpec,
    game: Game,
    options: GameOptions,
    *,
    games: int = 16,
    decisions: int = 200,
    seed: int = 0,
    base_directory: Path | None = None,
) -> str | None:
    """Play the same games asked one by one, in fives, and all at once, each time in a new process; what differs, or None.

    Of a program, which is always asked about one decision, so many games are played at the same time instead.

    Args:
        spec: the agent; it sits at every seat.
        game: what is played.
        options: under which rules.
        games: number of games.
        decisions: cap on the decisions of a game.
        seed: seed of the games.
        base_directory: as for `PythonPlayer`.

    Raises:
        AgentSetupError: the agent can't be set up.
    """
    if not spec.external:
        return None
    reference: list[npt.NDArray[np.int32]] = []
    for size in (1, 5, games):
        batched = isinstance(spec, PythonSpec)
        asked = spec.model_copy(update={"batch_size": size}) if batched else spec
        player = make_player(asked, game, options, seed=seed, base_directory=base_directory)
        if player is None:
            raise TypeError(f"agents of kind {spec.kind} have no player")
        with player:
            played: list[npt.NDArray[np.int32]] = []
            at_once = games if batched else size
            for first in range(0, games, at_once):
                lanes = np.arange(first, min(first + at_once, games), dtype=np.int64)
                result = _play(asked, game, options, lanes, decisions, seed, player)
                if result.forfeits:
                    forfeit = result.forfeits[0]
                    where = f"in batches of {size}, game {first + forfeit.lane}"
                    return f"{where}: {forfeit.cause.name.lower()}: {forfeit.text}"
                played += result.actions or []
        reference = reference or played
        for number, (one, other) in enumerate(zip(reference, played, strict=True)):
            if not np.array_equal(one, other):
                return f"game {number} goes another way in batches of {size} than asked one by one"
    return None


def _play(
    spec: AgentSpec,
    game: Game,
    options: GameOptions,
    lanes: npt.NDArray[np.int64],
    decisions: int,
    seed: int,
    player: ProcessPlayer,
) -> MatchResult:
    """Play the games of these numbers, the agent at every seat."""
    everything = Batch.from_seed(game, options, int(lanes[-1]) + 1, seed)
    batch = Batch(game, options, everything.states[lanes])
    keys = agent_keys(seed, "invariance", lanes, np.zeros(len(lanes), np.int64), batch.seats)
    record = np.broadcast_to(np.array(agent_record(spec)), (len(lanes), batch.seats))
    names = [str(lane) for lane in lanes.tolist()]
    return play_lanes(batch, record, keys, decisions, [player], games=names, record=True)
