"""What an answer to the top frame does."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.actions import DONE, PARTS, VALUE, VERB, YES, Verb
from engine.games.war_of_the_ring.cards import BALROG, CREBAIN
from engine.games.war_of_the_ring.data import (
    ARAGORN,
    ELITE,
    FACES,
    FIRST_CHARACTER,
    FREE,
    GANDALF_GREY,
    GANDALF_WHITE,
    GONE,
    NO_FACE,
    RANK_OF_KIND,
    SHADOW,
    SIDE_OF_KIND,
    STRIDER,
)
from engine.games.war_of_the_ring.rules import (
    aftermath,
    answers_cards,
    attacks,
    battle,
    combat_effects,
    events_free,
    fellowship,
    fighters,
    hunt,
    march,
    menu,
    recruit,
    turn,
)
from engine.games.war_of_the_ring.rules.armies import leave_behind
from engine.games.war_of_the_ring.rules.cards_played import play_card
from engine.games.war_of_the_ring.rules.core import discard_from_table, leave_hand, pop, push, room, send_back
from engine.games.war_of_the_ring.rules.menu_answers import answer_menu, clear_table
from engine.games.war_of_the_ring.rules.politics import BY_ABILITY, BY_DIE, advance, rouse
from engine.games.war_of_the_ring.rules.travelling import choose_traveller, fly, send_minion
from engine.games.war_of_the_ring.state import OPEN_DISCARD
from engine.types import Record, Trace

_WHOLE_ELITE = int(Verb.WHOLE_ELITE)
_REGION = int(Verb.REGION)
_FIGURE = int(Verb.FIGURE)
_CARD = int(Verb.CARD)


@rule
def answer(options: Record, state: Record, action: int, trace: Trace) -> None:
    """Take the top frame away and carry out its answer."""
    top = state.depth - 1
    kind = state.stack_kind[top]
    seat = state.stack_seat[top]
    a = state.stack_a[top]
    b = state.stack_b[top]
    c = state.stack_c[top]
    pop(state)
    value = PARTS[action, VALUE]
    if kind == f.ACTION:
        answer_menu(options, state, seat, action)
    elif kind < f.MOVE_FROM:
        answer_turn(options, state, kind, seat, a, b, c, action, value, trace)
    elif kind < f.NAZGUL_FROM:
        answer_army(options, state, kind, seat, a, b, c, action, value)
    elif kind < f.SEPARATE:
        answer_shadow_army(options, state, kind, a, b, action, value)
    elif kind < f.BOX_DIE:
        answer_companions(options, state, kind, a, b, action, value)
    elif kind < f.BATTLE_START:
        answer_hunt(options, state, kind, a, b, action, value, trace)
    elif kind < f.TILE_CARD:
        answer_battle(options, state, kind, seat, a, b, c, action, value)
    else:
        answers_cards.answer_card(options, state, kind, seat, a, b, c, action, value, trace)


@rule
def answer_turn(
    options: Record, state: Record, kind: int, seat: int, a: int, b: int, c: int, action: int, value: int, trace: Trace
) -> None:
    """Decisions of the phases, cards and the Political Track."""
    if kind <= f.PATH:
        answer_phase(options, state, kind, seat, a, b, c, action, value)
    elif action == DONE:
        return
    elif kind == f.ALLOCATE:
        state.hunt_eyes = value
    elif kind == f.RULER_DISCARD:
        discard_die(state, seat, value)
    elif kind == f.PLAY_CARD:
        play_card(state, seat, value, 0)
    elif kind == f.CLEAR_TABLE:
        clear_table(state, seat, value, a)
    elif kind == f.PAY_CARD:
        leave_hand(state, value, OPEN_DISCARD)
    elif kind == f.ADVANCE_NATION:
        advance(state, value, BY_DIE)
    else:
        answer_draw(options, state, kind, seat, a, b, value, trace)


@rule
def answer_phase(options: Record, state: Record, kind: int, seat: int, a: int, b: int, c: int, action: int, value: int) -> None:
    """Excess cards, the Fellowship phase, the Guide, the figure's way."""
    if kind == f.PATH:
        if action == DONE:
            fellowship.end_path(state, a, c)
        else:
            fellowship.walk_path(options, state, a, b, c, value)
    elif action == DONE:
        return
    elif kind == f.DISCARD:
        turn.discard_card(options, state, seat, value)
    elif kind == f.CHOOSE_GUIDE:
        state.guide = value - FIRST_CHARACTER
    elif value == 0:
        push(state, f.FELLOWSHIP_PHASE, FREE, 0, 0, 0)
        fellowship.begin_path(state, fellowship.DECLARE)
    else:
        fellowship.enter_mordor(state)


