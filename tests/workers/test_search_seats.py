"""Searches where there are more than two seats: each seat for its own return (max^n), the members of a team together."""

from __future__ import annotations

import numpy as np
import polars as pl
from worker_samples import chunk_job

from engine.agents.tree import ROOT, add_child, back_up, chosen_action, clear_tree, new_memory
from engine.game import get_game
from workers.chunk import play_chunk


def test_every_seat_is_credited_with_its_own_return():
    """A path of four decisions by seats 0, 2, 1, 0; the seat of a node is the one that chose it."""
    memory = new_memory(get_game("war-chest").state, max_legal_actions=4, seats=3, nodes=8)
    seats = [0, 2, 1, 0]
    clear_tree(memory.nodes)
    for node, seat in enumerate(seats, start=1):
        add_child(memory.nodes, node - 1, node, 3, seat)
        memory.path[node] = node
    back_up(memory.nodes, memory.path, len(seats), np.array([0.25, 0.0, 0.75]))
    back_up(memory.nodes, memory.path, 2, np.array([0.0, 1.0, 0.0]))
    assert memory.nodes["value"][1:5].tolist() == [0.25, 0.75, 0.0, 0.25]
    assert memory.nodes["visits"][:5].tolist() == [2, 2, 2, 1, 1]


def test_a_seat_looks_at_its_own_children_alone():
    """At one node of an open-loop tree different seats may be to move: the same action of another seat is another child."""
    memory = new_memory(get_game("war-chest").state, max_legal_actions=4, seats=3, nodes=8)
    clear_tree(memory.nodes)
    for node, (action, seat) in enumerate([(0, 1), (0, 2), (1, 1)], start=1):
        add_child(memory.nodes, ROOT, node, action, seat)
    for node, returns in ((1, 0.2), (2, 0.9), (3, 0.4)):
        memory.path[1] = node
        back_up(memory.nodes, memory.path, 1, np.full(3, returns))
    legal = np.array([0, 1], np.int32)
    assert chosen_action(memory.nodes, 1, True, legal, 2) == 1
    assert chosen_action(memory.nodes, 2, True, legal, 2) == 0


def games_of(**cell: object) -> pl.DataFrame:
    return pl.read_parquet(play_chunk(chunk_job(**cell)).files["games"])


SEARCH = {"kind": "ismcts", "level": "fast", "iterations": 40}


def test_teams_search_and_win_together():
    """Four players of War Chest in two teams: 40 iterations are enough to beat random, whichever side they have."""
    games = games_of(
        game="war-chest",
        options={"players": 4},
        agents={"tree": SEARCH, "random": {"kind": "random"}},
        seatings=[["tree", "random"] * 2, ["random", "tree"] * 2],
        decision_cap=400,
        blocks=4,
    )
    assert games["forfeit_cause"].null_count() == len(games)
    scores = games.group_by("block_id", "rotation", "agent").agg(pl.col("score").n_unique().alias("different"), pl.len())
    assert scores["different"].to_list() == [1] * len(scores)
    assert scores["len"].to_list() == [2] * len(scores)
    searched = games.filter(agent="tree")
    assert (searched["iterations"] > 0).all()
    assert (games.filter(agent="random")["iterations"] == 0).all()
    assert searched["score"].mean() / 12 > 0.75
