"""Checks of a game's words: specs, descriptions, pictures."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import numpy as np

from engine.testing.subject import Mismatch, Position, Subject, named_check

_SVG = "{http://www.w3.org/2000/svg}svg"


@named_check
def action_spec(subject: Subject) -> None:
    """Every action seen has the parts that the spec names, with values that it lists, and no other action has the same."""
    spec = subject.game.action_spec()
    if spec.num_distinct_actions != subject.game.num_distinct_actions:
        raise Mismatch(f"the spec counts {spec.num_distinct_actions} actions, the game {subject.game.num_distinct_actions}")
    values = {part.name: set(part.values) for part in spec.parts}
    if len(values) != len(spec.parts):
        raise Mismatch("two parts have one name")
    seen: dict[tuple[Any, ...], int] = {}
    for position in subject.positions:
        for action in position.legal.tolist():
            parts = {name: str(value) for name, value in subject.game.decode_action(action).items() if value is not None}
            for name, value in parts.items():
                if value not in values.get(name, ()):
                    raise Mismatch(f"action {action}: the spec knows no {name} {value!r}", position.lane, position.decision)
            twin = seen.setdefault(tuple(sorted(parts.items())), action)
            if twin != action:
                raise Mismatch(f"actions {twin} and {action} have the same parts {parts}", position.lane, position.decision)


@named_check
def observation_spec(subject: Subject) -> None:
    """The spec names the observation's fields in order without gaps, and every value seen is in its range."""
    spec, dtype = subject.game.observation_spec(), subject.game.observation_dtype
    if tuple(field.name for field in spec.fields) != dtype.names:
        raise Mismatch(f"the spec's fields {[field.name for field in spec.fields]} are not the dtype's {dtype.names}")
    offset = 0
    for field in spec.fields:
        if field.offset != offset or field.shape != dtype[field.name].shape or not field.meaning:
            raise Mismatch(f"field {field.name} starts at {field.offset} instead of {offset}, or has no shape or meaning")
        offset += field.size
    if offset != spec.size:
        raise Mismatch(f"the flat vector has {spec.size} entries, the fields {offset}")
    positions = subject.positions
    batch = subject.batch(np.concatenate([position.state for position in positions]))
    for seat in range(subject.seats):
        seen = batch.observe(seat)
        for field in spec.fields:
            values = seen[field.name].reshape(len(positions), -1)
            bad = np.flatnonzero(((values < field.low) | (values > field.high)).any(axis=1))
            if len(bad):
                text = f"seat {seat}: {field.name} is {values[bad[0]].tolist()}, its range is {field.low} .. {field.high}"
                raise Mismatch(text, positions[bad[0]].lane, positions[bad[0]].decision)


@named_check
def words(subject: Subject) -> None:
    """Every action is described in one line, and no two legal actions of a position in the same words."""
    for position in subject.sample(150):
        view = subject.batch(position.state).view()
        seen: dict[str, int] = {}
        for action in position.legal.tolist():
            text = subject.game.describe_action(subject.words, view, action)
            if not text.strip() or "\n" in text:
                raise Mismatch(f"action {action} is described as {text!r}", position.lane, position.decision)
            if text in seen:
                raise Mismatch(f"actions {seen[text]} and {action} are both {text!r}", position.lane, position.decision)
            seen[text] = action


@named_check
def pictures(subject: Subject) -> None:
    """A position has a text and a well-formed SVG, for everybody and for each seat."""
    for position in [*subject.sample(12), *(walk[-1] for walk in subject.walks[:3])]:
        view = subject.batch(position.state).view()
        for seat in (None, *range(subject.seats)):
            if not subject.game.render_text(subject.words, view, seat).strip():
                raise Mismatch("render_text gives nothing", position.lane, position.decision)
            _expect_svg(position, subject.game.render_svg(subject.words, view, seat))


def _expect_svg(position: Position, svg: str) -> None:
    try:
        root = ET.fromstring(svg)  # noqa: S314  (the game's own output)
    except ET.ParseError as error:
        raise Mismatch(f"render_svg is not well-formed: {error}", position.lane, position.decision) from error
    if root.tag != _SVG or len(root) == 0:
        raise Mismatch(f"render_svg gives a {root.tag} with {len(root)} elements", position.lane, position.decision)
