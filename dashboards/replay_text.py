"""A replayed game for people, line by line, and for programs, field by field."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from cluster.replay import Decision, Replay
from engine.game import CREDITS_PER_GAME
from engine.options import option_values
from engine.trace import EVERYBODY, Event
from workers.cell import FORFEIT_CAUSES


class Draw(enum.StrEnum):
    """How often the position is drawn."""

    NEVER = "never"
    ROUND = "round"
    DECISION = "decision"


def replay_lines(replay: Replay, draw: Draw = Draw.NEVER, legal: bool = False) -> Iterator[str]:
    """The game in the rulebook's words. Boards and legal actions need a replay that was made with them."""
    cell, seating = replay.cell, replay.cell.job.seatings[replay.id.rotation]
    yield f"{cell.game.title}, rules {cell.game.rules_version}, game {replay.id}"
    for seat, name in enumerate(cell.seat_names):
        faction = cell.factions[seat]
        yield f"  seat {seat}: {name}{'' if faction == name else f' ({faction})'}, played by {seating[seat]}"
    for event in replay.setup:
        yield f"  set-up: {_event_words(replay, event)}"
    if draw is not Draw.NEVER and replay.start_board is not None:
        yield from _indented(replay.start_board)
    yield from _decision_lines(replay, draw, legal)
    for seat, cause in _forfeits(replay):
        yield f"  {cell.seat_names[seat]}, played by {seating[seat]}, forfeits: {cause}"
    scores = ", ".join(
        f"{name} {_score(twelfths)}" for name, twelfths in zip(cell.seat_names, replay.ending.credits, strict=True)
    )
    yield f"End: {replay.ending.outcome} after {len(replay.decisions)} decisions, in round {replay.rounds}. Score: {scores}."
    yield f"State hash {replay.ending.state_hash:016x}"


def _decision_lines(replay: Replay, draw: Draw, legal: bool) -> Iterator[str]:
    round_number: int | None = None
    for place, decision in enumerate(replay.decisions):
        if decision.round_number != round_number:
            round_number = decision.round_number
            yield f"Round {round_number}"
        forced = "" if decision.choices > 1 else " (no choice)"
        yield f"  {decision.number:4} {decision.seat_name}: {decision.chosen.words}{forced}"
        if legal:
            others = [choice.words for choice in decision.legal if choice.action != decision.chosen.action]
            yield from (f"           or {words}" for words in others)
        for event in decision.events:
            yield f"         - {_event_words(replay, event)}"
        after = replay.decisions[place + 1].round_number if place + 1 < len(replay.decisions) else None
        drawn = draw is Draw.DECISION or (draw is Draw.ROUND and after != round_number)
        if drawn and decision.board is not None:
            yield from _indented(decision.board)


def _forfeits(replay: Replay) -> Iterator[tuple[int, str]]:
    return ((seat, FORFEIT_CAUSES[code]) for seat, code in enumerate(replay.forfeits) if code)


def _indented(board: str) -> Iterator[str]:
    yield from (f"      {line}" for line in board.splitlines())


def _score(twelfths: int) -> str:
    whole, rest = divmod(twelfths, CREDITS_PER_GAME)
    return str(whole) if not rest else f"{twelfths}/{CREDITS_PER_GAME}"


def _event_words(replay: Replay, event: Event) -> str:
    words, _ = replay.cell.game.describe_event(event)
    if event.visible_to == EVERYBODY:
        return words
    seats = _seats_that_see(replay, event)
    names = [replay.cell.seat_names[seat] for seat in seats]
    if len(seats) == len(replay.cell.seat_names):
        return words
    return f"{words} [{'only ' + ' and '.join(names) + ' may know' if names else 'nobody may know'}]"


def _seats_that_see(replay: Replay, event: Event) -> list[int]:
    return [seat for seat in range(len(replay.cell.seat_names)) if event.seen_by(seat)]


def replay_to_plain(replay: Replay) -> dict[str, Any]:
    """The game as maps, lists and scalars: everything that another program needs to check it without our code."""
    cell = replay.cell
    seating = cell.job.seatings[replay.id.rotation]
    return {
        "game": cell.game.name,
        "rules_version": cell.game.rules_version,
        "action_spec_version": cell.game.action_spec().version,
        "game_id": str(replay.id),
        "lineup": cell.job.lineup,
        "options": option_values(cell.options),
        "decision_cap": cell.job.decision_cap,
        "seats": [
            {"seat": seat, "name": name, "faction": cell.factions[seat], "team": cell.teams[seat], "agent": seating[seat]}
            for seat, name in enumerate(cell.seat_names)
        ],
        "from_actions": replay.from_actions,
        "setup": [_event_to_plain(replay, event) for event in replay.setup],
        "decisions": [_decision_to_plain(replay, decision) for decision in replay.decisions],
        "forfeits": [{"seat": seat, "cause": cause} for seat, cause in _forfeits(replay)],
        "outcome": replay.ending.outcome,
        "twelfths": list(replay.ending.credits),
        "rounds": replay.rounds,
        "state_hash": f"{replay.ending.state_hash:016x}",
    }


def decision_head(decision: Decision) -> dict[str, Any]:
    """Which decision it is and whose: the first fields of a decision wherever one is told of."""
    return {
        "number": decision.number,
        "round": decision.round_number,
        "seat": decision.seat,
        "seat_name": decision.seat_name,
        "agent": decision.agent,
    }


def _decision_to_plain(replay: Replay, decision: Decision) -> dict[str, Any]:
    plain = {**decision_head(decision), **asdict(decision.chosen), "choices": decision.choices}
    if decision.legal:
        plain["legal"] = [asdict(choice) for choice in decision.legal]
    if decision.board is not None:
        plain["board"] = decision.board
    plain["events"] = [_event_to_plain(replay, event) for event in decision.events]
    return plain


def _event_to_plain(replay: Replay, event: Event) -> dict[str, Any]:
    words, fields = replay.cell.game.describe_event(event)
    seats = _seats_that_see(replay, event)
    return {**fields, "words": words, "kind": event.kind, "values": list(event.values), "visible_to_seats": seats}
