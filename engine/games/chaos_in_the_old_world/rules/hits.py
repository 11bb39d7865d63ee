"""Hits: who can be hit, what it takes to kill a figure, and what a kill brings (rulebook p. 16).

A roll in progress is `hits` left to assign by `hitter` (NOBODY: neutral dice) to figures of `victim` (NOBODY: any enemy's),
`early` if its casualties leave at once and it may keep hits for the normal roll.
"""

from __future__ import annotations

from engine.compilation import rule
from engine.games.chaos_in_the_old_world.actions import DECLINE_ACTION, PEASANT_ACTION
from engine.games.chaos_in_the_old_world.chaos_cards import Effect
from engine.games.chaos_in_the_old_world.data import FIGURE_TYPES, POWERS, Token
from engine.games.chaos_in_the_old_world.house import House, use_house
from engine.games.chaos_in_the_old_world.options_record import KILLS
from engine.games.chaos_in_the_old_world.rules.figures import controller_of, put_figures, settle_type, to_reserve
from engine.games.chaos_in_the_old_world.rules.pieces import answered, ask, draw_cards, lowest_threat, tally
from engine.games.chaos_in_the_old_world.rules.spaces import amount_here, amount_of, owner_of_slot
from engine.games.chaos_in_the_old_world.state import NOBODY, Ask
from engine.games.chaos_in_the_old_world.upgrades import Ability
from engine.types import Actions, Record, Trace

_PEASANT = int(Token.PEASANT)
_ENEMY_DEFENSE_LESS = int(Effect.ENEMY_DEFENSE_LESS)
_OWN_DEFENSE_MORE = int(Effect.OWN_DEFENSE_MORE)
_CARD_PER_KILL = int(Effect.CARD_PER_KILL)
_STRIKE_BACK = int(Ability.STRIKE_BACK)
_BY_CONTROL = int(House.DEFENSE_CARDS_BY_CONTROL)
_EARLY_HITS = int(Ask.EARLY_HITS)
_HITS = int(Ask.HITS)
_RETALIATE = int(Ask.RETALIATE)
_REAVERS = int(Ask.REAVERS)
_KILL_LIMIT = 100
_RANKS = 3


@rule
def defense(options: Record, state: Record, figure: int, power: int, region: int) -> int:
    """The hits that kill a figure of a type that a power controls in a region; at least 1.

    Rain of Pus helps its owner's figures, Plague Touch weakens all others'; by the house value controlled ones count as their
    controller's.
    """
    side = power if options.house[_BY_CONTROL] else figure // _RANKS
    own = amount_of(options, state, region, _OWN_DEFENSE_MORE, side)
    less = amount_here(options, state, region, _ENEMY_DEFENSE_LESS)
    less -= amount_of(options, state, region, _ENEMY_DEFENSE_LESS, side)
    return max(state.defense[figure] + own - less, 1)


@rule
def targets(state: Record) -> int:
    """The figures that the roll in progress may hit, whatever it takes: not one's own, not shielded, not fallen."""
    slots = state.at[state.region] & ~state.fallen & ~state.shielded
    if state.victim != NOBODY:
        return slots & state.control[state.victim]
    if state.hitter != NOBODY:
        return slots & ~state.control[state.hitter]
    return slots


@rule
def killable(options: Record, state: Record) -> int:
    """Of the targets those that the hits left can kill: hits can't be saved up on a figure (rulebook p. 17)."""
    slots = targets(state)
    found = 0
    for figure in range(FIGURE_TYPES):
        of_type = slots & options.group[figure]
        if of_type == 0:
            continue
        for power in range(POWERS):
            here = of_type & state.control[power]
            if here and defense(options, state, figure, power, state.region) <= state.hits:
                found |= here
    return found


@rule
def peasants_are_targets(state: Record) -> bool:
    """Whether a hit may capture a Peasant: in a power's own roll."""
    return state.victim == NOBODY and state.hitter != NOBODY and state.tokens[state.region, _PEASANT] > 0


