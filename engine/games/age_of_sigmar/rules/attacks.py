"""The attack sequence: hit, wound, save, damage (R28), from a profile in which all modifiers are counted."""

from __future__ import annotations

import enum

from engine.games.age_of_sigmar import columns
from engine.games.age_of_sigmar.data import INCH, SIDE_UNITS
from engine.games.age_of_sigmar.inlining import part, rule
from engine.games.age_of_sigmar.rules.dice import natural, passes, roll_dice
from engine.games.age_of_sigmar.rules.modifiers import total_against
from engine.games.age_of_sigmar.rules.terrain import all_in_terrain
from engine.games.age_of_sigmar.rules.units import army_size, full_wounds, model_wounds, on_field, screens, side_of, unit_gap
from engine.games.age_of_sigmar.vocabulary import Effect, PhaseMask
from engine.rng import below
from engine.types import Actions, Record, Stream


class P(enum.IntEnum):
    """Entries of an attack profile."""

    HIT = 0
    HIT_MODIFIER = 1
    HIT_REROLL = 2
    WOUND = 3
    WOUND_MODIFIER = 4
    WOUND_REROLL = 5
    SAVE = 6
    SAVE_MODIFIER = 7
    SAVE_REROLL = 8
    REND = 9
    DAMAGE = 10
    DAMAGE_PLUS = 11
    SIX_HIT_MORTAL = 12
    SIX_HIT_ALSO = 13
    SIX_HIT_ATTACKS = 14
    SIX_HIT_DAMAGE = 15
    SIX_WOUND_DAMAGE = 16
    SIX_WOUND_REND = 17
    SIX_WOUND_MORTAL = 18
    SIX_WOUND_ATTACKS = 19
    SIX_HIT_WOUNDED = 20
    WOUND_ROLLS = 21
    CONTEST = 22
    SLAYS = 23
    """Wounds left of the model that WOUND_SLAYS would slay; 0 without it."""
    IGNORE_REND = 24
    """2: all of it, 1: a Rend of -1."""
    SAVE_BACK = 25
    REROLL_BACK = 26
    SAVE_HEALS = 27
    NO_SAVE = 28
    RULE_OF_ONE = 29
    ALWAYS = 30
    AUTO_MORTAL = 31
    AUTO_CANNON = 32
    AUTO_SIZE = 33
    TARGET_MODELS = 34
    TARGET_MONSTER = 35


PROFILE = 36


class R(enum.IntEnum):
    """Entries of what attacks lead to."""

    WOUNDS = 0
    """Wounds of successful attacks."""
    MORTAL = 1
    BACK = 2
    """Mortal wounds that the attacking unit suffers."""
    HITS = 3
    HEALS = 4
    """Wounds that the target heals."""
    REFLECTED = 5
    """Mortal wounds for each enemy unit near the target."""
    SUCCESSES = 6
    """Successful attacks."""


RESULT = 7

_HIT, _HIT_MODIFIER, _HIT_REROLL = int(P.HIT), int(P.HIT_MODIFIER), int(P.HIT_REROLL)
_WOUND, _WOUND_MODIFIER, _WOUND_REROLL = int(P.WOUND), int(P.WOUND_MODIFIER), int(P.WOUND_REROLL)
_SAVE, _SAVE_MODIFIER, _SAVE_REROLL = int(P.SAVE), int(P.SAVE_MODIFIER), int(P.SAVE_REROLL)
_REND, _DAMAGE, _DAMAGE_PLUS = int(P.REND), int(P.DAMAGE), int(P.DAMAGE_PLUS)
_SIX_HIT_MORTAL, _SIX_HIT_ALSO = int(P.SIX_HIT_MORTAL), int(P.SIX_HIT_ALSO)
_SIX_HIT_ATTACKS, _SIX_HIT_DAMAGE = int(P.SIX_HIT_ATTACKS), int(P.SIX_HIT_DAMAGE)
_SIX_WOUND_DAMAGE, _SIX_WOUND_REND = int(P.SIX_WOUND_DAMAGE), int(P.SIX_WOUND_REND)
_SIX_WOUND_MORTAL, _SIX_WOUND_ATTACKS = int(P.SIX_WOUND_MORTAL), int(P.SIX_WOUND_ATTACKS)
_SIX_HIT_WOUNDED, _WOUND_ROLLS, _CONTEST, _SLAYS = int(P.SIX_HIT_WOUNDED), int(P.WOUND_ROLLS), int(P.CONTEST), int(P.SLAYS)
_IGNORE_REND, _SAVE_BACK, _REROLL_BACK = int(P.IGNORE_REND), int(P.SAVE_BACK), int(P.REROLL_BACK)
_SAVE_HEALS, _NO_SAVE, _RULE_OF_ONE, _ALWAYS = int(P.SAVE_HEALS), int(P.NO_SAVE), int(P.RULE_OF_ONE), int(P.ALWAYS)
_AUTO_MORTAL, _AUTO_CANNON, _AUTO_SIZE = int(P.AUTO_MORTAL), int(P.AUTO_CANNON), int(P.AUTO_SIZE)
_TARGET_MODELS, _TARGET_MONSTER = int(P.TARGET_MODELS), int(P.TARGET_MONSTER)

