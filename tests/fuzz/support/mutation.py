"""Damage to messages: a small, seeded mutator, so that a finding can be had again from its number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random


def mutants(seeds: Sequence[bytes], words: Sequence[bytes], seed: int) -> Iterator[bytes]:
    """The seeds themselves, then one damaged message after another, without end."""
    yield from seeds
    random = Random(seed)
    while True:
        data = bytearray(random.choice(seeds))
        for _ in range(1 << random.randrange(5)):
            _damage(data, seeds, words, random)
        yield bytes(data)


def _damage(data: bytearray, seeds: Sequence[bytes], words: Sequence[bytes], random: Random) -> None:
    at = random.randrange(len(data) + 1)
    end = min(len(data), at + random.choice((1, 2, 4, 16, 64)))
    match random.randrange(7):
        case 0:
            data[at:at] = random.choice(words)
        case 1:
            data[at:end] = random.choice(words)
        case 2:
            del data[at:end]
        case 3:
            data[at:at] = data[at:end]
        case 4:
            data[at:end] = random.randbytes(end - at)
        case 5:
            other = random.choice(seeds)
            start = random.randrange(len(other))
            data[at:end] = other[start : start + end - at]
        case _:
            if at < len(data):
                data[at] ^= 1 << random.randrange(8)