@rule
def answer_draw(options: Record, state: Record, kind: int, seat: int, a: int, b: int, value: int, trace: Trace) -> None:
    """Draw from the chosen deck; some cards draw twice."""
    if kind == f.DRAW and b > 0:
        push(state, f.DRAW, seat, a, b - 1, 0)
    turn.draw_in_play(options, state, seat, a if kind == f.GUIDE_DRAW else value, trace)


@rule
def discard_die(state: Record, side: int, value: int) -> None:
    """The die that a side with a Ruler die discards; after the Shadow's the Eyes go to the box (Kings, section 3)."""
    if value == FACES:
        state.ruler_die[side] = NO_FACE
    else:
        state.dice[side, value] -= 1
    if side == SHADOW:
        turn.eyes_to_box(state)


@rule
def answer_army(options: Record, state: Record, kind: int, seat: int, a: int, b: int, c: int, action: int, value: int) -> None:
    """Decisions about Armies and recruiting."""
    if kind == f.FORCE:
        if action == YES:
            attacks.force_goes(options, state, seat, a, b, c)
        elif action == DONE:
            attacks.nobody_goes(state, c & 15)
        else:
            leave_behind(state, value)
            push(state, f.FORCE, seat, a, b, c)
    elif kind == f.FAR_MOVE:
        if action == DONE:
            march.end_march(options, state, a, c)
        else:
            march.march_on(state, a, value, b, c)
    elif action == DONE:
        return
    elif kind == f.MOVE_FROM:
        if a > 1:
            push(state, f.MOVE_FROM, seat, a - 1, b, 0)
        push(state, f.MOVE_TO, seat, value, 0, b)
    elif kind == f.MOVE_TO:
        attacks.ask_force(state, seat, a, value, attacks.move_purpose(c), attacks.card_of_move(c))
    elif kind == f.ATTACK_FROM:
        push(state, f.ATTACK_TO, seat, value, a, 0)
    elif kind == f.ATTACK_TO:
        attacks.ask_force(state, seat, a, value, attacks.attack_purpose(b), b)
    elif kind == f.TRIM:
        send_back(state, a, value)
        if room(options, state, b, a) < 0:
            push(state, f.TRIM, seat, a, b, 0)
    else:
        answer_recruit(state, kind, seat, a, b, c, value)


