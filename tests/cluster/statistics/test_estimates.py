"""Estimates against figures computed by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cluster.plan import CellPlan, Segment
from cluster.statistics import SCHEMA, Estimate, estimates, estimates_frame, fair_share, round_lengths, slots_with
from workers.messages import CellJob
from workers.sums import BlockSums, ComponentSums


def make_cell(
    seatings: list[list[str]],
    teams: tuple[int, ...] | None = None,
    factions: tuple[str, ...] | None = None,
    game: str = "connect-four",
) -> CellPlan:
    seats = len(seatings[0])
    job = CellJob(
        cell_id="c0ffee",
        game=game,
        rules_version="1",
        options={},
        lineup="default",
        agents={name: {"kind": "random"} for seating in seatings for name in seating},
        seatings=seatings,
        decision_cap=42,
        seed=1,
    )
    names = tuple(f"seat{seat}" for seat in range(seats))
    return CellPlan(
        index=0,
        job=job,
        design="all",
        overrides={},
        games_asked=100,
        blocks=100,
        seats=names,
        teams=teams or tuple(range(seats)),
        factions=factions or names,
        segments=(Segment(0, 100, 1),),
    )


def make_sums(slots: int, blocks: list[list[int]], excluded: list[list[int]] | None = None) -> BlockSums:
    """Sums of blocks that are given as the credits of their slots; 12 credits are a sole win."""
    sums = BlockSums(slots)
    for values, totals, products in (
        (np.array(blocks or np.zeros((0, slots)), np.int64), sums.totals, sums.products),
        (np.array(excluded or np.zeros((0, slots)), np.int64), sums.excluded_totals, sums.excluded_products),
    ):
        for metric, table in (("credits", values), ("wins", (values == 12).astype(np.int64))):
            totals[metric] = table.sum(axis=0)
            products[metric] = table.T @ table
    sums.excluded_blocks = len(excluded or [])
    sums.blocks = len(blocks) + sums.excluded_blocks
    return sums


def with_games(sums: BlockSums, outcomes: dict[str, int], rounds: dict[int, int]) -> BlockSums:
    sums.outcomes, sums.rounds, sums.games = outcomes, rounds, sum(outcomes.values())
    return sums


def pick(rows: tuple[Estimate, ...], **wanted: Any) -> Estimate:
    found = [row for row in rows if all(getattr(row, key) == value for key, value in wanted.items())]
    assert len(found) == 1, (wanted, found)
    return found[0]


def test_two_agents_who_change_seats() -> None:
    """Slots: game 0 a at seat 0 and b at seat 1; game 1 the other way round."""
    cell = make_cell([["a", "b"], ["b", "a"]])
    blocks = [[12, 0, 0, 12], [12, 0, 12, 0], [6, 6, 12, 0], [12, 0, 0, 12]]
    sums = with_games(make_sums(4, blocks), {"four_in_a_row": 7, "board_full": 1}, {7: 5, 21: 3})
    rows = estimates(cell, sums)
    # a: game means 1, 1/2, 1/4, 1 -> 11/16; deviations 5, -3, -7, 5 sixteenths -> se^2 = 108/256 / 3 / 4
    score = pick(rows, metric="score", by="agent", agent="a")
    assert score.estimate == pytest.approx(11 / 16)
    assert score.se == pytest.approx((108 / 256 / 12) ** 0.5)
    assert (score.blocks, score.games, score.fair_share) == (4, 8, 0.5)
    assert (score.seat, score.seat_name) == (None, None)
    # a at seat 0: slot 0 -> 1, 1, 1/2, 1; at seat 1: slot 3 -> 1, 0, 0, 1
    assert pick(rows, metric="score", by="agent_seat", agent="a", seat=0).estimate == pytest.approx(3.5 / 4)
    assert pick(rows, metric="score", by="agent_seat", agent="a", seat=1).estimate == pytest.approx(2 / 4)
    assert pick(rows, metric="win_rate", by="agent_seat", agent="a", seat=0).estimate == pytest.approx(3 / 4)
    # seat 0: slots 0 and 2 -> 12 + 24 + 18 + 12 of 96
    seat = pick(rows, metric="score", by="seat", seat=0)
    assert seat.estimate == pytest.approx(66 / 96)
    assert (seat.agent, seat.seat_name, seat.faction) == (None, "seat0", "seat0")
    ends = pick(rows, by="outcome", outcome="board_full")
    assert ends.estimate == pytest.approx(1 / 8)
    assert ends.low is not None
    assert ends.low < 1 / 8


def test_the_order_in_which_chunks_arrive_changes_no_figure() -> None:
    cell = make_cell([["a", "b"], ["b", "a"]])
    rng = np.random.default_rng(1)
    parts = []
    for _ in range(6):
        first = rng.integers(0, 13, (5, 2))
        blocks = np.column_stack([first[:, 0], 12 - first[:, 0], first[:, 1], 12 - first[:, 1]])
        parts.append(with_games(make_sums(4, blocks.tolist()), {"end": 10}, {int(rng.integers(5, 9)): 10}))
    forward, backward = BlockSums(4), BlockSums(4)
    for part in parts:
        forward.add(part)
    for part in reversed(parts):
        backward.add(BlockSums.from_plain(part.to_plain()))
    assert estimates(cell, forward) == estimates(cell, backward)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("winner", [0, 1])
def test_where_one_seat_always_wins_every_agent_scores_its_fair_share(seats: int, winner: int) -> None:
    agents = [f"agent{i}" for i in range(seats)]
    cell = make_cell([agents[turn:] + agents[:turn] for turn in range(seats)])
    block = [12 * (seat == winner) for _ in range(seats) for seat in range(seats)]
    rows = estimates(cell, make_sums(seats * seats, [block] * 50))
    for agent in agents:
        row = pick(rows, metric="score", by="agent", agent=agent)
        assert row.estimate == pytest.approx(1 / seats)
        assert row.fair_share == pytest.approx(1 / seats)
        assert row.se == 0.0
        assert row.low is not None
        assert row.high is not None
        assert row.low < 1 / seats < row.high
    assert pick(rows, metric="score", by="seat", seat=winner).estimate == 1.0
    assert pick(rows, metric="score", by="seat", seat=1 - winner).estimate == 0.0


def test_each_member_of_a_team_has_the_team_s_fair_share() -> None:
    cell = make_cell(
        [["a", "b", "a", "b"], ["b", "a", "b", "a"]], teams=(0, 1, 0, 1), factions=("wolf", "raven", "wolf", "raven")
    )
    rows = estimates(cell, make_sums(8, [[12, 0, 12, 0, 0, 12, 0, 12], [12, 0, 12, 0, 12, 0, 12, 0]]))
    assert fair_share(cell) == 0.5
    assert pick(rows, metric="score", by="agent", agent="a").estimate == pytest.approx(0.75)
    assert pick(rows, metric="score", by="team", team=0).estimate == pytest.approx(0.75)
    assert pick(rows, metric="score", by="faction", faction="wolf").estimate == pytest.approx(0.75)
    assert pick(rows, metric="score", by="agent_faction", agent="b", faction="wolf").estimate == pytest.approx(0.5)


def test_forfeits_are_left_out_and_shown_beside() -> None:
    cell = make_cell([["a", "b"], ["b", "a"]])
    played, forfeited = [[12, 0, 12, 0], [0, 12, 0, 12]], [[12, 0, 0, 12], [12, 0, 0, 12]]
    sums = with_games(make_sums(4, played, forfeited), {"end": 6, "forfeit_error": 2}, {3: 8})
    rows = estimates(cell, sums)
    without = pick(rows, metric="score", by="agent", agent="a", forfeits="excluded")
    with_them = pick(rows, metric="score", by="agent", agent="a", forfeits="included")
    assert (without.estimate, without.blocks) == (0.5, 2)
    assert (with_them.estimate, with_them.blocks) == (0.75, 4)
    shares = [row.estimate for row in rows if row.by == "outcome"]
    assert shares == pytest.approx([6 / 8, 2 / 8])
    clean = estimates(cell, make_sums(4, played))
    assert {row.forfeits for row in clean} == {"excluded"}


def test_a_component_s_score_is_a_ratio_over_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.game import Component, get_game

    game = get_game("connect-four")
    monkeypatch.setattr("engine.game._games", {"connect-four": _with_components(game, (Component("unit", "archer"),))})
    cell = make_cell([["a", "a"]])
    sums = make_sums(2, [[12, 0], [0, 12], [6, 6]])
    # blocks: archer dealt to (1, 0, 2) seats, which scored (12, 0, 12) twelfths
    sums.components = {"dealt": {0: ComponentSums(n=3, y=24, nn=5, ny=36, yy=288)}}
    row = pick(estimates(cell, sums), by="component")
    assert (row.kind, row.component, row.use, row.games) == ("unit", "archer", "dealt", 3)
    assert row.estimate == pytest.approx(24 / 36)
    # residuals y - (2/3) n in wins: 1 - 2/3, 0, 1 - 4/3; effective blocks 9/5
    assert row.se == pytest.approx(((9 / 5) / (4 / 5) * (2 / 9) / 9) ** 0.5)
    assert row.fair_share == 0.5


def _with_components(game: Any, components: Any) -> Any:
    import dataclasses

    return dataclasses.replace(game, components=components)


def test_before_the_first_block_nothing_is_a_number() -> None:
    rows = estimates(make_cell([["a", "b"], ["b", "a"]]), BlockSums(4))
    assert rows
    assert all(row.estimate is row.low is row.high is row.se is None for row in rows)
    frame = estimates_frame(rows)
    assert frame["estimate"].null_count() == len(frame)


def test_the_frame_has_the_columns_of_the_contract() -> None:
    frame = estimates_frame(estimates(make_cell([["a", "b"], ["b", "a"]]), make_sums(4, [[12, 0, 0, 12]] * 3)))
    assert frame.schema == SCHEMA
    identity = ["cell_id", "design", "metric", "blocks", "games", "fair_share"]
    interval = ["estimate", "low", "high", "se", "method", "confidence", "valid_under_peeking"]
    assert {*identity, *interval} <= set(frame.columns)


def test_figures_that_are_watched_say_that_they_may_be() -> None:
    cell, sums = make_cell([["a", "b"], ["b", "a"]]), make_sums(4, [[12, 0, 0, 12], [0, 12, 12, 0]] * 200)
    watched = pick(estimates(cell, sums, peeking=True), metric="score", by="agent", agent="a")
    final = pick(estimates(cell, sums), metric="score", by="agent", agent="a")
    assert watched.valid_under_peeking is True
    assert final.valid_under_peeking is False
    assert watched.low is not None
    assert final.low is not None
    assert watched.low < final.low


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"outcomes": {"end": 3}}, "outcomes add up to 3 games, 4 were played"),
        ({"rounds": {7: 5}}, "lengths add up to 5 games"),
        ({"excluded_blocks": 9}, "9 of 2 blocks are excluded"),
    ],
)
def test_sums_that_contradict_themselves_are_refused(change: dict[str, Any], message: str) -> None:
    sums = with_games(make_sums(4, [[12, 0, 0, 12]] * 2), {"end": 4}, {7: 4})
    for name, value in change.items():
        setattr(sums, name, value)
    with pytest.raises(ValueError, match=message):
        estimates(make_cell([["a", "b"], ["b", "a"]]), sums)


def test_sums_of_another_cell_are_refused() -> None:
    with pytest.raises(ValueError, match="has 4 slots, its sums have 9"):
        estimates(make_cell([["a", "b"], ["b", "a"]]), BlockSums(9))


def test_slots_with() -> None:
    cell = make_cell([["a", "b"], ["b", "a"]])
    assert slots_with(cell, agent="a") == (0, 3)
    assert slots_with(cell, seat="seat1") == (1, 3)
    assert slots_with(cell, agent="a", seat="seat1") == (3,)


@pytest.mark.parametrize(
    ("lengths", "median", "p95"),
    [
        ([5], 5, 5),
        ([1, 2, 3, 4], 2, 4),
        ([1, 2, 3], 2, 3),
        (list(range(1, 101)), 50, 95),
        ([7] * 19 + [40], 7, 7),
        ([7] * 18 + [40] * 2, 7, 40),
    ],
)
def test_lengths_are_exact(lengths: list[int], median: int, p95: int) -> None:
    histogram = {length: lengths.count(length) for length in lengths}
    found = round_lengths(histogram)
    assert (found.games, found.median, found.p95) == (len(lengths), median, p95)
    assert found.mean == pytest.approx(np.mean(lengths))
    assert found.median == np.percentile(lengths, 50, method="inverted_cdf")
    assert found.p95 == np.percentile(lengths, 95, method="inverted_cdf")


def test_lengths_of_no_games() -> None:
    found = round_lengths({})
    assert (found.games, found.mean, found.median, found.p95) == (0, None, None, None)
