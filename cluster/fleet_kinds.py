"""Mixed fleets: which workers may play. Pure bookkeeping; the coordinator carries it out.

A worker with other code or other libraries than the driver's is refused. Where only the processor differs from those that have
played before, in this session or an earlier one, the first worker of a new kind plays up to three chunks again that are done:
if they come out with other rows the run stops, else all of its kind may join.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from cluster.scheduler_types import ChunkRef

SAMPLE = 3
"""Chunks at most that a new kind of processor plays again."""


class FleetKinds:
    """See the module.

    Attributes:
        trusted: kinds of processors whose workers may join.
    """

    def __init__(self, before: Mapping[str, Sequence[ChunkRef]] | None = None) -> None:
        """Begin a session; `before`: kind of processor -> chunks that it played in earlier ones, "" if nobody knows on what."""
        played = before or {}
        self.trusted: set[str] = {kind for kind in played if kind}
        self._samples: deque[ChunkRef] = deque((chunk for chunks in played.values() for chunk in chunks), maxlen=SAMPLE)
        self._waiting: dict[str, list[int]] = {}
        self._tested: dict[int, tuple[str, set[ChunkRef]]] = {}

    def done(self, chunk: ChunkRef) -> None:
        """A trusted worker played a chunk in this session."""
        self._samples.append(chunk)

    def arrive(self, worker: int, kind: str, others: bool) -> bool:
        """A worker is up; returns whether it may join now. If not, see `tests`.

        Where nothing is done yet and no others are at work there is nothing to compare a kind with, and it is trusted. So is
        one without a name, which can't differ from the driver's.
        """
        if not kind or kind in self.trusted or not (others or self._samples):
            self.trusted.add(kind)
            return True
        self._waiting.setdefault(kind, []).append(worker)
        return False

    def nobody_else(self) -> list[int]:
        """Those at work are lost before they got anything done: the first kind that waits may join, if any; its workers."""
        if self._samples or not self._waiting:
            return []
        kind = next(iter(self._waiting))
        self.trusted.add(kind)
        return self._waiting.pop(kind)

    def _test(self, kind: str) -> list[ChunkRef]:
        if not self._samples or any(tested == kind for tested, _ in self._tested.values()):
            return []
        worker = self._waiting[kind][0]
        self._tested[worker] = (kind, set(self._samples))
        return list(self._samples)

    def tests(self) -> list[tuple[int, list[ChunkRef]]]:
        """Workers that are to show now what they come to, each with what it is to play: one of each kind that waits."""
        found = [(workers[0], self._test(kind)) for kind, workers in self._waiting.items()]
        return [(worker, chunks) for worker, chunks in found if chunks]

    def is_tested(self, worker: int) -> bool:
        """Whether what this worker plays is a test."""
        return worker in self._tested

    def agreed(self, worker: int, chunk: ChunkRef) -> tuple[str, list[int]]:
        """A tested worker came out with the same rows; its kind and who may join now: nobody before the last chunk."""
        kind, left = self._tested[worker]
        left.discard(chunk)
        if left:
            return kind, []
        del self._tested[worker]
        self.trusted.add(kind)
        return kind, self._waiting.pop(kind, [])

    def lost(self, worker: int) -> None:
        """A worker is no more; another of its kind is tested."""
        self._tested.pop(worker, None)
        self._waiting = {
            kind: others for kind, found in self._waiting.items() if (others := [other for other in found if other != worker])
        }
