"""What differs between two pieces of data, path by path, for people."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

_ABSENT = object()


def differences(old: Any, new: Any, path: str = "") -> Iterator[str]:
    """A line `path: old -> new` for each value that differs between two structures of maps, lists and scalars."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in dict.fromkeys([*old, *new]):
            inner = f"{path}.{key}" if path else str(key)
            yield from differences(old.get(key, _ABSENT), new.get(key, _ABSENT), inner)
    elif isinstance(old, list) and isinstance(new, list) and any(isinstance(item, (Mapping, list)) for item in [*old, *new]):
        for index in range(max(len(old), len(new))):
            before, after = (items[index] if index < len(items) else _ABSENT for items in (old, new))
            yield from differences(before, after, f"{path}[{index}]")
    elif old is _ABSENT or new is _ABSENT or type(old) is not type(new) or old != new:
        yield f"{path}: {_shown(old)} -> {_shown(new)}"


def _shown(value: Any) -> str:
    return "(not there)" if value is _ABSENT else json.dumps(value, sort_keys=True)
