"""What holds in every state of Chaos in the Old World; also the check of states that come from elsewhere.

A state that passes leads no rule out of an array: ranges first, then that no piece was lost, then that the decision that waits
fits the moment (`audit_moment.py`).
"""

from __future__ import annotations

from engine.debug import RecordView
from engine.games.chaos_in_the_old_world.audit_moment import audit_moment
from engine.games.chaos_in_the_old_world.chaos_cards import CARDS
from engine.games.chaos_in_the_old_world.checks import bits_of, require, require_range
from engine.games.chaos_in_the_old_world.data import (
    ALL_REGIONS,
    FIGURE_TYPES,
    MAX_DECK,
    MAX_OLD_WORLD_DECK,
    POWERS,
    RANKS,
    REGIONS,
    RUINATION_CARDS,
    SPACES,
    TOKEN_NAMES,
    TOKENS,
)
from engine.games.chaos_in_the_old_world.old_world_cards import OLD_WORLD_TITLES, Once
from engine.games.chaos_in_the_old_world.state import NOBODY
from engine.games.chaos_in_the_old_world.upgrades import UPGRADE_CARDS

_RANGES: dict[str, tuple[int, int]] = {
    "victory_points": (0, 20000),
    "tokens": (0, 60),
    "supply": (0, 60),
    "peasants": (0, 60),
    "corruption": (0, 100),
    "placed_now": (0, 100),
    "placed_step": (0, 100),
    "placed_round": (0, 100),
    "killed_in": (0, 100),
    "ruin_card": (0, RUINATION_CARDS),
    "ruined_now": (0, ALL_REGIONS),
    "ruins": (0, RUINATION_CARDS),
    "space": (NOBODY, CARDS - 1),
    "closed_space": (NOBODY, SPACES - 1),
    "hand": (0, MAX_DECK),
    "discard": (0, MAX_DECK),
    "deck": (NOBODY, CARDS - 1),
    "deck_size": (0, MAX_DECK),
    "hand_size": (0, MAX_DECK),
    "old_world_deck": (NOBODY, OLD_WORLD_TITLES - 1),
    "old_world_left": (0, MAX_OLD_WORLD_DECK),
    "revealed": (0, 10),
    "track": (NOBODY, OLD_WORLD_TITLES - 1),
    "power_points": (0, 100),
    "advances": (0, 2 * REGIONS),
    "early_hits": (0, 60),
    "retaliation": (0, 60),
    "drawn": (0, 32767),
    "dealt": (0, 127),
    "played": (0, 32767),
    "first_round": (0, 120),
    "upgrade_round": (0, 120),
    "revealed_round": (0, 120),
    "revealed_by": (NOBODY, POWERS - 1),
    "house_used": (0, 32767),
    "domination_points": (0, 32767),
    "ruin_points": (0, 32767),
    "dial_points": (0, 32767),
    "other_points": (0, 32767),
    "kills": (0, 32767),
    "losses": (0, 32767),
    "corruption_placed": (0, 32767),
    "dominations": (0, 32767),
    "round_number": (1, 120),
    "first_choice": (0, POWERS - 1),
}


def audit(options: RecordView, state: RecordView) -> None:
    """Check ranges, figures, cards, tokens, powers and the decision that waits.

    Raises:
        ValueError: says what doesn't hold.
    """
    for name, (low, high) in _RANGES.items():
        require_range(state, name, low, high)
    _audit_figures(options, state)
    _audit_tokens(options, state)
    _audit_cards(options, state)
    _audit_old_world(options, state)
    _audit_powers(options, state)
    audit_moment(options, state)


def _audit_figures(options: RecordView, state: RecordView) -> None:
    everything = sum(options.owned.tolist())
    board = 0
    for region in range(REGIONS):
        require(state.at[region] & ~everything == 0, f"region {region} holds figures that don't exist")
        require(state.at[region] & board == 0, f"region {region} holds a figure that stands elsewhere too")
        board |= state.at[region]
    controlled = 0
    for power in range(POWERS):
        require(state.control[power] & ~everything == 0, f"power {power} controls figures that don't exist")
        require(state.control[power] & controlled == 0, f"power {power} controls a figure of another's too")
        require(options.seat_of[power] != NOBODY or state.control[power] == 0, f"power {power} does not play")
        controlled |= state.control[power]
    require(controlled == everything, "a figure is controlled by nobody")
    for name in ("shielded", "spent", "on_left", "on_right", "fallen"):
        require(getattr(state, name) & ~board == 0, f"{name}: a figure that is not on the board")
    require(state.on_left & state.on_right == 0, "a figure stands on two card spaces")
    for power in range(POWERS):
        moved = options.owned[power] & ~state.control[power]
        require(moved & ~board == 0, f"a figure of power {power} is controlled by another in its reserve")
    for figure in range(FIGURE_TYPES):
        _audit_order(options, state, figure)


def _audit_order(options: RecordView, state: RecordView, figure: int) -> None:
    """Equal positions have equal bytes: the slots of a type are in canonical order (`rules/figures.py`)."""
    keys = []
    for slot in bits_of(options.group[figure]):
        region = next((r for r in range(REGIONS) if state.at[r] >> slot & 1), REGIONS)
        controller = next(p for p in range(POWERS) if state.control[p] >> slot & 1)
        marks = tuple(getattr(state, name) >> slot & 1 for name in ("shielded", "spent", "on_left", "on_right", "fallen"))
        plain = controller == figure // RANKS and not any(marks)
        keys.append((not plain, region, 0 if plain else controller, tuple(reversed(marks))))
    require(keys == sorted(keys), f"figures of type {figure} are not in order")


