"""Whether an agent that declares itself reproducible is: the same decisions whatever the batch (contract 8)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.agents.match import play_lanes
from engine.agents.player import make_player
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
    reference: list[npt.NDArray[np.int32]] | None = None
    for size in (1, 5, games):
        player = make_player(
            spec.model_copy(update={"batch_size": size} if isinstance(spec, PythonSpec) else {}),
            game,
            options,
            seed=seed,
            base_directory=base_directory,
        )
        if player is None:
            raise TypeError(f"agents of kind {spec.kind} have no player")
        with player:
            batch = Batch.from_seed(game, options, games, seed)
            blocks = np.arange(games, dtype=np.int64)
            keys = agent_keys(seed, "invariance", blocks, np.zeros(games, np.int64), batch.seats)
            record = np.broadcast_to(np.array(agent_record(spec)), (games, batch.seats))
            result = play_lanes(batch, record, keys, decisions, [player], record=True)
        if result.forfeits:
            first = result.forfeits[0]
            return f"in batches of {size}, game {first.lane}: {first.cause.name.lower()}: {first.text}"
        played = result.actions or []
        reference = reference or played
        for number, (one, other) in enumerate(zip(reference, played, strict=True)):
            if not np.array_equal(one, other):
                return f"game {number} goes another way in batches of {size} than asked one by one"
    return None