_WOUNDS, _MORTAL, _BACK, _HITS = int(R.WOUNDS), int(R.MORTAL), int(R.BACK), int(R.HITS)
_HEALS, _REFLECTED, _SUCCESSES = int(R.HEALS), int(R.REFLECTED), int(R.SUCCESSES)

E = Effect
_E_HIT, _E_WOUND, _E_REND, _E_SAVE, _E_TO_BE_HIT = int(E.HIT), int(E.WOUND), int(E.REND), int(E.SAVE), int(E.TO_BE_HIT)
_E_DAMAGE, _E_DAMAGE_IS, _E_AGAINST_ONE = int(E.DAMAGE), int(E.DAMAGE_IS), int(E.SAVE_AGAINST_ONE)
_E_REROLL_HIT, _E_REROLL_WOUND, _E_REROLL_SAVE = int(E.REROLL_HIT), int(E.REROLL_WOUND), int(E.REROLL_SAVE)
_E_SIX_HIT_MORTAL, _E_SIX_HIT_ALSO = int(E.SIX_HIT_MORTAL), int(E.SIX_HIT_ALSO_MORTAL)
_E_SIX_HIT_ATTACKS, _E_SIX_HIT_DAMAGE = int(E.SIX_HIT_ATTACKS), int(E.SIX_HIT_DAMAGE)
_E_SIX_WOUND_DAMAGE, _E_SIX_WOUND_REND = int(E.SIX_WOUND_DAMAGE), int(E.SIX_WOUND_REND)
_E_SIX_WOUND_MORTAL, _E_SIX_WOUND_ATTACKS = int(E.SIX_WOUND_MORTAL), int(E.SIX_WOUND_ATTACKS)
_E_SIX_HIT_WOUNDED, _E_WOUND_ROLLS = int(E.SIX_HIT_WOUNDED_MORTAL), int(E.WOUND_ROLLS)
_E_CONTEST, _E_SLAYS = int(E.CONTEST), int(E.WOUND_SLAYS)
_E_IGNORE_ONE, _E_IGNORE_REND = int(E.IGNORE_REND_ONE), int(E.IGNORE_REND)
_E_SAVE_BACK, _E_REROLL_BACK, _E_SAVE_HEALS = int(E.SAVE_BACK), int(E.REROLL_BACK), int(E.SAVE_HEALS)
_E_SAVE_IS, _E_NO_COVER = int(E.SAVE_IS), int(E.NO_COVER)
_E_AUTO_MORTAL, _E_AUTO_CANNON, _E_AUTO_SIZE = int(E.AUTO_MORTAL), int(E.AUTO_CANNON), int(E.AUTO_SIZE)

_E_SCREEN = int(E.SCREEN)

_COMBAT, _SHOOTING = int(PhaseMask.COMBAT), int(PhaseMask.SHOOTING)
_STOMPED = 2
"""Bit of `done` in the combat phase: a giant stomped nearby."""


@rule
def build_profile(
    options: Record, state: Record, unit: int, target: int, weapon: int, phase: int, leader: int, out: Actions
) -> None:
    """Write the profile of one weapon of a unit against a target: phase 1 shooting, 2 combat; `leader` 1 for the leader's."""
    attacker_part(options, state, unit, target, weapon, phase, leader, out)
    six_part(options, state, unit, target, weapon, phase, out)
    defender_part(options, state, unit, target, weapon, phase, out)
    out[_RULE_OF_ONE] = options.rule_of_one
    out[_ALWAYS] = options.reroll_always


