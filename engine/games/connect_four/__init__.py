"""Connect Four: the worked example of how a game is added (CONTRIBUTING, "Add a game"). Rules in README.md beside this file."""

from __future__ import annotations

from engine.game import Game, Rules, register
from engine.games.connect_four import actions, draw, heuristics, hidden, rules, setup, summary
from engine.games.connect_four.levels import LEVELS
from engine.games.connect_four.options import OPTIONS_DTYPE, ConnectFourOptions
from engine.games.connect_four.state import COLUMNS, OUTCOMES, STATE, audit

GAME = register(
    Game(
        name="connect-four",
        title="Connect Four",
        version="1",
        state=STATE,
        options=ConnectFourOptions,
        options_dtype=OPTIONS_DTYPE,
        observation_dtype=hidden.OBSERVATION,
        summary=summary.SUMMARY,
        components=(),
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
        num_distinct_actions=COLUMNS,
        max_legal_actions=COLUMNS,
        decision_cap=42,
        outcomes=OUTCOMES,
        seats=lambda options: ("x", "o"),
        teams=lambda options: (0, 1),
        factions=lambda options: ("x", "o"),
        action_spec=actions.action_spec,
        observation_spec=hidden.spec,
        decode_action=actions.decode_action,
        describe_action=actions.describe_action,
        describe_event=actions.describe_event,
        render_text=draw.render_text,
        render_svg=draw.render_svg,
        audit=audit,
        levels=LEVELS,
        mirror=actions.MIRROR,
    )
)
