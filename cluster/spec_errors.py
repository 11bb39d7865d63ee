"""What is wrong with a sweep, in words: the path in the file, the problem, the near word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from engine.options import near_word

Path = tuple[str | int, ...]

MAX_PROBLEMS = 50
"""Problems listed at most; one slip in a long list shouldn't fill the screen."""

_BOUNDS = {
    "greater_than": ("gt", "more than"),
    "greater_than_equal": ("ge", "at least"),
    "less_than": ("lt", "less than"),
    "less_than_equal": ("le", "at most"),
}

_WANTED = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing_size": "a whole number of reasonable size",
    "float_type": "a number",
    "finite_number": "a finite number",
    "string_type": "a text",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a map",
    "model_type": "a map",
    "model_attributes_type": "a map",
    "none_required": "null",
}


class SpecError(ValueError):
    """A sweep that can't be played. `problems` holds one line each, `path.in.the.file: what is wrong, did you mean X?`."""

    def __init__(self, problems: Sequence[str]) -> None:
        listed = list(dict.fromkeys(problems))
        if len(listed) > MAX_PROBLEMS:
            listed = [*listed[:MAX_PROBLEMS], f"... and {len(listed) - MAX_PROBLEMS} more problems"]
        super().__init__("\n".join(listed))
        self.problems = tuple(listed)


def tidied(message: str) -> str:
    """A message of a game's options without pydantic's own words."""
    return message.replace("Value error, ", "").replace("Input should be", "should be")


def dotted(path: Path) -> str:
    """A path as people write it: `design[0].mirror`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def describe(value: Any) -> str:
    """A value of the file in words, short."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return f"the number {str(value)[:40]}"
    if isinstance(value, str):
        return f"the text {value[:40]!r}"
    if isinstance(value, Mapping):
        return "a map"
    return "a list" if isinstance(value, (list, tuple)) else f"a {type(value).__name__}"


def problems_of(error: ValidationError, data: Any, schema: Mapping[str, Any]) -> list[tuple[Path, str]]:
    """Each error as the path in `data` and what is wrong there; `schema` is the model's JSON Schema, which knows the words."""
    found = []
    for entry in error.errors(include_url=False):
        path = _path_in(data, entry["loc"], str(entry["type"]))
        if entry["type"].startswith("union_tag"):
            found.append(_tag_problem(dict(entry), path))
        else:
            found.append((path, _words(dict(entry), path, data, schema)))
    return list(dict.fromkeys(found))


def _path_in(data: Any, location: tuple[str | int, ...], kind: str) -> Path:
    """The part of pydantic's location that is in the file: it also names the branches of unions and the keys of maps."""
    path: list[str | int] = []
    node = data
    for index, part in enumerate(location):
        last = index == len(location) - 1
        keys: Any = node if isinstance(node, Mapping) else range(len(node)) if isinstance(node, list) else ()
        if part in keys:
            node = node[part]
        elif not (last and kind == "missing"):
            continue
        path.append(part)
    return tuple(path)


def _words(entry: dict[str, Any], path: Path, data: Any, schema: Mapping[str, Any]) -> str:
    kind, context, given = str(entry["type"]), entry.get("ctx", {}), entry["input"]
    if kind == "extra_forbidden":
        return unknown("key", str(path[-1]), known_keys(schema, data, path[:-1]), quote=False)
    if kind == "missing":
        return "is missing"
    if kind in _BOUNDS:
        name, words = _BOUNDS[kind]
        return f"must be {words} {context[name]}, not {describe(given)}"
    if kind in _WANTED:
        return f"must be {_WANTED[kind]}, not {describe(given)}"
    if kind == "literal_error":
        return _not_one_of(given, str(context["expected"]))
    if kind == "too_short":
        return "must not be empty" if context["min_length"] == 1 else f"needs {context['min_length']} entries at least"
    if kind == "string_pattern_mismatch":
        return f"{describe(given)} is no name: letters, digits, _, - and + only, a letter or digit first"
    if kind == "value_error":
        return str(context["error"])
    message = str(entry["msg"])
    return message[:1].lower() + message[1:]


def _tag_problem(entry: dict[str, Any], path: Path) -> tuple[Path, str]:
    """A map whose key that says what it is (`kind`) is missing, misspelt or unknown."""
    given, context = entry["input"], entry["ctx"]
    tag = str(context["discriminator"]).strip("'")
    if not isinstance(given, Mapping):
        return path, f"must be a map, not {describe(given)}"
    if tag in given:
        return (*path, tag), _not_one_of(given[tag], str(context.get("expected_tags", "")))
    for key in given:
        if near_word(str(key), [tag]):
            return (*path, str(key)), f"unknown key, did you mean {tag}?"
    return path, f"needs the key {tag}"


def _not_one_of(given: Any, expected: str) -> str:
    """A word that isn't one of those that pydantic lists."""
    words = [word.strip().strip("'") for word in expected.replace(" or ", ", ").split(",")]
    near = near_word(given, words) if isinstance(given, str) else ""
    shown = repr(given[:40]) if isinstance(given, str) else describe(given)
    return f"{shown} is not one of {', '.join(words)}{near}"


def unknown(what: str, word: str, known: Sequence[str], *, quote: bool = True) -> str:
    """`unknown agent 'fo', did you mean foo?`, or all that are known if none is near."""
    near = near_word(word, list(known))
    listed = f" (known: {', '.join(known)})" if known and not near else ""
    return f"unknown {what}{f' {word!r}' if quote else ''}{near}{listed}"


def known_keys(schema: Mapping[str, Any], data: Any, path: Path) -> list[str]:
    """The keys that the map at `path` of a document can have, by its JSON Schema; empty where any key is fine."""
    nodes = _branches(schema, schema, data)
    for part in path:
        container: Any = data
        data = container[part]
        below = [_child(node, part) for node in nodes]
        nodes = [branch for child in below if child is not None for branch in _branches(schema, child, data)]
    return [key for node in nodes for key in node.get("properties", {})]


def _child(node: Mapping[str, Any], part: str | int) -> Mapping[str, Any] | None:
    if isinstance(part, int):
        return node.get("items")
    by_pattern = next(iter(node.get("patternProperties", {}).values()), None)
    found = node.get("properties", {}).get(part) or by_pattern or node.get("additionalProperties")
    return found if isinstance(found, Mapping) else None


def _branches(root: Mapping[str, Any], node: Mapping[str, Any], data: Any) -> list[Mapping[str, Any]]:
    """The alternatives of a schema node without references; of a union with a discriminator the one that the data chooses."""
    if "$ref" in node:
        return _branches(root, root["$defs"][node["$ref"].rsplit("/", 1)[1]], data)
    discriminator = node.get("discriminator")
    if discriminator and isinstance(data, Mapping):
        chosen = discriminator["mapping"].get(data.get(discriminator["propertyName"]))
        if chosen:
            return _branches(root, {"$ref": chosen}, data)
    options = [*node.get("anyOf", []), *node.get("oneOf", [])]
    if options:
        return [branch for option in options for branch in _branches(root, option, data)]
    return [node]
