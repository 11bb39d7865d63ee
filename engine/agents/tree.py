"""The tree of a search: nodes in one array, their parameters and memory, and the walk along a node's children."""

from __future__ import annotations

import enum
import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.compilation import rule
from engine.playout import lane
from engine.types import Actions, Record, RecordArray, Stream

NODE = np.dtype(
    [
        ("value", "f8"),  # summed returns of the seat that chose the action
        ("visits", "i4"),
        ("available", "i4"),  # iterations that passed the parent while the action was legal
        ("first_child", "i4"),  # children ascend by move; -1 ends a list
        ("next_sibling", "i4"),
        ("move", "i4"),  # action * 8 + seat: chance may change who decides at a node
        ("seat", "i4"),
    ]
)
"""One node of a tree: an action of a seat. Node 0 is the root."""


class Parameter(enum.IntEnum):
    """Places of a search's parameters in `AGENT_DTYPE`."""

    ITERATIONS = 0
    MILLISECONDS = 1
    """0 for a budget in iterations."""
    SPREAD = 2
    """1: the iterations are for the turn, not for each decision of its chain."""
    EXPLORATION = 3
    GREEDY_SHARE = 4
    """Share of the decisions of a playout that are made by `action_priority`; the others are random."""
    DEPTH = 5
    """Decisions of a playout before `position_value` takes over; -1: play to the end."""
    WIDENING = 6
    """A node has at most WIDENING * sqrt(v + 1) children, best priorities first, v its visits (`flat`: its budget); 0: all."""
    NODES = 7
    """Bound on the nodes of the tree."""


ROOT = 0
_NONE = -1
_SEATS = 8

LONGEST_PATH = 512
"""Bound on the choices from the root to a leaf."""


class SearchMemory(NamedTuple):
    """All that a search writes to; one at a time uses it."""

    nodes: RecordArray
    path: npt.NDArray[np.int32]
    returns: npt.NDArray[np.float64]
    legal: npt.NDArray[np.int32]
    untried: npt.NDArray[np.int32]
    work: RecordArray


def new_memory(state: np.dtype[np.void], max_legal_actions: int, seats: int, nodes: int) -> SearchMemory:
    """Memory for trees of at most `nodes` nodes (32 bytes each)."""
    return SearchMemory(
        nodes=np.zeros(max(nodes, 2), NODE),
        path=np.zeros(LONGEST_PATH + 1, np.int32),
        returns=np.zeros(seats, np.float64),
        legal=np.zeros(max_legal_actions, np.int32),
        untried=np.zeros(max_legal_actions, np.int32),
        work=np.zeros(1, state),
    )


@rule
def clear_tree(nodes: RecordArray) -> None:
    """Leave the root alone. Its `available` counts the nodes in use: it has no parent that could be passed."""
    root = lane(nodes, ROOT)
    root.value = 0.0
    root.visits = 0
    root.available = 1
    root.first_child = _NONE
    root.next_sibling = _NONE


@rule
def action_of(node: Record) -> int:
    """The action that a node stands for."""
    return node.move // _SEATS


@rule
def is_room(visits: float, widening: float, tried: int) -> bool:
    """Whether widening lets a node that gets so many visits have one more child beside `tried` that are legal now."""
    return widening == 0.0 or tried < max(1.0, widening * math.sqrt(visits + 1.0))


@rule
def best_child(
    nodes: RecordArray, parent: int, seat: int, legal: Actions, n: int, exploration: float, untried: Actions
) -> tuple[int, int]:
    """Count the legal children as available; the one with the highest upper bound, and how many actions have no child.

    Those actions go to `untried`. Children and legal actions both ascend, so one walk along both finds every child.
    """
    best, best_bound, left = _NONE, -1.0, 0
    index = lane(nodes, parent).first_child
    for k in range(n):
        move = legal[k] * _SEATS + seat
        while index >= 0 and lane(nodes, index).move < move:
            index = lane(nodes, index).next_sibling
        if index < 0 or lane(nodes, index).move != move:
            untried[left] = legal[k]
            left += 1
            continue
        child = lane(nodes, index)
        child.available += 1
        bound = child.value / child.visits + exploration * math.sqrt(math.log(child.available) / child.visits)
        if bound > best_bound:
            best, best_bound = index, bound
    return best, left


@rule
def add_child(nodes: RecordArray, parent: int, index: int, action: int, seat: int) -> None:
    """Make node `index` the child of `parent` for an action of a seat, at its place among its siblings."""
    child = lane(nodes, index)
    child.value = 0.0
    child.visits = 0
    child.available = 1
    child.first_child = _NONE
    child.move = action * _SEATS + seat
    child.seat = seat
    before, after = _NONE, lane(nodes, parent).first_child
    while after >= 0 and lane(nodes, after).move < child.move:
        before, after = after, lane(nodes, after).next_sibling
    child.next_sibling = after
    if before < 0:
        lane(nodes, parent).first_child = index
    else:
        lane(nodes, before).next_sibling = index


@rule
def back_up(nodes: RecordArray, path: Stream, length: int, returns: Stream) -> None:
    """Count a visit for every node of the path, and for each the return of the seat that chose it."""
    lane(nodes, ROOT).visits += 1
    for k in range(1, length + 1):
        node = lane(nodes, path[k])
        node.visits += 1
        node.value += returns[node.seat]


@rule
def chosen_action(nodes: RecordArray, seat: int, flat: bool, legal: Actions, n: int) -> int:
    """The legal action with the most visits, of equal ones that with the higher mean; flat search: with the highest mean.

    Of equals the one that was tried first, which is what widening liked best: in the same worlds many actions come to the same.
    """
    best, best_visits, best_mean, best_index = legal[0], -1, -1.0, nodes.shape[0]
    index = lane(nodes, ROOT).first_child
    for k in range(n):
        move = legal[k] * _SEATS + seat
        while index >= 0 and lane(nodes, index).move < move:
            index = lane(nodes, index).next_sibling
        if index < 0 or lane(nodes, index).move != move:
            continue
        child = lane(nodes, index)
        visits = 0 if flat else child.visits
        mean = child.value / child.visits
        equal = visits == best_visits and mean == best_mean
        if visits > best_visits or (visits == best_visits and mean > best_mean) or (equal and index < best_index):
            best, best_visits, best_mean, best_index = legal[k], visits, mean, index
    return best


class RootMove(NamedTuple):
    """What a search found out about one action of its root."""

    action: int
    visits: int
    mean: float
    """Mean return of the deciding seat, 0 .. 1."""


def root_moves(nodes: Any, seat: int) -> list[RootMove]:
    """The root's actions that were tried, most visited first."""
    found = []
    index = int(nodes[ROOT]["first_child"])
    while index >= 0:
        node = nodes[index]
        if node["seat"] == seat and node["visits"] > 0:
            found.append(RootMove(int(node["move"]) // _SEATS, int(node["visits"]), float(node["value"] / node["visits"])))
        index = int(node["next_sibling"])
    return sorted(found, key=lambda move: (-move.visits, -move.mean, move.action))
