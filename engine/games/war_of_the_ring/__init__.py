"""War of the Ring, Second Edition (Ares Games), with Kings of Middle-earth, for 2 players. Rules: README.md beside it."""

from __future__ import annotations

from typing import Any

from engine.game import Game, Rules, register
from engine.games.war_of_the_ring import actions, draw, heuristics, hidden, resampling, rules, setup, summary, words
from engine.games.war_of_the_ring.audit import audit
from engine.games.war_of_the_ring.data import SEAT_NAMES
from engine.games.war_of_the_ring.levels import LEVELS
from engine.games.war_of_the_ring.options import OPTIONS_DTYPE, RingOptions
from engine.games.war_of_the_ring.state import OUTCOMES, STATE


def seats(options: Any) -> tuple[str, ...]:
    """The Free Peoples, the Shadow."""
    return SEAT_NAMES


def teams(options: Any) -> tuple[int, ...]:
    """Each seat is its own side."""
    return (0, 1)


GAME = register(
    Game(
        name="war-of-the-ring",
        title="War of the Ring",
        version="1",
        state=STATE,
        options=RingOptions,
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
            resample=resampling.resample,
            summarize=summary.summarize,
            summarize_round=summary.summarize_round,
            action_priority=heuristics.action_priority,
            position_value=heuristics.position_value,
        ),
        num_distinct_actions=actions.NUM_DISTINCT_ACTIONS,
        max_legal_actions=actions.MAX_LEGAL_ACTIONS,
        decision_cap=20000,
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
        render_svg=draw.render_svg,
        audit=audit,
        round_summary=summary.ROUND,
        levels=LEVELS,
        lineups={"default": {"default": {}}, "expansion": {"base": {"expansion": "none"}, "kings": {"expansion": "kings"}}},
    )
)