@rule
def attacker_part(
    options: Record, state: Record, unit: int, target: int, weapon: int, phase: int, leader: int, out: Actions
) -> None:
    """Hit, wound, rend and damage with the attacker's modifiers."""
    to_hit = total_against(options, state, unit, target, _E_HIT, phase, weapon)
    to_hit += total_against(options, state, target, unit, _E_TO_BE_HIT, phase, -1)
    if phase == _COMBAT and state.done[unit] & _STOMPED:
        to_hit -= 1
    if phase == _SHOOTING:
        to_hit -= screened(options, state, unit, target)
    out[_HIT] = options.weapon[unit, weapon, columns.HIT]
    out[_HIT_MODIFIER] = to_hit + leader * options.weapon[unit, weapon, columns.MORE_HIT]
    out[_HIT_REROLL] = total_against(options, state, unit, target, _E_REROLL_HIT, phase, weapon)
    out[_WOUND] = options.weapon[unit, weapon, columns.WOUND]
    to_wound = total_against(options, state, unit, target, _E_WOUND, phase, weapon)
    out[_WOUND_MODIFIER] = to_wound + leader * options.weapon[unit, weapon, columns.MORE_WOUND]
    out[_WOUND_REROLL] = total_against(options, state, unit, target, _E_REROLL_WOUND, phase, weapon)
    rend = total_against(options, state, unit, target, _E_REND, phase, weapon)
    out[_REND] = options.weapon[unit, weapon, columns.REND] + rend
    instead = total_against(options, state, unit, target, _E_DAMAGE_IS, phase, weapon)
    out[_DAMAGE] = instead if instead else options.weapon[unit, weapon, columns.DAMAGE]
    out[_DAMAGE_PLUS] = total_against(options, state, unit, target, _E_DAMAGE, phase, weapon)
    out[_AUTO_MORTAL] = total_against(options, state, unit, target, _E_AUTO_MORTAL, phase, weapon)
    out[_AUTO_CANNON] = total_against(options, state, unit, target, _E_AUTO_CANNON, phase, weapon)
    out[_AUTO_SIZE] = total_against(options, state, unit, target, _E_AUTO_SIZE, phase, weapon)


@part
def screened(options: Record, state: Record, unit: int, target: int) -> int:
    """What units between the two take from hit rolls: Protectors' storm-shields cover who stands behind them."""
    most = 0
    side = side_of(target)
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
        if other != target and on_field(state, other):
            worth = total_against(options, state, other, unit, _E_SCREEN, _SHOOTING, -1)
            if worth > most and screens(options, state, other, unit, target):
                most = worth
    return most


@rule
def six_part(options: Record, state: Record, unit: int, target: int, weapon: int, phase: int, out: Actions) -> None:
    """What sixes to hit and to wound do."""
    out[_SIX_HIT_MORTAL] = total_against(options, state, unit, target, _E_SIX_HIT_MORTAL, phase, weapon)
    out[_SIX_HIT_ALSO] = total_against(options, state, unit, target, _E_SIX_HIT_ALSO, phase, weapon)
    out[_SIX_HIT_ATTACKS] = total_against(options, state, unit, target, _E_SIX_HIT_ATTACKS, phase, weapon)
    out[_SIX_HIT_DAMAGE] = total_against(options, state, unit, target, _E_SIX_HIT_DAMAGE, phase, weapon)
    out[_SIX_WOUND_DAMAGE] = total_against(options, state, unit, target, _E_SIX_WOUND_DAMAGE, phase, weapon)
    out[_SIX_WOUND_REND] = total_against(options, state, unit, target, _E_SIX_WOUND_REND, phase, weapon)
    out[_SIX_WOUND_MORTAL] = total_against(options, state, unit, target, _E_SIX_WOUND_MORTAL, phase, weapon)
    out[_SIX_WOUND_ATTACKS] = total_against(options, state, unit, target, _E_SIX_WOUND_ATTACKS, phase, weapon)
    out[_SIX_HIT_WOUNDED] = total_against(options, state, unit, target, _E_SIX_HIT_WOUNDED, phase, weapon)
    out[_WOUND_ROLLS] = total_against(options, state, unit, target, _E_WOUND_ROLLS, phase, weapon)
    out[_CONTEST] = total_against(options, state, unit, target, _E_CONTEST, phase, weapon)
    slays = total_against(options, state, unit, target, _E_SLAYS, phase, weapon)
    out[_SLAYS] = wounds_of_wounded(options, state, target) if slays else 0