def _audit_tokens(options: RecordView, state: RecordView) -> None:
    for token in range(TOKENS):
        captured = sum(state.peasants) if TOKEN_NAMES[token] == "Peasant" else 0
        total = state.supply[token] + captured + sum(state.tokens[region, token] for region in range(REGIONS))
        require(total == options.supply[token], f"{total} {TOKEN_NAMES[token]} tokens of {options.supply[token]}")
    cards = [card for card in state.ruin_card if card]
    require(sorted(cards) == list(range(1, state.ruins + 1)), f"ruination cards {cards} after {state.ruins} ruins")
    ruined = sum(1 << region for region in range(REGIONS) if state.ruin_card[region])
    require(state.ruined_now & ~ruined == 0, "a region is to be scored that is not ruined")
    for region in range(REGIONS):
        scored = state.ruin_card[region] and not state.ruined_now >> region & 1
        require(not scored or not any(state.corruption[region]), f"region {region} is ruined and still corrupted")
        for power in range(POWERS):
            placed = state.placed_step[region, power], state.placed_now[region, power], state.placed_round[region, power]
            require(list(placed) == sorted(placed), f"region {region}: more tokens placed in a step than in the round")


def _audit_cards(options: RecordView, state: RecordView) -> None:
    on_board = [card for card in state.space if card != NOBODY]
    for card in range(CARDS):
        power = options.card_power[card]
        playing = power != NOBODY and options.seat_of[power] != NOBODY
        copies = options.card_copies[card] if playing else 0
        in_deck = state.deck[power].tolist().count(card) if playing else 0
        total = state.hand[card] + state.discard[card] + on_board.count(card) + in_deck
        require(total == copies, f"{total} copies of card {card} instead of {copies}")
    for power in range(POWERS):
        deck, size = state.deck[power].tolist(), state.deck_size[power]
        require(all((card != NOBODY) == (place < size) for place, card in enumerate(deck)), f"deck of power {power} has gaps")
        strangers = [card for card in deck if card != NOBODY and options.card_power[card] != power]
        require(not strangers, f"deck of power {power} holds cards of another")
        hand = sum(state.hand[card] for card in range(CARDS) if options.card_power[card] == power)
        require(hand == state.hand_size[power], f"power {power} holds {hand} cards, not {state.hand_size[power]}")


def _audit_old_world(options: RecordView, state: RecordView) -> None:
    deck = state.old_world_deck.tolist()
    left = state.old_world_left
    require(left <= options.old_world_deck, f"{left} Old World cards left of {options.old_world_deck}")
    require(all((title != NOBODY) == (place < left) for place, title in enumerate(deck)), "the Old World deck has gaps")
    for title in range(OLD_WORLD_TITLES):
        total = state.revealed[title] + deck.count(title)
        require(total <= options.old_world_copies[title], f"{total} copies of Old World card {title}")
        shown = state.track.tolist().count(title) + (state.drawn_card == title)
        require(shown <= state.revealed[title], f"Old World card {title} lies open more often than it was drawn")
    revealed = sum(state.revealed)
    require(revealed + left == options.old_world_deck, f"{revealed} Old World cards drawn, {left} left")
    open_cards = [title for title in (*state.track, state.drawn_card) if title != NOBODY]
    closing = [title for title in open_cards if options.once[title] == Once.CLOSE_SPACE]
    require(state.closed_space == NOBODY or closing, "a card space is closed by no card")


def _audit_powers(options: RecordView, state: RecordView) -> None:
    require(state.upgrades & ~((1 << UPGRADE_CARDS) - 1) == 0, "unknown upgrade cards are in play")
    printed = [(options.cost[figure], options.attack[figure], options.defense[figure], 0, 0) for figure in range(FIGURE_TYPES)]
    upgraded: list[list[tuple[int, ...]]] = [[] for _ in range(FIGURE_TYPES)]
    for upgrade in bits_of(state.upgrades):
        power = options.upgrade_power[upgrade]
        require(power != NOBODY and options.seat_of[power] != NOBODY, f"upgrade {upgrade} belongs to nobody who plays")
        figure = options.upgrade_type[upgrade]
        if figure != NOBODY:
            names = ("cost", "attack", "defense", "ability", "amount")
            upgraded[figure].append(tuple(getattr(options, f"upgrade_{name}")[upgrade] for name in names))
    for figure in range(FIGURE_TYPES):
        line = tuple(getattr(state, name)[figure] for name in ("cost", "attack", "defense", "ability", "ability_amount"))
        allowed = upgraded[figure] or [printed[figure]]
        require(line in allowed, f"figure type {figure} has the line {line}, not one of {allowed}")
    for power in range(POWERS):
        require(0 <= state.dial[power] <= options.dial_end[power], f"dial of power {power} at {state.dial[power]}")
        if options.seat_of[power] == NOBODY:
            absent = [state.victory_points[power], state.peasants[power], state.power_points[power], state.dial[power]]
            absent += [state.advances[power], state.retaliation[power], state.hand_size[power], state.deck_size[power]]
            for name in ("corruption", "placed_round", "killed_in", "early_hits"):
                absent += [getattr(state, name)[region, power] for region in range(REGIONS)]
            require(not any(absent), f"power {power} does not play")
