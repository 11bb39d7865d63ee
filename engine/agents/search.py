"""Search: flat Monte Carlo and information-set Monte Carlo tree search, for any game and any number of seats.

Single observer, open loop (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012): each iteration
deals afresh what the deciding seat can't see, with both streams, and walks down one tree whose edges are decisions alone.
Chance has no nodes; a child counts how often its action was legal when its parent was passed (their subset-armed bandit).
Every seat maximises its own return (max^n), so members of a team, who have equal returns, play together.

A decision is a function of the position as its seat sees it, the key and the agent's parameters. Forced actions have no nodes.
All memory is handed in (`engine.agents.tree.SearchMemory`) and made once.
"""

from __future__ import annotations

from engine.agents.compiled import AgentKind, best_by_priority
from engine.agents.tree import (
    LONGEST_PATH,
    ROOT,
    Parameter,
    SearchMemory,
    action_of,
    add_child,
    back_up,
    best_child,
    chosen_action,
    clear_tree,
    is_room,
)
from engine.arrays import scratch_words
from engine.compilation import kernel, rule
from engine.playout import LaneStatus, lane
from engine.rng import below, extend_key, seed_stream
from engine.types import Actions, Keys, Record, RecordArray, Stream, Trace
from engine.verbs import DECISION_CAP, final_returns, legal_actions, position_value, resample, step

_ITERATIONS = int(Parameter.ITERATIONS)
_SPREAD = int(Parameter.SPREAD)
_EXPLORATION = int(Parameter.EXPLORATION)
_GREEDY_SHARE = int(Parameter.GREEDY_SHARE)
_DEPTH = int(Parameter.DEPTH)
_WIDENING = int(Parameter.WIDENING)
_NODES = int(Parameter.NODES)
_FLAT = int(AgentKind.FLAT_MONTE_CARLO)
_FAULT = int(LaneStatus.FAULT)
_ANSWERED = int(LaneStatus.ANSWERED)

_EVENLY = 1e9
"""Exploration that drowns all values: every action gets the same number of playouts."""

_LUCK, _CHAIN, _CHOICE_AT_ROOT = 0, 1, 2
"""What a stream made from the key of an iteration or of a world is for."""

_CHAIN_PLAYOUTS = 8
_LONGEST_CHAIN = 64
_SHARES = 1 << 16


@rule
def playout_action(options: Record, state: Record, greedy_share: float, legal: Actions, n: int, stream: Stream) -> int:
    """What a playout does."""
    if n == 1:
        return legal[0]
    if greedy_share > 0.0 and (greedy_share >= 1.0 or below(stream, _SHARES) < greedy_share * _SHARES):
        return best_by_priority(options, state, stream, legal, n)
    return legal[below(stream, n)]


@rule
def play_out(
    options: Record, state: Record, agent: Record, decision_cap: int, legal: Actions, stream: Stream, trace: Trace
) -> bool:
    """Play on to the end or to the agent's depth; False if the rules are at fault."""
    left = int(agent.parameters[_DEPTH])
    while state.terminal == 0 and left != 0:
        n = legal_actions(options, state, legal)
        if n < 1 or n > legal.shape[0]:
            return False
        action = playout_action(options, state, agent.parameters[_GREEDY_SHARE], legal, n, stream)
        step(options, state, action, decision_cap, trace)
        left -= 1
    return True


@rule
def evaluate(options: Record, state: Record, sides: int, returns: Stream) -> None:
    """The return of each seat; where the game isn't over, or only its cap ended it, what `position_value` expects."""
    if state.terminal != 0 and state.outcome != DECISION_CAP:
        final_returns(options, state, sides, returns)
        return
    for seat in range(returns.shape[0]):
        returns[seat] = position_value(options, state, seat)


