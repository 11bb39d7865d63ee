"""Steps that the rules carry out by themselves, and the loop that goes on to the next decision."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.data import FREE, SIDE_OF_NATION
from engine.games.war_of_the_ring.rules import (
    aftermath,
    battle,
    combat_effects,
    corruption,
    events_free,
    events_shadow,
    fellowship,
    hunt,
    recruit,
    turn,
)
from engine.games.war_of_the_ring.rules.answers import answer
from engine.games.war_of_the_ring.rules.cards_played import finish_card
from engine.games.war_of_the_ring.rules.core import clear_action, pop, push
from engine.games.war_of_the_ring.rules.fighters import inflict_by_card
from engine.games.war_of_the_ring.rules.politics import BY_CARD, advance
from engine.games.war_of_the_ring.rules.table_cards import check_table
from engine.games.war_of_the_ring.state import NOBODY
from engine.types import Record, Trace


@rule
def apply_action(options: Record, state: Record, action: int, trace: Trace) -> None:
    """Answer the top frame, then carry out steps and phases up to the next decision or the end."""
    answer(options, state, action, trace)
    proceed(options, state, trace)


@rule
def proceed(options: Record, state: Record, trace: Trace) -> None:
    """Steps and phases, until somebody has to decide."""
    while state.terminal == 0:
        if state.depth == 0:
            turn.next_phase(options, state, trace)
            continue
        top = state.depth - 1
        kind = state.stack_kind[top]
        if f.DECIDES[kind]:
            state.current_player = state.stack_seat[top]
            return
        seat = state.stack_seat[top]
        a = state.stack_a[top]
        b = state.stack_b[top]
        c = state.stack_c[top]
        pop(state)
        carry_out(options, state, kind, seat, a, b, c, trace)


@rule
def carry_out(options: Record, state: Record, kind: int, seat: int, a: int, b: int, c: int, trace: Trace) -> None:
    """One step."""
    if kind == f.END_ACTION:
        end_action(state, seat)
    elif kind == f.PLAYED:
        finish_card(state, seat, a, b)
    elif kind == f.RECRUIT:
        recruit.recruit_by_card(options, state, a, b, c)
    elif kind < f.BATTLE_START:
        hunt_step(options, state, kind, a, b, trace)
    elif kind < f.TILE_CARD:
        battle_step(options, state, kind, a, trace)
    elif kind < f.STRIKE_ARMY:
        free_card_step(options, state, kind, a, b, c, trace)
    else:
        shadow_card_step(options, state, kind, seat, a, b, c, trace)


@rule
def end_action(state: Record, side: int) -> None:
    """Table cards whose condition fails leave; the other side acts."""
    clear_action(state)
    check_table(state)
    turn.next_player(state, side)


@rule
def hunt_step(options: Record, state: Record, kind: int, a: int, b: int, trace: Trace) -> None:
    """Steps of the Hunt."""
    if kind == f.BOX_DIE:
        state.hunt_free += 1
    elif kind == f.HUNT:
        hunt.hunt(state, a)
    elif kind == f.HUNT_ROLL:
        hunt.hunt_roll(state, a, b, trace)
    elif kind == f.TILE_DRAW:
        hunt.draw_tile(state, a, b)
    elif kind == f.TILE_TAKE:
        hunt.take_tile(state, a, b, trace)
    elif kind == f.TILE_RESOLVE:
        hunt.resolve_tile(options, state, a, b, trace)
    elif kind == f.HUNT_CLOSE:
        hunt.close_hunt(options, state)
    elif kind == f.HUNT_AFTER:
        hunt.after_hunt(options, state)
    elif kind == f.PATH_TILES:
        hunt.path_tiles(state, a)


@rule
def battle_step(options: Record, state: Record, kind: int, a: int, trace: Trace) -> None:
    """Steps of a battle; those that outlive it do nothing."""
    if kind == f.AFTER_BATTLE:
        aftermath.after_battle(state)
    elif state.battle == 0:
        return
    elif kind == f.BATTLE_START:
        battle.battle_start(options, state)
    elif kind == f.BATTLE_ROUND:
        battle.battle_round(state)
    elif kind == f.BATTLE_CARDS:
        battle.battle_cards(options, state)
    elif kind == f.BATTLE_REVEAL:
        battle.battle_reveal(state)
    elif kind == f.BATTLE_STEP:
        battle.battle_step(options, state, a, trace)
    else:
        combat_effects.after_blood(state, a, trace)


@rule
def free_card_step(options: Record, state: Record, kind: int, a: int, b: int, c: int, trace: Trace) -> None:
    """Steps of the Free Peoples' cards."""
    if kind == f.TILE_CARD:
        fellowship.add_special_tile(state, a)
    elif kind == f.ATHELAS:
        events_free.athelas(state, trace)
    elif kind == f.HEAL:
        events_free.heal_by_card(state, a, b)
    elif kind == f.MIRROR:
        events_free.mirror(state)
    elif kind == f.CHALLENGE:
        events_free.challenge(state, trace)
    elif kind == f.THERE_AND_BACK:
        events_free.there_and_back(state)
    elif kind == f.ENTS:
        events_free.ents_awake(state, trace)
    elif kind == f.DEAD_MEN_STRIKE:
        events_free.dead_men_strike(state, a, trace)
    elif kind == f.RECRUIT_WITH:
        region = state.last_region if c == 41 else state.where[min(c, 19)]
        if region >= 0:
            push(state, f.RECRUIT, SIDE_OF_NATION[a], a, b, region)
    elif kind == f.GREY_COMPANY:
        region = events_free.heir_region(state)
        if region != NOBODY:
            push(state, f.UPGRADE_UNIT, FREE, region, 1, 0)
    elif kind == f.ADVANCE:
        advance(state, a, BY_CARD)
    else:
        events_free.rouse_by_card(state, a, b)


@rule
def shadow_card_step(options: Record, state: Record, kind: int, seat: int, a: int, b: int, c: int, trace: Trace) -> None:
    """Steps of the Shadow's cards and of both sides' later ones."""
    if kind == f.STRIKE:
        inflict_by_card(state, 1 - seat, a, events_free.roll_dice(state, b, c, trace), 0)
    elif kind == f.FARAMIR:
        events_free.faramir(state)
    elif kind == f.CARD_ATTACK:
        push(state, f.ATTACK_FROM, seat, a, 0, 0)
    elif kind == f.EVENT_TILE:
        push(state, f.TILE_DRAW, seat, 0, a, 0)
    elif kind == f.CANDLES:
        events_shadow.candles(options, state, trace)
    elif kind == f.SEARCH:
        events_shadow.search(state)
    elif kind == f.WOUND:
        events_shadow.wound(options, state)
    elif kind == f.LURE:
        events_shadow.lure(options, state, trace)
    elif kind == f.BREAKING:
        events_shadow.breaking(options, state, trace)
    elif kind == f.VALINOR:
        events_shadow.valinor(state, a, trace)
    elif kind == f.DAWN:
        events_shadow.dawn(state)
    elif kind == f.RETURN_OF_THE_KING:
        events_shadow.witch_king_returns(state)
    elif kind == f.RANDOM_TILE:
        corruption.add_random_tile(options, state, a, trace)
    else:
        events_shadow.king_is_revealed(state)
