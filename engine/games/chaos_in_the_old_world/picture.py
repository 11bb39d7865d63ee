"""A position of Chaos in the Old World as an SVG document: map, figures, tokens, cards, dials, victory point track."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

from engine.games.chaos_in_the_old_world.actions import VARIANT_NAMES
from engine.games.chaos_in_the_old_world.chaos_cards import CARD_NAMES
from engine.games.chaos_in_the_old_world.data import (
    BORDERS,
    FIGURES,
    POWER_NAMES,
    POWERS,
    REGION_NAMES,
    REGIONS,
    SLOTS,
    TOKEN_NAMES,
    TOKENS,
    Rank,
)
from engine.games.chaos_in_the_old_world.dials import Instruction
from engine.games.chaos_in_the_old_world.draw import (
    controller,
    counted,
    hand_line,
    playing,
    power_line,
    title_line,
    track_line,
    variant,
)

_WIDTH, _HEIGHT = 232, 172
_PLACES = ((250, 40), (500, 40), (750, 40), (500, 232), (250, 232), (5, 232), (250, 424), (500, 424), (750, 424))
"""Upper left corners of the regions, roughly where they lie on the board."""

_COLOURS = ("#b3261e", "#5b7f2b", "#2b5fa8", "#8e44a0")
_TOKEN_COLOURS = ("#e0b13c", "#d9d9d9", "#caa6e8", "#c49a6c", "#7d7d7d", "#5fd38d")
_SIDE_PANEL = 1000
_TOTAL_WIDTH, _TOTAL_HEIGHT = 1420, 620


def _text(x: float, y: float, words: str, size: int = 11, fill: str = "#222", extra: str = "") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}" {extra}>{escape(words)}</text>'


def _borders() -> str:
    lines = []
    for one, other in BORDERS:
        (x1, y1), (x2, y2) = _PLACES[one], _PLACES[other]
        lines.append(
            f'<line x1="{x1 + _WIDTH / 2}" y1="{y1 + _HEIGHT / 2}" x2="{x2 + _WIDTH / 2}" y2="{y2 + _HEIGHT / 2}" '
            'stroke="#a08c6a" stroke-width="8" stroke-linecap="round"/>'
        )
    return "".join(lines)


def _shape(x: float, y: float, rank: int, colour: str, ring: str, fallen: bool) -> str:
    style = f'fill="{colour}" stroke="{ring}" stroke-width="2"' + (' opacity="0.45"' if fallen else "")
    if rank == Rank.CULTIST:
        return f'<circle cx="{x}" cy="{y}" r="6" {style}/>'
    if rank == Rank.WARRIOR:
        return f'<rect x="{x - 6}" y="{y - 6}" width="12" height="12" {style}/>'
    points = f"{x},{y - 10} {x + 10},{y + 8} {x - 10},{y + 8}"
    return f'<polygon points="{points}" {style}/>'


def _figures(options: Any, state: Any, region: int, x: float, y: float) -> str:
    shapes = []
    slots = [slot for slot in range(SLOTS) if state.at[region] >> slot & 1]
    for index, slot in enumerate(slots):
        figure = FIGURES[options.type_of_slot[slot]]
        owner, marks = controller(state, slot), variant(state, slot)
        words = figure.name + (f", controlled by {POWER_NAMES[owner]}" if owner != figure.power else "")
        words += f", {VARIANT_NAMES[marks]}" if marks else ""
        ring = _COLOURS[owner] if owner != figure.power else ("#f4d03f" if marks & 1 else "#fff")
        shape = _shape(
            x + 14 + 20 * (index % 11),
            y + 84 + 22 * (index // 11),
            figure.rank,
            _COLOURS[figure.power],
            ring,
            bool(state.fallen >> slot & 1),
        )
        shapes.append(f"<g><title>{escape(words)}</title>{shape}</g>")
    return "".join(shapes)


def _tokens(state: Any, region: int, x: float, y: float) -> str:
    shapes = []
    tokens = [token for token in range(TOKENS) for _ in range(state.tokens[region, token])]
    for index, token in enumerate(tokens[:12]):
        left = x + 8 + 18 * index
        shapes.append(
            f'<g><title>{TOKEN_NAMES[token]}</title><rect x="{left}" y="{y + 54}" width="15" height="15" rx="3" '
            f'fill="{_TOKEN_COLOURS[token]}" stroke="#444"/>{_text(left + 4, y + 66, TOKEN_NAMES[token][0], 10)}</g>'
        )
    return "".join(shapes)


def _corruption(state: Any, region: int, x: float, y: float) -> str:
    left = x + 8
    shapes = []
    for power in range(POWERS):
        if state.corruption[region, power]:
            words = f"{state.corruption[region, power]} corruption of {POWER_NAMES[power]}"
            shapes.append(
                f'<g><title>{words}</title><circle cx="{left + 9}" cy="{y + _HEIGHT - 14}" r="9" fill="{_COLOURS[power]}"/>'
                + _text(left + 9, y + _HEIGHT - 10, str(state.corruption[region, power]), 11, "#fff", 'text-anchor="middle"')
                + "</g>"
            )
            left += 24
    return "".join(shapes)


def _cards(options: Any, state: Any, region: int, x: float, y: float) -> str:
    shapes = []
    for side in range(2):
        space = 2 * region + side
        card = state.space[space]
        left = x + 8 + 110 * side
        fill = _COLOURS[options.card_power[card]] if card >= 0 else ("#555" if state.closed_space == space else "none")
        shapes.append(f'<rect x="{left}" y="{y + 26}" width="104" height="22" rx="4" fill="{fill}" stroke="#8a7a5a"/>')
        if card >= 0:
            shapes.append(_text(left + 4, y + 41, f"{CARD_NAMES[card][:15]} {options.card_cost[card]}", 10, "#fff"))
    return "".join(shapes)


def _region(options: Any, state: Any, region: int) -> str:
    x, y = _PLACES[region]
    ruin = state.ruin_card[region]
    fill = "#9b8f86" if ruin else ("#efe3c2" if options.populous >> region & 1 else "#f7f0dc")
    title = f"{REGION_NAMES[region]} {options.resistance[region]}" + (f", ruined ({ruin})" if ruin else "")
    return (
        f'<g><rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="10" fill="{fill}" stroke="#6b5a3a"/>'
        + _text(x + 8, y + 18, title, 13, "#222", 'font-weight="bold"')
        + _cards(options, state, region, x, y)
        + _tokens(state, region, x, y)
        + _figures(options, state, region, x, y)
        + _corruption(state, region, x, y)
        + "</g>"
    )


def _dial(options: Any, state: Any, power: int, x: float, y: float) -> str:
    shapes = []
    for position in range(options.dial_end[power] + 1):
        here = position == state.dial[power]
        kind = Instruction(options.instruction[power, position]).name.lower().replace("_", " ")
        words = f"{kind} {options.instruction_amount[power, position] or ''}, threat {options.threat[power, position]}"
        shapes.append(
            f'<g><title>{words}</title><circle cx="{x + 12 + 26 * position}" cy="{y}" r="{10 if here else 7}" '
            f'fill="{_COLOURS[power] if position <= state.dial[power] else "#fff"}" stroke="{_COLOURS[power]}"/></g>'
        )
    return "".join(shapes)


def _powers(options: Any, state: Any, seat: int | None) -> str:
    shapes = []
    for row, power in enumerate(playing(options)):
        y = 92 + 118 * row
        shapes.append(_text(_SIDE_PANEL, y, POWER_NAMES[power], 15, _COLOURS[power], 'font-weight="bold"'))
        shapes.append(_dial(options, state, power, _SIDE_PANEL, y + 18))
        first, *rest = power_line(options, state, power).split(", ")
        shapes.append(_text(_SIDE_PANEL, y + 44, f"{first}; {', '.join(rest[1:4])}"))
        shapes.append(_text(_SIDE_PANEL, y + 60, ", ".join(rest[4:])[:80]))
        shapes.append(_text(_SIDE_PANEL, y + 76, hand_line(options, state, power, seat).strip()[:88]))
    return "".join(shapes)


def _point_track(options: Any, state: Any) -> str:
    width = 24
    y = 612
    shapes = [f'<rect x="5" y="{y - 8}" width="{width * 40}" height="8" fill="#e6d9b8" stroke="#8a7a5a"/>']
    for order, power in enumerate(playing(options)):
        points = min(state.victory_points[power], options.victory_points)
        x = 5 + width * 40 * points / options.victory_points
        shapes.append(
            f"<g><title>{POWER_NAMES[power]}: {state.victory_points[power]} victory points</title>"
            f'<circle cx="{x}" cy="{y - 4 + 2 * order - 3}" r="6" fill="{_COLOURS[power]}" stroke="#fff"/></g>'
        )
    return "".join(shapes)


def _supply(state: Any) -> str:
    left = [TOKEN_NAMES[token] for token in range(TOKENS) for _ in range(state.supply[token])]
    return f"supply: {counted(left) or 'empty'}"


def render_svg(options: Any, state: Any, seat: int | None) -> str:
    """The map with regions, figures, tokens, corruption and cards; dials, hands as `seat` knows them, the point track."""
    regions = "".join(_region(options, state, region) for region in range(REGIONS))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_TOTAL_WIDTH} {_TOTAL_HEIGHT}" role="img" '
        'font-family="sans-serif" aria-label="Chaos in the Old World">'
        f'<rect width="{_TOTAL_WIDTH}" height="{_TOTAL_HEIGHT}" fill="#fbf8ef"/>'
        + _text(8, 24, title_line(options, state), 15)
        + _text(_SIDE_PANEL, 24, track_line(state), 12)
        + _text(_SIDE_PANEL, 44, _supply(state), 11)
        + _borders()
        + regions
        + _powers(options, state, seat)
        + _point_track(options, state)
        + "</svg>"
    )