@rule
def choose_child(
    options: Record, state: Record, agent: Record, parent: int, n: int, used: int, memory: SearchMemory, stream: Stream
) -> int:
    """The child of `parent` to visit next, for one of the `n` actions in `memory.legal`: -1 if there is none.

    It is node `used`, made here, where an action has no child yet and there is room for one more.
    """
    flat = agent.kind == _FLAT
    seat = int(state.current_player)
    exploration = _EVENLY if flat else agent.parameters[_EXPLORATION]
    bound = min(int(agent.parameters[_NODES]), memory.nodes.shape[0])
    child, left = best_child(memory.nodes, parent, seat, memory.legal, n, exploration, memory.untried)
    visits = agent.parameters[_ITERATIONS] if flat else float(lane(memory.nodes, parent).visits)
    if left == 0 or used >= bound or not is_room(visits, agent.parameters[_WIDENING], n - left):
        return child
    if agent.parameters[_WIDENING] > 0.0:  # the best first
        action = best_by_priority(options, state, stream, memory.untried, left)
    else:
        action = memory.untried[below(stream, left)]
    add_child(memory.nodes, parent, used, action, seat)
    return used


@rule
def descend(
    options: Record,
    state: Record,
    agent: Record,
    decision_cap: int,
    used: int,
    memory: SearchMemory,
    stream: Stream,
    trace: Trace,
) -> tuple[int, int]:
    """Walk on from the child in `memory.path[1]` to a new leaf; (length of the path, nodes used), or (-1, 0) at a fault."""
    length = 1
    growing = lane(memory.nodes, int(memory.path[1])).visits > 0
    longest = 1 if agent.kind == _FLAT else LONGEST_PATH
    while growing and length < longest and state.terminal == 0:
        n = legal_actions(options, state, memory.legal)
        if n < 1 or n > memory.legal.shape[0]:
            return -1, 0
        if n == 1:
            step(options, state, memory.legal[0], decision_cap, trace)
            continue
        child = choose_child(options, state, agent, int(memory.path[length]), n, used, memory, stream)
        if child < 0:
            break
        if child == used:
            used += 1
            growing = False
        step(options, state, action_of(lane(memory.nodes, child)), decision_cap, trace)
        length += 1
        memory.path[length] = child
    return length, used


@rule
def search_on(
    options: Record,
    states: RecordArray,
    index: int,
    agent: Record,
    key: Stream,
    decision_cap: int,
    sides: int,
    first: int,
    last: int,
    memory: SearchMemory,
    trace: Trace,
) -> bool:
    """Iterations `first` .. `last - 1` of the search for the current player of one state; False if the rules are at fault.

    Iteration 0 begins a new tree. Slices of a search give the same tree as the whole. The k-th visits of all actions at the
    root see the same world (hidden parts, future chance, playout's luck): what they differ by is the actions' doing (common
    random numbers; Veness, Lanctot and Bowling, "Variance Reduction in Monte-Carlo Tree Search", 2011). So the root's choice
    comes before the deal; what a seat may do it knows, in every world.
    """
    world, stream = scratch_words(2), scratch_words(2)
    root = lane(memory.nodes, ROOT)
    if first == 0:
        clear_tree(memory.nodes)
    observer = int(lane(states, index).current_player)
    memory.path[0] = ROOT
    for iteration in range(first, last):
        memory.work[0] = states[index]
        state = lane(memory.work, 0)
        n = legal_actions(options, state, memory.legal)
        if n < 1 or n > memory.legal.shape[0]:
            return False
        extend_key(key, iteration, world)
        extend_key(world, _CHOICE_AT_ROOT, stream)
        seed_stream(stream, stream)
        child = choose_child(options, state, agent, ROOT, n, root.available, memory, stream)
        if child == root.available:
            root.available += 1
        memory.path[1] = child
        extend_key(key, lane(memory.nodes, child).visits, world)
        resample(options, state, observer, world)
        extend_key(world, _LUCK, stream)
        seed_stream(stream, stream)
        step(options, state, action_of(lane(memory.nodes, child)), decision_cap, trace)
        length, used = descend(options, state, agent, decision_cap, root.available, memory, stream, trace)
        if length < 0 or not play_out(options, state, agent, decision_cap, memory.legal, stream, trace):
            return False
        root.available = used
        evaluate(options, state, sides, memory.returns)
        back_up(memory.nodes, memory.path, length, memory.returns)
    return True


