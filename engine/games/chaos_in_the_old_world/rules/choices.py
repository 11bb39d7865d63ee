"""The legal actions at each kind of decision."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.chaos_in_the_old_world.actions import (
    ACCEPT_ACTION,
    DECLINE_ACTION,
    DISCARD_FIRST,
    REGION_FIRST,
    SPACE_FIRST,
)
from engine.games.chaos_in_the_old_world.data import ALL_REGIONS, POWERS
from engine.games.chaos_in_the_old_world.rules.battle import cultists_to_take, rot_candidates
from engine.games.chaos_in_the_old_world.rules.dial import put_all_corruption, put_all_tokens, put_upgrades
from engine.games.chaos_in_the_old_world.rules.end import hero_victims, loss_figures, loss_regions
from engine.games.chaos_in_the_old_world.rules.figures import figures_of, put_figures
from engine.games.chaos_in_the_old_world.rules.hits import hit_choices
from engine.games.chaos_in_the_old_world.rules.now import (
    call_regions,
    callable_figures,
    influence_goals,
    meddle_victims,
    put_corruption,
    put_influenced_tokens,
    put_powers,
    teleport_candidates,
)
from engine.games.chaos_in_the_old_world.rules.old_world import placement_regions, unruined
from engine.games.chaos_in_the_old_world.rules.summoning import (
    empty_sides,
    put_goals,
    summon_candidates,
    summoning_choices,
)
from engine.games.chaos_in_the_old_world.state import Ask
from engine.types import Actions, Record

_OLD_WORLD_REGION = int(Ask.OLD_WORLD_REGION)
_OLD_WORLD_EITHER = int(Ask.OLD_WORLD_EITHER)
_OLD_WORLD_SPACE = int(Ask.OLD_WORLD_SPACE)
_DISCARD_BEFORE_DRAW = int(Ask.DISCARD_BEFORE_DRAW)
_SUMMONING = int(Ask.SUMMONING)
_WHICH_FIGURE = int(Ask.WHICH_FIGURE)
_CARRY = int(Ask.CARRY)
_CARD_SPACE = int(Ask.CARD_SPACE)
_CALL_REGION = int(Ask.CALL_REGION)
_CALL_FIGURE = int(Ask.CALL_FIGURE)
_DECAY = int(Ask.DECAY)
_TELEPORT_FIGURE = int(Ask.TELEPORT_FIGURE)
_TELEPORT_REGION = int(Ask.TELEPORT_REGION)
_SHIELD = int(Ask.SHIELD)
_MEDDLE = int(Ask.MEDDLE)
_DISCARD = int(Ask.DISCARD)
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
_DIAL_WARPSTONE = int(Ask.DIAL_WARPSTONE)
_DIAL_NOBLE = int(Ask.DIAL_NOBLE)
_DIAL_CORRUPTION = int(Ask.DIAL_CORRUPTION)
_DIAL_TOKEN = int(Ask.DIAL_TOKEN)
_UPGRADE = int(Ask.UPGRADE)


@rule
def legal_actions(options: Record, state: Record, out: Actions) -> int:
    """What the power that is asked can answer."""
    kind = state.ask
    if kind == _SUMMONING:
        return summoning_choices(options, state, out)
    if _EARLY_HITS <= kind <= _REAVERS and kind not in (_TAKE_CULTIST, _ROT):
        return hit_choices(options, state, out)
    regions = regions_to_choose(options, state, kind)
    if regions != 0:
        n = put_goals(REGION_FIRST, regions, out, 0)
        return put_decline(out, n) if kind == _CALL_REGION else n
    slots = figures_to_choose(options, state, kind)
    if slots != 0:
        n = put_figures(options, state, slots, out, 0)
        return put_decline(out, n) if kind == _CALL_FIGURE else n
    return other_choices(options, state, kind, out)


@rule
def put_decline(out: Actions, n: int) -> int:
    """Append to decline."""
    out[n] = DECLINE_ACTION
    return n + 1


@rule
def regions_to_choose(options: Record, state: Record, kind: int) -> int:
    """The regions among which a decision chooses; empty if it is about something else."""
    if kind == _OLD_WORLD_REGION:
        return placement_regions(options, state)
    if kind == _TELEPORT_REGION:
        return ALL_REGIONS & ~(1 << state.ask_region)
    if kind == _CALL_REGION:
        return call_regions(options, state, state.ask_region, state.asked)
    if kind == _INFLUENCE_REGION:
        return influence_goals(state, state.ask_region)
    if kind in (_DIAL_WARPSTONE, _DIAL_NOBLE):
        return unruined(state)
    if kind == _LOSS_REGION:
        return loss_regions(options, state, state.asked)
    return 0


@rule
def figures_to_choose(options: Record, state: Record, kind: int) -> int:
    """The figures among which a decision chooses; empty if it is about something else."""
    power = state.asked
    if kind == _WHICH_FIGURE:
        return summon_candidates(options, state, state.ask_slot, state.ask_origin, state.ask_region, power)
    if kind == _CALL_FIGURE:
        return callable_figures(options, state, state.ask_origin, power)
    if kind == _TELEPORT_FIGURE:
        return teleport_candidates(options, state, state.ask_region)
    if kind == _SHIELD:
        return figures_of(state, power, state.ask_region)
    if kind == _CONTROL:
        return state.at[state.ask_region] & ~state.control[power]
    if kind == _TAKE_CULTIST:
        return cultists_to_take(options, state, power)
    if kind == _ROT:
        return rot_candidates(options, state, power)
    if kind == _HERO:
        return hero_victims(options, state, power)
    if kind == _LOSS_FIGURE:
        return loss_figures(options, state, power, state.ask_region)
    return 0


@rule
def other_choices(options: Record, state: Record, kind: int, out: Actions) -> int:
    """Decisions about cards, tokens, powers, spaces, or yes and no."""
    if kind in (_DISCARD, _DISCARD_BEFORE_DRAW):
        n = put_hand(options, state, out)
        return put_decline(out, n) if kind == _DISCARD_BEFORE_DRAW else n
    if kind in (_CARRY, _OLD_WORLD_EITHER):
        out[0] = ACCEPT_ACTION
        return put_decline(out, 1)
    if kind in (_CARD_SPACE, _OLD_WORLD_SPACE):
        n = put_goals(SPACE_FIRST + 2 * state.ask_region, empty_sides(options, state, state.ask_region), out, 0)
        return put_decline(out, n) if kind == _CARD_SPACE else n
    if kind == _MEDDLE:
        return put_powers(meddle_victims(options, state, state.ask_region, state.asked), out, 0)
    if kind == _INFLUENCE_TOKEN:
        return put_influenced_tokens(state, state.ask_region, out)
    if kind == _DIAL_TOKEN:
        return put_all_tokens(state, out)
    if kind == _DIAL_CORRUPTION:
        return put_all_corruption(state, out)
    if kind == _UPGRADE:
        return put_upgrades(options, state, out)
    n = 0
    if kind == _DECAY:
        for power in range(POWERS):
            n = put_corruption(state, state.ask_region, power, out, n)
    return n


@rule
def put_hand(options: Record, state: Record, out: Actions) -> int:
    """Every title in the hand of the power that is asked, to be discarded."""
    n = 0
    power = state.asked
    for card in range(options.first_card[power], options.last_card[power] + 1):
        if state.hand[card] > 0 and options.card_power[card] == power:
            out[n] = DISCARD_FIRST + card
            n += 1
    return n
