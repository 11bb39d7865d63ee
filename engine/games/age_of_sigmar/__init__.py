"""Warhammer: Age of Sigmar (Games Workshop, July 2015), the four pages, for 2 players. Rules in README.md beside this file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game import Game, Rules, register
from engine.games.age_of_sigmar import actions, components, draw, heuristics, hidden, rules, summary, words
from engine.games.age_of_sigmar.audit import audit
from engine.games.age_of_sigmar.columns import OPTIONS_DTYPE
from engine.games.age_of_sigmar.data import POINTS_LISTS, SEATS
from engine.games.age_of_sigmar.levels import LEVELS
from engine.games.age_of_sigmar.options import SigmarOptions
from engine.games.age_of_sigmar.state import OUTCOMES, STATE


def seats(options: Any) -> tuple[str, ...]:
    """Two seats."""
    return SEATS


def teams(options: Any) -> tuple[int, ...]:
    """Each seat is its own side."""
    return (0, 1)


def factions(options: Any) -> tuple[str, ...]:
    """The name of each seat's army list."""
    return (options.armies.red.list, options.armies.blue.list)


def _pairs() -> dict[str, dict[str, Any]]:
    return {
        f"{red}-{blue}": {"armies.red.list": red, "armies.blue.list": blue}
        for red in POINTS_LISTS
        for blue in POINTS_LISTS
        if red != blue
    }


LINEUPS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "default": {"default": {}},
    "starter": {
        "starter": {"armies.red.list": "starter_stormcast", "armies.blue.list": "starter_khorne"},
        "starter-swapped": {"armies.red.list": "starter_khorne", "armies.blue.list": "starter_stormcast"},
    },
    "points": _pairs(),
    "mirrors": {name: {"armies.red.list": name, "armies.blue.list": name} for name in POINTS_LISTS},
}
"""Groups of line-ups: the starter armies, the six 1000-point lists round robin, and each of them against itself."""

GAME = register(
    Game(
        name="age-of-sigmar",
        title="Warhammer: Age of Sigmar (2015)",
        version="1",
        state=STATE,
        options=SigmarOptions,
        options_dtype=OPTIONS_DTYPE,
        observation_dtype=hidden.OBSERVATION,
        summary=summary.SUMMARY,
        components=(),
        rules=Rules(
            new_initial_state=rules.new_initial_state,
            legal_actions=rules.legal_actions,
            apply_action=rules.apply_action,
            returns=rules.returns,
            observation=hidden.observation,
            resample=hidden.resample,
            summarize=summary.summarize,
            action_priority=heuristics.action_priority,
            position_value=heuristics.position_value,
        ),
        num_distinct_actions=actions.NUM_DISTINCT_ACTIONS,
        max_legal_actions=actions.MAX_LEGAL_ACTIONS,
        decision_cap=4000,
        outcomes=OUTCOMES,
        seats=seats,
        teams=teams,
        factions=factions,
        action_spec=actions.action_spec,
        observation_spec=hidden.spec,
        decode_action=actions.decode_action,
        describe_action=words.describe_action,
        describe_event=words.describe_event,
        render_text=draw.render_text,
        render_svg=draw.render_svg,
        audit=audit,
        component_overrides=components.option_overrides,
        lineups=LINEUPS,
        levels=LEVELS,
    )
)
