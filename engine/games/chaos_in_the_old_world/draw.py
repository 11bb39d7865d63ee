"""A position of Chaos in the Old World as text; `picture.py` draws it as SVG."""

from __future__ import annotations

from typing import Any

from engine.games.chaos_in_the_old_world.actions import VARIANT_NAMES
from engine.games.chaos_in_the_old_world.chaos_cards import CARD_NAMES
from engine.games.chaos_in_the_old_world.data import (
    FIGURE_TYPES,
    FIGURES,
    POWER_NAMES,
    POWERS,
    REGION_NAMES,
    REGIONS,
    SLOTS,
    TOKEN_NAMES,
    TOKENS,
    Phase,
)
from engine.games.chaos_in_the_old_world.old_world_cards import OLD_WORLD_NAMES
from engine.games.chaos_in_the_old_world.state import OUTCOMES, Ask
from engine.games.chaos_in_the_old_world.upgrades import UPGRADE_NAMES

_DIAL_WORDS = ("start", "score", "upgrade", "draw", "remove corruption", "warpstones", "nobles", "remove tokens", "VICTORY")


def playing(options: Any) -> list[int]:
    """The powers of the game."""
    return [options.power_of[seat] for seat in range(options.players)]


def counted(names: list[str]) -> str:
    """`2 Leper, Plaguebearer`, in order of first appearance."""
    return ", ".join(f"{names.count(name)} {name}" if names.count(name) > 1 else name for name in dict.fromkeys(names))


def controller(state: Any, slot: int) -> int:
    """The power that controls a figure."""
    return next(power for power in range(POWERS) if state.control[power] >> slot & 1)


def variant(state: Any, slot: int) -> int:
    """What sets a figure apart, as actions name it."""
    space = (state.on_left >> slot & 1) + 2 * (state.on_right >> slot & 1)
    return int((state.shielded >> slot & 1) + 2 * (state.spent >> slot & 1) + 4 * space)


def figure_names(options: Any, state: Any, region: int) -> list[str]:
    """The figures of a region, each with what sets it apart."""
    names = []
    for slot in range(SLOTS):
        if not state.at[region] >> slot & 1:
            continue
        figure = options.type_of_slot[slot]
        power, marks = controller(state, slot), variant(state, slot)
        notes = [f"{POWER_NAMES[power]}'s now"] if power != FIGURES[figure].power else []
        notes += [VARIANT_NAMES[marks]] if marks else []
        notes += ["fallen"] if state.fallen >> slot & 1 else []
        names.append(FIGURES[figure].name + (f" ({', '.join(notes)})" if notes else ""))
    return names


def region_line(options: Any, state: Any, region: int) -> str:
    """A region on one line: tokens, corruption, cards, figures."""
    words = [f"{REGION_NAMES[region]} {options.resistance[region]}"]
    if state.ruin_card[region]:
        words.append(f"RUINED ({state.ruin_card[region]})")
    tokens = [TOKEN_NAMES[token] for token in range(TOKENS) for _ in range(state.tokens[region, token])]
    if tokens:
        words.append(f"[{counted(tokens)}]")
    corruption = [
        f"{POWER_NAMES[power][0]}{state.corruption[region, power]}"
        for power in range(POWERS)
        if state.corruption[region, power]
    ]
    if corruption:
        words.append("corruption " + " ".join(corruption))
    cards = [space_words(state, space) for space in (2 * region, 2 * region + 1)]
    if any(cards):
        words.append("cards: " + " / ".join(card or "-" for card in cards))
    figures = figure_names(options, state, region)
    if figures:
        words.append(counted(figures))
    return "; ".join(words)


def space_words(state: Any, space: int) -> str:
    """What lies on a card space."""
    if state.space[space] >= 0:
        return CARD_NAMES[state.space[space]]
    return "closed" if state.closed_space == space else ""


def title_line(options: Any, state: Any) -> str:
    """Round, phase and decision; or the ending."""
    if state.terminal:
        winners = [POWER_NAMES[options.power_of[seat]] for seat in range(options.players) if state.winners >> seat & 1]
        ending = OUTCOMES.get(state.outcome, "stopped").replace("_", " ")
        return f"Round {state.round_number}: the game is over ({ending}), {' and '.join(winners) or 'nobody'} won"
    phase = Phase(state.phase).name.lower().replace("_", " ")
    question = Ask(state.ask).name.lower().replace("_", " ")
    return f"Round {state.round_number}, {phase} phase: {POWER_NAMES[state.asked]} decides ({question})"


def power_line(options: Any, state: Any, power: int) -> str:
    """What lies open of a power."""
    instruction = _DIAL_WORDS[options.instruction[power, state.dial[power]]]
    upgrades = [
        UPGRADE_NAMES[u] for u in range(len(UPGRADE_NAMES)) if state.upgrades >> u & 1 and options.upgrade_power[u] == power
    ]
    words = [
        f"{POWER_NAMES[power]}: {state.victory_points[power]} VP",
        f"dial {state.dial[power]} of {options.dial_end[power]} ({instruction})",
        f"threat {options.threat[power, state.dial[power]]}",
        f"{state.power_points[power]} power points",
        f"{state.advances[power]} counters",
        f"deck {state.deck_size[power]}",
    ]
    words += [f"{state.peasants[power]} Peasants"] if state.peasants[power] else []
    words += [f"upgrades: {', '.join(upgrades)}"] if upgrades else []
    return ", ".join(words)


def hand_line(options: Any, state: Any, power: int, seat: int | None) -> str:
    """A power's hand as a seat (None: who sees all) knows it."""
    if seat is not None and options.power_of[seat] != power:
        return f"  hand: {state.hand_size[power]} cards"
    cards = [name for card, name in enumerate(CARD_NAMES) if options.card_power[card] == power for _ in range(state.hand[card])]
    return f"  hand: {counted(cards) or 'none'}"


def track_line(state: Any) -> str:
    """The Old World track and deck."""
    cards = [OLD_WORLD_NAMES[title] if title >= 0 else "-" for title in state.track]
    drawn = f"; now {OLD_WORLD_NAMES[state.drawn_card]}" if state.drawn_card >= 0 else ""
    return f"Old World: {' / '.join(cards)}; {state.old_world_left} cards left{drawn}"


def render_text(options: Any, state: Any, seat: int | None) -> str:
    """The map region by region, the track, each power, hands as `seat` knows them."""
    lines = [title_line(options, state), track_line(state), ""]
    lines += [region_line(options, state, region) for region in range(REGIONS)]
    if state.hits:
        lines.append(f"{state.hits} hits to assign in {REGION_NAMES[state.region]}")
    lines.append("")
    for power in playing(options):
        reserve = [
            f"{free} {FIGURES[figure].name}"
            for figure in range(FIGURE_TYPES)
            if FIGURES[figure].power == power
            for free in [bin(options.group[figure] & ~_on_board(state)).count("1")]
            if free
        ]
        lines += [power_line(options, state, power), f"  reserve: {', '.join(reserve) or 'empty'}"]
        lines.append(hand_line(options, state, power, seat))
    return "\n".join(lines)


def _on_board(state: Any) -> int:
    board = 0
    for region in range(REGIONS):
        board |= int(state.at[region])
    return board
