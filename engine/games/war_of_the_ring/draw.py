"""A position of War of the Ring as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring import picture
from engine.games.war_of_the_ring.board import HOME_SIDE, NATION_NAMES, REGION_COUNT, REGION_NAMES, VICTORY_POINTS
from engine.games.war_of_the_ring.cards import CARD_COUNT, CARD_NAMES, DECK_NAMES, SIDE_OF_CARD
from engine.games.war_of_the_ring.data import (
    CHARACTER_COUNT,
    CHARACTER_NAMES,
    FACE_NAMES,
    FACES,
    FIGURE_KINDS,
    FIRST_SOVEREIGN,
    FREE,
    GOLLUM,
    IN_FELLOWSHIP,
    KIND_NAMES,
    KINGS_1,
    SHADOW,
    SIDE_NAMES,
    SOVEREIGN_COUNT,
    TILE_KINDS,
    TILE_NAMES,
)
from engine.games.war_of_the_ring.state import IN_HAND, NOBODY, ON_THE_TABLE, OUTCOMES

_SOVEREIGN_STATES = ("grey", "awakened", "corrupted", "removed")


def hidden_tiles(state: Any, sovereign: int) -> int:
    """Face-down tiles on a Sovereign."""
    return sum(state.on_sovereign[sovereign].tolist()[:KINGS_1])


def victory_points(state: Any, side: int) -> int:
    """Victory points of the enemy's Settlements that a side controls."""
    return sum(
        VICTORY_POINTS[region]
        for region in range(REGION_COUNT)
        if HOME_SIDE[region] == 1 - side and state.control[region] == side
    )


def is_looked_at(state: Any, sovereign: int) -> bool:
    """Whether the Free Peoples look at a Sovereign's tiles just now."""
    return any(state.stack_kind[i] == f.CHOSEN_TILE and state.stack_a[i] == sovereign for i in range(state.depth))


def title_line(state: Any) -> str:
    """Turn, phase, who decides what; or how it ended."""
    if state.terminal:
        winner = [SIDE_NAMES[side] for side in range(2) if state.winners >> side & 1]
        how = OUTCOMES.get(state.outcome, "cut off").replace("_", " ")
        return f"Turn {state.round_number}: {how}" + (f", the {winner[0]} won" if winner else "")
    question = f.FRAMES[state.stack_kind[state.depth - 1]].text if state.depth else ""
    return f"Turn {state.round_number}, phase {state.phase}: the {SIDE_NAMES[state.current_player]} decide: {question}"


def fellowship_line(state: Any) -> str:
    """Where the Fellowship is and how it fares."""
    where = REGION_NAMES[state.place] if state.mordor == NOBODY else f"Mordor, step {state.mordor}"
    guide = "Gollum" if state.guide == GOLLUM else CHARACTER_NAMES[state.guide]
    inside = [CHARACTER_NAMES[c] for c in range(CHARACTER_COUNT) if state.where[c] == IN_FELLOWSHIP]
    return (
        f"Fellowship: {where}, progress {state.progress}, {'revealed' if state.revealed else 'hidden'}, "
        f"corruption {state.corruption}; guide {guide}; {', '.join(inside) or 'no Companions'}"
    )


def dice_line(state: Any, side: int) -> str:
    """Unused dice, Rings, victory points of a side."""
    dice = [f"{state.dice[side, face]} {FACE_NAMES[face]}" for face in range(FACES) if state.dice[side, face]]
    if state.ruler_die[side] != NOBODY:
        dice.append(f"Ruler die {FACE_NAMES[state.ruler_die[side]]}")
    return (
        f"{SIDE_NAMES[side]}: dice {', '.join(dice) or 'none'}; {state.rings[side]} Elven Rings; "
        f"{victory_points(state, side)} victory points"
    )


def nation_line(state: Any) -> str:
    """The Political Track."""
    words = []
    for nation, name in enumerate(NATION_NAMES):
        steps = "at war" if state.to_war[nation] == 0 else f"{state.to_war[nation]} to war"
        words.append(f"{name} {steps}{'' if state.active[nation] else ' (passive)'}")
    return "; ".join(words)


def region_line(state: Any, region: int) -> str:
    """Figures of a region, or an empty string."""
    figures = [f"{state.army[region, k]} {KIND_NAMES[k]}" for k in range(FIGURE_KINDS) if state.army[region, k]]
    figures += [CHARACTER_NAMES[c] for c in range(CHARACTER_COUNT) if state.where[c] == region]
    if not figures:
        return ""
    siege = f" (besieged: {SIDE_NAMES[state.besieged[region]]})" if state.besieged[region] != NOBODY else ""
    return f"{REGION_NAMES[region]}{siege}: {', '.join(figures)}"


def card_lines(state: Any, seat: int | None) -> Iterator[str]:
    """Hands as the seat sees them, and the tables."""
    for side in range(2):
        own = [card for card in range(CARD_COUNT) if SIDE_OF_CARD[card] == side]
        table = [CARD_NAMES[card] for card in own if state.card_at[card] == ON_THE_TABLE]
        counts = ", ".join(f"{state.hand_size[2 * side + d]} {DECK_NAMES[2 * side + d]}" for d in range(2))
        hand = counts
        if seat is None or seat == side:
            hand = ", ".join(CARD_NAMES[card] for card in own if state.card_at[card] == IN_HAND) or "none"
        yield f"{SIDE_NAMES[side]} hand: {hand}; table: {', '.join(table) or 'none'}"


def tile_lines(state: Any, seat: int | None) -> Iterator[str]:
    """Tiles drawn, and those on Sovereigns as the seat sees them."""
    drawn = [f"{state.drawn[k]} x {TILE_NAMES[k]}" for k in range(TILE_KINDS) if state.drawn[k]]
    yield f"Hunt Box: {state.hunt_eyes} Shadow, {state.hunt_free} Free Peoples; drawn tiles: {', '.join(drawn) or 'none'}"
    for sovereign in range(SOVEREIGN_COUNT):
        if state.where[FIRST_SOVEREIGN + sovereign] < 0:
            continue
        tiles = f"{hidden_tiles(state, sovereign)} hidden tiles"
        if seat != FREE or is_looked_at(state, sovereign):
            held = [TILE_NAMES[k] for k in range(TILE_KINDS) for _ in range(state.on_sovereign[sovereign, k])]
            tiles = f"tiles: {', '.join(held) or 'none'}"
        yield f"{CHARACTER_NAMES[FIRST_SOVEREIGN + sovereign]}: {_SOVEREIGN_STATES[state.sovereign[sovereign]]}, {tiles}"


def render_text(options: Any, state: Any, seat: int | None) -> str:
    """The position as `seat` sees it (None: who sees all)."""
    lines = [title_line(state), fellowship_line(state), dice_line(state, FREE), dice_line(state, SHADOW), nation_line(state)]
    lines += tile_lines(state, seat)
    lines += card_lines(state, seat)
    lines += [line for line in (region_line(state, region) for region in range(REGION_COUNT)) if line]
    return "\n".join(lines)


def render_svg(options: Any, state: Any, seat: int | None) -> str:
    """The map with armies, characters and the Fellowship; below it politics, dice, Hunt Box and cards."""
    panel = [fellowship_line(state), dice_line(state, FREE), dice_line(state, SHADOW), nation_line(state)]
    panel += tile_lines(state, seat)
    panel += card_lines(state, seat)
    return picture.picture(state, title_line(state), panel, lambda region: region_line(state, region))