@rule
def assign_hits(options: Record, state: Record) -> None:
    """Ask whom the next hits go to; without a target they are kept (early dice) or lost."""
    if killable(options, state) == 0 and not peasants_are_targets(state):
        put_hits_away(state)
        return
    if state.hitter == NOBODY:
        ask(options, state, _REAVERS, lowest_threat(options, state))
    elif state.victim != NOBODY:
        ask(options, state, _RETALIATE, state.hitter)
    elif state.early:
        ask(options, state, _EARLY_HITS, state.hitter)
    else:
        ask(options, state, _HITS, state.hitter)


@rule
def put_hits_away(state: Record) -> None:
    """Hits that can't or shan't be assigned: early ones wait for the power's normal roll here, others are lost."""
    if state.early and state.victim == NOBODY and state.hitter != NOBODY:
        kept = state.early_hits[state.region, state.hitter] + state.hits
        state.early_hits[state.region, state.hitter] = min(kept, 60)
    state.hits = 0


@rule
def hit_choices(options: Record, state: Record, out: Actions) -> int:
    """Figures that can be killed, a Peasant, and with early dice to keep the hits."""
    n = put_figures(options, state, killable(options, state), out, 0)
    if peasants_are_targets(state):
        out[n] = PEASANT_ACTION
        n += 1
    if state.ask == _EARLY_HITS:
        out[n] = DECLINE_ACTION
        n += 1
    return n


@rule
def capture_peasant(state: Record) -> None:
    """A hit captures a Peasant token: it goes to who hit it (rulebook p. 16)."""
    answered(state)
    state.hits -= 1
    state.tokens[state.region, _PEASANT] -= 1
    state.peasants[state.hitter] += 1


@rule
def hit_figure(options: Record, state: Record, slot: int, trace: Trace) -> None:
    """Enough hits for a figure: it is destroyed; it leaves at once in an early roll, else when everybody has rolled."""
    answered(state)
    power = controller_of(state, slot)
    figure = options.type_of_slot[slot]
    if figure // _RANKS != power and defense(options, state, figure, power, state.region) != state.defense[figure]:
        use_house(state, _BY_CONTROL)
    state.hits -= defense(options, state, figure, power, state.region)
    if state.ability[figure] == _STRIKE_BACK and state.victim == NOBODY and state.hitter != NOBODY:
        owed = state.retaliation[power] + state.ability_amount[figure]
        state.retaliation[power] = min(owed, 60)
    count_kill(options, state, slot, state.region, state.hitter, trace)
    if state.early:
        to_reserve(options, state, 1 << slot)
    else:
        state.fallen |= 1 << slot
        settle_type(options, state, figure)


@rule
def count_kill(options: Record, state: Record, slot: int, region: int, killer: int, trace: Trace) -> None:
    """What a kill brings its author: a dial advancement counter, once a region, and cards for Ritual Slaying."""
    tally(state.losses, owner_of_slot(options, slot), 1)
    if killer == NOBODY:
        return
    tally(state.kills, killer, 1)
    if state.killed_in[region, killer] < _KILL_LIMIT:
        state.killed_in[region, killer] += 1
        if options.advance_when[killer] == KILLS and state.killed_in[region, killer] == options.advance_number[killer]:
            state.advances[killer] += 1
    cards = amount_of(options, state, region, _CARD_PER_KILL, killer)
    if cards > 0:
        draw_cards(options, state, killer, cards, trace)


@rule
def owes_retaliation(state: Record) -> bool:
    """Whether figures that strike back died in the roll that is over."""
    owed = 0
    for power in range(POWERS):
        owed += state.retaliation[power]
    return owed > 0


@rule
def start_retaliation(state: Record) -> None:
    """The next power strikes back at who has rolled."""
    roller = state.hitter if state.victim == NOBODY else state.victim
    for power in range(POWERS):
        if state.retaliation[power] > 0:
            state.victim = roller
            state.hitter = power
            state.hits = state.retaliation[power]
            state.retaliation[power] = 0
            return


@rule
def end_roll(state: Record) -> None:
    """No roll is in progress."""
    state.hits = 0
    state.hitter = NOBODY
    state.victim = NOBODY
    state.early = 0