@rule
def defender_part(options: Record, state: Record, unit: int, target: int, weapon: int, phase: int, out: Actions) -> None:
    """The save with its modifiers, cover among them (R32), and what saves do."""
    out[_SAVE] = options.save[target]
    instead = total_against(options, state, target, unit, _E_SAVE_IS, phase, -1)
    if instead and instead < out[_SAVE]:
        out[_SAVE] = instead
    modifier = total_against(options, state, target, unit, _E_SAVE, phase, -1)
    if out[_DAMAGE] + out[_DAMAGE_PLUS] == 1:
        modifier += total_against(options, state, target, unit, _E_AGAINST_ONE, phase, -1)
    if has_cover(options, state, target, phase) and not total_against(options, state, target, unit, _E_NO_COVER, phase, -1):
        modifier += 1
    out[_SAVE_MODIFIER] = modifier
    out[_SAVE_REROLL] = total_against(options, state, target, unit, _E_REROLL_SAVE, phase, -1)
    out[_NO_SAVE] = int(out[_SAVE] > 6 and options.save_dash)
    out[_IGNORE_REND] = 0
    if total_against(options, state, target, unit, _E_IGNORE_REND, phase, -1):
        out[_IGNORE_REND] = 2
    elif total_against(options, state, target, unit, _E_IGNORE_ONE, phase, -1):
        out[_IGNORE_REND] = 1
    near = phase == _COMBAT and unit_gap(options, state, unit, target) <= INCH
    out[_SAVE_BACK] = total_against(options, state, target, unit, _E_SAVE_BACK, phase, -1) if near else 0
    out[_REROLL_BACK] = total_against(options, state, target, unit, _E_REROLL_BACK, phase, -1)
    out[_SAVE_HEALS] = total_against(options, state, target, unit, _E_SAVE_HEALS, phase, -1)
    out[_TARGET_MODELS] = state.alive[target]
    monster = options.keyword_sets[options.set_monster]
    out[_TARGET_MONSTER] = int(options.keywords[target] & monster == monster)


@part
def has_cover(options: Record, state: Record, unit: int, phase: int) -> bool:
    """All models in terrain; not in the combat phase of a turn in which the unit charged (R32)."""
    if phase == _COMBAT and state.charged[unit] > 0:
        return False
    return all_in_terrain(options, state, unit)


@rule
def wounds_of_wounded(options: Record, state: Record, unit: int) -> int:
    """Wounds left of the model that would be wounded next: the wounded one, else a fresh one."""
    full = full_wounds(options, state, unit)
    for i in range(options.first[unit], options.first[unit] + state.alive[unit]):
        if state.hurt[i] > 0:
            return model_wounds(options, state, unit, i) - state.hurt[i]
    return full


@rule
def make_attacks(stream: Stream, profile: Actions, attacks: int, result: Actions) -> None:
    """Roll attacks with a profile and add what they lead to (`R`) to `result`. More attacks earned on sixes earn no more."""
    if profile[_AUTO_MORTAL] or profile[_AUTO_CANNON] or profile[_AUTO_SIZE]:
        for _ in range(attacks):
            result[_MORTAL] += attack_without_rolls(stream, profile)
        return
    earned = 0
    for _ in range(attacks):
        earned += one_attack(stream, profile, result)
    for _ in range(earned):
        one_attack(stream, profile, result)


@part
def attack_without_rolls(stream: Stream, profile: Actions) -> int:
    """Mortal wounds of a weapon that needs no hit roll."""
    if profile[_AUTO_SIZE]:
        size_roll = below(stream, 6) + 1 - profile[_TARGET_MONSTER]
        return roll_dice(stream, profile[_AUTO_SIZE]) if size_roll <= profile[_TARGET_MODELS] else 0
    if profile[_AUTO_CANNON]:
        power = below(stream, 6)
        wounds = 0
        for _ in range(6):
            wounds += below(stream, 6) >= power
        return wounds
    return roll_dice(stream, profile[_AUTO_MORTAL])


