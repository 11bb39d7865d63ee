"""Exact odds of an attack: the full distribution of damage and of models slain, unit against unit.

The profile of the attack is the one that battles use (`rules.attacks.build_profile`), so every modifier counts here as it does
there; only the dice are replaced by exact fractions. Both units stand in each other's reach, fully visible, in full strength.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from engine.compilation import kernel
from engine.games.age_of_sigmar import columns
from engine.games.age_of_sigmar.attack_odds import (
    NOTHING,
    Distribution,
    Wards,
    attack_distribution,
    convolve,
    dice_distribution,
    mean,
    mixed,
    repeated,
    return_distribution,
)
from engine.games.age_of_sigmar.data import SIDE_UNITS, UNITS
from engine.games.age_of_sigmar.options import SigmarOptions
from engine.games.age_of_sigmar.rules.attacks import PROFILE, P, build_profile
from engine.games.age_of_sigmar.rules.modifiers import total, total_against
from engine.games.age_of_sigmar.state import FAR, STATE, Phase, Standing
from engine.games.age_of_sigmar.vocabulary import Effect
from engine.options import OptionError, near_word, resolve_options
from engine.playout import as_argument
from engine.types import Actions, Record

ATTACKER, TARGET = 0, SIDE_UNITS
_ATTACKS, _ATTACK_DICE, _WARD, _MORTAL_WARD = 0, 1, 2, 3
_ENTRIES = PROFILE + 4
"""The profile of a weapon, then: attacks that are added, dice that are added, the target's rolls that ignore wounds."""
_E_ATTACKS, _E_ATTACK_DICE = int(Effect.ATTACKS), int(Effect.ATTACK_DICE)
_E_IGNORE_WOUND, _E_IGNORE_MORTAL = int(Effect.IGNORE_WOUND), int(Effect.IGNORE_MORTAL)


@dataclass(frozen=True)
class Circumstances:
    """What surrounds an attack.

    Attributes:
        phase: `combat` or `shooting`.
        charged, moved: what the attacker did in this turn.
        gap: between the two units, in 1/1000 inch.
        save_bonus: added to the target's save rolls.
        attacker_effects, target_effects: named effects at work, such as `Mystic Shield`.
        friends, enemies: units that stand beside the attacker and beside the target.
        options: overrides of other options.
    """

    phase: str = "combat"
    charged: bool = False
    moved: bool = False
    gap: int = 500
    save_bonus: int = 0
    attacker_effects: tuple[str, ...] = ()
    target_effects: tuple[str, ...] = ()
    friends: tuple[str, ...] = ()
    enemies: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Odds:
    """What an attack leads to.

    Attributes:
        wounds: wounds that the target suffers.
        slain: models slain out of a full, unhurt unit.
        returned: mortal wounds that saves of the target, or slips, bring upon the attacker.
    """

    attacker: str
    target: str
    wounds: Distribution
    slain: Distribution
    returned: Distribution

    def as_json(self) -> dict[str, Any]:
        """Floats for JSON: means, distributions, and the chance of at least so many wounds and slain models."""
        document: dict[str, Any] = {"attacker": self.attacker, "target": self.target}
        for name in ("wounds", "slain", "returned"):
            spread = getattr(self, name)
            document[name] = {
                "expected": float(mean(spread)),
                "distribution": {str(value): float(p) for value, p in sorted(spread.items()) if p},
                "at_least": {str(value): float(p) for value, p in at_least(spread)},
            }
        return document


def at_least(spread: Distribution) -> list[tuple[int, Fraction]]:
    """The chance of each value or more, ascending."""
    found, rest = [], Fraction(1)
    for value, p in sorted(spread.items()):
        if p:
            found.append((value, rest))
        rest -= p
    return found


