"""Keys and streams against published values and an independent implementation in Python integers."""

from __future__ import annotations

import collections
import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from engine.rng import (
    below,
    derive_key,
    draw_index,
    extend_key,
    extend_keys,
    key_array,
    next_word,
    roll,
    seed_stream,
    shuffle,
    splitmix64,
)

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
WORDS = st.integers(0, MASK)


def split(word: int) -> int:
    """splitmix64.c in Python integers: the output of a generator whose state was `word`."""
    z = (word + GOLDEN) & MASK
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def xoroshiro(state: list[int]) -> int:
    """xoroshiro128plusplus.c in Python integers."""

    def rotl(word: int, by: int) -> int:
        return (word << by | word >> (64 - by)) & MASK

    s0, s1 = state
    result = (rotl((s0 + s1) & MASK, 17) + s0) & MASK
    s1 ^= s0
    state[0] = rotl(s0, 49) ^ s1 ^ (s1 << 21 & MASK)
    state[1] = rotl(s1, 28)
    return result


def stream_of(seed: int) -> np.ndarray:
    stream = np.zeros(2, np.uint64)
    seed_stream(stream, key_array(derive_key(seed, "test")))
    return stream


def test_splitmix64_gives_the_published_values() -> None:
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    states = [(1234567 + k * GOLDEN) & MASK for k in range(5)]
    assert [int(splitmix64(np.uint64(state))) for state in states] == published


@given(WORDS)
def test_splitmix64_equals_the_reference(word: int) -> None:
    assert int(splitmix64(np.uint64(word))) == split(word)


@given(WORDS, WORDS)
def test_the_stream_is_xoroshiro128_plus_plus(first: int, second: int) -> None:
    stream, state = np.array([first, second], np.uint64), [first, second]
    for _ in range(20):
        assert int(next_word(stream)) == xoroshiro(state)
    assert stream.tolist() == state


def test_xoroshiro128_plus_plus_from_one_two() -> None:
    stream = np.array([1, 2], np.uint64)
    assert [int(next_word(stream)) for _ in range(4)] == [393217, 669327710093319, 1732421326133921491, 11394790081659126983]


@given(WORDS, WORDS, st.integers(0, 2**62))
def test_extend_key_equals_the_reference(first: int, second: int, number: int) -> None:
    out = np.zeros(2, np.uint64)
    extend_key(np.array([first, second], np.uint64), number, out)
    one = split(first ^ split(number))
    assert out.tolist() == [one, split((second + one) & MASK)]


def test_extend_key_may_write_over_its_key() -> None:
    key, out = key_array(derive_key(1, "play")), np.zeros(2, np.uint64)
    extend_key(key, 5, out)
    extend_key(key, 5, key)
    assert (key == out).all()


@given(WORDS, WORDS)
def test_seed_stream_equals_the_reference(first: int, second: int) -> None:
    stream = np.zeros(2, np.uint64)
    seed_stream(stream, np.array([first, second], np.uint64))
    one = split(first)
    assert stream.tolist() == [one, split(second ^ one)]


def test_the_stream_that_never_leaves_zero_cannot_occur() -> None:
    zero_of_splitmix = (-GOLDEN) & MASK  # the state whose output is 0
    assert split(zero_of_splitmix) == 0
    stream = np.zeros(2, np.uint64)
    seed_stream(stream, np.array([zero_of_splitmix, zero_of_splitmix], np.uint64))
    assert stream.tolist() == [0, GOLDEN]


def test_derived_keys_are_pinned() -> None:
    assert derive_key(0, "setup") == (831019316922368919, 17384712939757055370)
    assert derive_key(20261129, "agent", "cell") == (6469885333195301577, 17615247350447288237)


def test_derived_keys_tell_their_parts_apart() -> None:
    keys = {
        derive_key(12, "a"),
        derive_key(1, "2a"),
        derive_key(12, "", "a"),
        derive_key(12, "a", ""),
        derive_key(12, "a", "b"),
    }
    assert len(keys) == 5


def test_a_million_extended_keys_are_distinct() -> None:
    out = np.zeros((1_000_000, 2), np.uint64)
    extend_keys(key_array(derive_key(1, "setup")), np.arange(len(out)), out)
    assert len(np.unique(out[:, 0])) == len(np.unique(out[:, 1])) == len(out)


def test_keys_of_nested_numbers_are_distinct() -> None:
    seen = set()
    for block, rotation, seat in itertools.product(range(30), range(4), range(4)):
        key = key_array(derive_key(1, "agent"))
        for number in (block, rotation, seat):
            extend_key(key, number, key)
        seen.add(tuple(key.tolist()))
    assert len(seen) == 30 * 4 * 4


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 7, 10, 37])
def test_below_is_uniform(bound: int) -> None:
    stream = stream_of(bound)
    counts = collections.Counter(int(below(stream, bound)) for _ in range(6000 * bound if bound < 10 else 60_000))
    assert sorted(counts) == list(range(bound))
    if bound > 1:
        assert stats.chisquare([counts[k] for k in range(bound)]).pvalue > 1e-4


def test_below_is_without_bias_for_a_bound_that_rejects_a_third() -> None:
    """For 3 * 2**29 a modulo would give the lower third twice as often; Lemire's method rejects those words."""
    bound, stream = 3 * 2**29, stream_of(3)
    thirds = collections.Counter(int(below(stream, bound)) * 3 // bound for _ in range(60_000))
    assert stats.chisquare([thirds[k] for k in range(3)]).pvalue > 1e-4


@given(WORDS, WORDS, st.integers(1, 2**31 - 1))
def test_below_equals_lemires_method(first: int, second: int, bound: int) -> None:
    state = [first, second]
    if not any(state):
        return
    stream = np.array(state, np.uint64)
    product = (xoroshiro(state) >> 32) * bound
    while product % 2**32 < (2**32 - bound) % bound:
        product = (xoroshiro(state) >> 32) * bound
    assert int(below(stream, bound)) == product >> 32
    assert stream.tolist() == state


def test_a_die_shows_one_to_its_sides() -> None:
    stream = stream_of(0)
    assert {int(roll(stream, 6)) for _ in range(500)} == {1, 2, 3, 4, 5, 6}


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    stream, counts = stream_of(1), collections.Counter()
    for _ in range(24_000):
        items = np.arange(5, dtype=np.int32)
        shuffle(stream, items, 4)
        assert items[4] == 4, "only the first `length` entries move"
        counts[tuple(items.tolist())] += 1
    assert len(counts) == 24
    assert stats.chisquare(list(counts.values())).pvalue > 1e-4


def test_a_bag_gives_each_kind_by_its_number() -> None:
    stream, bag = stream_of(2), np.array([3, 0, 1, 6], np.int8)
    counts = collections.Counter(int(draw_index(stream, bag, 10)) for _ in range(20_000))
    assert counts[1] == 0
    assert stats.chisquare([counts[0], counts[2], counts[3]], [6000, 2000, 12000]).pvalue > 1e-4
    assert bag.tolist() == [3, 0, 1, 6]
