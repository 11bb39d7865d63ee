"""What Chaos cards do when they are played. Effects are mandatory where they can be done (rulebook p. 13).

`ask_region` is the region of the card, `left` what it may still do, `ask_slot` a figure that was chosen.
"""

from __future__ import annotations

from engine.bits import lowest
from engine.compilation import rule
from engine.games.chaos_in_the_old_world.actions import CORRUPTION_FIRST, POWER_FIRST, TOKEN_FIRST
from engine.games.chaos_in_the_old_world.chaos_cards import Effect
from engine.games.chaos_in_the_old_world.data import POWERS, REGIONS, Token
from engine.games.chaos_in_the_old_world.house import House, use_house
from engine.games.chaos_in_the_old_world.rules.figures import figures_of, relocate, settle_type, take_control
from engine.games.chaos_in_the_old_world.rules.pieces import (
    answered,
    ask,
    corrupt,
    corruption_in,
    discard_at_random,
    discard_card,
    put_token,
    take_token,
)
from engine.games.chaos_in_the_old_world.rules.spaces import effect_of, has_effect, owner_of_effect
from engine.games.chaos_in_the_old_world.state import Ask
from engine.types import Actions, Record, Trace

_CALL_FIGURES = int(Effect.CALL_FIGURES)
_REMOVE_CORRUPTION = int(Effect.REMOVE_CORRUPTION)
_TELEPORT = int(Effect.TELEPORT)
_SHIELD = int(Effect.SHIELD)
_MEDDLE = int(Effect.MEDDLE)
_DRAIN_POWER = int(Effect.DRAIN_POWER)
_PLACE_TOKENS = int(Effect.PLACE_TOKENS)
_MOVE_TOKENS = int(Effect.MOVE_TOKENS)
_TAKE_CONTROL = int(Effect.TAKE_CONTROL)
_NO_LEAVING = int(Effect.NO_LEAVING)

_CALL_REGION = int(Ask.CALL_REGION)
_CALL_FIGURE = int(Ask.CALL_FIGURE)
_DECAY = int(Ask.DECAY)
_TELEPORT_FIGURE = int(Ask.TELEPORT_FIGURE)
_TELEPORT_REGION = int(Ask.TELEPORT_REGION)
_ASK_SHIELD = int(Ask.SHIELD)
_ASK_MEDDLE = int(Ask.MEDDLE)
_DISCARD = int(Ask.DISCARD)
_INFLUENCE_TOKEN = int(Ask.INFLUENCE_TOKEN)
_INFLUENCE_REGION = int(Ask.INFLUENCE_REGION)
_CONTROL = int(Ask.CONTROL)

_CALL_ANY_FIGURE = int(House.CALL_ANY_FIGURE)
_CHANGER_STOPS = int(House.CHANGER_STOPS_LATER_CARDS)
_VICTIM_CHOOSES = int(House.MEDDLING_VICTIM_CHOOSES)

_HERO = int(Token.HERO)
_PEASANT = int(Token.PEASANT)
_CULTIST_RANK = 0
_DAEMON_RANK = 2


@rule
def play_effect(options: Record, state: Record, space: int, power: int, trace: Trace) -> None:
    """What a card does when it is played; nothing beside Changer of Ways, by the house value."""
    card = state.space[space]
    effect = options.card_effect[card]
    if effect_of(options, state, space) == 0 and effect != 0 and options.house[_CHANGER_STOPS]:
        use_house(state, _CHANGER_STOPS)
        return
    region = space // 2
    state.left = options.card_amount[card]
    if effect == _CALL_FIGURES:
        call_figures(options, state, region, power)
    elif effect == _REMOVE_CORRUPTION:
        decay(options, state, region, power)
    elif effect == _TELEPORT:
        teleport(options, state, region, power)
    elif effect == _SHIELD:
        shield(options, state, region, power)
    elif effect == _MEDDLE:
        meddle(options, state, region, power)
    elif effect == _MOVE_TOKENS:
        influence(options, state, region, power)
    elif effect == _TAKE_CONTROL:
        musk(options, state, region, power)
    else:
        instant_effect(options, state, region, power, effect)


@rule
def instant_effect(options: Record, state: Record, region: int, power: int, effect: int) -> None:
    """Effects that nobody has to decide anything for."""
    amount = state.left
    state.left = 0
    if effect == _DRAIN_POWER:
        drain_power(options, state, region, power, amount)
    elif effect == _PLACE_TOKENS:
        corrupt(options, state, region, power, amount)


@rule
def end_effect(state: Record) -> None:
    """The effect is done."""
    answered(state)
    state.left = 0