@rule
def chain_length(
    options: Record,
    states: RecordArray,
    index: int,
    key: Stream,
    decision_cap: int,
    memory: SearchMemory,
    trace: Trace,
) -> int:
    """How many choices the current player expects to make, this one included, before another seat has one (at least 1)."""
    deal, stream = scratch_words(2), scratch_words(2)
    observer = lane(states, index).current_player
    choices = 0
    for k in range(_CHAIN_PLAYOUTS):
        memory.work[0] = states[index]
        state = lane(memory.work, 0)
        extend_key(key, k, deal)
        resample(options, state, observer, deal)
        extend_key(deal, _CHAIN, stream)
        seed_stream(stream, stream)
        own = 0
        while state.terminal == 0 and own < _LONGEST_CHAIN:
            n = legal_actions(options, state, memory.legal)
            if n < 1 or n > memory.legal.shape[0] or (n > 1 and state.current_player != observer):
                break
            own += n > 1
            step(options, state, playout_action(options, state, 1.0, memory.legal, n, stream), decision_cap, trace)
        choices += own
    return max((choices + _CHAIN_PLAYOUTS // 2) // _CHAIN_PLAYOUTS, 1)


@rule
def budget_of(
    options: Record,
    states: RecordArray,
    index: int,
    agent: Record,
    key: Stream,
    decision_cap: int,
    memory: SearchMemory,
    trace: Trace,
) -> int:
    """The iterations for this decision: the agent's number, or this decision's part of it."""
    budget = int(agent.parameters[_ITERATIONS])
    if agent.parameters[_SPREAD] == 0.0:
        return budget
    return max(budget // chain_length(options, states, index, key, decision_cap, memory, trace), 1)


@kernel
def search_budget(
    options: Record,
    states: RecordArray,
    index: int,
    agents: RecordArray,
    key: Stream,
    decision_cap: int,
    memory: SearchMemory,
    trace: Trace,
) -> int:
    """`budget_of` for the agent in `agents[0]`."""
    return budget_of(options, states, index, lane(agents, 0), key, decision_cap, memory, trace)


@kernel
def search_slice(
    options: Record,
    states: RecordArray,
    index: int,
    agents: RecordArray,
    key: Stream,
    decision_cap: int,
    sides: int,
    first: int,
    last: int,
    memory: SearchMemory,
    trace: Trace,
) -> bool:
    """`search_on` by the agent in `agents[0]`, for callers that look at the tree or at a clock."""
    return search_on(options, states, index, lane(agents, 0), key, decision_cap, sides, first, last, memory, trace)


@kernel
def search_choice(states: RecordArray, index: int, agents: RecordArray, legal: Actions, n: int, memory: SearchMemory) -> int:
    """What the tree in memory, which `search_slice` grew, says: one of the `n` legal actions."""
    return chosen_action(memory.nodes, lane(states, index).current_player, lane(agents, 0).kind == _FLAT, legal, n)


@kernel
def search_lanes(
    options: Record,
    states: RecordArray,
    lanes: Stream,
    agents: RecordArray,
    agent_keys: Keys,
    decision_cap: int,
    sides: int,
    legal: Stream,
    n_legal: Stream,
    actions: Stream,
    status: Stream,
    iterations: Stream,
    memory: SearchMemory,
    trace: Trace,
) -> None:
    """Decide in lanes that wait for a search with a budget in iterations: they are ANSWERED, or at FAULT.

    `lanes`, (k,) i8, are their indices, and `agents`, (k,) records of `AGENT_DTYPE`, who decides in each of them. Each search
    adds what it took to `iterations`, (n, seats) i8. `memory` is overwritten. The other arguments are those of
    `engine.playout.advance`.
    """
    key = scratch_words(2)
    for k in range(lanes.shape[0]):
        i = lanes[k]
        agent = lane(agents, k)
        state = lane(states, i)
        seat = int(state.current_player)
        extend_key(agent_keys[i, seat], state.decisions, key)
        budget = budget_of(options, states, i, agent, key, decision_cap, memory, trace)
        if not search_on(options, states, i, agent, key, decision_cap, sides, 0, budget, memory, trace):
            status[i] = _FAULT
            continue
        iterations[i, seat] += budget
        actions[i] = chosen_action(memory.nodes, seat, agent.kind == _FLAT, legal[i], n_legal[i])
        status[i] = _ANSWERED