def odds(attacker: str, target: str, around: Circumstances | None = None) -> Odds:
    """The exact odds of one unit's attacks on another, such as `odds("liberators:5", "bloodreavers:10")`.

    Args:
        attacker: a unit as army lists write it.
        target: another one.
        around: phase, charge, effects; defaults: an ordinary combat phase.

    Raises:
        OptionError: a unit that can't be fielded, or an effect that nobody here brings.
    """
    chosen = around or Circumstances()
    overrides = {
        "armies.red.list": "custom",
        "armies.red.units": (attacker, *chosen.friends),
        "armies.blue.list": "custom",
        "armies.blue.units": (target, *chosen.enemies),
        **chosen.options,
    }
    record = resolve_options(SigmarOptions, overrides).to_record()
    state = face_to_face(record, chosen)
    wounds, returned = NOTHING, NOTHING
    for number, one, back in _groups(record, state, chosen):
        wounds = convolve(wounds, mixed([(p, repeated(one, attacks)) for attacks, p in number.items()]))
        returned = convolve(returned, mixed([(p, repeated(back, attacks)) for attacks, p in number.items()]))
    size, models = int(record["wounds"][TARGET]), int(record["models"][TARGET])
    slain: dict[int, Fraction] = defaultdict(Fraction)
    for value, p in wounds.items():
        slain[min(value // size, models)] += p
    return Odds(attacker, target, wounds, dict(slain), returned)


def face_to_face(record: np.void, around: Circumstances) -> np.ndarray[Any, np.dtype[np.void]]:
    """A state of whole units: red's together, blue's `around.gap` from them."""
    state = np.zeros(1, STATE)
    here = state[0]
    here["gap"] = FAR
    here["general"] = -1
    here["acting"], here["spell_target"], here["victim"], here["power"] = ATTACKER, -1, -1, -1
    here["moved"][ATTACKER] = around.moved
    here["charged"][ATTACKER] = 9 * around.charged
    here["phase"] = Phase.SHOOTING if around.phase == "shooting" else Phase.COMBAT
    for unit in range(UNITS):
        if record["models"][unit] == 0:
            continue
        here["alive"][unit] = record["models"][unit]
        here["standing"][unit] = Standing.FIELD
        first = int(record["first"][unit])
        kinds = [kind for kind in (1, 2, 3, 0) for _ in range(int(record["loadout_models"][unit, kind]))]
        here["kind"][first : first + len(kinds)] = kinds
        here["x"][first : first + len(kinds)] = 0 if unit < SIDE_UNITS else around.gap
    here["gap"][: int(record["units"][0]), : int(record["units"][1])] = around.gap
    _put_effects(record, here, ATTACKER, around.attacker_effects)
    _put_effects(record, here, TARGET, around.target_effects)
    return state


def effect_names(record: np.void, side: int) -> list[str]:
    """Named effects that a side's army can bring, by number; empty texts for the other side's."""
    texts = [bytes(row.astype(np.uint8)).rstrip(b"\0").decode() for row in record["effect_name"][: record["named"]]]
    return [text if record["named_side"][number] == side else "" for number, text in enumerate(texts)]


def _put_effects(record: np.void, here: Any, unit: int, names: Sequence[str]) -> None:
    """Put named effects on a unit, whichever army brings them."""
    known: dict[str, int] = {}
    for side in (1 - unit // SIDE_UNITS, unit // SIDE_UNITS):
        known |= {text: number for number, text in enumerate(effect_names(record, side)) if text}
    for name in names:
        if name not in known:
            raise OptionError(
                f"effect {name!r}: nobody here brings it{near_word(name, list(known))}; {', '.join(sorted(known))}"
            )
        here["effects"][unit, known[name]] = 1


@kernel
def write_profile(options: Record, state: Record, weapon: int, phase: int, leader: int, out: Actions) -> None:
    """Write what decides the attacks of the attacker's weapon on the target: `_ENTRIES` numbers."""
    build_profile(options, state, ATTACKER, TARGET, weapon, phase, leader, out)
    out[PROFILE + _ATTACKS] = total_against(options, state, ATTACKER, TARGET, _E_ATTACKS, phase, weapon)
    out[PROFILE + _ATTACK_DICE] = total_against(options, state, ATTACKER, -1, _E_ATTACK_DICE, phase, weapon)
    out[PROFILE + _WARD] = total(options, state, TARGET, _E_IGNORE_WOUND)
    out[PROFILE + _MORTAL_WARD] = total(options, state, TARGET, _E_IGNORE_MORTAL)


def _groups(record: np.void, state: Any, around: Circumstances) -> Iterator[tuple[Distribution, Distribution, Distribution]]:
    """Of each weapon in the hands of the leader or of the others: number of attacks, wounds of one, what one brings back."""
    phase = 1 if around.phase == "shooting" else 2
    for weapon in range(int(record["weapons"][ATTACKER])):
        if bool(record["weapon"][ATTACKER, weapon, columns.MISSILE]) != (phase == 1):
            continue
        for leader in range(2):
            carriers = _carriers(record, weapon, leader)
            if carriers:
                out = np.zeros(_ENTRIES, np.int32)
                write_profile(as_argument(record), as_argument(state[0]), weapon, phase, leader, out)
                profile = {entry: int(out[entry]) for entry in P}
                profile[P.SAVE_MODIFIER] += around.save_bonus
                wards = _wards(int(out[PROFILE + _WARD]), int(out[PROFILE + _MORTAL_WARD]))
                number = _number(record, weapon, leader, carriers, out)
                yield number, attack_distribution(profile, wards), return_distribution(profile)


def _carriers(record: np.void, weapon: int, leader: int) -> int:
    """How many models of the attacker have a weapon: the leader (1), or of all others (0)."""
    return sum(
        int(record["loadout_models"][ATTACKER, kind])
        for kind in range(4)
        if (kind == 1) == bool(leader) and record["loadout_weapons"][ATTACKER, kind] >> weapon & 1
    )


def _number(record: np.void, weapon: int, leader: int, carriers: int, out: Any) -> Distribution:
    """Distribution of the number of attacks: random Attacks are rolled once a unit and weapon (R4)."""
    extra = int(out[PROFILE + _ATTACKS]) + (int(record["weapon"][ATTACKER, weapon, columns.MORE_ATTACKS]) if leader else 0)
    if record["weapon"][ATTACKER, weapon, columns.EACH]:
        base: Distribution = {int(record["models"][TARGET]): Fraction(1)}
    else:
        base = dice_distribution(int(record["weapon"][ATTACKER, weapon, columns.ATTACKS]))
    base = convolve(base, dice_distribution(int(out[PROFILE + _ATTACK_DICE])))
    return mixed([(p, {max(value + extra, 0) * carriers: Fraction(1)}) for value, p in base.items()])


def _wards(wound: int, mortal: int) -> Wards:
    """Chances that a target's rolls ignore a wound, and a mortal wound."""
    plain = Fraction(7 - wound, 6) if wound else Fraction(0)
    further = Fraction(7 - mortal, 6) if mortal else Fraction(0)
    return Wards(plain, plain + (1 - plain) * further)
