"""Ids: a cell's is a hash of what is played in it, a game's is `cell/block/rotation`.

Nothing else is in them: no place in a file, no number of games, no seed, no spelling.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

CELL_ID_DIGITS = 12

_CELL_ID = re.compile(rf"[0-9a-f]{{{CELL_ID_DIGITS}}}")
_GAME_ID = re.compile(rf"([0-9a-f]{{{CELL_ID_DIGITS}}})/(0|[1-9][0-9]{{0,17}})/(0|[1-9][0-9]{{0,5}})")


class IdError(ValueError):
    """A text that is no id; says what an id looks like."""


def canonical_json(value: Any) -> str:
    """JSON with sorted keys, without spaces and non-ASCII characters: equal data gives equal text.

    Raises:
        ValueError, TypeError: infinite or undefined numbers, or what isn't a map, list or scalar.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def content_hash(value: Any) -> str:
    """32 hexadecimal digits of the blake2b hash of a value's canonical JSON."""
    return hashlib.blake2b(canonical_json(value).encode(), digest_size=16, person=b"warhost-id-v1").hexdigest()


def cell_id(
    *,
    game: str,
    options: Mapping[str, Any],
    lineup: str,
    agents: Mapping[str, Any],
    seatings: Sequence[Sequence[str]],
    decision_cap: int,
    start_hash: str | None,
    drafters: Mapping[str, str] | None = None,
) -> str:
    """The id of a cell: 12 hexadecimal digits.

    Args:
        game: its name.
        options: every option by path, resolved.
        lineup: name of the line-up.
        agents: name -> `engine.agents.specs.agent_identity` of the agents that play in the cell, their levels resolved.
        seatings: one a rotation, as the design entry makes them.
        decision_cap: resolved.
        start_hash: hash of the positions played on from, or None.
        drafters: agent -> agent that drafts in its place.
    """
    content: dict[str, Any] = {
        "game": game,
        "options": dict(options),
        "lineup": lineup,
        "agents": dict(agents),
        "seatings": [list(seating) for seating in seatings],
        "decision_cap": decision_cap,
        "start": start_hash,
        **({"drafters": dict(drafters)} if drafters else {}),
    }
    return content_hash(content)[:CELL_ID_DIGITS]


def check_cell_id(text: str) -> str:
    """`text` if it is a cell's id, and so safe as the name of a folder; raises `IdError`."""
    if not _CELL_ID.fullmatch(text):
        raise IdError(f"{text[:60]!r} is no cell id: {CELL_ID_DIGITS} digits 0-9a-f")
    return text


@dataclass(frozen=True, order=True)
class GameId:
    """One game of a run; `str()` gives the id as results carry it."""

    cell_id: str
    block: int
    rotation: int

    def __str__(self) -> str:
        return f"{self.cell_id}/{self.block}/{self.rotation}"

    @classmethod
    def parse(cls, text: str) -> GameId:
        """The id in a text.

        Raises:
            IdError: it is no id.
        """
        found = _GAME_ID.fullmatch(text)
        if not found:
            raise IdError(f"{text[:60]!r} is no game id: cell/block/rotation, such as 0123456789ab/17/0")
        return cls(found[1], int(found[2]), int(found[3]))
