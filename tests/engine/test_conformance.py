"""Every game that is built in or installed passes the public conformance suite, with several sets of options."""

from __future__ import annotations

import functools
import importlib.metadata
from typing import Any

import pytest

from engine.game import BUILT_IN_GAMES, get_game
from engine.testing import CHECKS, Subject, check_game, subject_of

SIGMAR_HOUSE_VALUES: dict[str, Any] = {
    "armies.red.list": "custom",
    "armies.red.units": ["grey_seer", "clanrats:20", "warpfire_thrower"],
    "armies.blue.list": "custom",
    "armies.blue.units": ["slann", "skinks:10:javelins and bucklers", "kroxigor:3"],
    "board.width": 48,
    "split": "short",
    "terrain.per_square": 2,
    "los.models_block": "all",
    "cover.test": "overlap",
    "spells.once_per_side": True,
    "sudden_death.strict": True,
    "max_rounds": 6,
    "first_round_roll": True,
    "rule_of_one": True,
    "save_dash_unmodifiable": False,
    "random_attacks": "per_model",
    "random_damage": "per_unit",
    "alloc_policy": "free",
    "stack_same_name": True,
    "reroll_policy": "always",
    "triumphs": "both",
    "pile_in_strict": True,
}
"""Small armies with wizards, and every house value turned round."""

OPTION_SETS: dict[str, dict[str, dict[str, Any]]] = {
    "age-of-sigmar": {"default": {}, "house_values": SIGMAR_HOUSE_VALUES},
    "connect-four": {"default": {}, "opening_moves": {"opening_moves": 5}},
    "war-chest": {
        "default": {},
        "four_players": {"players": 4},
        "first_game": {"setup": "first_game"},
        "draft": {"setup": "draft"},
        "elimination_draft": {"setup": "elimination_draft"},
        "revised_royal_guard": {
            "setup": "fixed",
            "armies.raven": ["royal_guard", "footman", "berserker", "ensign"],
            "armies.wolf": ["mercenary", "warrior_priest", "swordsman", "pikeman"],
            "royal_guard.card": "revised",
        },
    },
    "chaos-in-the-old-world": {
        "default": {},
        "without_khorne_and_house_cards": {"without": "khorne", "house_cards": False},
    },
    "war-of-the-ring": {
        "base": {"expansion": "none", "max_rounds": 8},
        "kings": {"expansion": "kings", "max_rounds": 8},
    },
}
"""Game -> label -> option overrides. A game that isn't here is tried with its defaults."""

GAMES = sorted({*BUILT_IN_GAMES, *(entry.name for entry in importlib.metadata.entry_points(group="warhost.games"))})
CASES = [(game, label) for game in GAMES for label in OPTION_SETS.get(game, {"default": {}})]


@functools.cache
def subject(game: str, label: str) -> Subject:
    """The random games that all checks of a case look at."""
    return subject_of(game, OPTION_SETS.get(game, {}).get(label, {}))


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize(("game", "label"), CASES, ids=[f"{game}-{label}" for game, label in CASES])
def test_conformance(game: str, label: str, check: str) -> None:
    CHECKS[check](subject(game, label))


@pytest.mark.parametrize("game", GAMES)
def test_every_line_up_of_a_game_can_be_played(game: str) -> None:
    for group, lineups in get_game(game).lineups.items():
        for name, overrides in lineups.items():
            assert check_game(game, overrides, games=3, checks=["legality", "conservation", "results"]), f"{group}: {name}"
