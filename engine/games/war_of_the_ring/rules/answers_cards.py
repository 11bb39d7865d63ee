"""Answers to the decisions of Event cards and of Kings of Middle-earth."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.actions import DONE, PARTS, VERB, Verb
from engine.games.war_of_the_ring.board import GONDOR, MINAS_TIRITH, SAURON, UMBAR
from engine.games.war_of_the_ring.card_terms import ONE_REGULAR, ONE_UNIT, REGULAR_OR_LEADER, times
from engine.games.war_of_the_ring.cards import CARD_COUNT, DECK, FREE_CHARACTER
from engine.games.war_of_the_ring.data import (
    BOROMIR,
    DENETHOR,
    FIRST_CHARACTER,
    FIRST_SOVEREIGN,
    FREE,
    SHADOW,
    SIDE_OF_NATION,
    SOVEREIGN_NATION,
)
from engine.games.war_of_the_ring.rules import (
    armies,
    attacks,
    corruption,
    events_free,
    events_shadow,
    fellowship,
    hunt,
    needs,
    sovereigns,
)
from engine.games.war_of_the_ring.rules.cards_played import play_card
from engine.games.war_of_the_ring.rules.core import clear_force, discard_from_table, kill, push, use_region
from engine.games.war_of_the_ring.rules.politics import BY_CARD, activate, advance, settle
from engine.games.war_of_the_ring.rules.recruit import elevate, is_corrupted
from engine.games.war_of_the_ring.rules.travel import move_group
from engine.games.war_of_the_ring.state import IN_HAND, NOBODY, OPEN_DISCARD
from engine.rng import below
from engine.types import Record, Trace

_CARD = int(Verb.CARD)
_TWO_REGULARS = times(ONE_REGULAR, 2)


@rule
def answer_card(
    options: Record, state: Record, kind: int, seat: int, a: int, b: int, c: int, action: int, value: int, trace: Trace
) -> None:
    """Decisions of cards, in groups."""
    if kind == f.DEAD_MEN_JOIN:
        join_the_dead(state, a, b, action, value)
    elif action == DONE:
        if kind == f.MOVE_FROM:
            clear_force(state)
    elif kind <= f.FREE_CARD:
        answer_free_card(options, state, kind, a, value, trace)
    elif kind <= f.FAR_FROM:
        answer_army_card(options, state, kind, seat, a, b, c, value)
    elif kind <= f.ABROAD:
        answer_shadow_card(options, state, kind, a, action, value, trace)
    elif kind < f.AWAKEN:
        answer_late_card(options, state, kind, a, b, c, value)
    elif kind <= f.KEEP_TILE:
        answer_king(options, state, kind, a, b, value, trace)
    else:
        answer_king_card(options, state, kind, a, b, c, value)


@rule
def lose_random_card(state: Record) -> None:
    """A random Character card of the Free Peoples' hand is discarded (SC15)."""
    ticket = below(state.play_rng, max(state.hand_size[FREE_CHARACTER], 1))
    for card in range(CARD_COUNT):
        if DECK[card] == FREE_CHARACTER and state.card_at[card] == IN_HAND:
            if ticket == 0:
                state.card_at[card] = OPEN_DISCARD
                state.hand_size[FREE_CHARACTER] -= 1
                return
            ticket -= 1


@rule
def answer_free_card(options: Record, state: Record, kind: int, a: int, value: int, trace: Trace) -> None:
    """There Is Another Way, the Eagles, the Ents' further card."""
    if kind == f.ANOTHER_WAY:
        if state.revealed:
            state.revealed = 0
            state.tried = 1
        else:
            hunt.move_fellowship(state, False, 0)
    elif kind == f.EAGLES:
        events_free.eagles(state, value, trace)
    elif kind == f.EAGLES_TO:
        events_free.fly_away(state, a, value)
    else:
        play_card(state, FREE, value, 1)


@rule
def join_the_dead(state: Record, region: int, start: int, action: int, value: int) -> None:
    """Companions go along with Strider or Aragorn; then the Dead strike (FC22)."""
    if action != DONE:
        state.group |= 1 << (value - FIRST_CHARACTER)
        push(state, f.DEAD_MEN_JOIN, FREE, region, start, 0)
        return
    push(state, f.DEAD_MEN_STRIKE, FREE, region, 0, 0)
    mask = state.group
    state.group = 0
    move_group(state, mask, region)
    settle(state, start)


