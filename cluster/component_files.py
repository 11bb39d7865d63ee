"""Component files of a sweep: read, hashed, and turned into the option overrides that they stand for.

What a file holds is the game's own affair (`engine.game.Game.component_overrides`); here it is a text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cluster.spec_errors import describe, tidied
from cluster.spec_models import SweepSpec
from engine.game import Game
from engine.options import ComponentError, OptionError, iterate_options, near_word, resolve_options

MAX_COMPONENT_BYTES = 1 << 20
"""Bound on a component file: what it says travels with every chunk."""


@dataclass(frozen=True)
class Components:
    """What the component files of a sweep come to.

    Attributes:
        overrides: option path -> value; a later file wins. The sweep's own options come after them.
        hashes: file, as the sweep names it -> hash of its contents.
        problems: place in the sweep and what is wrong there.
    """

    overrides: dict[str, Any]
    hashes: dict[str, str]
    problems: tuple[tuple[tuple[str | int, ...], str], ...]


def read_components(spec: SweepSpec, game: Game) -> Components:
    """Read a sweep's component files; without any there is nothing to say."""
    if not spec.components:
        return Components({}, {}, ())
    overrides_of = game.component_overrides
    if overrides_of is None:
        return Components({}, {}, ((("components",), f"{game.name} takes no component files"),))
    texts: list[str] = []
    problems = []
    for index, name in enumerate(spec.components):
        try:
            text = _read(spec.base_directory / name)
            _check(game, overrides_of([text]))
        except ComponentError as error:
            problems.append((("components", index), f"{name}: {error}"))
        else:
            texts.append(text)
    if problems:
        return Components({}, {}, tuple(problems))
    hashes = dict(zip(spec.components, map(_digest, texts), strict=True))
    try:
        overrides = overrides_of(texts)
        resolve_options(game.options, overrides)
    except (ComponentError, OptionError) as error:
        return Components({}, hashes, ((("components",), tidied(str(error))),))
    return Components(overrides, hashes, ())


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_COMPONENT_BYTES + 1)
    except OSError as error:
        raise ComponentError(f"can't be read: {error.strerror or error}") from None
    if len(data) > MAX_COMPONENT_BYTES:
        raise ComponentError(f"is larger than {MAX_COMPONENT_BYTES >> 10} KiB")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise ComponentError(f"is no UTF-8 text: byte {error.start}") from None


def _check(game: Game, overrides: Mapping[str, Any]) -> None:
    """Look at what one file comes to by itself, so that what is wrong can be said of it. Raises `ComponentError`."""
    ranges = {info.path: info.range for info in iterate_options(game.options())}
    for path, value in overrides.items():
        if path not in ranges:
            raise ComponentError(f"unknown option {path}{near_word(path, list(ranges))}")
        try:
            resolve_options(game.options, {path: value})
        except OptionError as error:
            if " (got " in str(error):  # those are of options together
                raise ComponentError(f"{path} must be {ranges[path]}, not {describe(value)}") from None
