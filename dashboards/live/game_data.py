"""A game as the viewer gets it: decisions and luck in words, as one seat or all seats together may know them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cluster.game_walk import GameWalk
from cluster.replay import Decision
from engine.trace import EVERYBODY, Event

UNSEEN = "a decision that this seat can't see"


def describe(walk: GameWalk, seat: int | None, first: int = 0) -> dict[str, Any]:
    """The game from decision `first` on, for a viewer that sits at a seat, or with None sees all.

    What others decide is told only as far as the seat can tell it (`GameWalk.told`), luck only where it may see it, and what
    the game's rule of thumb says of other seats not at all: it looks at their cards.
    """
    shown = range(len(walk.seat_names)) if seat is None else [seat]
    return {
        "view": seat,
        "first": first,
        "setup": _events(walk, walk.setup, seat) if first == 0 else [],
        "moves": [_move(walk, place, seat) for place in range(first, len(walk.decisions))],
        "values": [[round(values[each], 4) for each in shown] for values in walk.values[first:]],
        "curves": [walk.seat_names[each] for each in shown],
        "turns": _turns(walk, seat),
    }


def head(walk: GameWalk, title: str, identifier: str) -> dict[str, Any]:
    """What does not change while a game is looked at: its name and its seats."""
    factions, teams = walk.game.factions(walk.options), walk.game.teams(walk.options)
    seats = [
        {"name": name, "agent": agent, "faction": faction, "team": team}
        for name, agent, faction, team in zip(walk.seat_names, walk.agents, factions, teams, strict=True)
    ]
    return {"game": walk.game.name, "title": title, "id": identifier, "seats": seats}


def _move(walk: GameWalk, place: int, seat: int | None) -> dict[str, Any]:
    decision = walk.decisions[place]
    words, told = (decision.chosen.words, True) if seat is None else walk.told(place, seat)
    move = {
        "n": decision.number,
        "round": decision.round_number,
        "seat": decision.seat,
        "words": words if told else f"{words} …" if words else UNSEEN,
        "told": told,
        "events": _events(walk, decision.events, seat),
    }
    if seat is None or seat == decision.seat:
        move["choices"] = decision.choices
    return move


def _events(walk: GameWalk, events: Sequence[Event], seat: int | None) -> list[dict[str, Any]]:
    """Luck in words, each with the names of those who may know of it; None where everybody may."""
    found = []
    for event in events:
        if seat is not None and not event.seen_by(seat):
            continue
        words, _ = walk.game.describe_event(event)
        seats = [name for number, name in enumerate(walk.seat_names) if event.seen_by(number)]
        everybody = event.visible_to == EVERYBODY or len(seats) == len(walk.seat_names)
        found.append({"words": words, "seen": None if everybody else seats})
    return found


def _turns(walk: GameWalk, seat: int | None) -> list[dict[str, Any]]:
    """Turning points in the order of the game, as far as the viewer may know of them."""
    found = [turn for turn in walk.turning_points() if seat in (None, turn[1])]
    return [
        {"place": place, "words": f"{_who(walk.decisions[place], walk, whose)} {before:.2f} → {after:.2f}"}
        for place, whose, before, after in sorted(found)
    ]


def _who(decision: Decision, walk: GameWalk, whose: int) -> str:
    return f"{decision.number}: {walk.seat_names[whose]}"
