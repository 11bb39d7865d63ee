"""YAML of a sweep file: safe, bounded, without surprises.

Scalars follow YAML 1.2's core schema (`no` is a text, `1e-3` a number, `010` ten), duplicate keys and keys that are no text are
refused, tags build nothing, and the line of every entry is kept for messages.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import yaml

from cluster.spec_errors import Path, SpecError, dotted

MAX_BYTES = 1 << 20
"""Bound on the size of a sweep file."""

MAX_NODES = 200_000
"""Bound on its entries, aliases written out."""

MAX_DEPTH = 20

_INTEGER = re.compile(r"[-+]?[0-9](_?[0-9])*")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9](_?[0-9])*(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_CONSTANTS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_MAX_DIGITS = 40
_ALLOWED_TAGS = frozenset({"!", "tag:yaml.org,2002:str"})


class _Loader(yaml.SafeLoader):
    """Composes nodes only; what a plain scalar means is decided in `_scalar`."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012


@dataclass(frozen=True)
class Document:
    """A file's content, its name for messages, and the line of each entry by its path."""

    data: Any
    origin: str
    lines: dict[Path, int]

    def locate(self, path: Path) -> str:
        """` (FILE, line N)` for the entry at `path` or the nearest one above it; empty if nothing is known."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.lines:
                return f" ({self.origin}, line {self.lines[path[:length]]})"
        return ""


def parse_yaml(text: str | bytes, origin: str) -> Document:
    """The one document in `text`; `origin` is its name in messages.

    Raises:
        SpecError: a syntax error, with line and column; duplicate keys; too large, too deep, or a tag.
    """
    if len(text) > MAX_BYTES:
        raise SpecError([f"{origin}: larger than {MAX_BYTES // 1024} KiB, which is no sweep file"])
    try:
        node = yaml.compose(text if isinstance(text, str) else text.decode("utf-8-sig"), Loader=_Loader)
    except UnicodeDecodeError:
        raise SpecError([f"{origin}: no UTF-8 text"]) from None
    except RecursionError:
        raise SpecError([f"{origin}: nested deeper than {MAX_DEPTH}"]) from None
    except yaml.MarkedYAMLError as error:
        raise SpecError([_syntax_problem(error, origin)]) from None
    except yaml.YAMLError as error:
        raise SpecError([f"{origin}: {str(error).splitlines()[0]}"]) from None
    builder = _Builder(origin)
    data = None if node is None else builder.build(node, ())
    if builder.problems:
        raise SpecError(builder.problems)
    return Document(data, origin, builder.lines)


def _syntax_problem(error: yaml.MarkedYAMLError, origin: str) -> str:
    mark = error.problem_mark or error.context_mark
    place = f"{origin}, line {mark.line + 1}, column {mark.column + 1}" if mark else origin
    return f"{place}: {error.problem or 'no YAML'}" + (f" ({error.context})" if error.context else "")


class _Builder:
    """Turns composed nodes into maps, lists and scalars."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.lines: dict[Path, int] = {}
        self.problems: list[str] = []
        self.nodes = 0

    def build(self, node: yaml.Node, path: Path) -> Any:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise SpecError([f"{self.origin}: more than {MAX_NODES} entries"])
        if len(path) > MAX_DEPTH:
            raise SpecError([f"{self._place(node)}: nested deeper than {MAX_DEPTH}"])
        self.lines.setdefault(path, node.start_mark.line + 1)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self.build(item, (*path, index)) for index, item in enumerate(node.value)]
        return self._scalar(node) if isinstance(node, yaml.ScalarNode) else None

    def _mapping(self, node: yaml.MappingNode, path: Path) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = self._scalar(key_node) if isinstance(key_node, yaml.ScalarNode) else None
            if not isinstance(key, str):
                self.problems.append(f"{self._place(key_node)}: a key must be a text; write it in quotes")
            elif key in data:
                first = self.lines[(*path, key)]
                self.problems.append(f"{self._place(key_node)}: {dotted((*path, key))} is there twice, first in line {first}")
            else:
                self.lines[(*path, key)] = key_node.start_mark.line + 1
                data[key] = self.build(value_node, (*path, key))
        return data

    def _scalar(self, node: yaml.ScalarNode) -> Any:
        text = node.value
        if node.tag not in _ALLOWED_TAGS:
            self.problems.append(f"{self._place(node)}: the tag {node.tag} is not read here")
            return None
        if node.style is not None or node.tag == "!":
            return text
        if text in _CONSTANTS:
            return _CONSTANTS[text]
        if _INTEGER.fullmatch(text) and len(text) <= _MAX_DIGITS:
            return int(text.replace("_", ""))
        if _FLOAT.fullmatch(text) and len(text) <= _MAX_DIGITS:
            return float(text.replace("_", ""))
        return text

    def _place(self, node: yaml.Node) -> str:
        return f"{self.origin}, line {node.start_mark.line + 1}, column {node.start_mark.column + 1}"
