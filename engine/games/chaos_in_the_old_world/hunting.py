"""Powers that advance by kills, and what the others make of them: prey, exposure, ticks that are denied, losses to come.

In tenths of a victory point, as in `stakes.py`.
"""

from __future__ import annotations

from engine.arrays import table
from engine.bits import count
from engine.games.chaos_in_the_old_world.chaos_cards import Effect
from engine.games.chaos_in_the_old_world.data import FIGURE_TYPES, RANKS
from engine.games.chaos_in_the_old_world.inlining import part, rule
from engine.games.chaos_in_the_old_world.options_record import KILLS
from engine.games.chaos_in_the_old_world.rules.spaces import has_effect
from engine.games.chaos_in_the_old_world.rules.summoning import reach
from engine.types import Record

_NO_BATTLE = int(Effect.NO_BATTLE)
_CULTIST_RANK = 0
_MOST_DICE = 8

HIT_CHANCE = table(
    [
        (0, 0, 0, 0),
        (50, 8, 1, 0),
        (75, 33, 9, 2),
        (88, 56, 25, 8),
        (94, 73, 43, 20),
        (97, 84, 60, 33),
        (98, 91, 73, 49),
        (99, 94, 83, 63),
        (99, 97, 89, 74),
    ],
    "i1",
)
"""By dice, up to eight: percent chance of at least 1, 2, 3, 4 hits (sheet 10.4)."""
_WARRIOR_RANK = 1
_FIRST_PREY = 56
"""What it costs to be a hunter's only prey in a region: a tick of his dial and more, times the chance that he hits."""
_LURE = 50
"""Percent: how likely a hunter brings a warrior where he can while he has the power points."""
_MORE_PREY = table([6, 3, 6, 6], "i1")
"""By power: what each die of a hunter costs a figure, shared with all other prey there."""


@part
def cultists_of(options: Record, state: Record, power: int, region: int) -> int:
    """A power's cultists in a region."""
    return count(state.at[region] & state.control[power] & options.rank_slots[_CULTIST_RANK])


@rule
def attack_of(options: Record, state: Record, power: int, region: int) -> int:
    """The dice of a power's figures in a region."""
    slots = state.at[region] & state.control[power]
    dice = 0
    if slots:
        for figure in range(FIGURE_TYPES):
            dice += state.attack[figure] * count(slots & options.group[figure])
    return dice


@rule
def enemy_attack(options: Record, state: Record, power: int, region: int) -> int:
    """The dice of all others in a region."""
    dice = 0
    for seat in range(options.players):
        other = options.power_of[seat]
        if other != power:
            dice += attack_of(options, state, other, region)
    return dice


@part
def is_hunter(options: Record, power: int) -> bool:
    """Whether a power's dial advances by kills."""
    return options.advance_when[power] == KILLS


@part
def prey_of(state: Record, hunter: int, region: int) -> int:
    """How many figures in a region a hunter can kill."""
    return count(state.at[region] & ~state.control[hunter] & ~state.shielded)


@part
def hunted(options: Record, state: Record, region: int, dice: int) -> int:
    """What it costs the others that a hunter with so many dice finds prey in a region: his tick, by the chance of a hit."""
    if dice <= 0 or has_effect(options, state, region, _NO_BATTLE):
        return 0
    return _FIRST_PREY * HIT_CHANCE[min(dice, _MOST_DICE), 0] // 100


@rule
def hunt(options: Record, state: Record, power: int, region: int, most: int) -> int:
    """What hunters other than the power are about to gain in a region, if they have at most so much prey there."""
    cost = 0
    for seat in range(options.players):
        other = options.power_of[seat]
        if other != power and is_hunter(options, other):
            prey = prey_of(state, other, region)
            if 0 < prey <= most:
                cost += hunted(options, state, region, attack_of(options, state, other, region))
    return cost


@part
def may_come(state: Record, hunter: int, region: int) -> bool:
    """Whether a hunter has the power points, and the reach, to bring another warrior into a region."""
    return state.power_points[hunter] >= state.cost[hunter * RANKS + _WARRIOR_RANK] and reach(state, hunter) >> region & 1 != 0


@rule
def exposure(options: Record, state: Record, power: int, region: int, there: int) -> int:
    """What a figure, in the count already if `there` is 1, costs where a hunter among the others has dice or may bring them.

    His tick if he has no other prey in the region, besides a risk for the figure, shared with all other prey.
    """
    cost = 0
    if has_effect(options, state, region, _NO_BATTLE):
        return cost
    for seat in range(options.players):
        other = options.power_of[seat]
        if other != power and is_hunter(options, other):
            dice = attack_of(options, state, other, region)
            prey = max(prey_of(state, other, region) - there, 0)
            if dice > 0:
                cost += _MORE_PREY[power] * min(dice, 4) // (prey + 1)
            if prey == 0:
                lure = _LURE if may_come(state, other, region) else 0
                more = dice + state.attack[other * RANKS + _WARRIOR_RANK]
                price = (100 - lure) * hunted(options, state, region, dice) + lure * hunted(options, state, region, more)
                cost += price // 100
    return cost


@rule
def bystanders(options: Record, state: Record, power: int, region: int) -> int:
    """Figures in a region that draw fire away from a power's cultists: its other figures, and all rivals' cultists."""
    others = count(state.at[region] & state.control[power] & ~options.rank_slots[_CULTIST_RANK])
    for seat in range(options.players):
        other = options.power_of[seat]
        if other != power:
            others += cultists_of(options, state, other, region)
    return others


@part
def dice_against(options: Record, state: Record, power: int, region: int) -> int:
    """The dice that others will roll in a region, eight at most; none where no battle is fought."""
    if has_effect(options, state, region, _NO_BATTLE):
        return 0
    return min(enemy_attack(options, state, power, region), _MOST_DICE)
