"""Where files of a run may be: a folder that is mounted here, or a prefix in an object store."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from workers.errors import StorageError

_URL = re.compile(r"(?P<protocol>[a-z][a-z0-9+.-]*)://(?P<rest>.*)", re.DOTALL)
_LOST_SLASH = re.compile(r"(?P<protocol>s3|gs|gcs|az|abfs|abfss):/(?P<rest>[^/].*)", re.DOTALL)


@dataclass(frozen=True)
class StoreUrl:
    """An address in an object store, such as `s3://bucket/runs/first`.

    It has of `pathlib.Path` what makes sense for an address: `/`, `name`, `stem`, `parent`, and it may stand wherever
    `os.PathLike` may. `Path` itself would lose one of the two slashes.

    Attributes:
        protocol: `s3`.
        parts: the bucket, then the parts of the path.
    """

    protocol: str
    parts: tuple[str, ...]

    def __truediv__(self, further: str) -> StoreUrl:
        return StoreUrl(self.protocol, (*self.parts, *_split(further)))

    def __str__(self) -> str:
        return f"{self.protocol}://{'/'.join(self.parts)}"

    def __fspath__(self) -> str:
        return str(self)

    @property
    def name(self) -> str:
        """The last part."""
        return self.parts[-1]

    @property
    def stem(self) -> str:
        """The last part without its ending."""
        return self.name.rpartition(".")[0] or self.name

    @property
    def parent(self) -> StoreUrl:
        """All but the last part."""
        return StoreUrl(self.protocol, self.parts[:-1])


Place = Path | StoreUrl


def place_of(words: str | os.PathLike[str]) -> Place:
    """A place as a user writes it: a path, or an address with `://`.

    Raises:
        StorageError: an address without a bucket, or one that went through `pathlib.Path` and lost a slash.
    """
    text = os.fspath(words)
    lost = _LOST_SLASH.fullmatch(text)
    if lost is not None:
        url = f"{lost['protocol']}://{lost['rest']}"
        raise StorageError(f"{text} is no folder: give the address as text, {url!r}; pathlib.Path drops one of its slashes")
    match = _URL.fullmatch(text)
    if match is None:
        return Path(words)
    if match["protocol"] == "file":
        return Path(match["rest"])
    parts = _split(match["rest"])
    if not parts:
        raise StorageError(f"{text}: there is no bucket in this address; it would be {match['protocol']}://BUCKET/PATH")
    return StoreUrl(match["protocol"], parts)


def is_url(words: str) -> bool:
    """Whether words that a user typed are an address in an object store."""
    return _URL.fullmatch(words) is not None and not words.startswith("file://")


def _split(path: str) -> tuple[str, ...]:
    return tuple(part for part in path.split("/") if part)
