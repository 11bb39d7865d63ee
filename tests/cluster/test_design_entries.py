"""Design entries: which match-ups they are, and who sits where."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cluster.design import MAX_SLOTS, DesignError, expand_entry
from cluster.seatings import balance_report
from cluster.spec import DesignEntry

POOL = ["a", "b", "c", "d", "e"]
TWO_TEAMS = (0, 1, 0, 1)
HERO_AGAINST_TWO = (0, 1, 1)


def free(seats):
    """The teams of a game without teams."""
    return tuple(range(seats))


def expand(entry, teams, pool=POOL):
    return expand_entry(DesignEntry.model_validate(entry), pool, teams)


def seatings(entry, teams, pool=POOL):
    return [matchup.seatings for matchup in expand(entry, teams, pool)]


def rows(*words):
    return tuple(tuple(word) for word in words)


def test_round_robin_with_two_seats_is_each_pair_in_both_orders():
    assert seatings({"round_robin": ["a", "b", "c"]}, free(2)) == [rows("ab", "ba"), rows("ac", "ca"), rows("bc", "cb")]
    assert expand({"round_robin": ["a", "b", "c"]}, free(2))[0].entry == "round_robin: a, b"


def test_round_robin_with_more_seats_is_each_choice_of_so_many_agents():
    matchups = expand({"round_robin": POOL}, free(4))
    assert [m.agents for m in matchups] == list(itertools.combinations(POOL, 4))
    assert all(len(m.seatings) == 4 for m in matchups)


def test_gauntlet_is_the_one_against_each_other():
    assert seatings({"gauntlet": {"of": "a", "against": ["b", "c"]}}, free(2)) == [rows("ab", "ba"), rows("ac", "ca")]
    assert seatings({"gauntlet": {"of": "a", "against": ["b"]}}, free(3)) == [rows("abb", "bab", "bba")]


def test_mirror_is_one_game_a_block():
    assert seatings({"mirror": ["a", "b"]}, free(3)) == [rows("aaa"), rows("bbb")]


def test_one_vs_field_has_the_one_once_at_each_seat():
    assert seatings({"one_vs_field": {"of": "a", "field": "b"}}, free(4)) == [rows("abbb", "babb", "bbab", "bbba")]


def test_all_is_every_distinct_seating_of_the_agents_named():
    assert seatings({"all": ["a", "b", "b"]}, free(3)) == [rows("abb", "bab", "bba")]
    assert len(seatings({"all": ["a", "b", "c", "d"]}, free(4))[0]) == 24


def test_balanced_takes_every_agent_of_the_file_unless_it_names_some():
    assert seatings({"balanced": 3}, free(2), ["a", "b", "c"]) == [rows("ab", "bc", "ca")]
    assert seatings({"balanced": {"seatings": 2, "agents": ["b", "c"]}}, free(4)) == [rows("bcbc", "cbcb")]


def test_fixed_is_what_it_says():
    assert seatings({"fixed": [["a", "b"], ["c", "a"]]}, free(2)) == [rows("ab", "ca")]
    assert expand({"fixed": [["a", "b"], ["c", "a"]]}, free(2))[0].agents == ("a", "b", "c")


def test_in_team_games_an_agent_plays_a_side():
    assert seatings({"round_robin": ["a", "b", "c"]}, TWO_TEAMS) == [
        rows("abab", "baba"),
        rows("acac", "caca"),
        rows("bcbc", "cbcb"),
    ]
    assert seatings({"round_robin": ["a", "b"]}, HERO_AGAINST_TWO) == [rows("abb", "baa")]
    assert seatings({"gauntlet": {"of": "a", "against": ["b"]}}, TWO_TEAMS) == [rows("abab", "baba")]
    assert seatings({"all": ["a", "b"]}, TWO_TEAMS) == [rows("abab", "baba")]
    assert seatings({"balanced": 2}, TWO_TEAMS, ["a", "b"]) == [rows("abab", "baba")]
    assert seatings({"fixed": [["a", "b"], ["a", "b", "c", "d"]]}, TWO_TEAMS) == [rows("abab", "abcd")]


def test_four_agents_in_two_teams_play_all_three_partnerships():
    (block,) = seatings({"round_robin": ["a", "b", "c", "d"]}, TWO_TEAMS)
    report = balance_report(block, TWO_TEAMS)
    assert len(block) == 12
    assert report.seats_balanced
    assert report.neighbours_balanced
    assert len(report.partners) == 6
    assert set(report.partners.values()) == {4}


def test_one_vs_field_is_by_seat_in_team_games():
    assert seatings({"one_vs_field": {"of": "a", "field": "b"}}, TWO_TEAMS) == [rows("abbb", "babb", "bbab", "bbba")]


@pytest.mark.parametrize(
    ("entry", "teams", "words"),
    [
        ({"round_robin": ["a"]}, free(2), "an agent for each seat, 2 at least, and names 1"),
        ({"round_robin": ["a", "b"]}, free(4), "one_vs_field or balanced"),
        ({"round_robin": ["a"]}, TWO_TEAMS, "an agent for each side"),
        ({"round_robin": ["a", "a"]}, free(2), "a is named more than once"),
        ({"mirror": ["a", "a"]}, free(2), "named more than once"),
        ({"gauntlet": {"of": "a", "against": ["a"]}}, free(2), "named more than once"),
        ({"one_vs_field": {"of": "a", "field": "a"}}, free(2), r"use mirror: \[a\]"),
        ({"all": ["a", "b"]}, free(3), "needs 3 agents, one for each seat, and names 2"),
        ({"all": ["a", "b", "c"]}, TWO_TEAMS, "needs 4 agents, one for each seat or 2, one for each side, and names 3"),
        ({"all": [*POOL, "f"]}, free(6), "720 games in a block"),
        ({"balanced": 7}, free(2), "10 can"),
        ({"balanced": 5 * 200}, free(4), "games in a block"),
        ({"balanced": {"seatings": 2, "agents": ["a"]}}, free(2), "two agents at least"),
        ({"fixed": [["a", "b", "c"]]}, free(2), r"names 2 agents, \[a, b, c\] names 3"),
    ],
)
def test_what_does_not_fit_the_seats_is_refused_in_words(entry, teams, words):
    with pytest.raises(DesignError, match=words):
        expand(entry, teams)


def entries():
    names = st.permutations(POOL)
    some = st.integers(1, 5).flatmap(lambda n: names.map(lambda order: order[:n]))
    return st.one_of(
        some.map(lambda chosen: {"round_robin": chosen}),
        some.filter(lambda chosen: len(chosen) > 1).map(lambda chosen: {"gauntlet": {"of": chosen[0], "against": chosen[1:]}}),
        some.map(lambda chosen: {"mirror": chosen}),
        names.map(lambda order: {"one_vs_field": {"of": order[0], "field": order[1]}}),
        st.lists(st.sampled_from(POOL), min_size=2, max_size=5).map(lambda chosen: {"all": chosen}),
        st.integers(1, 8).map(lambda cycles: {"balanced": 5 * cycles}),
    )


TEAMS = st.sampled_from([free(2), free(3), free(4), free(5), TWO_TEAMS, HERO_AGAINST_TWO])


@given(entries(), TEAMS)
def test_every_design_but_fixed_is_fair_whatever_seat_wins(entry, teams):
    """A fake game that the same seat always wins: each agent wins its share of seats, no more and no less."""
    try:
        matchups = expand(entry, teams)
    except DesignError:
        return
    for matchup in matchups:
        assert matchup.agents == tuple(dict.fromkeys(matchup.agents))
        assert {name for row in matchup.seatings for name in row} == set(matchup.agents)
        assert len(matchup.seatings) * len(teams) <= MAX_SLOTS
        seats_held = Counter(name for row in matchup.seatings for name in row)
        for seat in range(len(teams)):
            wins = Counter(row[seat] for row in matchup.seatings)
            assert all(wins[name] * len(teams) == seats_held[name] for name in matchup.agents)


@given(entries(), TEAMS)
def test_equal_entries_give_equal_seatings(entry, teams):
    try:
        first = expand(entry, teams)
    except DesignError as error:
        with pytest.raises(DesignError, match="^" + str(error).split(":")[0]):
            expand(entry, teams)
        return
    assert first == expand(entry, teams)
    assert all(matchup.entry.startswith(next(iter(entry)) + ": ") for matchup in first)