@rule
def ask_about(options: Record, state: Record, kind: int, power: int, region: int) -> None:
    """A power decides something about the region of a card."""
    ask(options, state, kind, power)
    state.ask_region = region


@rule
def drain_power(options: Record, state: Record, region: int, power: int, amount: int) -> None:
    """Drain Power: rivals with a cultist here lose power points, not below 0; its owner gains once."""
    for other in range(POWERS):
        if other != power and figures_of(state, other, region) & options.rank_slots[_CULTIST_RANK]:
            state.power_points[other] = max(state.power_points[other] - amount, 0)
    state.power_points[power] = min(state.power_points[power] + amount, 100)


@rule
def movable(options: Record, state: Record, region: int) -> int:
    """The figures that an effect can move out of a region: Field of Carnage holds all but its owner's."""
    slots = state.at[region]
    if has_effect(options, state, region, _NO_LEAVING):
        slots &= state.control[owner_of_effect(options, state, region, _NO_LEAVING)]
    return slots


@rule
def callable_figures(options: Record, state: Record, region: int, power: int) -> int:
    """The figures of a region that The Blood God's Call can fetch."""
    slots = movable(options, state, region)
    if options.house[_CALL_ANY_FIGURE] == 0:
        slots &= state.control[power]
    return slots


@rule
def call_regions(options: Record, state: Record, region: int, power: int) -> int:
    """The other regions that figures can be called from."""
    regions = 0
    for other in range(REGIONS):
        if other != region and callable_figures(options, state, other, power):
            regions |= 1 << other
    return regions


@rule
def call_figures(options: Record, state: Record, region: int, power: int) -> None:
    """The Blood God's Call: up to so many figures from one other region."""
    if state.left > 0 and call_regions(options, state, region, power) != 0:
        ask_about(options, state, _CALL_REGION, power, region)
    else:
        end_effect(state)


@rule
def call_from(options: Record, state: Record, origin: int) -> None:
    """The region was chosen: now the figures."""
    region = state.ask_region
    power = state.asked
    ask_about(options, state, _CALL_FIGURE, power, region)
    state.ask_origin = origin


@rule
def call_figure(options: Record, state: Record, slot: int) -> None:
    """Fetch a figure; then perhaps another one from the same region."""
    region = state.ask_region
    origin = state.ask_origin
    power = state.asked
    if not options.owned[power] >> slot & 1:
        use_house(state, _CALL_ANY_FIGURE)
    relocate(options, state, slot, region)
    state.left -= 1
    if state.left == 0 or callable_figures(options, state, origin, power) == 0:
        end_effect(state)


@rule
def decay(options: Record, state: Record, region: int, power: int) -> None:
    """All Things Decay: corruption tokens of any owner leave the region."""
    if state.left > 0 and corruption_in(state, region) > 0:
        ask_about(options, state, _DECAY, power, region)
    else:
        end_effect(state)


@rule
def decay_token(options: Record, state: Record, owner: int) -> None:
    """A token goes; perhaps another one."""
    region = state.ask_region
    power = state.asked
    state.corruption[region, owner] -= 1
    state.left -= 1
    answered(state)
    decay(options, state, region, power)


@rule
def put_corruption(state: Record, region: int, power: int, out: Actions, n: int) -> int:
    """Append a choice of a power's corruption in a region, if there is any."""
    if state.corruption[region, power] > 0:
        out[n] = CORRUPTION_FIRST + power * REGIONS + region
        n += 1
    return n


@rule
def teleport_candidates(options: Record, state: Record, region: int) -> int:
    """The cultists and warriors of any owner that can be moved from a region."""
    return movable(options, state, region) & ~options.rank_slots[_DAEMON_RANK]


@rule
def teleport(options: Record, state: Record, region: int, power: int) -> None:
    """Teleport: a cultist or warrior goes to any other region; mandatory if there is one (rulebook p. 13)."""
    if state.left > 0 and teleport_candidates(options, state, region) != 0:
        ask_about(options, state, _TELEPORT_FIGURE, power, region)
    else:
        end_effect(state)


@rule
def teleport_figure(options: Record, state: Record, slot: int) -> None:
    """The figure was chosen: now the region."""
    region = state.ask_region
    power = state.asked
    ask_about(options, state, _TELEPORT_REGION, power, region)
    state.ask_slot = slot


@rule
def teleport_to(options: Record, state: Record, goal: int) -> None:
    """The figure arrives; perhaps another one follows."""
    region = state.ask_region
    power = state.asked
    slot = state.ask_slot
    relocate(options, state, slot, goal)
    state.left -= 1
    answered(state)
    teleport(options, state, region, power)


