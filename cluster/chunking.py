"""Chunk boundaries of a range of blocks."""

from __future__ import annotations

from cluster.plan_types import Segment

TAIL_SHARE = 10
"""The last tenth of the blocks comes in smaller chunks, so that workers end together."""

TAIL_DIVISOR = 4


def cut(first_block: int, blocks: int, blocks_per_chunk: int) -> tuple[Segment, ...]:
    """Segments that cover `blocks` blocks from `first_block` on.

    Chunks hold `blocks_per_chunk` blocks. In the last tenth, and where no whole one fits, they hold a quarter of that; the last
    chunk holds the rest.
    """
    small = max(1, blocks_per_chunk // TAIL_DIVISOR)
    whole = (blocks - blocks // TAIL_SHARE) // blocks_per_chunk
    segments, start = [], first_block
    for size, chunks in (
        (blocks_per_chunk, whole),
        (small, (blocks - whole * blocks_per_chunk) // small),
        ((blocks - whole * blocks_per_chunk) % small, 1),
    ):
        if size and chunks:
            segments.append(Segment(start, size, chunks))
            start = segments[-1].end_block
    return tuple(segments)
