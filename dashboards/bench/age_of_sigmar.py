"""Age of Sigmar: battles of greedy players with lists of 1000 points, and attack sequences (hit, wound, save)."""

from __future__ import annotations

import numpy as np

from dashboards.bench.timing import Runner
from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.batch import Batch, agent_keys
from engine.compilation import kernel
from engine.game import get_game
from engine.games.age_of_sigmar.rules.attacks import PROFILE, RESULT, P, make_attacks
from engine.options import resolve_options
from engine.rng import derive_key, key_array
from engine.types import Actions, Stream

_SEED = 1
_PAIRS = (("storm", "blood"), ("stars", "rats"), ("waaagh", "free"))
_ATTACKS_AT_ONCE = 20


def play_battles(battles: int) -> int:
    """Play so many greedy battles of each of three pairs of lists; returns how many there were."""
    game = get_game("age-of-sigmar")
    agents = np.zeros(2, AGENT_DTYPE)
    agents["kind"] = AgentKind.GREEDY
    blocks = np.arange(battles, dtype=np.int64)
    for red, blue in _PAIRS:
        options = resolve_options(game.options, {"armies.red.list": red, "armies.blue.list": blue})
        batch = Batch.from_seed(game, options, battles, _SEED)
        batch.play(agents, agent_keys(_SEED, "bench", blocks, np.zeros_like(blocks), batch.seats))
    return battles * len(_PAIRS)


@kernel
def _roll(stream: Stream, profile: Actions, units: int, result: Actions) -> None:
    for _ in range(units):
        make_attacks(stream, profile, _ATTACKS_AT_ONCE, result)


def roll_attacks(units: int) -> int:
    """Roll the attacks (4+, 3+, save 4+, Rend -1) of so many units; returns how many attacks there were."""
    profile, result = np.zeros(PROFILE, np.int32), np.zeros(RESULT, np.int32)
    profile[[P.HIT, P.WOUND, P.SAVE, P.REND, P.DAMAGE]] = 4, 3, 4, 1, 1
    _roll(key_array(derive_key(_SEED, "bench")), profile, units, result)
    return units * _ATTACKS_AT_ONCE


def battles_runner(battles: int) -> Runner:
    """A side of a contest; work is in battles."""
    return Runner("sigmar_battles", play_battles(battles), lambda: play_battles(battles))


def attacks_runner(units: int) -> Runner:
    """A side of a contest; work is in attack sequences."""
    return Runner("sigmar_attacks", roll_attacks(units), lambda: roll_attacks(units))
