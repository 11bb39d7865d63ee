"""Agents that are compiled: a record says which one and with what parameters, so one batch holds many match-ups."""

from __future__ import annotations

import enum

import numpy as np

from engine.compilation import rule
from engine.rng import below
from engine.types import Actions, Record, Stream
from engine.verbs import action_priority


class AgentKind(enum.IntEnum):
    """What decides for a seat.

    From `EXTERNAL` on, the kernel that plays stops and waits for an answer: `EXTERNAL` is not compiled, and searches
    (`engine.agents.search`) run in a kernel of their own, which bulk play needn't compile.
    """

    RANDOM = 1
    GREEDY = 2
    EXTERNAL = 3
    FLAT_MONTE_CARLO = 4
    ISMCTS = 5


AGENT_DTYPE = np.dtype([("kind", "i4"), ("parameters", "f8", (8,))])
"""One agent as kernels see it."""

RANDOM = int(AgentKind.RANDOM)
_GREEDY = int(AgentKind.GREEDY)
EXTERNAL = int(AgentKind.EXTERNAL)
SEARCHES = (int(AgentKind.FLAT_MONTE_CARLO), int(AgentKind.ISMCTS))


@rule
def best_by_priority(options: Record, state: Record, stream: Stream, legal: Actions, n: int) -> int:
    """The legal action with the highest priority; among equals each is equally likely."""
    best = legal[0]
    best_priority = 0
    equals = 0
    for i in range(n):  # one place of call: a game's priorities are much code, and each place doubles what is compiled
        priority = action_priority(options, state, legal[i])
        if i == 0 or priority > best_priority:
            best, best_priority, equals = legal[i], priority, 1
        elif priority == best_priority:
            equals += 1
            if below(stream, equals) == 0:
                best = legal[i]
    return best


@rule
def choose_action(options: Record, state: Record, agent: Record, stream: Stream, legal: Actions, n: int) -> int:
    """The decision of a compiled agent among `n` legal actions; `stream` is keyed by game, seat and decision."""
    if agent.kind == _GREEDY:
        return best_by_priority(options, state, stream, legal, n)
    return legal[below(stream, n)]
