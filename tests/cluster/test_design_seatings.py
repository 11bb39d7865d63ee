"""Seatings: each agent at each seat, and beside each other one, equally often."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluster.seatings import (
    balance_report,
    cyclic_design,
    distinct_orders,
    number_of_orders,
    partnership_seatings,
    williams_square,
    zigzag,
)

SIZES = range(2, 9)


def places_of(rows):
    return Counter((value, position) for row in rows for position, value in enumerate(row))


def neighbours_of(rows):
    return Counter(pair for row in rows for pair in itertools.pairwise(row))


def test_zigzag_is_known():
    assert [zigzag(n) for n in (1, 2, 3, 4, 5)] == [(0,), (0, 1), (0, 1, 2), (0, 1, 3, 2), (0, 1, 4, 2, 3)]


def test_two_seats_are_both_orders_and_three_seats_all_orders():
    assert williams_square(2) == [(0, 1), (1, 0)]
    assert set(williams_square(3)) == set(itertools.permutations(range(3)))
    assert len(williams_square(3)) == 6


def test_four_seats_are_known():
    assert williams_square(4) == [(0, 1, 3, 2), (1, 2, 0, 3), (2, 3, 1, 0), (3, 0, 2, 1)]


@pytest.mark.parametrize("n", SIZES)
def test_williams_square_has_n_rows_for_even_and_2n_for_odd_n(n):
    assert len(williams_square(n)) == (n if n % 2 == 0 else 2 * n)


@pytest.mark.parametrize("n", SIZES)
def test_williams_square_seats_everybody_everywhere_equally_often(n):
    rows = williams_square(n)
    assert all(sorted(row) == list(range(n)) for row in rows)
    assert set(places_of(rows).values()) == {len(rows) // n}
    assert len(places_of(rows)) == n * n


@pytest.mark.parametrize("n", SIZES)
def test_williams_square_is_row_complete(n):
    counts = neighbours_of(williams_square(n))
    assert set(counts) == set(itertools.permutations(range(n), 2))
    assert set(counts.values()) == {1 if n % 2 == 0 else 2}


@given(st.lists(st.integers(0, 3), min_size=1, max_size=6))
def test_distinct_orders_are_all_permutations_of_the_multiset_once(items):
    rows = distinct_orders(items)
    assert rows == sorted(set(itertools.permutations(items)))
    assert number_of_orders(items) == len(rows)


@given(st.integers(2, 9), st.integers(2, 6), st.integers(1, 8))
def test_cyclic_design_seats_each_agent_at_each_position_once_a_cycle(agents, positions, cycles):
    rows = cyclic_design(agents, positions, cycles * agents)
    assert set(places_of(rows).values()) == {cycles}
    assert len(places_of(rows)) == agents * positions
    if agents >= positions:
        assert all(len(set(row)) == positions for row in rows), "nobody sits twice where there are enough agents"


@pytest.mark.parametrize(("agents", "positions"), [(3, 3), (5, 3), (5, 4), (7, 2), (7, 5)])
def test_cyclic_design_over_a_prime_number_of_agents_balances_neighbours(agents, positions):
    counts = neighbours_of(cyclic_design(agents, positions, agents * (agents - 1)))
    assert set(counts) == set(itertools.permutations(range(agents), 2))
    assert set(counts.values()) == {positions - 1}


def test_cyclic_design_refuses_part_of_a_cycle():
    with pytest.raises(ValueError, match="no multiple"):
        cyclic_design(3, 2, 4)


@pytest.mark.parametrize("teams", [(0, 1, 0, 1), (0, 0, 1, 1), (0, 1, 1, 0)])
def test_partnerships_are_all_three_and_seats_and_hands_are_even(teams):
    rows = partnership_seatings(teams)
    assert len(set(rows)) == len(rows) == 12
    assert set(places_of(rows).values()) == {3}
    partners = Counter(
        frozenset(frozenset(row[seat] for seat in range(4) if teams[seat] == side) for side in (0, 1)) for row in rows
    )
    assert sorted(partners.values()) == [4, 4, 4]


def test_partnerships_with_alternating_teams_give_each_agent_each_opponent_on_either_hand():
    round_table = Counter((row[seat], row[(seat + 1) % 4]) for row in partnership_seatings((0, 1, 0, 1)) for seat in range(4))
    assert set(round_table.values()) == {4}
    assert len(round_table) == 12


def test_balance_report_counts_seats_neighbours_and_partners():
    report = balance_report([("a", "b", "b", "a"), ("b", "a", "a", "b")], (0, 1, 0, 1))
    assert report.seatings == 2
    assert report.at_seat == {"a": (1, 1, 1, 1), "b": (1, 1, 1, 1)}
    assert report.beside == {("a", "b"): 2, ("b", "a"): 2}
    assert report.partners == {("a", "b"): 4}
    assert report.seats_balanced
    assert report.neighbours_balanced


def test_balance_report_sees_what_is_uneven():
    report = balance_report([("a", "b", "c"), ("b", "a", "c")], (0, 1, 2))
    assert not report.seats_balanced
    assert not report.neighbours_balanced


@given(st.integers(2, 5), st.integers(0, 4))
def test_a_seat_that_always_wins_gives_every_agent_its_fair_share(n, winning_seat):
    rows = williams_square(n)
    wins = Counter(row[winning_seat % n] for row in rows)
    assert all(wins[agent] * n == len(rows) for agent in range(n))
    assert math.isclose(sum(wins.values()), len(rows))


def test_factions_are_even_where_each_agent_has_each_as_often_as_seats_do() -> None:
    forward = balance_report([["a", "b"], ["b", "a"]], (0, 1))
    assert forward.factions_balanced(("orcs", "elves"))
    assert not balance_report([["a", "b"], ["a", "b"]], (0, 1)).factions_balanced(("orcs", "elves"))
    # seats 0 and 2 have one faction: it is enough to have been at either
    half = balance_report([["a", "b", "b"], ["b", "a", "b"]], (0, 1, 2))
    assert not half.seats_balanced
    assert not half.factions_balanced(("orcs", "elves", "orcs"))
    assert balance_report([["a", "b", "a"], ["b", "a", "b"]], (0, 1, 2)).factions_balanced(("orcs", "elves", "orcs"))
