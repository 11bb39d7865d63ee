"""A game for plans: it has line-ups, components with options, two to four seats and teams; nobody plays it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import numpy as np
from pydantic import model_validator

from engine.game import Game, get_game
from engine.options import GameOptions, OptionGroup, group, option


class Bloodletter(OptionGroup):
    cost: int = option(2, "What one costs.", source="p. 1", ge=0, le=9)
    limit: int = option(5, "How many there are.", source="p. 1", ge=1, le=9)

    @model_validator(mode="after")
    def _cheap_ones_are_few(self) -> Bloodletter:
        if self.cost == 0 and self.limit > 3:
            raise ValueError("limit: free ones are 3 at most")
        return self


class Khorne(OptionGroup):
    bloodletter: Bloodletter = group(Bloodletter(), "His units.")


class ToyOptions(GameOptions):
    players: Literal[2, 3, 4] = option(4, "Players.", source="p. 2")
    teams: bool = option(False, "Whether two play against two.", source="ours", mark="house")
    khorne: Khorne = group(Khorne(), "Khorne.")


POWERS = ("khorne", "nurgle", "tzeentch", "slaanesh")


def toy_teams(options: Any) -> tuple[int, ...]:
    return (0, 1, 0, 1) if options.teams else tuple(range(options.players))


def make_toy_game() -> Game:
    """The game `toy`, which isn't registered yet."""
    model = get_game("connect-four")
    fields = [(name, model.state.fields[name][0]) for name in model.state.names[1:]]
    return replace(
        model,
        name="toy",
        title="Toy",
        state=np.dtype([("toy_000000000000", "u1", (0,)), *fields]),
        options=ToyOptions,
        decision_cap=400,
        seats=lambda options: tuple(f"seat-{number}" for number in range(options.players)),
        teams=toy_teams,
        factions=lambda options: POWERS[: options.players],
        lineups={
            "all-4": {"all-4": {}},
            "all-3": {"no-slaanesh": {"players": 3}, "no-khorne": {"players": 3, "khorne.bloodletter.limit": 1}},
            "duel": {"duel": {"players": 2}},
        },
    )
