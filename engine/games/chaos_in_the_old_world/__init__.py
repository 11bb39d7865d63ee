"""Chaos in the Old World (Fantasy Flight Games, 2009), base game, for 3 or 4 players. Rules in README.md beside this file."""

from __future__ import annotations

from typing import Any

from engine.game import Game, Rules, register
from engine.games.chaos_in_the_old_world import (
    actions,
    components,
    draw,
    heuristics,
    hidden,
    picture,
    rules,
    setup,
    summary,
    words,
)
from engine.games.chaos_in_the_old_world.audit import audit
from engine.games.chaos_in_the_old_world.data import POWER_KEYS
from engine.games.chaos_in_the_old_world.levels import LEVELS
from engine.games.chaos_in_the_old_world.options import ChaosOptions
from engine.games.chaos_in_the_old_world.options_record import OPTIONS_DTYPE
from engine.games.chaos_in_the_old_world.state import OUTCOMES, STATE


def seats(options: Any) -> tuple[str, ...]:
    """The powers that play, in power order: seats are compact whatever power is left out."""
    if isinstance(options, ChaosOptions):
        return tuple(POWER_KEYS[power] for power in options.powers())
    return tuple(POWER_KEYS[options.power_of[seat]] for seat in range(options.players))


def teams(options: Any) -> tuple[int, ...]:
    """Every power for itself."""
    return tuple(range(len(seats(options))))


LINEUPS: dict[str, dict[str, dict[str, Any]]] = {
    "default": {"default": {}},
    "all-4": {"all-4": {"without": "none"}},
    "all-3": {f"without-{power}": {"without": power} for power in POWER_KEYS},
}
"""Groups of line-ups: all four powers; three, with each power left out once."""

GAME = register(
    Game(
        name="chaos-in-the-old-world",
        title="Chaos in the Old World",
        version="3",
        state=STATE,
        options=ChaosOptions,
        options_dtype=OPTIONS_DTYPE,
        observation_dtype=hidden.OBSERVATION,
        summary=summary.SUMMARY,
        components=summary.COMPONENTS,
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
            summarize_round=summary.summarize_round,
        ),
        num_distinct_actions=actions.NUM_DISTINCT_ACTIONS,
        max_legal_actions=actions.MAX_LEGAL_ACTIONS,
        decision_cap=4000,
        outcomes=OUTCOMES,
        seats=seats,
        teams=teams,
        factions=seats,
        action_spec=actions.action_spec,
        observation_spec=hidden.spec,
        decode_action=actions.decode_action,
        describe_action=words.describe_action,
        describe_event=words.describe_event,
        render_text=draw.render_text,
        render_svg=picture.render_svg,
        audit=audit,
        round_summary=summary.ROUND,
        component_overrides=components.option_overrides,
        lineups=LINEUPS,
        levels=LEVELS,
    )
)
