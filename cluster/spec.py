"""Reading sweeps: presets, files, mappings and `--set`, with everything that is wrong said at once."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from cluster.presets import list_presets, preset_text
from cluster.schema import json_schema
from cluster.spec_checks import check_sweep
from cluster.spec_errors import SpecError, dotted, problems_of
from cluster.spec_models import (
    DEFAULT_GAMES,
    DEFAULT_SEED,
    Cells,
    DesignEntry,
    Guards,
    Metrics,
    Record,
    Start,
    Stop,
    SweepSpec,
    checked_sweep,
)
from cluster.yaml_text import MAX_BYTES, Document, parse_yaml
from engine.options import near_word

__all__ = [
    "DEFAULT_GAMES",
    "DEFAULT_SEED",
    "Cells",
    "DesignEntry",
    "Guards",
    "Metrics",
    "Record",
    "SpecError",
    "Start",
    "Stop",
    "SweepSpec",
    "load_sweep",
]


def load_sweep(
    source: str | Path | Mapping[str, Any],
    *,
    games: int | None = None,
    seed: int | None = None,
    workers: int | None = None,
    set: Sequence[str] = (),  # noqa: A002
    base_directory: str | Path | None = None,
) -> SweepSpec:
    """The sweep in a preset, a file or a mapping.

    Args:
        source: a preset's name, the path of a YAML file, or a mapping with the file's keys.
        games: replaces the file's.
        seed: replaces the file's.
        workers: replaces the file's.
        set: further replacements, each `path=value` with a value as YAML would read it: a path in the file
            (`agents.foo.kind=random`) or, if its first word is no key of the file, an option (`royal_guard=revised`).
        base_directory: folder that relative paths start from; the file's folder, or the current one, if not given.

    Raises:
        SpecError: anything is wrong with it; all problems are listed.
    """
    document, folder = _read(source)
    data = document.data
    if not isinstance(data, dict):
        raise SpecError([f"{document.origin}: a sweep is a map with the keys game, agents, design, ..."])
    replaced = {"games": games, "seed": seed, "workers": workers}
    data |= {key: value for key, value in replaced.items() if value is not None}
    for setting in set:
        _apply_setting(data, setting)
    base = folder if base_directory is None else Path(base_directory)
    try:
        spec = checked_sweep(data, base_directory=base.absolute())
    except ValidationError as error:
        problems = problems_of(error, data, json_schema())
    else:
        problems, warnings = check_sweep(spec)
        if not problems:
            return checked_sweep(data, tuple(warnings), base.absolute())
    raise SpecError([f"{dotted(path)}: {text}{document.locate(path)}" for path, text in problems])


def _read(source: str | Path | Mapping[str, Any]) -> tuple[Document, Path]:
    """The document, and the folder that its relative paths start from."""
    if isinstance(source, Mapping):
        return Document(copy.deepcopy(dict(source)), "the sweep", {}), Path()
    presets = [preset.name for preset in list_presets()]
    if str(source) in presets:
        return parse_yaml(preset_text(str(source)), f"preset {source}"), Path()
    path = Path(source)
    try:
        with path.open("rb") as file:
            return parse_yaml(file.read(MAX_BYTES + 1), str(path)), path.parent
    except FileNotFoundError:
        near = near_word(str(source), presets)
        raise SpecError([f"{path}: no such file, and no preset of that name{near} (presets: {', '.join(presets)})"]) from None
    except (OSError, ValueError) as error:
        if isinstance(error, SpecError):
            raise
        raise SpecError([f"{path}: can't be read: {getattr(error, 'strerror', None) or error}"]) from None


def _apply_setting(data: dict[str, Any], setting: str) -> None:
    """Put `path=value` into the file's content."""
    path, equals, text = setting.partition("=")
    words = path.strip().split(".")
    if not equals or not all(words):
        raise SpecError([f"--set {setting}: must be path=value, such as games=10 or agents.foo.kind=random"])
    value = parse_yaml(text, f"--set {setting}").data
    if words[0] not in SweepSpec.model_fields:
        words = ["options", ".".join(words)]
    elif words[0] == "options" or words[:2] == ["cells", "grid"]:
        depth = 1 if words[0] == "options" else 2
        words = [*words[:depth], ".".join(words[depth:])] if len(words) > depth else words
    node: Any = data
    for depth, word in enumerate(words):
        key: Any = int(word) if isinstance(node, list) and word.isdigit() else word
        within = 0 <= key < len(node) if isinstance(node, list) and isinstance(key, int) else isinstance(node, dict)
        if not within:
            raise SpecError([f"--set {setting}: {'.'.join(words[:depth])} holds nothing by the name {word!r}"])
        if depth == len(words) - 1:
            node[key] = value
        elif isinstance(node, dict) and node.get(key) is None:
            node[key] = {}
        node = node[key]
