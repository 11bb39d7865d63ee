"""What units do when enemies appear near them: Gryph-hounds' Warning Cry (fact sheet, 2.1)."""

from __future__ import annotations

from engine.games.age_of_sigmar import columns
from engine.games.age_of_sigmar.data import INCH, SIDE_UNITS
from engine.games.age_of_sigmar.inlining import part, rule
from engine.games.age_of_sigmar.rules.dice import die
from engine.games.age_of_sigmar.rules.modifiers import total
from engine.games.age_of_sigmar.rules.targets import aim, can_reach, carries, clear_aim, strike_all
from engine.games.age_of_sigmar.rules.units import army_size, enemy_gap, on_field, side_of
from engine.games.age_of_sigmar.state import Chance, Why
from engine.games.age_of_sigmar.vocabulary import Effect, PhaseMask
from engine.trace import EVERYBODY, note3
from engine.types import Record, Trace

_CRY = int(Effect.SETUP_ATTACK)
_SHOOTING, _COMBAT = int(PhaseMask.SHOOTING), int(PhaseMask.COMBAT)
_DIE, _WHY_WARNING = int(Chance.DIE), int(Why.WARNING)


@rule
def warn(options: Record, state: Record, unit: int, trace: Trace) -> None:
    """A unit was set up during the battle: enemies with a cry within its inches roll 2D6, and all units so near attack."""
    base = (1 - side_of(unit)) * SIDE_UNITS
    for hound in range(base, base + army_size(options, 1 - side_of(unit))):
        reach = total(options, state, hound, _CRY) if on_field(state, hound) else 0
        if reach and enemy_gap(state, hound, unit) <= reach * INCH:
            rolled = die(state) + die(state)
            note3(trace, _DIE, EVERYBODY, _WHY_WARNING, hound, rolled)
            for other in range(base, base + army_size(options, 1 - side_of(unit))):
                if enemy_gap(state, other, unit) <= rolled * INCH:
                    attack_with_one_weapon(options, state, other, unit, trace)


@part
def attack_with_one_weapon(options: Record, state: Record, unit: int, target: int, trace: Trace) -> None:
    """A unit attacks with the weapon that most of its models can use; of several the first."""
    best, most = -1, 0
    for weapon in range(options.weapons[unit]):
        able = 0
        for model in range(options.first[unit], options.first[unit] + state.alive[unit]):
            able += carries(options, state, unit, model, weapon) and can_reach(options, state, unit, model, weapon, target)
        if able > most:
            best, most = weapon, able
    if best < 0:
        return
    phase = _SHOOTING if options.weapon[unit, best, columns.MISSILE] else _COMBAT
    clear_aim(options, state, unit)
    aim(options, state, unit, phase, best, target, False)
    strike_all(options, state, unit, phase, trace)
