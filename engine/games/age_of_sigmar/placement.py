"""Judges any arrangement of a unit's models in words, and turns arrangements into actions for agents that hand them in.

The rules layer, apart from the solver's menus: `rules.judge` is what battles use, too. With the option `exact_positions` a
decision to set up, move, charge or pile in offers the action EXACT; after it the player says where each model goes, number by
number: `position_actions` gives those actions for a list of points.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from engine.debug import RecordView
from engine.games.age_of_sigmar.actions import ACTION_NUMBER, NUMBERS, Action, Verb
from engine.games.age_of_sigmar.rules.judge import Broken, Kind, judge
from engine.playout import as_argument

Point = tuple[int, int]
Placement = Kind

WORDS = {
    Broken.OFF_BOARD: "R6: a model is off the battlefield",
    Broken.OVERLAP: "fact sheet 1.2: models overlap",
    Broken.SCATTERED: "R2: the unit is not one group, each model within 1 inch of another",
    Broken.IN_WALL: "R8: a model stands in a feature that can't be moved through",
    Broken.OUT_OF_ZONE: "R9: a model is not in its territory more than 12 inches from the enemy's",
    Broken.TOO_FAR: "R19: a model moves farther than it may",
    Broken.THROUGH_WALL: "R8: a model moves through a feature that can't be moved through",
    Broken.THROUGH_MODELS: "R19, R22: a model moves through another, or within 3 inches of an enemy",
    Broken.NEAR_ENEMY: "R19, R20: a model ends within 3 inches of an enemy",
    Broken.NO_CONTACT: "R24: no model ends within half an inch of an enemy",
    Broken.AWAY: "R26: a model piles in away from its closest enemy",
}


def check_placement(
    options: Any, state: Any, unit: int, points: Sequence[Point], kind: Placement, allowance: int = 0, flies: bool = False
) -> list[str]:
    """The rules that an arrangement of a unit breaks, each with its number; an empty list if it is legal.

    Args:
        options: options record, or a view of it.
        state: state record, or a view of it: where everybody stands before.
        unit: the unit slot.
        points: where each of its living models would stand, in the order of its model slots, in 1/1000 inch.
        kind: what the unit does.
        allowance: how far a model may move, in 1/1000 inch; not used for set-up.
        flies: whether it passes over models and terrain.
    """
    flat = np.array([coordinate for point in points for coordinate in point], np.int32)
    here = [as_argument(record.record if isinstance(record, RecordView) else record) for record in (options, state)]
    return words_of(judge(here[0], here[1], unit, flat, len(points), int(kind), allowance, flies))


def words_of(broken: int) -> list[str]:
    """A set of broken rules in words."""
    return [words for rule, words in WORDS.items() if broken & rule]


def position_actions(points: Iterable[Point]) -> list[int]:
    """The actions that hand in an arrangement after EXACT: two numbers for each coordinate, models in their order.

    Args:
        points: as for `check_placement`; none below 0.
    """
    numbers = [part for point in points for coordinate in point for part in divmod(coordinate, NUMBERS)]
    return [ACTION_NUMBER[Action(Verb.NUMBER, detail=number)] for number in numbers]
