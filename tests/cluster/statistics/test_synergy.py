"""Pairs of pieces, where the truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from cluster.statistics.synergy import MAX_COMPONENTS, SynergyModel, synergies

NAMES = [f"unit{number:02d}" for number in range(10)]


def armies(rng: np.random.Generator, blocks: int, pieces: int = 10, size: int = 3) -> np.ndarray:
    """Two armies of different pieces a block; two games a block, with sides changed. (blocks, 2, 2, pieces)."""
    order = np.argsort(rng.random((blocks, pieces)), axis=1)[:, : 2 * size]
    had = np.zeros((blocks, 2, pieces), bool)
    for side in range(2):
        np.put_along_axis(had[:, side], order[:, side * size : (side + 1) * size], True, axis=1)
    return np.stack([had, had[:, ::-1]], axis=1)


def play(rng: np.random.Generator, had: np.ndarray, single: np.ndarray, pairs: np.ndarray) -> np.ndarray:
    """The first side's scores: 1/2 plus what its pieces and pairs bring more than the other side's."""
    strength = had @ single + np.einsum("...i,...j,ij->...", had, had, np.triu(pairs, 1))
    return (rng.random(had.shape[:2]) < np.clip(0.5 + strength[..., 0] - strength[..., 1], 0, 1)).astype(float)


def fitted(rng: np.random.Generator, blocks: int, spread: float) -> tuple[SynergyModel, np.ndarray, np.ndarray]:
    single, pairs = rng.normal(0, 0.05, 10), rng.normal(0, spread, (10, 10))
    had = armies(rng, blocks)
    model = synergies(NAMES, had, play(rng, had, single, pairs))
    assert model is not None
    return model, single, pairs


def test_intervals_hold_19_of_20_truths_and_the_spread_is_found() -> None:
    rng, inside, total, spreads = np.random.default_rng(1), 0, 0, []
    for _ in range(12):
        model, _, pairs = fitted(rng, 1500, 0.06)
        spreads.append(model.spread)
        for row in model.pairs:
            truth = pairs[NAMES.index(row.one), NAMES.index(row.other)]
            inside += row.low <= truth <= row.high
            total += 1
    assert total == 12 * 45
    assert inside / total >= 0.93
    assert np.mean(spreads) == pytest.approx(0.06, abs=0.015)


def test_where_pairs_do_nothing_they_are_drawn_to_nothing() -> None:
    rng, alarms = np.random.default_rng(2), 0
    for _ in range(10):
        model, _, _ = fitted(rng, 1500, 0.0)
        alarms += sum(row.low > 0 or row.high < 0 for row in model.pairs)
        assert max(abs(row.estimate) for row in model.pairs) < 0.05
    assert alarms <= 4  # of 450


def test_one_strong_pair_stands_out() -> None:
    rng = np.random.default_rng(3)
    pairs = np.zeros((10, 10))
    pairs[2, 7] = 0.3
    had = armies(rng, 4000)
    model = synergies(NAMES, had, play(rng, had, np.zeros(10), pairs))
    assert model is not None
    best = model.pairs[0]
    assert {best.one, best.other} == {"unit02", "unit07"}
    assert best.low > 0
    assert best.estimate == pytest.approx(0.3, abs=0.12)
    assert best.blocks == had[:, 0, :, 2][had[:, 0, :, 7]].sum()


def test_pieces_alone_are_found_beside_pairs() -> None:
    model, single, _ = fitted(np.random.default_rng(4), 4000, 0.02)
    found = np.array([model.pieces[name] for name in NAMES])
    assert np.corrcoef(found, single)[0, 1] > 0.8
    assert found.sum() == pytest.approx(0, abs=1e-9)


def test_games_of_a_block_are_one_observation() -> None:
    """The same games, told twice in each block, tell no more."""
    rng = np.random.default_rng(5)
    had = armies(rng, 600)[:, :1]
    scores = play(rng, had, np.zeros(10), np.zeros((10, 10)))
    once = synergies(NAMES, had, scores)
    twice = synergies(NAMES, np.repeat(had, 2, axis=1), np.repeat(scores, 2, axis=1))
    assert once is not None
    assert twice is not None
    assert [row.se for row in once.pairs] == pytest.approx([row.se for row in twice.pairs])


@pytest.mark.parametrize("blocks", [0, 1, 5])
def test_too_few_blocks_tell_nothing(blocks: int) -> None:
    rng = np.random.default_rng(6)
    had = armies(rng, blocks)
    assert synergies(NAMES, had, np.zeros((blocks, 2))) is None


@pytest.mark.parametrize("score", [0.0, 0.5, 1.0])
def test_what_never_varies_is_finite(score: float) -> None:
    had = armies(np.random.default_rng(7), 200)
    model = synergies(NAMES, had, np.full((200, 2), score))
    assert model is not None
    assert all(np.isfinite([row.estimate, row.low, row.high, row.se]).all() for row in model.pairs)
    assert max(abs(row.estimate) for row in model.pairs) < 1e-6


def test_too_many_pieces_are_refused() -> None:
    names = [str(number) for number in range(MAX_COMPONENTS + 1)]
    with pytest.raises(ValueError, match="64 at most"):
        synergies(names, np.zeros((3, 1, 2, len(names)), bool), np.zeros((3, 1)))
