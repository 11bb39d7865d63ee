"""Exact distributions of one attack: hit, wound, save, damage (R28), from the profile that battles roll with.

`rules.attacks` has the same steps with dice; a test compares the two in large samples.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from engine.games.age_of_sigmar.rules.attacks import P

Distribution: TypeAlias = dict[int, Fraction]
"""Value -> probability; probabilities add up to 1."""
Profile: TypeAlias = Mapping[P, int]
Joint: TypeAlias = dict[tuple[int, int, int], Fraction]
"""(wounds that the target suffers, mortal wounds that come back, attacks earned) -> probability."""

_DIE = Fraction(1, 6)
_ONE = Fraction(1)
NOTHING: Distribution = {0: _ONE}


@dataclass(frozen=True)
class Wards:
    """Chances that a wound, or a mortal wound, is ignored before it is allocated."""

    wound: Fraction = Fraction(0)
    mortal: Fraction = Fraction(0)


def dice_distribution(code: int) -> Distribution:
    """Distribution of a dice code."""
    if code < 1000:
        return {code: _ONE}
    spread: Distribution = {code % 10: _ONE}
    sides = code % 1000 // 10
    for _ in range(code // 1000):
        spread = convolve(spread, {face: Fraction(1, sides) for face in range(1, sides + 1)})
    return spread


def convolve(one: Distribution, other: Distribution) -> Distribution:
    """Distribution of the sum of two independent values."""
    out: dict[int, Fraction] = defaultdict(Fraction)
    for a, p in one.items():
        for b, q in other.items():
            out[a + b] += p * q
    return dict(out)


def repeated(one: Distribution, times: int) -> Distribution:
    """Distribution of the sum of `times` independent values, by squaring."""
    result = NOTHING
    power = one
    while times:
        if times & 1:
            result = convolve(result, power)
        power = convolve(power, power) if times > 1 else power
        times >>= 1
    return result


def mixed(parts: Sequence[tuple[Fraction, Distribution]]) -> Distribution:
    """A mixture of distributions."""
    out: dict[int, Fraction] = defaultdict(Fraction)
    for weight, distribution in parts:
        for value, probability in distribution.items():
            out[value] += weight * probability
    return {value: probability for value, probability in out.items() if probability}


def mean(distribution: Distribution) -> Fraction:
    """Expected value."""
    return sum((value * p for value, p in distribution.items()), Fraction(0))


def thinned(distribution: Distribution, ignored: Fraction) -> Distribution:
    """What is left if each point is ignored with a chance."""
    if not ignored:
        return distribution
    one = {0: ignored, 1: 1 - ignored}
    return mixed([(p, repeated(one, value)) for value, p in distribution.items()])


def naturals(need: int, modifier: int, reroll: int, always: int, rule_of_one: int) -> Distribution:
    """Distribution of a natural die with its re-roll (`rules.dice.natural`)."""
    out: dict[int, Fraction] = defaultdict(Fraction)
    for face in range(1, 7):
        may = face < need if reroll == 3 else face <= reroll
        if reroll and may and (always or not _passes(face, need, modifier, rule_of_one)):
            for again in range(1, 7):
                out[again] += _DIE * _DIE
        else:
            out[face] += _DIE
    return dict(out)


def _passes(face: int, need: int, modifier: int, rule_of_one: int) -> bool:
    return face + modifier >= need and (not rule_of_one or face > 1)


def _effective_rend(profile: Profile, rend: int) -> int:
    ignored = profile[P.IGNORE_REND]
    return 0 if ignored == 2 or (ignored == 1 and rend == 1) else rend


def save_chance(profile: Profile, rend: int) -> Fraction:
    """Chance that the target saves against an attack with this Rend."""
    return sum((p for saved, _, p in _saves(profile, rend) if saved), Fraction(0))


def _saves(profile: Profile, rend: int) -> list[tuple[bool, int, Fraction]]:
    """Every outcome of a save roll: whether it saves, the mortal wounds that it sends back, its probability."""
    if profile[P.NO_SAVE]:
        return [(False, 0, _ONE)]
    need, modifier = profile[P.SAVE], profile[P.SAVE_MODIFIER] - _effective_rend(profile, rend)
    reroll = profile[P.SAVE_REROLL]
    found = []
    for face in range(1, 7):
        may = face < need if reroll == 3 else face <= reroll
        if reroll and may and (profile[P.ALWAYS] or not _passes(face, need, modifier, profile[P.RULE_OF_ONE])):
            outcomes = [(again, 1, _DIE * _DIE) for again in range(1, 7)]
        else:
            outcomes = [(face, 0, _DIE)]
        for final, rolled_again, chance in outcomes:
            saved = _passes(final, need, modifier, profile[P.RULE_OF_ONE])
            back = 1 if saved and rolled_again and profile[P.REROLL_BACK] else 0
            if saved and profile[P.SAVE_BACK]:
                sent = Fraction(7 - profile[P.SAVE_BACK], 6)
                found += [(True, back + 1, chance * sent), (True, back, chance * (1 - sent))]
            else:
                found.append((saved, back, chance))
    return found


def attack_distribution(profile: Profile, wards: Wards | None = None) -> Distribution:
    """Wounds and mortal wounds that one attack inflicts, attacks that it earns included."""
    return _attacks(profile, wards or Wards(), 0)


def return_distribution(profile: Profile) -> Distribution:
    """Mortal wounds that come back to the attacker from one attack, attacks that it earns included."""
    return _attacks(profile, Wards(), 1)


def _attacks(profile: Profile, wards: Wards, part: int) -> Distribution:
    if profile[P.AUTO_MORTAL] or profile[P.AUTO_CANNON] or profile[P.AUTO_SIZE]:
        return NOTHING if part else thinned(_without_rolls(profile), wards.mortal)
    one = _one_attack(profile, wards)
    plain = mixed([(p, {outcome[part]: _ONE}) for outcome, p in one.items()])
    if not (profile[P.SIX_HIT_ATTACKS] or profile[P.SIX_WOUND_ATTACKS]):
        return plain
    return mixed([(p, convolve({outcome[part]: _ONE}, repeated(plain, outcome[2]))) for outcome, p in one.items()])


def _without_rolls(profile: Profile) -> Distribution:
    if profile[P.AUTO_SIZE]:
        hits = sum(_DIE for face in range(1, 7) if face - profile[P.TARGET_MONSTER] <= profile[P.TARGET_MODELS]) + Fraction(0)
        return mixed([(hits, dice_distribution(profile[P.AUTO_SIZE])), (1 - hits, NOTHING)])
    if profile[P.AUTO_CANNON]:
        parts = []
        for power in range(1, 7):
            chance = Fraction(7 - power, 6)
            parts.append((_DIE, repeated({1: chance, 0: 1 - chance} if chance < 1 else {1: _ONE}, 6)))
        return mixed(parts)
    return dice_distribution(profile[P.AUTO_MORTAL])


def _add(one: Joint, other: Joint) -> Joint:
    """Joint distribution of the sums of independent outcomes."""
    out: Joint = defaultdict(Fraction)
    for (a, b, c), p in one.items():
        for (d, e, f), q in other.items():
            out[a + d, b + e, c + f] += p * q
    return dict(out)


def _of_wounds(distribution: Distribution) -> Joint:
    return {(value, 0, 0): p for value, p in distribution.items()}


def _one_attack(profile: Profile, wards: Wards) -> Joint:
    out: Joint = defaultdict(Fraction)
    how = (profile[P.ALWAYS], profile[P.RULE_OF_ONE])
    hits = naturals(profile[P.HIT], profile[P.HIT_MODIFIER], profile[P.HIT_REROLL], *how)
    for face, chance in hits.items():
        for outcome, p in _after_hit(profile, wards, face).items():
            out[outcome] += chance * p
    return dict(out)


def _after_hit(profile: Profile, wards: Wards, face: int) -> Joint:
    """What follows a natural hit roll."""
    if not _passes(face, profile[P.HIT], profile[P.HIT_MODIFIER], profile[P.RULE_OF_ONE]):
        return {(0, 0, 0): _ONE}
    six = face + profile[P.HIT_MODIFIER] >= 6
    earned: Joint = {(0, 0, profile[P.SIX_HIT_ATTACKS] if six else 0): _ONE}
    if six and profile[P.SIX_HIT_MORTAL]:
        return _add(earned, _of_wounds(thinned(dice_distribution(profile[P.SIX_HIT_MORTAL]), wards.mortal)))
    if six and profile[P.SIX_HIT_ALSO]:
        earned = _add(earned, _of_wounds(thinned(dice_distribution(profile[P.SIX_HIT_ALSO]), wards.mortal)))
    rolls = dice_distribution(profile[P.WOUND_ROLLS]) if profile[P.WOUND_ROLLS] else {1: _ONE}
    one = _wound_roll(profile, wards, six)
    out: Joint = defaultdict(Fraction)
    several: Joint = {(0, 0, 0): _ONE}
    for number in range(1, max(rolls) + 1):
        several = _add(several, one)
        for outcome, p in several.items():
            out[outcome] += rolls.get(number, Fraction(0)) * p
    return _add(earned, {outcome: p for outcome, p in out.items() if p})


def _wound_roll(profile: Profile, wards: Wards, six_hit: bool) -> Joint:
    """The wound roll of a hit and what follows."""
    out: Joint = defaultdict(Fraction)
    how = (profile[P.ALWAYS], profile[P.RULE_OF_ONE])
    faces = naturals(profile[P.WOUND], profile[P.WOUND_MODIFIER], profile[P.WOUND_REROLL], *how)
    for face, chance in faces.items():
        slip = 1 if six_hit and profile[P.SIX_HIT_WOUNDED] and face == 1 else 0
        if not _passes(face, profile[P.WOUND], profile[P.WOUND_MODIFIER], profile[P.RULE_OF_ONE]):
            out[0, slip, 0] += chance
            continue
        for outcome, p in _after_wound(profile, wards, six_hit, face + profile[P.WOUND_MODIFIER] >= 6).items():
            out[outcome[0], outcome[1] + slip, outcome[2]] += chance * p
    return dict(out)


def _after_wound(profile: Profile, wards: Wards, six_hit: bool, six: bool) -> Joint:
    """What follows a successful wound roll."""
    mortal: Distribution = {profile[P.SIX_HIT_WOUNDED] if six_hit else 0: _ONE}
    if six and profile[P.CONTEST]:
        contest = mixed([(_DIE * _DIE, {max(a - b, 0): _ONE}) for a in range(6) for b in range(6)])
        return _of_wounds(thinned(convolve(mortal, contest), wards.mortal))
    if six and profile[P.SIX_WOUND_MORTAL]:
        mortal = convolve(mortal, dice_distribution(profile[P.SIX_WOUND_MORTAL]))
    rend = max(profile[P.REND], profile[P.SIX_WOUND_REND]) if six else profile[P.REND]
    damage = thinned(_damage(profile, six_hit, six), wards.wound)
    saves: Joint = defaultdict(Fraction)
    for saved, back, chance in _saves(profile, rend):
        for value, p in (NOTHING if saved else damage).items():
            saves[value, back, profile[P.SIX_WOUND_ATTACKS] if six else 0] += chance * p
    return _add(_of_wounds(thinned(mortal, wards.mortal)), dict(saves))


def _damage(profile: Profile, six_hit: bool, six: bool) -> Distribution:
    if profile[P.SLAYS]:
        left = profile[P.SLAYS]
        slays = Fraction(max(6 - left, 0), 6)
        return mixed([(slays, {left: _ONE}), (1 - slays, {max(profile[P.DAMAGE], 1): _ONE})])
    if six and profile[P.SIX_WOUND_DAMAGE]:
        return dice_distribution(profile[P.SIX_WOUND_DAMAGE])
    if six_hit and profile[P.SIX_HIT_DAMAGE]:
        return dice_distribution(profile[P.SIX_HIT_DAMAGE])
    return convolve(dice_distribution(profile[P.DAMAGE]), {profile[P.DAMAGE_PLUS]: _ONE})