@rule
def answer_recruit(state: Record, kind: int, seat: int, a: int, b: int, c: int, value: int) -> None:
    """Decisions about recruiting."""
    if kind == f.RECRUIT_DIE:
        push(state, f.RECRUIT_SITE, seat, value, b, 0)
    elif kind == f.RECRUIT_AT:
        push(state, f.RECRUIT, seat, a, b, value)
    elif kind == f.RECRUIT_WHAT:
        recruit.enlist(state, value, c)
    elif kind == f.UPGRADE_UNIT:
        recruit.elevate(state, a, value // 2, b == 1)


@rule
def answer_shadow_army(options: Record, state: Record, kind: int, a: int, b: int, action: int, value: int) -> None:
    """Nazgul and Minions, the Voice, recruiting sites."""
    if action == DONE:
        return
    if kind == f.NAZGUL_FROM:
        choose_traveller(state, action, a)
    elif kind == f.NAZGUL_TO:
        fly(state, a, value)
    elif kind == f.MINION_TO:
        send_minion(state, a, value)
    elif kind == f.RECRUIT_SITE:
        recruit.enlist(state, a, value)
        if b == 0 and RANK_OF_KIND[a] != ELITE:
            push(state, f.RECRUIT_DIE, SIDE_OF_KIND[a], 1, value + 1, 0)
    elif kind == f.VOICE:
        recruit.use_voice(options, state, value == 1)
    elif kind == f.MINION:
        push(state, f.MINION_AT, SHADOW, value - FIRST_CHARACTER, 0, 0)
    else:
        recruit.bring_minion(state, a, value)


@rule
def answer_companions(options: Record, state: Record, kind: int, a: int, b: int, action: int, value: int) -> None:
    """Companions on the map, upgrades, abilities."""
    if action == DONE:
        state.group = 0
        return
    if kind == f.GROUP_TO:
        if PARTS[action, VERB] == _FIGURE:
            state.group |= 1 << (value - FIRST_CHARACTER)
            push(state, f.GROUP_TO, FREE, a, b, 0)
        else:
            fellowship.send_group(state, b, value)
        return
    character = value - FIRST_CHARACTER
    if kind == f.MOVE_COMPANIONS:
        push(state, f.MOVE_COMPANIONS, FREE, a, b, 0)
        fellowship.begin_group(state, character, a, b)
    elif kind in (f.SEPARATE, f.ROAM):
        fellowship.begin_group(state, character, a, b)
    elif kind == f.UPGRADE:
        upgrade(state, character)
    elif kind == f.WHITE_AT:
        appear(state, GANDALF_WHITE, value)
    elif kind == f.TRACK_ABILITY:
        advance(state, menu.nation_of_companion(character), BY_ABILITY)
    else:
        fellowship.settle_hobbit(state, a, value)


@rule
def upgrade(state: Record, character: int) -> None:
    """Aragorn replaces Strider, Gandalf the White the Grey, or he appears anew (section 5)."""
    former = STRIDER if character == ARAGORN else GANDALF_GREY
    region = state.where[former]
    if region < 0:
        push(state, f.WHITE_AT, FREE, 0, 0, 0)
        return
    state.where[former] = GONE
    appear(state, character, region)


@rule
def appear(state: Record, character: int, region: int) -> None:
    """A character of the Free Peoples enters play."""
    state.where[character] = region
    state.entered[character] = state.round_number
    rouse(state, character)


@rule
def answer_hunt(options: Record, state: Record, kind: int, a: int, b: int, action: int, value: int, trace: Trace) -> None:
    """Decisions of the Hunt."""
    yes = action == YES
    if kind == f.CREBAIN:
        if yes:
            discard_from_table(state, CREBAIN)
        push(state, f.HUNT_ROLL, SHADOW, a, int(yes), 0)
    elif kind == f.STAFF:
        if yes:
            hunt.stop_draw(options, state, b)
        else:
            push(state, f.TILE_TAKE, SHADOW, a, b, 0)
    elif kind == f.MITHRIL:
        push(state, f.TILE_RESOLVE, FREE, a, b, 0)
        if yes:
            hunt.replace_tile(state, trace)
    elif kind == f.HUNT_DAMAGE:
        if PARTS[action, VERB] == _CARD:
            hunt.use_table_card(state, value)
        elif action != DONE:
            hunt.meet_damage(options, state, value, trace)
    elif kind == f.WORN:
        if yes:
            answers_cards.lose_random_card(state)
        elif action != DONE:
            discard_from_table(state, value)
    elif yes:
        discard_from_table(state, BALROG)
        push(state, f.TILE_DRAW, SHADOW, 0, hunt.BALROG_HIDDEN if a else hunt.BALROG, 0)


@rule
def answer_battle(
    options: Record, state: Record, kind: int, seat: int, a: int, b: int, c: int, action: int, value: int
) -> None:
    """Decisions in a battle."""
    yes = action == YES
    if kind == f.CASUALTY:
        if PARTS[action, VERB] == _WHOLE_ELITE:
            fighters.take_casualty(state, seat, a, b, c, 2 * value + 1, True)
        elif action != DONE:
            fighters.take_casualty(state, seat, a, b, c, value, False)
    elif kind == f.RETREAT:
        if yes:
            aftermath.discard_combat_cards(state)
            aftermath.withdraw(options, state)
        elif action != DONE:
            aftermath.retreat_from_battle(options, state, value)
    elif kind == f.CEASE:
        if yes:
            push(state, f.AFTER_BATTLE, seat, 0, 0, 0)
        else:
            aftermath.go_on(state)
    elif kind == f.EXTEND:
        if action == DONE:
            push(state, f.AFTER_BATTLE, seat, 0, 0, 0)
        else:
            aftermath.extend(state, value)
    elif kind == f.FORCED_RETREAT:
        if action == DONE:
            events_free.no_retreat(state, a)
        else:
            aftermath.lead_away(options, state, SHADOW, a, value)
    elif action != DONE:
        answer_round(options, state, kind, seat, a, value)


@rule
def answer_round(options: Record, state: Record, kind: int, seat: int, a: int, value: int) -> None:
    """Decisions within a Combat round, none of them declined."""
    if kind == f.WHITE_RIDER:
        state.no_nazgul = 1
    elif kind == f.SIEGE_CHOICE:
        aftermath.withdraw(options, state)
    elif kind == f.COMBAT_CARD:
        battle.choose_combat_card(state, seat, value)
    elif kind == f.CHIEFTAIN:
        state.ability[SHADOW] = value - FIRST_CHARACTER
    elif kind == f.SORCERER:
        push(state, f.DRAW, SHADOW, a, 0, 0)
    elif kind == f.HEIR_OF_BARD:
        state.bard_used |= 1 << a
        state.cancelled[FREE] = 1
        state.cancelled[SHADOW] = 1
    elif kind == f.EFFECT_NUMBER:
        combat_effects.apply_number(state, a, value)
    elif kind == f.EFFECT_FIGURE:
        combat_effects.apply_figure(options, state, a, value)