@rule
def answer_army_card(options: Record, state: Record, kind: int, seat: int, a: int, b: int, c: int, value: int) -> None:
    """Cards that strike, move or rouse."""
    if kind == f.DEAD_MEN:
        start = events_free.heir_region(state)
        if start != NOBODY:
            state.group = 1 << events_free.heir(state)
            push(state, f.DEAD_MEN_JOIN, FREE, value, start, 0)
    elif kind == f.DEAD_MEN_RECRUIT:
        events_free.follow_the_dead(state, a, b)
    elif kind == f.STRIKE_ARMY:
        if a == events_free.WITH_NAZGUL:
            push(state, f.DREADFUL_TO, SHADOW, value, 0, 0)
        else:
            push(state, f.STRIKE, seat, value, b, c)
    elif kind == f.WISDOM:
        activate(state, value, BY_CARD, NOBODY)
        advance(state, value, BY_CARD)
    elif kind == f.WOSES_FROM:
        push(state, f.WOSES_TO, FREE, value, 0, 0)
    elif kind == f.WOSES_TO:
        if armies.enough_to_go(state, FREE, a, value, armies.SAIL):
            attacks.ask_force(state, FREE, a, value, armies.SAIL, 0)
    elif armies.enough_to_go(state, seat, value, value, armies.MARCH):
        attacks.begin_march(state, seat, value, b)


@rule
def answer_shadow_card(options: Record, state: Record, kind: int, a: int, action: int, value: int, trace: Trace) -> None:
    """The Shadow's Character cards."""
    if kind == f.WEATHER:
        state.place = value
    elif kind == f.NAZGUL_STRIKE:
        if PARTS[action, VERB] == _CARD:
            discard_from_table(state, value)
        else:
            hunt.hunt(state, 0)
    elif kind == f.LURE_CHOICE:
        events_shadow.answer_lure(options, state, a, value == 1)
    elif kind == f.BREAKING_OUT:
        if a > 1:
            push(state, f.BREAKING_OUT, FREE, a - 1, 0, 0)
        state.group = 1 << (value - FIRST_CHARACTER)
        fellowship.send_group(state, fellowship.SEPARATING, state.place)
    elif kind == f.LIDLESS:
        state.dice[SHADOW, value] -= 1
        state.hunt_eyes += 1
        if a > 1:
            push(state, f.LIDLESS, SHADOW, a - 1, 0, 0)
    elif kind == f.DREADFUL_TO:
        push(state, f.STRIKE, SHADOW, value, min(events_shadow.nazgul_in(state, a), 5), 5)
    else:
        lead_abroad(state, a, value)


@rule
def lead_abroad(state: Record, captain: int, value: int) -> None:
    """Move (0) or attack (1) with Armies of Nazgul or the Witch-king."""
    if value == 0:
        which = attacks.CAPTAIN_ARMY if captain else attacks.NAZGUL_ARMY
        push(state, f.MOVE_FROM, SHADOW, 1 if captain else 2, which, 0)
    else:
        push(state, f.ATTACK_FROM, SHADOW, needs.BLACK_CAPTAIN if captain else needs.ABROAD, 0, 0)


@rule
def answer_late_card(options: Record, state: Record, kind: int, a: int, b: int, c: int, value: int) -> None:
    """The Shadow's further cards."""
    if kind == f.CAPTAIN_COMMANDS:
        if value == 0:
            events_shadow.black_captain_recruits(state)
        else:
            push(state, f.NAZGUL_FROM, SHADOW, 1, 0, 0)
    elif kind == f.FOLLY:
        kill(state, MINAS_TIRITH, value)
    elif kind == f.STORMCROW:
        events_shadow.stormcrow(options, state, value)
    elif kind == f.STORMCROW_LOSS:
        push(state, f.STORMCROW_FIGURE, FREE, a, value, b)
    elif kind == f.STORMCROW_FIGURE:
        events_shadow.lose_figure(state, b, value)
    elif kind == f.CORSAIRS:
        if armies.enough_to_go(state, SHADOW, UMBAR, value, armies.ATTACK):
            attacks.sail(state, value)
    elif kind == f.DUNLENDINGS:
        events_shadow.gather_dunlendings(state, value)
    elif kind == f.DUNLENDINGS_BRING:
        events_shadow.bring(state, a, value)
        if b > 1:
            push(state, f.DUNLENDINGS_BRING, SHADOW, a, b - 1, 0)
    else:
        answer_reinforcing_card(state, kind, a, b, c, value)


