"""Chaos cards on the board: which effects are active in a region, magic symbols, and which spaces are free."""

from __future__ import annotations

from engine.bits import count, lowest
from engine.compilation import rule
from engine.games.chaos_in_the_old_world.chaos_cards import Effect
from engine.games.chaos_in_the_old_world.data import FIGURE_TYPES, TRACK, Token
from engine.games.chaos_in_the_old_world.house import House
from engine.games.chaos_in_the_old_world.old_world_cards import Lasting
from engine.games.chaos_in_the_old_world.state import NOBODY
from engine.games.chaos_in_the_old_world.upgrades import Ability
from engine.types import Record

_IGNORE_CARDS = int(Effect.IGNORE_CARDS)
_NO_MAGIC = int(Lasting.NO_MAGIC)
_MAGIC = int(Ability.MAGIC)
_EVENT = int(Token.EVENT)
_HORROR_OWNER_PLAYS = int(House.HORROR_OWNER_PLAYS)
_RANKS = 3


@rule
def effect_of(options: Record, state: Record, space: int) -> int:
    """The effect of the card on a space; 0 without a card or where Changer of Ways has it ignored."""
    card = state.space[space]
    if card == NOBODY:
        return 0
    effect = options.card_effect[card]
    other = state.space[space ^ 1]
    if other != NOBODY and effect != _IGNORE_CARDS and options.card_effect[other] == _IGNORE_CARDS:
        return 0
    return effect


@rule
def amount_here(options: Record, state: Record, region: int, effect: int) -> int:
    """The numbers of a region's active cards with an effect, added up."""
    total = 0
    for space in range(2 * region, 2 * region + 2):
        if state.space[space] != NOBODY and effect_of(options, state, space) == effect:
            total += options.card_amount[state.space[space]]
    return total


@rule
def amount_of(options: Record, state: Record, region: int, effect: int, power: int) -> int:
    """As `amount_here`, of one power's cards."""
    total = 0
    for space in range(2 * region, 2 * region + 2):
        card = state.space[space]
        if card != NOBODY and options.card_power[card] == power and effect_of(options, state, space) == effect:
            total += options.card_amount[card]
    return total


@rule
def has_effect(options: Record, state: Record, region: int, effect: int) -> bool:
    """Whether an active card with an effect lies in a region."""
    left = 2 * region
    return effect_of(options, state, left) == effect or effect_of(options, state, left + 1) == effect


@rule
def owner_of_effect(options: Record, state: Record, region: int, effect: int) -> int:
    """The power whose active card with an effect lies in a region (the left one first), or NOBODY."""
    for space in range(2 * region, 2 * region + 2):
        if effect_of(options, state, space) == effect:
            return options.card_power[state.space[space]]
    return NOBODY


@rule
def lasting_amount(options: Record, state: Record, effect: int) -> int:
    """The numbers of the Old World cards on the track with a lasting effect, added up."""
    total = 0
    for place in range(TRACK):
        title = state.track[place]
        if title != NOBODY and options.lasting[title] == effect:
            total += options.old_world_amount[title]
    return total


@rule
def lasting_card(options: Record, state: Record, effect: int) -> int:
    """The Old World card on the track with a lasting effect, or NOBODY."""
    for place in range(TRACK):
        title = state.track[place]
        if title != NOBODY and options.lasting[title] == effect:
            return title
    return NOBODY


@rule
def event_card(options: Record, state: Record, region: int, effect: int) -> int:
    """The card on the track whose lasting effect holds in a region because of an Event token there, or NOBODY."""
    if state.tokens[region, _EVENT] == 0:
        return NOBODY
    return lasting_card(options, state, effect)


@rule
def magic_symbols(options: Record, state: Record, region: int) -> int:
    """Magic symbols in a region: on cards, and of figures that give them (rulebook p. 26)."""
    if event_card(options, state, region, _NO_MAGIC) != NOBODY:
        return 0
    symbols = 0
    for space in range(2 * region, 2 * region + 2):
        if state.space[space] != NOBODY:
            symbols += options.card_magic[state.space[space]]
    for figure in range(FIGURE_TYPES):
        if state.ability[figure] == _MAGIC:
            symbols += state.ability_amount[figure] * count(state.at[region] & options.group[figure])
    return symbols


@rule
def space_is_open(options: Record, state: Record, space: int, power: int) -> bool:
    """Whether a power can play a card onto a space: empty, not closed, and no one else's Horror stands on it."""
    region = space // 2
    if state.space[space] != NOBODY or state.closed_space == space or state.ruin_card[region] != 0:
        return False
    standing = state.at[region] & (state.on_right if space & 1 else state.on_left)
    if standing == 0:
        return True
    if power == NOBODY:
        return False
    return options.house[_HORROR_OWNER_PLAYS] != 0 and standing & state.control[power] != 0


@rule
def owner_of_slot(options: Record, slot: int) -> int:
    """The power that a figure belongs to."""
    return options.type_of_slot[slot] // _RANKS


@rule
def ability_of(options: Record, state: Record, slot: int) -> int:
    """The ability that an upgrade gives a figure, whoever controls it."""
    return state.ability[options.type_of_slot[slot]]


@rule
def with_ability(options: Record, state: Record, slots: int, ability: int) -> int:
    """Those of these figures that have an ability."""
    found = 0
    while slots:
        figure = options.type_of_slot[lowest(slots)]
        if state.ability[figure] == ability:
            found |= slots & options.group[figure]
        slots &= ~options.group[figure]
    return found
