"""The numbers of a game's rules: a pydantic model for people, one NumPy record for compiled code.

Every option says what it does, where it comes from and whether it is the rulebook's (`rule`) or ours (`house`). A path such
as `archer.coins` names an option in sweep files, on the command line and in results.
"""

from __future__ import annotations

import difflib
import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

Mark = Literal["rule", "house"]


class OptionError(ValueError):
    """An option that doesn't exist or can't have that value: names the path and what would be right."""


class ComponentError(ValueError):
    """A file of components that can't be used: names the entry and field, and what would be right."""


class GameOptions(BaseModel):
    """Base of a game's options. Subclasses declare fields with `option(...)` or nested groups with `group(...)`."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    def to_record(self) -> np.void:
        """The options as one record of the game's options dtype."""
        raise NotImplementedError


def as_record(values: tuple[Any, ...], dtype: np.dtype[np.void]) -> np.void:
    """One record of `dtype` from its fields' values in order."""
    return cast("np.void", np.array(values, dtype)[()])


class OptionGroup(BaseModel):
    """Options of one component, such as `archer`."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


def option(default: Any, text: str, *, source: str, mark: Mark = "rule", **limits: Any) -> Any:
    """Declare one option: default, one sentence, where it comes from, whose it is; `ge`, `le` and the like limit it."""
    return Field(default, description=text, json_schema_extra={"source": source, "mark": mark}, **limits)


def group(model: OptionGroup, text: str) -> Any:
    """Declare a nested group with its default values."""
    return Field(model, description=text)


@dataclass(frozen=True)
class OptionInfo:
    """One line of `warhost games GAME --options`."""

    path: str
    default: Any
    range: str
    mark: Mark
    source: str
    text: str


def _range_of(field: FieldInfo) -> str:
    annotation = field.annotation
    origin = typing.get_origin(annotation)
    if origin is Literal:
        return " | ".join(str(choice) for choice in typing.get_args(annotation))
    low = high = None
    for item in field.metadata:
        low = getattr(item, "ge", low)
        high = getattr(item, "le", high)
    kind = _type_name(annotation)
    if low is None and high is None:
        return kind
    return f"{kind}, {'' if low is None else low} .. {'' if high is None else high}"


def _type_name(annotation: Any) -> str:
    origin = typing.get_origin(annotation)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(_type_name(part) for part in typing.get_args(annotation))
    if origin in (tuple, list):
        return f"list of {_type_name(typing.get_args(annotation)[0])}"
    if origin is Literal:
        return " | ".join(str(choice) for choice in typing.get_args(annotation))
    return "none" if annotation is type(None) else getattr(annotation, "__name__", str(annotation))


def iterate_options(options: GameOptions | OptionGroup, prefix: str = "") -> Iterator[OptionInfo]:
    """Every option below `options`, in order of declaration; `default` is the value that `options` has."""
    for name, field in type(options).model_fields.items():
        value = getattr(options, name)
        if isinstance(value, OptionGroup):
            yield from iterate_options(value, f"{prefix}{name}.")
            continue
        extra = field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}
        yield OptionInfo(
            path=f"{prefix}{name}",
            default=value,
            range=_range_of(field),
            mark=cast("Mark", extra.get("mark", "rule")),
            source=str(extra.get("source", "")),
            text=field.description or "",
        )


def option_values(options: GameOptions) -> dict[str, Any]:
    """Path to value for every option, in order of declaration; tuples as lists, ready for JSON."""
    return {
        info.path: list(info.default) if isinstance(info.default, tuple) else info.default for info in iterate_options(options)
    }


def near_word(word: str, words: list[str]) -> str:
    """`, did you mean X?` if a word like it exists, else an empty string."""
    close = difflib.get_close_matches(word, words, n=1, cutoff=0.6)
    return f", did you mean {close[0]}?" if close else ""


def _default_options(model: type[GameOptions]) -> GameOptions:
    missing = [n for n, f in model.model_fields.items() if f.default is PydanticUndefined and f.default_factory is None]
    if missing:
        raise TypeError(f"{model.__name__}: every option needs a default, {missing} have none")
    return model()


def resolve_options(model: type[GameOptions], overrides: Mapping[str, Any]) -> GameOptions:
    """The model's defaults with `overrides` (path to value) applied.

    Raises:
        OptionError: an unknown path, or a value that the option can't have.
    """
    defaults = _default_options(model)
    known = [info.path for info in iterate_options(defaults)]
    tree = defaults.model_dump()
    for path, value in overrides.items():
        if path not in known:
            raise OptionError(f"{path}: unknown option{near_word(path, known)}")
        *parents, leaf = path.split(".")
        node = tree
        for parent in parents:
            node = node[parent]
        node[leaf] = tuple(value) if isinstance(value, list) else value
    try:
        return model.model_validate(tree)
    except ValidationError as error:
        first = error.errors()[0]
        path = ".".join(str(part) for part in first["loc"] if str(part) in path_words(known)) or next(iter(overrides), "")
        words = first["msg"].removeprefix("Value error, ")
        got = "" if isinstance(first["input"], (dict, BaseModel)) else f" (got {first['input']!r})"
        raise OptionError(f"{path}: {words}{got}") from None


def path_words(paths: list[str]) -> set[str]:
    """Every word that occurs in a list of dotted paths."""
    return {word for path in paths for word in path.split(".")}