@rule
def answer_reinforcing_card(state: Record, kind: int, a: int, b: int, c: int, value: int) -> None:
    """Hill-trolls, and the cards that recruit in three regions."""
    if kind == f.TROLLS:
        elevate(state, value, SAURON, False)
        if a > 1:
            push(state, f.TROLLS, SHADOW, a - 1, 0, 0)
    else:
        use_region(state, value)
        if b > 1:
            push(state, f.THREE_SITES, SHADOW, a, b - 1, c)
        push(state, f.RECRUIT, SIDE_OF_NATION[a], a, _TWO_REGULARS, value)


@rule
def answer_king(options: Record, state: Record, kind: int, a: int, b: int, value: int, trace: Trace) -> None:
    """Awakening, abilities, temptation."""
    sovereign = value - FIRST_CHARACTER - FIRST_SOVEREIGN
    if kind == f.AWAKEN:
        push(state, f.AWAKEN_AT, FREE, sovereign, 0, 0)
    elif kind == f.AWAKEN_AT:
        sovereigns.awaken_at(state, a, value)
    elif kind == f.SOVEREIGN_ABILITY:
        if a == 0:
            sovereigns.elevate_by(state, sovereign)
        elif b == 0:
            sovereigns.use_second(state, sovereign)
        elif value == 0:
            push(state, f.DRAW, FREE, 2, 0, 0)
            push(state, f.DRAW, FREE, 2, 0, 0)
        else:
            push(state, f.PLAY_CARD, FREE, 7, 0, 0)
    elif kind == f.REMOVE_SOVEREIGN:
        sovereigns.remove_corrupted(state, sovereign)
    elif kind == f.RETURN_TILE:
        corruption.return_random_tile(state, a)
    elif kind == f.TEMPT:
        corruption.tempt(options, state, sovereign, a == 1, trace)
    else:
        corruption.keep_tile(options, state, a, value)


@rule
def answer_king_card(options: Record, state: Record, kind: int, a: int, b: int, c: int, value: int) -> None:
    """Cards of Kings of Middle-earth."""
    sovereign = value - FIRST_CHARACTER - FIRST_SOVEREIGN
    if kind == f.KING_CARD:
        if is_corrupted(state, FIRST_SOVEREIGN + a):
            sovereigns.remove_corrupted(state, a)
        else:
            sovereigns.king_card(options, state, a, value)
    elif kind == f.IN_NEED:
        sovereigns.awaken(state, sovereign)
    elif kind == f.LOOK_AT_TILES:
        push(state, f.CHOSEN_TILE, FREE, sovereign, 0, 0)
    elif kind == f.CHOSEN_TILE:
        corruption.return_tile(state, a, value)
    elif kind == f.AT_YOUR_SERVICE:
        serve(state, sovereign)
    elif kind == f.FOUR_NATIONS:
        if a > 1:
            push(state, f.FOUR_NATIONS, FREE, a - 1, b | 1 << value, 0)
        push(state, f.SECOND_SITE, FREE, value, REGULAR_OR_LEADER, 1)
    elif kind == f.ENEMY_WORK:
        push(state, f.STRIKE, SHADOW, value, 3, events_shadow.work_target(state, value))
    elif kind == f.SECOND_SITE:
        use_region(state, value)
        if c > 1:
            push(state, f.SECOND_SITE, FREE, a, b, c - 1)
        push(state, f.RECRUIT, FREE, a, b, value)
    else:
        answer_choice(options, state, kind, value)


@rule
def answer_choice(options: Record, state: Record, kind: int, value: int) -> None:
    """Choices between two or three effects."""
    if kind == f.STEWARDS:
        if value == 1:
            corruption.return_random_tile(state, DENETHOR - FIRST_SOVEREIGN)
        else:
            push(state, f.RECRUIT_WITH, FREE, GONDOR, ONE_UNIT, BOROMIR)
    elif kind == f.WISDOM_OF_KINGS:
        if value == 1:
            push(state, f.LOOK_AT_TILES, FREE, 1, 0, 0)
        else:
            push(state, f.WISDOM, FREE, 0, 0, 0)
    elif value == 0:
        hunt.move_fellowship(state, True, 1)
    else:
        push(state, f.MOVE_COMPANIONS if value == 1 else f.SEPARATE, FREE, 1, 0, 0)


@rule
def serve(state: Record, sovereign: int) -> None:
    """Ever At Your Service: a unit of his nation where he stands, and a hidden tile goes back (FS25k)."""
    push(state, f.RECRUIT, FREE, SOVEREIGN_NATION[sovereign], ONE_UNIT, max(state.where[FIRST_SOVEREIGN + sovereign], 0))
    if corruption.may_return_tile(state, sovereign):
        corruption.return_random_tile(state, sovereign)
