"""An analysed game for people, as tables, and for programs, field by field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from cluster.analysis import CLEAR, WORLDS, ActionValue, Analysis, Judgement
from cluster.replay import Replay
from dashboards.replay_text import decision_head
from dashboards.tables import new_table
from dashboards.words import NOTHING, number

NOISE = (
    f"* A regret above {CLEAR:g} standard errors. Values are expected returns of the deciding seat (1 a win) by a search that "
    "sees what the seat saw. Where it would have done something else, both actions were tried out in the same "
    f"{WORLDS} worlds, and errors (+-) are of the mean over these. They tell of luck, not of what the search misjudges "
    "everywhere. A regret below 0 is noise."
)


def analysis_tables(replay: Replay, analysis: Analysis) -> Group:
    """Decisions, turning points and what each seat lost."""
    parts = [_decision_table(analysis.judgements), _turn_table(analysis.turning_points), _seat_table(replay, analysis)]
    return Group(*parts, Text(NOISE, style="dim"))


def _decision_table(judgements: Sequence[Judgement]) -> Table:
    columns = (">decision", ">round", "seat", "decided", ">value", ">visits", "the search", ">value", ">visits", ">regret", "")
    table = new_table("Decisions", *columns)
    for judgement in judgements:
        decision, chosen, best = judgement.decision, judgement.chosen, judgement.best
        same = best.action == chosen.action
        table.add_row(
            str(decision.number),
            str(decision.round_number),
            decision.seat_name,
            chosen.words,
            _value(chosen),
            number(chosen.visits),
            "the same" if same else best.words,
            "" if same else _value(best),
            "" if same else number(best.visits),
            "" if same else _regret(judgement),
            "*" if judgement.clear else "",
        )
    return table


def _turn_table(turns: Sequence[Judgement]) -> Table:
    table = new_table("Turning points, dearest first", ">decision", "seat", "decided", "better", ">regret")
    for turn in turns:
        decision = turn.decision
        table.add_row(str(decision.number), decision.seat_name, turn.chosen.words, turn.best.words, _regret(turn))
    if not turns:
        table.add_row(NOTHING, NOTHING, "no decision cost clearly more than noise", NOTHING, NOTHING)
    return table


def _seat_table(replay: Replay, analysis: Analysis) -> Table:
    columns = (
        "seat",
        "agent",
        ">decisions with a choice",
        ">search differs",
        ">clear regrets",
        ">regret in all",
        ">a decision",
    )
    table = new_table("Regret by seat", *columns)
    seating = replay.cell.job.seatings[replay.id.rotation]
    for found in analysis.seats:
        table.add_row(
            replay.cell.seat_names[found.seat],
            seating[found.seat],
            number(found.decisions),
            number(found.differ),
            number(found.clear),
            f"{found.total:.3f} +- {found.se:.3f}",
            NOTHING if found.mean is None else f"{found.mean:.4f}",
        )
    return table


def _value(action: ActionValue) -> str:
    return f"{action.value:.3f} +- {action.se:.3f}"


def _regret(judgement: Judgement) -> str:
    return f"{judgement.regret:.3f} +- {judgement.se:.3f}"


def analysis_to_plain(replay: Replay, analysis: Analysis) -> dict[str, Any]:
    """The analysis as maps, lists and scalars."""
    cell, seating = replay.cell, replay.cell.job.seatings[replay.id.rotation]
    return {
        "game": cell.game.name,
        "rules_version": cell.game.rules_version,
        "game_id": str(replay.id),
        "outcome": replay.ending.outcome,
        "twelfths": list(replay.ending.credits),
        "seats": [
            {
                "seat_name": cell.seat_names[found.seat],
                "agent": seating[found.seat],
                **asdict(found),
                "mean": found.mean,
            }
            for found in analysis.seats
        ],
        "turning_points": [turn.decision.number for turn in analysis.turning_points],
        "decisions": [_judgement_to_plain(judgement) for judgement in analysis.judgements],
        "noise": NOISE.removeprefix("* "),
    }


def _judgement_to_plain(judgement: Judgement) -> dict[str, Any]:
    return {
        **decision_head(judgement.decision),
        "choices": judgement.decision.choices,
        "chosen": asdict(judgement.chosen),
        "best": asdict(judgement.best),
        "regret": judgement.regret,
        "se": judgement.se,
        "clear": judgement.clear,
    }
