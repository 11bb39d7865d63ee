"""A position of War Chest as text and as SVG."""

from __future__ import annotations

from typing import Any

from engine.games.war_chest import picture
from engine.games.war_chest.actions import coin_name
from engine.games.war_chest.audit import members_of_purse
from engine.games.war_chest.board import HEX_COUNT, HEX_NAMES, HEXES
from engine.games.war_chest.data import UNIT_CARDS, UNIT_COUNT, UNIT_NAMES, UNIT_OF_STACK
from engine.games.war_chest.state import NOBODY
from engine.games.war_chest.words import seat_title

_SIDES = ("Raven", "Wolf")


def _short(state: Any, place: int) -> str:
    """Three characters: side's letter case and height, such as `Kn2` (Raven) or `kn2` (Wolf)."""
    stack = state.stack_at[place]
    if stack == NOBODY:
        return "   "
    unit = UNIT_OF_STACK[stack]
    short = UNIT_CARDS[unit].short
    return (short.lower() if state.owner[unit] & 1 else short) + str(state.height[stack])


def _marker(options: Any, state: Any, place: int) -> str:
    if state.markers[0] >> place & 1:
        return "R"
    if state.markers[1] >> place & 1:
        return "w"
    return "o" if options.locations >> place & 1 else "."


def _board_lines(options: Any, state: Any) -> list[str]:
    """Each hex is a cell of 7 characters in its column; a row of half a hex is one line."""
    rows: dict[int, dict[int, int]] = {}
    for place in range(HEX_COUNT):
        if options.board >> place & 1:
            q, r = HEXES[place]
            rows.setdefault(2 * r + q, {})[q] = place
    low = min(HEXES[place][0] for row in rows.values() for place in row.values())
    lines = []
    for row in sorted(rows):
        line = ""
        for q in sorted(rows[row]):
            place = rows[row][q]
            line = line.ljust(7 * (q - low)) + f"{HEX_NAMES[place]}{_marker(options, state, place)} {_short(state, place)}"
        lines.append(line.rstrip())
    return lines


def coin_words(counts: Any, kinds: list[int]) -> str:
    """`2 Archer, 1 Royal Coin`, or `none`."""
    return ", ".join(f"{counts[kind]} {coin_name(kind)}" for kind in kinds if counts[kind]) or "none"


def seat_lines(state: Any, other: int, seat: int | None) -> list[str]:
    """What `seat` (None: who sees all) knows of the coins of `other`, in words."""
    kinds = members_of_purse(state, other)
    open_hand = seat is None or seat == other
    hand = coin_words(state.hand, kinds) if open_hand else f"{state.in_hand[other]} coins"
    face_down = coin_words(state.face_down, kinds) if open_hand else f"{sum(state.face_down[kind] for kind in kinds)} coins"
    bag = coin_words(state.bag, kinds) if open_hand else f"{state.in_bag[other]} coins"
    units = [kind for kind in kinds if kind < UNIT_COUNT]
    return [
        f"hand: {hand}",
        f"bag: {bag}",
        f"face up: {coin_words(state.face_up, kinds)}; face down: {face_down}",
        f"supply: {coin_words(state.supply, units)}; lost: {coin_words(state.box, units)}",
    ]


def title_line(options: Any, state: Any) -> str:
    """Round, who decides, who has the initiative; or the ending."""
    players = state.players
    if state.terminal:
        winners = [seat_title(seat, players) for seat in range(players) if state.winners >> seat & 1]
        return f"Round {state.round_number}: the game is over, " + (" and ".join(winners) + " won" if winners else "nobody won")
    decides = f"{seat_title(state.current_player, players)} decides"
    if state.draft_step:
        left = [UNIT_NAMES[unit] for unit in range(UNIT_COUNT) if state.draft_left >> unit & 1]
        return f"Draft: {decides}; left: {', '.join(left)}"
    moved = " (claimed this round)" if state.initiative_moved else ""
    return f"Round {state.round_number}: {decides}; initiative: {seat_title(state.initiative, players)}{moved}"


def render_text(options: Any, state: Any, seat: int | None) -> str:
    """The board, then each seat's coins as `seat` sees them.

    A hex shows its name, `R` or `w` for a control marker, `o` for a neutral location, and a stack with its height; Wolf's units
    are in small letters.
    """
    lines = [title_line(options, state), "", *_board_lines(options, state), ""]
    for team in range(2):
        lines.append(f"{_SIDES[team]}: {bin(state.markers[team]).count('1')} of {options.markers} control markers placed")
    for other in range(state.players):
        units = ", ".join(UNIT_NAMES[unit] for unit in range(UNIT_COUNT) if state.owner[unit] == other)
        lines += ["", f"{seat_title(other, state.players)}: {units}", *(f"  {line}" for line in seat_lines(state, other, seat))]
    return "\n".join(lines)


def render_svg(options: Any, state: Any, seat: int | None) -> str:
    """The board and each seat's coins as an SVG document; what `seat` can't see is counted only."""
    return picture.picture(options, state, title_line(options, state), lambda other: seat_lines(state, other, seat))
