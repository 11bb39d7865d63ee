"""What holds in every state of War of the Ring; also the check of states that come from elsewhere."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from engine.debug import RecordView
from engine.game import FIRST_GAME_OUTCOME, Outcome
from engine.games.war_of_the_ring.board import FP_NATIONS, IS_SETTLEMENT, NATION_COUNT, REGION_COUNT
from engine.games.war_of_the_ring.cards import CARD_CODES, CARD_COUNT, DECK, DECKS, IN_GAME, SIDE_OF_CARD
from engine.games.war_of_the_ring.data import (
    ACTIVE,
    ASIDE,
    CHARACTER_COUNT,
    COMPANION_COUNT,
    FIGURE_KINDS,
    FIRST_SHADOW_UNIT,
    FIRST_SOVEREIGN,
    FREE,
    GOLLUM,
    GONE,
    GREY,
    IN_FELLOWSHIP,
    KIND_NAMES,
    NATION_OF_KIND,
    RANK_OF_KIND,
    REMOVED,
    SHADOW,
    SIDE_OF,
    SOVEREIGN_COUNT,
    TILE_COPIES,
    TILE_KINDS,
    TILE_NAMES,
    TO_WAR,
    TOTALS,
    UNIT_KINDS,
)
from engine.games.war_of_the_ring.frames import DECIDES, FAR_MOVE, FORCE, FRAME_LIMITS, STACK
from engine.games.war_of_the_ring.ranges import RANGES
from engine.games.war_of_the_ring.state import CHOSEN, IN_DECK, IN_HAND, NOBODY, OUTCOMES

_SETTLEMENTS = np.array([int(IS_SETTLEMENT[region]) for region in range(REGION_COUNT)])


def _require(holds: object, message: str) -> None:
    if not holds:
        raise ValueError(message)


def audit(options: RecordView, state: RecordView) -> None:
    """Check ranges, figures, tiles, cards, waiting decisions and the ending.

    Raises:
        ValueError: says what doesn't hold.
    """
    for name, (low, high, _) in RANGES.items():
        value = getattr(state, name)
        array = state.record[name]
        _require(low <= array.min() and array.max() <= high, f"{name} is {value}, not within {low} .. {high}")
    _audit_figures(options, state)
    _audit_characters(options, state)
    _audit_tiles(options, state)
    _audit_cards(options, state)
    _audit_frames(state)
    _audit_ending(state)


def _audit_figures(options: RecordView, state: RecordView) -> None:
    """Every figure is on the map, in the reinforcements or among the casualties; sums and sieges agree."""
    army = state.record["army"].astype(np.int64)
    on_map = army.sum(axis=0)
    aside = state.record["reinforcements"].astype(np.int64)
    aside[:FP_NATIONS] += state.record["casualties"]
    for kind in range(FIGURE_KINDS):
        nation, rank = NATION_OF_KIND[kind], RANK_OF_KIND[kind]
        total = on_map[kind] + aside[nation, rank]
        _require(total == TOTALS[nation][rank], f"{total} {KIND_NAMES[kind]} instead of {TOTALS[nation][rank]}")
    for nation in range(NATION_COUNT):
        _require(state.to_war[nation] <= TO_WAR[nation], f"nation {nation} is further from war than at the start")
        _require(state.active[nation] >= ACTIVE[nation], f"nation {nation} became passive")
        _require(state.active[nation] or state.to_war[nation] > 0, f"passive nation {nation} is At War")
    units = np.stack([army[:, :FIRST_SHADOW_UNIT].sum(axis=1), army[:, FIRST_SHADOW_UNIT:UNIT_KINDS].sum(axis=1)])
    _require((units == state.record["units"]).all(), "the sums of units are wrong")
    inside, control = state.record["besieged"], state.record["control"]
    both = (units > 0).all(axis=0)
    _require(not (both & (inside == NOBODY)).any(), "two Armies in one region and no siege")
    _require(((control == NOBODY) == (_SETTLEMENTS == 0)).all(), "control and Settlements don't agree")
    _require(((inside == NOBODY) | (control == inside)).all(), "a garrison in a Stronghold that is not its own")
    _audit_force(state, army)


def _audit_force(state: RecordView, army: npt.NDArray[np.int64]) -> None:
    """The chosen figures stand together where they are said to."""
    if not state.record["force"].any():
        return
    here = (army >= state.record["force"]).all(axis=1)
    _require(here.any(), "the chosen figures are nowhere")
    _require(not state.battle or here[state.battle_from], "the attackers are not where they attack from")
    for i in range(state.depth):
        if state.stack_kind[i] in (FORCE, FAR_MOVE):
            _require(here[state.stack_a[i]], "the chosen figures are elsewhere")


def _audit_characters(options: RecordView, state: RecordView) -> None:
    where = state.where.tolist()
    for character, region in enumerate(where):
        if region == IN_FELLOWSHIP:
            _require(character < COMPANION_COUNT, f"character {character} can't be in the Fellowship")
        if region == ASIDE:
            _require(character >= COMPANION_COUNT, f"Companion {character} can't be aside")
    for sovereign in range(SOVEREIGN_COUNT):
        gone = where[FIRST_SOVEREIGN + sovereign] == GONE
        _require(gone or where[FIRST_SOVEREIGN + sovereign] >= 0, f"Sovereign {sovereign} is nowhere")
        _require(state.sovereign[sovereign] == GREY or options.kings or gone, "Sovereigns need the expansion")
        _require(gone or state.sovereign[sovereign] != REMOVED, f"Sovereign {sovereign} is removed and on the map")
    if state.guide < COMPANION_COUNT:
        _require(where[state.guide] == IN_FELLOWSHIP, "the Guide is not in the Fellowship")
    else:
        _require(state.guide == GOLLUM and IN_FELLOWSHIP not in where, "Gollum guides beside Companions")
    _require(NOBODY <= state.mordor <= options.mordor_steps, f"step {state.mordor} in Mordor")
    _require(state.rings[FREE] + state.rings[SHADOW] <= options.rings, "more Elven Rings than there are")
    for character in range(CHARACTER_COUNT):
        if state.force_characters >> character & 1:
            _require(where[character] >= 0, f"character {character} is chosen and nowhere")
            _require(SIDE_OF[character] == SIDE_OF[_first(state.force_characters)], "characters of both sides are chosen")
    for side in range(2):
        chief = state.ability[side]
        _require(chief == NOBODY or state.combat_card[side] != NOBODY, "an ability without a card")


def _first(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def _audit_tiles(options: RecordView, state: RecordView) -> None:
    """Every tile is in one place; special tiles wait until their card is played."""
    for kind in range(TILE_KINDS):
        places = [state.pool[kind], state.drawn[kind], state.ready[kind], state.removed[kind], state.attempt[kind]]
        total = sum(places) + sum(state.on_sovereign[s, kind] for s in range(SOVEREIGN_COUNT))
        copies = TILE_COPIES[kind]
        if kind < 7 or kind > 13:
            wanted = copies if kind < 7 or options.kings else 0
            _require(total == wanted, f"{total} tiles {TILE_NAMES[kind]} instead of {wanted}")
        else:
            _require(total <= copies, f"{total} tiles {TILE_NAMES[kind]}, there are {copies}")


def _audit_cards(options: RecordView, state: RecordView) -> None:
    places = state.card_at.tolist()
    for card, where in enumerate(places):
        _require((where != 0) == bool(IN_GAME[card, options.kings]), f"{CARD_CODES[card]} is in the wrong game")
    for deck in range(DECKS):
        cards = state.deck[deck].tolist()
        size = state.deck_size[deck]
        members = sorted(card for card in range(CARD_COUNT) if DECK[card] == deck and places[card] == IN_DECK)
        _require(sorted(cards[:size]) == members, f"deck {deck} doesn't hold its cards")
        _require(not any(cards[size:]), f"deck {deck}: a vacated place is not cleared")
        hand = sum(1 for card in range(CARD_COUNT) if DECK[card] == deck and places[card] == IN_HAND)
        _require(hand == state.hand_size[deck], f"{hand} cards of deck {deck} in hand, counted {state.hand_size[deck]}")
    for side in range(2):
        card = state.combat_card[side]
        _require(card == NOBODY or SIDE_OF_CARD[card] == side, f"side {side} plays a card that isn't its own")
        _require(card == NOBODY or places[card] == CHOSEN, "a Combat card that wasn't chosen")


def _audit_frames(state: RecordView) -> None:
    _require(state.terminal or state.depth > 0, "nothing waits")
    for i in range(STACK):
        kind = state.stack_kind[i]
        numbers = (state.stack_a[i], state.stack_b[i], state.stack_c[i])
        if i >= state.depth:
            _require(kind == 0 and state.stack_seat[i] == 0 and numbers == (0, 0, 0), "a vacated frame is not cleared")
            continue
        _require(kind > 0, "an empty frame waits")
        for value, limit in zip(numbers, FRAME_LIMITS[kind].tolist(), strict=True):
            _require(0 <= value <= limit, f"frame {kind} says {value}, at most {limit}")
    if state.depth > 0 and not state.terminal:
        top = state.depth - 1
        _require(DECIDES[state.stack_kind[top]], "a step waits on top")
        _require(state.stack_seat[top] == state.current_player, "another seat decides")


def _audit_ending(state: RecordView) -> None:
    if not state.terminal:
        _require(state.outcome == Outcome.RUNNING, f"outcome {state.outcome} before the end")
    elif state.outcome >= FIRST_GAME_OUTCOME:
        _require(state.outcome in OUTCOMES, f"outcome {state.outcome} is unknown")