@part
def one_attack(stream: Stream, profile: Actions, result: Actions) -> int:
    """One attack; returns the attacks that it earns."""
    of_one = profile[_RULE_OF_ONE]
    hit = natural(stream, profile[_HIT], profile[_HIT_MODIFIER], profile[_HIT_REROLL], profile[_ALWAYS], of_one)
    if not passes(hit, profile[_HIT], profile[_HIT_MODIFIER], of_one):
        return 0
    result[_HITS] += 1
    six = hit + profile[_HIT_MODIFIER] >= 6
    earned = profile[_SIX_HIT_ATTACKS] if six else 0
    if six and profile[_SIX_HIT_MORTAL]:
        result[_MORTAL] += roll_dice(stream, profile[_SIX_HIT_MORTAL])
        return earned
    if six and profile[_SIX_HIT_ALSO]:
        result[_MORTAL] += roll_dice(stream, profile[_SIX_HIT_ALSO])
    wound_rolls = roll_dice(stream, profile[_WOUND_ROLLS]) if profile[_WOUND_ROLLS] else 1
    for _ in range(wound_rolls):
        earned += wound_and_save(stream, profile, six, result)
    return earned


@part
def wound_and_save(stream: Stream, profile: Actions, six_hit: bool, result: Actions) -> int:
    """The wound roll of a hit and what follows; returns the attacks that it earns."""
    of_one = profile[_RULE_OF_ONE]
    wound = natural(stream, profile[_WOUND], profile[_WOUND_MODIFIER], profile[_WOUND_REROLL], profile[_ALWAYS], of_one)
    if six_hit and profile[_SIX_HIT_WOUNDED] and wound == 1:
        result[_BACK] += 1
    if not passes(wound, profile[_WOUND], profile[_WOUND_MODIFIER], of_one):
        return 0
    if six_hit and profile[_SIX_HIT_WOUNDED]:
        result[_MORTAL] += profile[_SIX_HIT_WOUNDED]
    six = wound + profile[_WOUND_MODIFIER] >= 6
    if six and profile[_CONTEST]:
        difference = below(stream, 6) - below(stream, 6)
        result[_MORTAL] += max(difference, 0)
        return 0
    if six and profile[_SIX_WOUND_MORTAL]:
        result[_MORTAL] += roll_dice(stream, profile[_SIX_WOUND_MORTAL])
    earned = profile[_SIX_WOUND_ATTACKS] if six else 0
    rend = profile[_REND]
    if six and profile[_SIX_WOUND_REND] > rend:
        rend = profile[_SIX_WOUND_REND]
    if not is_saved(stream, profile, rend, result):
        result[_SUCCESSES] += 1
        result[_WOUNDS] += damage_of(stream, profile, six_hit, six)
    return earned


@part
def is_saved(stream: Stream, profile: Actions, rend: int, result: Actions) -> bool:
    """The save roll, and what successful ones do."""
    if profile[_NO_SAVE]:
        return False
    ignored = profile[_IGNORE_REND]
    if ignored == 2 or (ignored == 1 and rend == 1):
        rend = 0
    need, modifier = profile[_SAVE], profile[_SAVE_MODIFIER] - rend
    first = below(stream, 6) + 1
    save = first
    reroll = profile[_SAVE_REROLL]
    if reroll:
        may = first < need if reroll == 3 else first <= reroll
        if may and (profile[_ALWAYS] or not passes(first, need, modifier, profile[_RULE_OF_ONE])):
            save = below(stream, 6) + 1
            if profile[_REROLL_BACK] and passes(save, need, modifier, profile[_RULE_OF_ONE]):
                result[_REFLECTED] += 1
    if not passes(save, need, modifier, profile[_RULE_OF_ONE]):
        return False
    if profile[_SAVE_BACK] and below(stream, 6) + 1 >= profile[_SAVE_BACK]:
        result[_BACK] += 1
    if profile[_SAVE_HEALS] and save + modifier >= profile[_SAVE_HEALS]:
        result[_HEALS] += 1
    return True


@part
def damage_of(stream: Stream, profile: Actions, six_hit: bool, six_wound: bool) -> int:
    """Damage of a successful attack."""
    if profile[_SLAYS]:
        left = profile[_SLAYS]
        return left if below(stream, 6) >= left else max(profile[_DAMAGE], 1)
    if six_wound and profile[_SIX_WOUND_DAMAGE]:
        return roll_dice(stream, profile[_SIX_WOUND_DAMAGE])
    if six_hit and profile[_SIX_HIT_DAMAGE]:
        return roll_dice(stream, profile[_SIX_HIT_DAMAGE])
    return roll_dice(stream, profile[_DAMAGE]) + profile[_DAMAGE_PLUS]
