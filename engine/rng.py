"""Luck: keys, streams, dice, shuffles.

A *key* is 128 bits, two u8. `derive_key` hashes words (run seed, purpose, cell) with blake2b, once per run or cell;
`extend_key` adds numbers (block, rotation, seat, decision) with splitmix64 inside kernels, where blake2b would cost more
than a whole game of Connect Four. A *stream* is the state of a xoroshiro128++ generator, two u8, seeded from a key.

Sources: Vigna, "splitmix64.c" and "xoroshiro128plusplus.c" (prng.di.unimi.it); Lemire, "Fast random integer generation
in an interval" (2019) for `below`.
"""

from __future__ import annotations

import functools
import hashlib
from typing import TypeVar

import numpy as np

from engine.compilation import JIT_DISABLED, kernel, rule
from engine.types import AnyFunction, Keys, Stream

F = TypeVar("F", bound=AnyFunction)


def _wrapping_rule(function: F) -> F:
    """A rule on unsigned words that wrap around; plain Python would warn at each overflow."""
    if not JIT_DISABLED:
        return rule(function)

    @functools.wraps(function)
    def quiet(*arguments):  # type: ignore[no-untyped-def]
        with np.errstate(over="ignore"):
            return function(*arguments)

    return quiet  # type: ignore[return-value]


_U1 = np.uint64(1)
_U32 = np.uint64(32)
_LOW_32 = np.uint64(0xFFFFFFFF)
_TWO_32 = np.uint64(1 << 32)
_U64 = np.uint64(64)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)


def derive_key(seed: int, purpose: str, *words: str) -> tuple[int, int]:
    """The 128-bit key of a run seed, a purpose (`"setup"`, `"play"`, `"agent"`) and further words, as two u8.

    blake2b with a 16-byte digest over the length-prefixed UTF-8 parts, read as two little-endian words.
    """
    digest = hashlib.blake2b(digest_size=16, person=b"warhost-key-v1")
    for part in (str(seed), purpose, *words):
        data = part.encode()
        digest.update(len(data).to_bytes(4, "little"))
        digest.update(data)
    raw = digest.digest()
    return int.from_bytes(raw[:8], "little"), int.from_bytes(raw[8:], "little")


def key_array(key: tuple[int, int]) -> Keys:
    """A key as an array of shape (2,)."""
    return np.array(key, dtype=np.uint64)


@_wrapping_rule
def splitmix64(word: np.uint64) -> np.uint64:
    """The output of splitmix64 whose state was `word` before the step; a bijection of 64-bit words."""
    z = np.uint64(word) + _GOLDEN
    z = (z ^ (z >> np.uint64(30))) * _MIX_1
    z = (z ^ (z >> np.uint64(27))) * _MIX_2
    return z ^ (z >> np.uint64(31))


@_wrapping_rule
def stir(hashed: np.uint64, word: np.uint64) -> np.uint64:
    """Take one more word into a running hash: a bijection of either argument, at a third of the price of `splitmix64`."""
    mixed = (np.uint64(hashed) ^ np.uint64(word)) * _MIX_1
    return mixed ^ (mixed >> _U32)


@_wrapping_rule
def extend_key(key: Stream, number: int, out: Stream) -> None:
    """Write to `out` the key that `key` and one number (not negative) make. `out` may be `key` itself."""
    first = splitmix64(np.uint64(key[0]) ^ splitmix64(np.uint64(number)))
    second = splitmix64(np.uint64(key[1]) + first)
    out[0] = first
    out[1] = second


@_wrapping_rule
def seed_stream(stream: Stream, key: Stream) -> None:
    """Start a stream from a key. The all-zero state, which xoroshiro never leaves, can't occur."""
    first = splitmix64(np.uint64(key[0]))
    second = splitmix64(np.uint64(key[1]) ^ first)
    if first == np.uint64(0) and second == np.uint64(0):
        second = _GOLDEN
    stream[0] = first
    stream[1] = second


@_wrapping_rule
def next_word(stream: Stream) -> np.uint64:
    """The next 64 random bits of a stream (xoroshiro128++)."""
    s0 = np.uint64(stream[0])
    s1 = np.uint64(stream[1])
    total = s0 + s1
    result = ((total << np.uint64(17)) | (total >> np.uint64(47))) + s0
    s1 ^= s0
    stream[0] = ((s0 << np.uint64(49)) | (s0 >> np.uint64(15))) ^ s1 ^ (s1 << np.uint64(21))
    stream[1] = (s1 << np.uint64(28)) | (s1 >> np.uint64(36))
    return result


@_wrapping_rule
def below(stream: Stream, bound: int) -> int:
    """A uniform integer in 0 .. bound - 1, without bias; 1 <= bound < 2**31. Takes one word, rarely more."""
    size = np.uint64(bound)
    product = (next_word(stream) >> _U32) * size
    if (product & _LOW_32) < size:
        threshold = (_TWO_32 - size) % size
        while (product & _LOW_32) < threshold:
            product = (next_word(stream) >> _U32) * size
    return np.int64(product >> _U32)  # type: ignore[return-value]


@rule
def roll(stream: Stream, sides: int) -> int:
    """One die: a uniform integer in 1 .. sides."""
    return below(stream, sides) + 1


@rule
def shuffle(stream: Stream, items: Stream, length: int) -> None:
    """Shuffle the first `length` entries of a one-dimensional array in place (Fisher-Yates)."""
    for last in range(length - 1, 0, -1):
        other = below(stream, last + 1)
        kept = items[last]
        items[last] = items[other]
        items[other] = kept


@rule
def draw_index(stream: Stream, counts: Stream, total: int) -> int:
    """Draw from a bag that holds `counts[i]` pieces of kind i, `total` >= 1 in all; returns the kind, removes nothing."""
    ticket = below(stream, total)
    kind = 0
    while ticket >= counts[kind]:
        ticket -= counts[kind]
        kind += 1
    return kind


@kernel
def extend_keys(key: Stream, numbers: Stream, out: Keys) -> None:
    """`out[i]` = the key of `key` and `numbers[i]`; numbers: i8, shape (n,); out: u8, shape (n, 2)."""
    for i in range(numbers.shape[0]):
        extend_key(key, numbers[i], out[i])
