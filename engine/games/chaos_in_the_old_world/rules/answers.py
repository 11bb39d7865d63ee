"""One decision carried out, and what follows from it up to the next decision."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.chaos_in_the_old_world.actions import (
    CARD,
    CONTROLLER,
    FIGURE,
    PARTS,
    REGION,
    SIDE,
    TOKEN,
    UPGRADE,
    VARIANT,
    VERB,
    Verb,
)
from engine.games.chaos_in_the_old_world.rules.battle import rot_figure, take_cultist
from engine.games.chaos_in_the_old_world.rules.choices import figures_to_choose
from engine.games.chaos_in_the_old_world.rules.dial import place_by_dial, remove_corruption, remove_token, take_upgrade
from engine.games.chaos_in_the_old_world.rules.end import lose_figure, lose_in, lose_to_hero
from engine.games.chaos_in_the_old_world.rules.figures import find_figure
from engine.games.chaos_in_the_old_world.rules.flow import advance
from engine.games.chaos_in_the_old_world.rules.hits import capture_peasant, hit_figure, killable, put_hits_away
from engine.games.chaos_in_the_old_world.rules.now import (
    call_figure,
    call_from,
    control_figure,
    decay_token,
    discard_chosen,
    end_effect,
    influence_to,
    influence_token,
    meddle_with,
    shield_figure,
    teleport_figure,
    teleport_to,
)
from engine.games.chaos_in_the_old_world.rules.old_world import choose_either, draw_for_round, place_in_chosen
from engine.games.chaos_in_the_old_world.rules.pieces import answered, discard_card
from engine.games.chaos_in_the_old_world.rules.summoning import (
    carry_warpstone,
    pass_turn,
    play_card,
    stand_on_space,
    summon,
    summon_figure,
)
from engine.games.chaos_in_the_old_world.state import Ask
from engine.types import Record, Trace

_PASS = int(Verb.PASS)
_SUMMON = int(Verb.SUMMON)
_PLAY = int(Verb.PLAY)
_CHOOSE_FIGURE = int(Verb.CHOOSE_FIGURE)
_CHOOSE_REGION = int(Verb.CHOOSE_REGION)
_CHOOSE_TOKEN = int(Verb.CHOOSE_TOKEN)
_CHOOSE_CORRUPTION = int(Verb.CHOOSE_CORRUPTION)
_DISCARD = int(Verb.DISCARD)
_TAKE_UPGRADE = int(Verb.TAKE_UPGRADE)
_CHOOSE_POWER = int(Verb.CHOOSE_POWER)
_HIT_PEASANT = int(Verb.HIT_PEASANT)
_ACCEPT = int(Verb.ACCEPT)

_OLD_WORLD_REGION = int(Ask.OLD_WORLD_REGION)
_OLD_WORLD_EITHER = int(Ask.OLD_WORLD_EITHER)
_DISCARD_BEFORE_DRAW = int(Ask.DISCARD_BEFORE_DRAW)
_WHICH_FIGURE = int(Ask.WHICH_FIGURE)
_CARRY = int(Ask.CARRY)
_ASK_CARD_SPACE = int(Ask.CARD_SPACE)
_CALL_REGION = int(Ask.CALL_REGION)
_CALL_FIGURE = int(Ask.CALL_FIGURE)
_DECAY = int(Ask.DECAY)
_TELEPORT_FIGURE = int(Ask.TELEPORT_FIGURE)
_TELEPORT_REGION = int(Ask.TELEPORT_REGION)
_SHIELD = int(Ask.SHIELD)
_INFLUENCE_TOKEN = int(Ask.INFLUENCE_TOKEN)
_INFLUENCE_REGION = int(Ask.INFLUENCE_REGION)
_CONTROL = int(Ask.CONTROL)
_EARLY_HITS = int(Ask.EARLY_HITS)
_TAKE_CULTIST = int(Ask.TAKE_CULTIST)
_ROT = int(Ask.ROT)
_REAVERS = int(Ask.REAVERS)
_HERO = int(Ask.HERO)
_LOSS_REGION = int(Ask.LOSS_REGION)
_LOSS_FIGURE = int(Ask.LOSS_FIGURE)


@rule
def apply_action(options: Record, state: Record, action: int, trace: Trace) -> None:
    """Carry out a decision and go on."""
    verb = PARTS[action, VERB]
    if verb == _SUMMON:
        summon(options, state, action)
    elif verb == _PLAY:
        play_card(options, state, action, trace)
    elif verb == _PASS:
        pass_turn(state)
    elif verb == _CHOOSE_FIGURE:
        choose_figure(options, state, action, trace)
    elif verb == _CHOOSE_REGION:
        choose_region(options, state, PARTS[action, REGION])
    elif verb == _HIT_PEASANT:
        capture_peasant(state)
    elif verb >= _ACCEPT:
        accept_or_decline(options, state, verb == _ACCEPT, trace)
    else:
        choose_other(options, state, action, verb, trace)
    advance(options, state, trace)


@rule
def choose_figure(options: Record, state: Record, action: int, trace: Trace) -> None:
    """A figure was chosen: for hits, or for what is asked."""
    kind = state.ask
    if _EARLY_HITS <= kind <= _REAVERS and kind not in (_TAKE_CULTIST, _ROT):
        slots = killable(options, state)
    else:
        slots = figures_to_choose(options, state, kind)
    slot = find_figure(options, state, slots, PARTS[action, FIGURE], PARTS[action, CONTROLLER], PARTS[action, VARIANT])
    if _EARLY_HITS <= kind <= _REAVERS and kind not in (_TAKE_CULTIST, _ROT):
        hit_figure(options, state, slot, trace)
    elif kind == _TAKE_CULTIST:
        take_cultist(options, state, slot)
    elif kind == _ROT:
        rot_figure(options, state, slot, trace)
    elif kind == _HERO:
        lose_to_hero(options, state, slot)
    elif kind == _LOSS_FIGURE:
        lose_figure(options, state, slot)
    else:
        choose_for_card(options, state, kind, slot)


@rule
def choose_for_card(options: Record, state: Record, kind: int, slot: int) -> None:
    """A figure was chosen in the summoning phase."""
    if kind == _WHICH_FIGURE:
        origin = state.ask_origin
        region = state.ask_region
        power = state.asked
        answered(state)
        summon_figure(options, state, slot, origin, region, power)
    elif kind == _CALL_FIGURE:
        call_figure(options, state, slot)
    elif kind == _TELEPORT_FIGURE:
        teleport_figure(options, state, slot)
    elif kind == _SHIELD:
        shield_figure(options, state, slot)
    elif kind == _CONTROL:
        control_figure(options, state, slot)


@rule
def choose_region(options: Record, state: Record, region: int) -> None:
    """A region was chosen."""
    kind = state.ask
    if kind == _OLD_WORLD_REGION:
        place_in_chosen(options, state, region)
    elif kind == _TELEPORT_REGION:
        teleport_to(options, state, region)
    elif kind == _CALL_REGION:
        call_from(options, state, region)
    elif kind == _INFLUENCE_REGION:
        influence_to(options, state, region)
    elif kind == _LOSS_REGION:
        lose_in(options, state, region)
    else:
        place_by_dial(options, state, region)


@rule
def choose_other(options: Record, state: Record, action: int, verb: int, trace: Trace) -> None:
    """A card, token, corruption token, power, space or upgrade was chosen."""
    if verb == _DISCARD:
        discard(options, state, PARTS[action, CARD])
    elif verb == _CHOOSE_TOKEN:
        if state.ask == _INFLUENCE_TOKEN:
            influence_token(options, state, PARTS[action, TOKEN])
        else:
            remove_token(state, PARTS[action, REGION], PARTS[action, TOKEN])
    elif verb == _CHOOSE_CORRUPTION:
        if state.ask == _DECAY:
            decay_token(options, state, PARTS[action, CONTROLLER])
        else:
            remove_corruption(state, PARTS[action, REGION], PARTS[action, CONTROLLER])
    elif verb == _CHOOSE_POWER:
        meddle_with(options, state, PARTS[action, CONTROLLER], trace)
    elif verb == _TAKE_UPGRADE:
        take_upgrade(options, state, PARTS[action, UPGRADE])
    else:
        choose_space(options, state, PARTS[action, SIDE])


@rule
def discard(options: Record, state: Record, card: int) -> None:
    """A card was discarded: before the draw, or because an effect says so."""
    if state.ask == _DISCARD_BEFORE_DRAW:
        discard_card(options, state, card)
        answered(state)
        state.left += 1
    else:
        discard_chosen(options, state, card)


@rule
def choose_space(options: Record, state: Record, side: int) -> None:
    """A card space was chosen: for a Horror, or to be closed."""
    if state.ask == _ASK_CARD_SPACE:
        stand_on_space(options, state, side)
    else:
        state.closed_space = 2 * state.ask_region + side
        answered(state)


@rule
def accept_or_decline(options: Record, state: Record, accepted: bool, trace: Trace) -> None:
    """Yes or no, the first or the second, no more, keep the hits."""
    kind = state.ask
    if kind == _CARRY:
        carry_warpstone(options, state, accepted)
    elif kind == _OLD_WORLD_EITHER:
        choose_either(options, state, accepted)
    elif kind == _DISCARD_BEFORE_DRAW:
        power = state.asked
        answered(state)
        draw_for_round(options, state, power, trace)
    elif kind == _EARLY_HITS:
        answered(state)
        put_hits_away(state)
    elif kind in (_CALL_REGION, _CALL_FIGURE):
        end_effect(state)
    else:
        answered(state)
