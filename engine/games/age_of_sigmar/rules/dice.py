"""Dice: dice codes, D3, rolls that may be re-rolled (R3, R4)."""

from __future__ import annotations

from engine.games.age_of_sigmar.inlining import part
from engine.rng import below, roll
from engine.types import Record, Stream

SIDES = 6


@part
def roll_dice(stream: Stream, code: int) -> int:
    """Roll a dice code: numbers below 1000 are themselves; D3 is half a D6 rounded up, which a uniform 1 .. 3 is."""
    if code < 1000:
        return code
    sum_of_dice = code % 10
    sides = code % 1000 // 10
    for _ in range(code // 1000):
        sum_of_dice += below(stream, sides) + 1
    return sum_of_dice


@part
def die(state: Record) -> int:
    """One D6 of play."""
    return roll(state.play_rng, SIDES)


@part
def passes(result: int, need: int, modifier: int, rule_of_one: int) -> bool:
    """Whether a natural die makes the roll: equal or more after the modifier; no natural 1 or 6 counts by itself (R3)."""
    return result + modifier >= need and (rule_of_one == 0 or result > 1)


@part
def natural(stream: Stream, need: int, modifier: int, reroll: int, always: int, rule_of_one: int) -> int:
    """A die for a roll that needs `need` after the modifier, re-rolled if it may and (unless `always`) if it fails.

    `reroll`: 1 ones, 2 ones and twos, 3 failed rolls, judged on the natural die (R3). It is re-rolled once only.
    """
    result = below(stream, SIDES) + 1
    if reroll == 0:
        return result
    may = result < need if reroll == 3 else result <= reroll
    if may and (always or not passes(result, need, modifier, rule_of_one)):
        return below(stream, SIDES) + 1
    return result
