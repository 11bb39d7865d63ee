"""Exact odds of an attack: the full distribution of damage and of models slain, unit against unit.

The profile of the attack is the one that battles use (`rules.attacks.build_profile`), so every modifier counts here as it does
there; only the dice are replaced by exact fractions. Both units stand in each other's reach, fully visible, in full strength.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from engine.games.age_of_sigmar import columns
from engine.games.age_of_sigmar.data import INCH, SIDE_UNITS
from engine.games.age_of_sigmar.options import SigmarOptions
from engine.games.age_of_sigmar.rules.attacks import PROFILE, P, build_profile
from engine.games.age_of_sigmar.rules.modifiers import total_against
from engine.games.age_of_sigmar.state import STATE, Standing
from engine.games.age_of_sigmar.vocabulary import Effect
from engine.options import resolve_options
from engine.playout import as_argument

Distribution: TypeAlias = dict[int, Fraction]
"""Value -> probability; probabilities add up to 1."""

_DIE = Fraction(1, 6)
_ONE = Fraction(1)


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
    result: Distribution = {0: _ONE}
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


def naturals(need: int, modifier: int, reroll: int, always: int) -> Distribution:
    """Distribution of a natural die with its re-roll (`rules.dice.natural`)."""
    out: dict[int, Fraction] = defaultdict(Fraction)
    for face in range(1, 7):
        may = face < need if reroll == 3 else face <= reroll
        if reroll and may and (always or face + modifier < need):
            for again in range(1, 7):
                out[again] += _DIE * _DIE
        else:
            out[face] += _DIE
    return dict(out)


def _passes(face: int, need: int, modifier: int, rule_of_one: int) -> bool:
    return face + modifier >= need and (not rule_of_one or face > 1)


def save_chance(profile: Mapping[P, int], rend: int) -> Fraction:
    """Chance that the target saves against an attack with this Rend."""
    if profile[P.NO_SAVE]:
        return Fraction(0)
    ignored = profile[P.IGNORE_REND]
    if ignored == 2 or (ignored == 1 and rend == 1):
        rend = 0
    modifier = profile[P.SAVE_MODIFIER] - rend
    faces = naturals(profile[P.SAVE], modifier, profile[P.SAVE_REROLL], profile[P.ALWAYS])
    return sum((p for f, p in faces.items() if _passes(f, profile[P.SAVE], modifier, profile[P.RULE_OF_ONE])), Fraction(0))


def attack_distribution(profile: Mapping[P, int]) -> Distribution:
    """Wounds and mortal wounds of one attack with a profile, attacks that it earns included."""
    if profile[P.AUTO_MORTAL] or profile[P.AUTO_CANNON] or profile[P.AUTO_SIZE]:
        return _without_rolls(profile)
    one = _one_attack(profile)
    if not (profile[P.SIX_HIT_ATTACKS] or profile[P.SIX_WOUND_ATTACKS]):
        return mixed([(p, {value: _ONE}) for (value, _), p in one.items()])
    plain = mixed([(p, {value: _ONE}) for (value, _), p in one.items()])
    return mixed([(p, convolve({value: _ONE}, repeated(plain, earned))) for (value, earned), p in one.items()])


def _without_rolls(profile: Mapping[P, int]) -> Distribution:
    if profile[P.AUTO_SIZE]:
        hits = sum(_DIE for face in range(1, 7) if face - profile[P.TARGET_MONSTER] <= profile[P.TARGET_MODELS]) + Fraction(0)
        return mixed([(hits, dice_distribution(profile[P.AUTO_SIZE])), (1 - hits, {0: _ONE})])
    if profile[P.AUTO_CANNON]:
        parts = []
        for power in range(1, 7):
            chance = Fraction(7 - power, 6)
            parts.append((_DIE, repeated({1: chance, 0: 1 - chance} if chance < 1 else {1: _ONE}, 6)))
        return mixed(parts)
    return dice_distribution(profile[P.AUTO_MORTAL])


def _one_attack(profile: Mapping[P, int]) -> dict[tuple[int, int], Fraction]:
    """Joint distribution of (wounds, attacks earned) of one attack."""
    out: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    hits = naturals(profile[P.HIT], profile[P.HIT_MODIFIER], profile[P.HIT_REROLL], profile[P.ALWAYS])
    for face, chance in hits.items():
        if not _passes(face, profile[P.HIT], profile[P.HIT_MODIFIER], profile[P.RULE_OF_ONE]):
            out[0, 0] += chance
            continue
        six = face + profile[P.HIT_MODIFIER] >= 6
        earned = profile[P.SIX_HIT_ATTACKS] if six else 0
        if six and profile[P.SIX_HIT_MORTAL]:
            for value, p in dice_distribution(profile[P.SIX_HIT_MORTAL]).items():
                out[value, earned] += chance * p
            continue
        also = dice_distribution(profile[P.SIX_HIT_ALSO]) if six and profile[P.SIX_HIT_ALSO] else {0: _ONE}
        rolls = dice_distribution(profile[P.WOUND_ROLLS]) if profile[P.WOUND_ROLLS] else {1: _ONE}
        for number, p in rolls.items():
            for (value, more), q in _wound_rolls(profile, six, number).items():
                for extra, r in also.items():
                    out[value + extra, earned + more] += chance * p * q * r
    return dict(out)


def _wound_rolls(profile: Mapping[P, int], six_hit: bool, number: int) -> dict[tuple[int, int], Fraction]:
    one = _wound_roll(profile, six_hit)
    result: dict[tuple[int, int], Fraction] = {(0, 0): _ONE}
    for _ in range(number):
        following: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for (a, e), p in result.items():
            for (b, f), q in one.items():
                following[a + b, e + f] += p * q
        result = dict(following)
    return result


def _wound_roll(profile: Mapping[P, int], six_hit: bool) -> dict[tuple[int, int], Fraction]:
    out: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    faces = naturals(profile[P.WOUND], profile[P.WOUND_MODIFIER], profile[P.WOUND_REROLL], profile[P.ALWAYS])
    for face, chance in faces.items():
        if not _passes(face, profile[P.WOUND], profile[P.WOUND_MODIFIER], profile[P.RULE_OF_ONE]):
            out[0, 0] += chance
            continue
        mortal = profile[P.SIX_HIT_WOUNDED] if six_hit else 0
        six = face + profile[P.WOUND_MODIFIER] >= 6
        if six and profile[P.CONTEST]:
            for a in range(6):
                for b in range(6):
                    out[mortal + max(a - b, 0), 0] += chance * _DIE * _DIE
            continue
        more = dice_distribution(profile[P.SIX_WOUND_MORTAL]) if six and profile[P.SIX_WOUND_MORTAL] else {0: _ONE}
        earned = profile[P.SIX_WOUND_ATTACKS] if six else 0
        rend = max(profile[P.REND], profile[P.SIX_WOUND_REND]) if six else profile[P.REND]
        saved = save_chance(profile, rend)
        for extra, p in more.items():
            out[mortal + extra, earned] += chance * p * saved
            for value, q in _damage(profile, six_hit, six).items():
                out[mortal + extra + value, earned] += chance * p * (1 - saved) * q
    return dict(out)


def _damage(profile: Mapping[P, int], six_hit: bool, six: bool) -> Distribution:
    if profile[P.SLAYS]:
        left = profile[P.SLAYS]
        slays = Fraction(max(6 - left, 0), 6)
        return mixed([(slays, {left: _ONE}), (1 - slays, {max(profile[P.DAMAGE], 1): _ONE})])
    if six and profile[P.SIX_WOUND_DAMAGE]:
        return dice_distribution(profile[P.SIX_WOUND_DAMAGE])
    if six_hit and profile[P.SIX_HIT_DAMAGE]:
        return dice_distribution(profile[P.SIX_HIT_DAMAGE])
    return convolve(dice_distribution(profile[P.DAMAGE]), {profile[P.DAMAGE_PLUS]: _ONE})


@dataclass(frozen=True)
class Circumstances:
    """What surrounds an attack; effects by name, such as `Mystic Shield`."""

    phase: str = "combat"
    charged: bool = False
    moved: bool = False
    gap: int = 500
    """Between the two units, in 1/1000 inch."""
    save_bonus: int = 0
    attacker_effects: tuple[str, ...] = ()
    target_effects: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Odds:
    """What an attack leads to: distributions of wounds, and of models slain out of a full, unhurt unit."""

    attacker: str
    target: str
    wounds: Distribution
    slain: Distribution

    def as_json(self) -> dict[str, Any]:
        """Floats for JSON: means, distributions, and the chance of at least so many."""
        return {
            "attacker": self.attacker,
            "target": self.target,
            "expected_wounds": float(mean(self.wounds)),
            "expected_slain": float(mean(self.slain)),
            "wounds": {str(value): float(p) for value, p in sorted(self.wounds.items())},
            "slain": {str(value): float(p) for value, p in sorted(self.slain.items())},
            "at_least": {
                str(value): float(sum(p for other, p in self.wounds.items() if other >= value)) for value in sorted(self.wounds)
            },
        }


def odds(attacker: str, target: str, around: Circumstances | None = None) -> Odds:
    """The exact odds of one unit's attacks on another, such as `odds("liberators:5", "bloodreavers:10")`.

    Args:
        attacker: a unit as army lists write it.
        target: another one.
        around: phase, charge, effects; defaults: an ordinary combat phase.

    Raises:
        OptionError: a unit that can't be fielded.
    """
    chosen = around or Circumstances()
    overrides = {
        "armies.red.list": "custom",
        "armies.red.units": [attacker],
        "armies.blue.list": "custom",
        "armies.blue.units": [target],
        **chosen.options,
    }
    options = resolve_options(SigmarOptions, overrides)
    record = options.to_record()
    state = face_to_face(record, chosen)
    wounds = wounds_of_unit(as_argument(record), as_argument(state[0]), record, chosen)
    size = int(record["wounds"][SIDE_UNITS])
    models = int(record["models"][SIDE_UNITS])
    slain: dict[int, Fraction] = defaultdict(Fraction)
    for value, p in wounds.items():
        slain[min(value // size, models)] += p
    return Odds(attacker, target, wounds, dict(slain))


def face_to_face(record: np.void, around: Circumstances) -> np.ndarray[Any, np.dtype[np.void]]:
    """A state of two whole units, `around.gap` apart."""
    state = np.zeros(1, STATE)
    here = state[0]
    here["gap"][:] = 1000 * INCH
    here["gap"][0, 0] = around.gap
    here["general"] = -1
    here["acting"] = 0
    here["spell_target"] = -1
    here["moved"][0] = around.moved
    here["charged"][0] = 9 * around.charged
    here["phase"] = 3 if around.phase == "shooting" else 5
    for unit in (0, SIDE_UNITS):
        here["alive"][unit] = record["models"][unit]
        here["standing"][unit] = Standing.FIELD
        first = int(record["first"][unit])
        place = 0
        for loadout in (1, 2, 3, 0):
            for _ in range(int(record["loadout_models"][unit, loadout])):
                here["kind"][first + place] = loadout
                here["x"][first + place] = 0 if unit == 0 else around.gap
                place += 1
    names = [bytes(row.astype(np.uint8)).rstrip(b"\0").decode() for row in record["effect_name"]]
    for unit, effects in ((0, around.attacker_effects), (SIDE_UNITS, around.target_effects)):
        for name in effects:
            side = unit // SIDE_UNITS
            number = next(k for k in range(record["named"]) if names[k] == name and record["named_side"][k] == side)
            here["effects"][unit, number] = 1
    return state


def wounds_of_unit(options: Any, state: Any, record: np.void, around: Circumstances) -> Distribution:
    """Distribution of the wounds that all attacks of unit 0 inflict on unit `SIDE_UNITS`."""
    phase = 1 if around.phase == "shooting" else 2
    result: Distribution = {0: _ONE}
    for weapon in range(int(record["weapons"][0])):
        if bool(record["weapon"][0, weapon, columns.MISSILE]) != (phase == 1):
            continue
        for leader in range(2):
            result = convolve(result, _group(options, state, record, weapon, leader, phase, around))
    return result


def _group(
    options: Any, state: Any, record: np.void, weapon: int, leader: int, phase: int, around: Circumstances
) -> Distribution:
    """Wounds of one weapon in the hands of the leader (1) or of all others (0)."""
    carriers = 0
    for loadout in range(4):
        if (loadout == 1) == bool(leader) and record["loadout_weapons"][0, loadout] >> weapon & 1:
            carriers += int(record["loadout_models"][0, loadout])
    if carriers == 0:
        return {0: _ONE}
    out = np.zeros(PROFILE, np.int32)
    build_profile(options, state, 0, SIDE_UNITS, weapon, phase, leader, out)
    profile = {entry: int(out[entry]) for entry in P}
    profile[P.SAVE_MODIFIER] += around.save_bonus
    one = attack_distribution(profile)
    extra = int(total_against(options, state, 0, SIDE_UNITS, int(Effect.ATTACKS), phase, weapon))
    extra += int(record["weapon"][0, weapon, columns.MORE_ATTACKS]) if leader else 0
    dice = int(total_against(options, state, 0, -1, int(Effect.ATTACK_DICE), phase, weapon))
    number = convolve(dice_distribution(int(record["weapon"][0, weapon, columns.ATTACKS])), dice_distribution(dice))
    if record["weapon"][0, weapon, columns.EACH]:
        number = {int(record["models"][SIDE_UNITS]): _ONE}
    parts = [(p, repeated(one, max(value + extra, 0) * carriers)) for value, p in number.items()]
    return mixed(parts)
