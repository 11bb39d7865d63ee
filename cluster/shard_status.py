"""Where the shards of a sweep stand, added up from the `status.json` of each: cheap, however many chunks there are."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from typing import Any

from cluster.driver import Driver, find_driver
from cluster.merge import find_shards
from cluster.run_directory import RunDirectory
from cluster.shards import Shard


@dataclass(frozen=True)
class ShardStatus:
    """Where a shard stands, as its driver said last.

    Attributes:
        shard: which one.
        run_dir: its run directory.
        state: as in `cluster.status.RunState`; `begun` if its driver never said anything.
        driver: who drives it.
        games_done, games_needed: of its own share.
        games_per_second, eta: lately; 0 and None unless a driver is at work.
        quarantined: its chunks that failed too often.
    """

    shard: Shard
    run_dir: str
    state: str
    driver: Driver
    games_done: int
    games_needed: int
    games_per_second: float
    eta: float | None
    quarantined: int


@dataclass(frozen=True)
class ShardsStatus:
    """Where all shards stand. `missing`: shards that were not begun."""

    shards: tuple[ShardStatus, ...]
    missing: tuple[Shard, ...]

    @property
    def complete(self) -> bool:
        """Whether every shard is there and complete."""
        return not self.missing and all(shard.state == "complete" for shard in self.shards)

    @property
    def games_done(self) -> int:
        """Games in all chunks that are done."""
        return sum(shard.games_done for shard in self.shards)

    @property
    def games_needed(self) -> int:
        """Games that the shards that were begun want."""
        return sum(shard.games_needed for shard in self.shards)

    @property
    def games_per_second(self) -> float:
        """Of all shards together."""
        return sum(shard.games_per_second for shard in self.shards)

    @property
    def eta(self) -> float | None:
        """Seconds until the slowest shard that is at work is done; None if none of them can say."""
        known = [shard.eta for shard in self.shards if shard.eta is not None]
        return max(known, default=None)

    def to_plain(self) -> dict[str, Any]:
        """For JSON: the sums, then each shard."""
        return {
            "complete": self.complete,
            "games_done": self.games_done,
            "games_needed": self.games_needed,
            "games_per_second": self.games_per_second,
            "eta": self.eta,
            "missing": [str(shard) for shard in self.missing],
            "shards": [{**asdict(shard), "shard": str(shard.shard)} for shard in self.shards],
        }


def shards_status(run_dir: str | os.PathLike[str]) -> ShardsStatus | None:
    """Where the shards below a run directory stand; None if there are none."""
    statuses = tuple(_status_of(run) for run in find_shards(run_dir))
    if not statuses:
        return None
    counts = {status.shard.count for status in statuses}
    begun = {status.shard for status in statuses}
    missing = tuple(
        shard for count in sorted(counts) for number in range(1, count + 1) if (shard := Shard(number, count)) not in begun
    )
    return ShardsStatus(statuses, missing)


def _status_of(run: RunDirectory) -> ShardStatus:
    shard, driver, said = run.read_shard(), find_driver(run), run.read_status() or {}
    if shard is None:
        raise AssertionError("find_shards finds shards")
    at_work = driver.state == "at work"
    return ShardStatus(
        shard=shard,
        run_dir=str(run.path),
        state=str(said.get("state", "begun")),
        driver=driver,
        games_done=int(said.get("games_done", 0)),
        games_needed=int(said.get("games_needed", 0)),
        games_per_second=float(said.get("games_per_second", 0.0)) if at_work else 0.0,
        eta=said.get("eta") if at_work else None,
        quarantined=int(said.get("quarantined", 0)),
    )
