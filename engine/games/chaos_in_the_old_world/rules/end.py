"""The end phase (rulebook p. 20), steps 0 to 5: cards, Heroes, Old World cards, ruined regions, dials (5: the extra tick).

Heroes: `left` are those of `region` that have yet to strike. Old World cards: `part` is the space of the track, `turn` the
power or how often the card has struck. Step 6 is in `endings.py`, dials are in `dial.py`.
"""

from __future__ import annotations

from engine.bits import lowest
from engine.compilation import rule
from engine.games.chaos_in_the_old_world.chaos_cards import Effect
from engine.games.chaos_in_the_old_world.data import POWERS, REGIONS, SPACES, TRACK, Region, Token
from engine.games.chaos_in_the_old_world.house import House, use_house
from engine.games.chaos_in_the_old_world.old_world_cards import Lasting
from engine.games.chaos_in_the_old_world.rules.corruption import score_ruin
from engine.games.chaos_in_the_old_world.rules.dial import extra_tick, turn_dials
from engine.games.chaos_in_the_old_world.rules.endings import end_round
from engine.games.chaos_in_the_old_world.rules.figures import figures_of, regions_with, to_reserve
from engine.games.chaos_in_the_old_world.rules.now import ask_discard
from engine.games.chaos_in_the_old_world.rules.old_world import regions_with_token
from engine.games.chaos_in_the_old_world.rules.pieces import (
    answered,
    ask,
    discard_at_random,
    draw_cards,
    highest_threat,
    take_token,
    to_step,
)
from engine.games.chaos_in_the_old_world.rules.spaces import effect_of, lasting_card
from engine.games.chaos_in_the_old_world.state import NOBODY, Ask
from engine.types import Record, Trace

_HERO = int(Token.HERO)
_EVENT = int(Token.EVENT)
_SKAVEN = int(Token.SKAVEN)
_WARPSTONE = int(Token.WARPSTONE)
_BRETONNIA = int(Region.BRETONNIA)
_NORTH = (1 << int(Region.NORSCA)) | (1 << int(Region.TROLL_COUNTRY))
_STAY_AFTER_KILL = int(Effect.STAY_AFTER_KILL)
_WARPSTONE_CARDS = int(Lasting.WARPSTONE_CARDS)
_KNIGHTS = int(Lasting.KNIGHTS)
_TROLLSLAYERS = int(Lasting.TROLLSLAYERS)
_HUNT = int(Lasting.HEROES_HUNT_CULTISTS)
_CORSAIRS = int(Lasting.CORSAIRS)
_SKAVENGERS = int(Lasting.SKAVENGERS)
_ASK_HERO = int(Ask.HERO)
_LOSS_REGION = int(Ask.LOSS_REGION)
_LOSS_FIGURE = int(Ask.LOSS_FIGURE)
_KNIGHTS_CHOOSE = int(House.KNIGHTS_VICTIM_CHOOSES)
_CULTIST_RANK = 0
_TRACK_STEP = 2


@rule
def end_phase(options: Record, state: Record, trace: Trace) -> None:
    """One piece of the phase."""
    if state.step == 0:
        remove_cards(options, state)
        to_step(state, 1)
    elif state.step == 1:
        heroes(options, state)
    elif state.step == _TRACK_STEP:
        old_world_cards(options, state, trace)
    elif state.step == 3:
        score_ruins(options, state)
        to_step(state, 4)
    elif state.step == 4:
        turn_dials(options, state, trace)
    elif state.step == 5:
        extra_tick(options, state, trace)
    else:
        end_round(options, state)


