"""Expected wounds of one model's attacks without circumstances: what heuristics weigh targets by."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.age_of_sigmar.muster import Unit
from engine.games.age_of_sigmar.vocabulary import Effect
from engine.games.age_of_sigmar.warscrolls.model import NO_SAVE, Modifier, Weapon


def mean_of(code: int) -> float:
    """Mean of a dice code."""
    if code < 1000:
        return float(code)
    count, sides, plus = code // 1000, code % 1000 // 10, code % 10
    return count * (sides + 1) / 2 + plus


def chance(need: int) -> float:
    """Chance of rolling at least `need` on a die."""
    return min(max(7 - need, 0), 6) / 6


def expected_wounds(weapons: Sequence[Weapon], modifiers: Sequence[Modifier], enemy: Unit) -> int:
    """Expected wounds in 1/1000 that one model with these weapons inflicts on a unit, capped by the wounds a model has."""
    total = 0.0
    save = chance(enemy.scroll.save) if enemy.scroll.save < NO_SAVE else 0.0
    for weapon in weapons:
        automatic = [m for m in modifiers if m.effect == Effect.AUTO_MORTAL and weapon.name in m.weapons]
        if automatic:
            total += mean_of(automatic[0].value)
            continue
        if any(m.effect == Effect.AUTO_CANNON and weapon.name in m.weapons for m in modifiers):
            total += 3.5
            continue
        saved = chance(enemy.scroll.save + weapon.rend) if save else 0.0
        attacks = mean_of(weapon.attacks) if not weapon.each else min(enemy.models, 3)
        total += attacks * chance(weapon.hit) * chance(weapon.wound) * (1 - saved) * mean_of(weapon.damage)
    return round(total * 1000)
