"""War Chest (Alderac Entertainment Group, 2018), base game, for 2 or 4 players. Rules in README.md beside this file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game import Component, Game, Rules, register
from engine.games.war_chest import actions, draw, heuristics, hidden, mirror, rules, setup, summary, words
from engine.games.war_chest.audit import audit
from engine.games.war_chest.data import UNIT_NAMES
from engine.games.war_chest.levels import LEVELS
from engine.games.war_chest.options import OPTIONS_DTYPE, SEAT_NAMES, WarChestOptions
from engine.games.war_chest.state import OUTCOMES, STATE


def seats(options: Any) -> tuple[str, ...]:
    """The seats clockwise."""
    return SEAT_NAMES[options.players]


def teams(options: Any) -> tuple[int, ...]:
    """Raven's seats are team 0, Wolf's team 1; they alternate."""
    return tuple(seat & 1 for seat in range(options.players))


def factions(options: Any) -> tuple[str, ...]:
    """The faction of each seat."""
    return tuple(("raven", "wolf")[team] for team in teams(options))


LINEUPS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "default": {"default": {}},
    "players": {"two": {"players": 2}, "four": {"players": 4}},
    "famous-battles": {
        "gaugamela": {
            "players": 2,
            "setup": "fixed",
            "armies.raven": ["knight", "light_cavalry", "pikeman", "marshall"],
            "armies.wolf": ["cavalry", "footman", "mercenary", "royal_guard"],
        },
    },
}
"""Groups of line-ups; Gaugamela's armies are the rulebook's suggestion, Greeks as Raven and Persians as Wolf."""

GAME = register(
    Game(
        name="war-chest",
        title="War Chest",
        version="1",
        state=STATE,
        options=WarChestOptions,
        options_dtype=OPTIONS_DTYPE,
        observation_dtype=hidden.OBSERVATION,
        summary=summary.SUMMARY,
        components=tuple(Component("unit", name) for name in UNIT_NAMES),
        rules=Rules(
            new_initial_state=setup.new_initial_state,
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
        decision_cap=1000,
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
        levels=LEVELS,
        lineups=LINEUPS,
        mirror=mirror.MIRROR,
    )
)