@rule
def remove_cards(options: Record, state: Record) -> None:
    """Chaos cards go to their owners' discards; The Persistence of Change stays where its owner killed a figure."""
    stays = 0
    for space in range(SPACES):
        card = state.space[space]
        if card == NOBODY or effect_of(options, state, space) != _STAY_AFTER_KILL:
            continue
        if state.killed_in[space // 2, options.card_power[card]] > 0:
            stays |= 1 << space
    for space in range(SPACES):
        card = state.space[space]
        if card != NOBODY and not stays >> space & 1:
            state.discard[card] += 1
            state.space[space] = NOBODY


@rule
def powers_in(options: Record, state: Record, region: int) -> int:
    """The powers that have a figure in a region, as a set."""
    powers = 0
    for power in range(POWERS):
        if figures_of(state, power, region) != 0:
            powers |= 1 << power
    return powers


@rule
def heroes(options: Record, state: Record) -> None:
    """Each Hero in turn: of those with a figure there, the power with the highest threat removes one (rulebook p. 20)."""
    region = state.region
    if region == REGIONS:
        to_step(state, _TRACK_STEP)
        return
    if state.used == 0:
        state.used = 1
        state.left = state.tokens[region, _HERO]
    if state.left == 0 or state.at[region] == 0:
        state.region += 1
        state.used = 0
        state.left = 0
        return
    ask(options, state, _ASK_HERO, highest_threat(options, state, powers_in(options, state, region)))


@rule
def hero_victims(options: Record, state: Record, power: int) -> int:
    """The figures that a power may lose to the Hero: a cultist if Witch Hunters are about and it has one there."""
    slots = figures_of(state, power, state.region)
    cultists = slots & options.rank_slots[_CULTIST_RANK]
    if cultists and lasting_card(options, state, _HUNT) != NOBODY:
        return cultists
    return slots


@rule
def lose_to_hero(options: Record, state: Record, slot: int) -> None:
    """The Hero has struck."""
    power = state.asked
    hunters = lasting_card(options, state, _HUNT)
    if hunters != NOBODY and hero_victims(options, state, power) != figures_of(state, power, state.region):
        use_house(state, options.house_of_card[hunters])
    answered(state)
    state.left -= 1
    to_reserve(options, state, 1 << slot)


@rule
def old_world_cards(options: Record, state: Record, trace: Trace) -> None:
    """Lasting effects of the end phase, in the order of the track (rulebook p. 20)."""
    if state.part == TRACK:
        to_step(state, 3)
        return
    title = state.track[state.part]
    lasting = 0 if title == NOBODY else options.lasting[title]
    if lasting == _WARPSTONE_CARDS:
        warpstone_cards(options, state, options.old_world_amount[title], trace)
        next_card(state)
    elif lasting == _SKAVENGERS:
        skavengers(options, state, title)
        next_card(state)
    elif lasting == _KNIGHTS:
        knights(options, state, options.old_world_amount[title], trace)
    elif lasting == _TROLLSLAYERS:
        trollslayers(options, state, title)
    elif lasting == _CORSAIRS:
        corsairs(options, state)
    else:
        next_card(state)


@rule
def next_card(state: Record) -> None:
    """On to the next space of the track."""
    state.part += 1
    state.turn = 0
    state.left = 0


@rule
def warpstone_cards(options: Record, state: Record, amount: int, trace: Trace) -> None:
    """Warpstone Discovery: who has a figure with a Warpstone draws, once a power."""
    regions = regions_with_token(state, _WARPSTONE)
    for power in range(POWERS):
        if regions & regions_with(state, state.control[power]):
            draw_cards(options, state, power, amount, trace)


@rule
def skavengers(options: Record, state: Record, title: int) -> None:
    """Skavengers: Warpstones leave the regions where Skaven are."""
    for region in range(REGIONS):
        if state.tokens[region, _SKAVEN] > 0:
            for _ in range(min(options.old_world_amount[title], state.tokens[region, _WARPSTONE])):
                take_token(state, region, _WARPSTONE)
                use_house(state, options.house_of_card[title])


@rule
def knights(options: Record, state: Record, amount: int, trace: Trace) -> None:
    """Bretonnian Knights: who has a figure in Bretonnia discards, in power order."""
    if state.turn == POWERS:
        next_card(state)
        return
    power = state.turn
    state.turn += 1
    if figures_of(state, power, _BRETONNIA) == 0:
        return
    if options.house[_KNIGHTS_CHOOSE]:
        state.left = amount
        if state.hand_size[power] > 0:
            use_house(state, _KNIGHTS_CHOOSE)
        ask_discard(options, state, power)
    else:
        discard_at_random(options, state, power, amount, trace)


@rule
def loss_regions(options: Record, state: Record, power: int) -> int:
    """Where a power can lose a figure to the card on the track that is being resolved."""
    if options.lasting[state.track[state.part]] == _CORSAIRS:
        cultists = state.control[power] & options.rank_slots[_CULTIST_RANK]
        return regions_with(state, cultists) & regions_with_token(state, _EVENT)
    return regions_with(state, state.control[power]) & _NORTH


@rule
def loss_figures(options: Record, state: Record, power: int, region: int) -> int:
    """The figures that a power can lose there."""
    slots = figures_of(state, power, region)
    if options.lasting[state.track[state.part]] == _CORSAIRS:
        slots &= options.rank_slots[_CULTIST_RANK]
    return slots


@rule
def ask_for_loss(options: Record, state: Record, power: int) -> None:
    """A power chooses the region and then the figure; the region only where there are two."""
    regions = loss_regions(options, state, power)
    if regions & (regions - 1):
        ask(options, state, _LOSS_REGION, power)
    else:
        ask(options, state, _LOSS_FIGURE, power)
        state.ask_region = lowest(regions)


@rule
def lose_in(options: Record, state: Record, region: int) -> None:
    """The region was chosen: now the figure."""
    ask(options, state, _LOSS_FIGURE, state.asked)
    state.ask_region = region


@rule
def lose_figure(options: Record, state: Record, slot: int) -> None:
    """The figure goes back to its owner's reserve."""
    answered(state)
    use_house(state, options.house_of_card[state.track[state.part]])
    to_reserve(options, state, 1 << slot)


@rule
def trollslayers(options: Record, state: Record, title: int) -> None:
    """Dwarf Trollslayers: of those in Norsca or Troll Country, the power with the highest threat removes one there."""
    powers = 0
    for power in range(POWERS):
        if regions_with(state, state.control[power]) & _NORTH:
            powers |= 1 << power
    if state.turn == options.old_world_amount[title] or powers == 0:
        next_card(state)
        return
    state.turn += 1
    ask_for_loss(options, state, highest_threat(options, state, powers))


@rule
def corsairs(options: Record, state: Record) -> None:
    """Dark Elf Corsairs: who has a cultist in an Event region removes one from one such region, in power order."""
    if state.turn == POWERS:
        next_card(state)
        return
    power = state.turn
    state.turn += 1
    if loss_regions(options, state, power) != 0:
        ask_for_loss(options, state, power)


@rule
def score_ruins(options: Record, state: Record) -> None:
    """Regions ruined this round score for their corruption, in region order; their tokens leave (rulebook p. 20)."""
    for region in range(REGIONS):
        if state.ruined_now >> region & 1:
            score_ruin(options, state, region)
    state.ruined_now = 0
