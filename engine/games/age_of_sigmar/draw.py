"""A position of Age of Sigmar as text and as SVG."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

from engine.games.age_of_sigmar.data import INCH, LEADER, SEATS, SIDE_UNITS
from engine.games.age_of_sigmar.rules.units import army_size
from engine.games.age_of_sigmar.state import OUTCOMES, Flag, Objective, Phase, Standing
from engine.games.age_of_sigmar.vocabulary import REALMS, Feature
from engine.games.age_of_sigmar.words import text_of, unit_name

_COLOURS = ("#b3382c", "#2c5fb3")
_SCALE = 12
_MARGIN = 24
_PANEL = 300


def title_line(options: Any, state: Any) -> str:
    """Round, phase, who decides; or the ending."""
    if state.terminal:
        winners = [seat for i, seat in enumerate(SEATS) if state.winners >> i & 1]
        ending = OUTCOMES.get(state.outcome, "stopped").replace("_", " ")
        return f"Round {state.round_number}: {ending}, " + (f"{winners[0]} won" if winners else "nobody won")
    phase = Phase(state.phase).name.lower()
    return f"Round {state.round_number}, {phase} phase of {SEATS[state.active]}: {SEATS[state.current_player]} decides"


def realm_line(options: Any) -> str:
    """Where the battle is fought (R6)."""
    return f"In the realm of {REALMS[options.realm]}"


def unit_line(options: Any, state: Any, unit: int) -> str:
    """A unit: name, models, wounds suffered, where it is."""
    name = unit_name(options, unit)
    standing = Standing(state.standing[unit])
    if standing != Standing.FIELD:
        return f"{name}: {standing.name.lower()}"
    first, alive = options.first[unit], state.alive[unit]
    hurt = sum(state.hurt[model] for model in range(first, first + alive))
    x = sum(state.x[model] for model in range(first, first + alive)) / alive / INCH
    y = sum(state.y[model] for model in range(first, first + alive)) / alive / INCH
    marks = "".join(f", {text_of(options.effect_name[k])}" for k in range(options.named) if state.effects[unit, k])
    general = ", general" if state.general[unit // SIDE_UNITS] == unit else ""
    return f"{name}: {alive} of {options.models[unit]} models, {hurt} wounds suffered, at ({x:.1f}, {y:.1f}){general}{marks}"


def render_text(options: Any, state: Any, seat: int | None) -> str:
    """Title, terrain, and each army unit by unit; nothing is hidden from either seat."""
    lines = [title_line(options, state), realm_line(options)]
    for feature in range(state.features):
        x, y = state.feature_x[feature] / INCH, state.feature_y[feature] / INCH
        kind = Feature(state.feature_kind[feature]).name.lower()
        solid = "building" if state.feature_flags[feature] & Flag.BLOCKS else "cover"
        lines.append(f"feature {feature + 1}: {solid}, {kind}, at ({x:.1f}, {y:.1f})")
    for side in range(2):
        lines += ["", f"{SEATS[side].title()}: {state.set_up[side]} models set up, {state.lost[side]} lost"]
        if state.objective and state.objective_seat == side:
            lines.append(f"  sudden death: {Objective(state.objective).name.lower()}")
        units = range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side))
        lines += [f"  {unit_line(options, state, unit)}" for unit in units]
    return "\n".join(lines)


def render_svg(options: Any, state: Any, seat: int | None) -> str:
    """The battlefield as an SVG document: terrain, models as discs with wounds, the acting unit's ranges, a list of units."""
    width, height = options.board[0] * _SCALE // INCH, options.board[1] * _SCALE // INCH
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width + 2 * _MARGIN + _PANEL} {height + 3 * _MARGIN}" '
        'font-family="sans-serif" font-size="11">',
        f'<text x="{_MARGIN}" y="{_MARGIN - 8}" font-size="14">{escape(title_line(options, state))}</text>',
        f'<g transform="translate({_MARGIN},{_MARGIN})">',
        f'<rect width="{width}" height="{height}" fill="#e8e2d0" stroke="#555"/>',
        *(_feature(state, feature) for feature in range(state.features)),
        *_ranges(options, state),
        *(part for unit in _units(options) for part in _unit(options, state, unit)),
        "</g>",
        *_panel(options, state, width + 2 * _MARGIN),
        "</svg>",
    ]
    return "".join(parts)


def _units(options: Any) -> list[int]:
    return [side * SIDE_UNITS + place for side in range(2) for place in range(army_size(options, side))]


def _at(value: int) -> float:
    return round(value * _SCALE / INCH, 1)


def _feature(state: Any, feature: int) -> str:
    x, y = _at(state.feature_x[feature]), _at(state.feature_y[feature])
    w, h = _at(state.feature_w[feature]), _at(state.feature_h[feature])
    fill = "#8d8577" if state.feature_flags[feature] & Flag.BLOCKS else "#9dbb84"
    kind = Feature(state.feature_kind[feature]).name.lower()
    shape = (
        f'<rect x="{x - w}" y="{y - h}" width="{2 * w}" height="{2 * h}" fill="{fill}"/>'
        if h
        else f'<circle cx="{x}" cy="{y}" r="{w}" fill="{fill}"/>'
    )
    return f'{shape}<text x="{x}" y="{y}" text-anchor="middle" fill="#333">{kind}</text>'


def _ranges(options: Any, state: Any) -> list[str]:
    unit = state.acting
    if unit < 0 or state.standing[unit] != Standing.FIELD:
        return []
    model = options.first[unit]
    x, y = _at(state.x[model]), _at(state.y[model])
    circles = []
    for reach in sorted({options.reach[unit, 0], options.reach[unit, 1]} - {0}):
        r = _at(reach * INCH + options.radius[unit])
        circles.append(f'<circle cx="{x}" cy="{y}" r="{r}" fill="none" stroke="#777" stroke-dasharray="4 4"/>')
    return circles


def _unit(options: Any, state: Any, unit: int) -> list[str]:
    if state.standing[unit] != Standing.FIELD:
        return []
    r = _at(options.radius[unit])
    colour = _COLOURS[unit // SIDE_UNITS]
    parts = []
    for model in range(options.first[unit], options.first[unit] + state.alive[unit]):
        x, y = _at(state.x[model]), _at(state.y[model])
        edge = "#f2c200" if state.kind[model] == LEADER or options.models[unit] == 1 else "#222"
        parts.append(f'<circle cx="{x}" cy="{y}" r="{r}" fill="{colour}" stroke="{edge}"/>')
        if state.hurt[model]:
            parts.append(f'<text x="{x}" y="{y + 4}" text-anchor="middle" fill="#fff">{state.hurt[model]}</text>')
    x, y = _at(state.x[options.first[unit]]), _at(state.y[options.first[unit]])
    parts.append(f'<text x="{x}" y="{y - r - 2}" text-anchor="middle" font-size="9">{unit % SIDE_UNITS + 1}</text>')
    return parts


def _panel(options: Any, state: Any, left: int) -> list[str]:
    lines: list[tuple[str, str]] = [(realm_line(options), "#222")]
    for side in range(2):
        lines.append((f"{SEATS[side].title()}: {state.lost[side]} of {state.set_up[side]} models lost", _COLOURS[side]))
        units = range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side))
        lines += [(f"{unit_name(options, unit)}: {state.alive[unit]}", "#222") for unit in units]
    return [
        f'<text x="{left}" y="{_MARGIN + 14 * (row + 1)}" fill="{colour}">{escape(text)}</text>'
        for row, (text, colour) in enumerate(lines)
    ]