@rule
def shield(options: Record, state: Record, region: int, power: int) -> None:
    """Warp Shield: choose one of your figures here; it can't be killed in battle this round, wherever it is."""
    if figures_of(state, power, region) != 0:
        ask_about(options, state, _ASK_SHIELD, power, region)
    else:
        end_effect(state)


@rule
def shield_figure(options: Record, state: Record, slot: int) -> None:
    """The figure is shielded."""
    state.shielded |= 1 << slot
    settle_type(options, state, options.type_of_slot[slot])
    end_effect(state)


@rule
def meddle_victims(options: Record, state: Record, region: int, power: int) -> int:
    """The other powers with a figure in a region, as a set."""
    victims = 0
    for other in range(POWERS):
        if other != power and figures_of(state, other, region) != 0:
            victims |= 1 << other
    return victims


@rule
def meddle(options: Record, state: Record, region: int, power: int) -> None:
    """The Meddling of Skaven: choose a rival with a figure here; he discards cards."""
    if meddle_victims(options, state, region, power) != 0:
        ask_about(options, state, _ASK_MEDDLE, power, region)
    else:
        end_effect(state)


@rule
def meddle_with(options: Record, state: Record, victim: int, trace: Trace) -> None:
    """The victim was chosen: it discards, by the house value what it likes."""
    answered(state)
    if options.house[_VICTIM_CHOOSES]:
        ask_discard(options, state, victim)
    else:
        discard_at_random(options, state, victim, state.left, trace)
        state.left = 0


@rule
def ask_discard(options: Record, state: Record, power: int) -> None:
    """A power discards `left` cards of its choice, all if it has fewer."""
    if state.left > 0 and state.hand_size[power] > 0:
        use_house(state, _VICTIM_CHOOSES)
        ask(options, state, _DISCARD, power)
    else:
        state.left = 0


@rule
def discard_chosen(options: Record, state: Record, card: int) -> None:
    """A card was discarded; perhaps another one."""
    power = state.asked
    discard_card(options, state, card)
    answered(state)
    state.left -= 1
    ask_discard(options, state, power)


@rule
def put_powers(powers: int, out: Actions, n: int) -> int:
    """Append a choice for each power of a set."""
    while powers:
        out[n] = POWER_FIRST + lowest(powers)
        n += 1
        powers &= powers - 1
    return n


@rule
def has_influenced_token(state: Record, region: int) -> bool:
    """Whether a Peasant, Noble or Hero token lies in a region."""
    tokens = 0
    for token in range(_HERO, _PEASANT + 1):
        tokens += state.tokens[region, token]
    return tokens > 0


@rule
def influence_goals(state: Record, region: int) -> int:
    """Where Dark Influence can move a token to: any other region that is not ruined."""
    regions = 0
    for other in range(REGIONS):
        if other != region and state.ruin_card[other] == 0:
            regions |= 1 << other
    return regions


@rule
def influence(options: Record, state: Record, region: int, power: int) -> None:
    """Dark Influence: a Peasant, Noble or Hero token goes to any other region."""
    if state.left > 0 and has_influenced_token(state, region) and influence_goals(state, region) != 0:
        ask_about(options, state, _INFLUENCE_TOKEN, power, region)
    else:
        end_effect(state)


@rule
def put_influenced_tokens(state: Record, region: int, out: Actions) -> int:
    """The tokens that Dark Influence can move."""
    n = 0
    for token in range(_HERO, _PEASANT + 1):
        if state.tokens[region, token] > 0:
            out[n] = TOKEN_FIRST + token * REGIONS + region
            n += 1
    return n


@rule
def influence_token(options: Record, state: Record, token: int) -> None:
    """The token was chosen: now the region."""
    region = state.ask_region
    power = state.asked
    ask_about(options, state, _INFLUENCE_REGION, power, region)
    state.ask_slot = token


@rule
def influence_to(options: Record, state: Record, goal: int) -> None:
    """The token arrives; perhaps another one follows."""
    region = state.ask_region
    power = state.asked
    token = state.ask_slot
    take_token(state, region, token)
    put_token(state, goal, token, 1)
    state.left -= 1
    answered(state)
    influence(options, state, region, power)


@rule
def musk(options: Record, state: Record, region: int, power: int) -> None:
    """Soporific Musk: take control of an enemy figure here until the round ends."""
    if state.left > 0 and state.at[region] & ~state.control[power] != 0:
        ask_about(options, state, _CONTROL, power, region)
    else:
        end_effect(state)


@rule
def control_figure(options: Record, state: Record, slot: int) -> None:
    """The figure is controlled; perhaps another one."""
    region = state.ask_region
    power = state.asked
    take_control(options, state, slot, power)
    state.left -= 1
    answered(state)
    musk(options, state, region, power)
