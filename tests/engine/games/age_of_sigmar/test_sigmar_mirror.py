"""Swapping the players mirrors a battle: the same decisions with the same dice lead to the same position, seats exchanged."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sigmar_field import record_of

from engine.batch import Batch
from engine.games.age_of_sigmar import GAME
from engine.games.age_of_sigmar.actions import ACTION_NUMBER, ACTIONS, Action
from engine.games.age_of_sigmar.columns import SIDE
from engine.games.age_of_sigmar.hidden import OBSERVATION
from engine.games.age_of_sigmar.state import Stage
from engine.options import resolve_options

FIELDS = [name for name in OBSERVATION.names or () if name not in ("seat", "round_number", "deciding")]
PAIRS = [("starter_stormcast", "starter_khorne"), ("storm", "blood"), ("stars", "rats"), ("waaagh", "free"), ("WOOD", "WRATH")]
ARMIES = {
    "WOOD": ("treelord", "treelord_ancient", "branchwraith", "dryads:15", "skullreapers:5", "salamanders:2", "gryph_hounds:3"),
    "WRATH": (
        "treelord",
        "wrathmongers:5",
        "razordons:3",
        "mighty_lord_of_khorne",
        "freeguild_guard:20",
        "doomwheel",
        "skinks:20",
    ),
}
"""Armies that react, stomp, burn and move again: much that happens on both sides at once. (No list; `custom`.)"""


def overrides(red: str, blue: str) -> dict[str, Any]:
    """Options of a battle of two armies."""
    chosen: dict[str, Any] = {"summoning": True}
    for seat, name in (("red", red), ("blue", blue)):
        chosen[f"armies.{seat}.list"] = "custom" if name in ARMIES else name
        chosen[f"armies.{seat}.units"] = ARMIES.get(name, ())
    return chosen


class Mirror:
    """A battle and its image, in which blue's army and player have red's seat."""

    def __init__(self, red: str, blue: str, seed: int) -> None:
        self.battle = Batch.from_seed(GAME, resolve_options(GAME.options, overrides(red, blue)), 1, seed)
        while self.battle.states["round_number"][0] == 0:
            self.battle.apply(int(self.battle.legal_actions()[0]))
        options = resolve_options(GAME.options, overrides(blue, red))
        self.image = Batch(GAME, options, self.battle.states.copy())
        ours, theirs = record_of(self.battle), record_of(self.image)
        self.powers = self._numbers(ours["power"][: ours["powers"], SIDE], theirs["power"][: theirs["powers"], SIDE])
        self.effects = self._numbers(ours["named_side"][: ours["named"]], theirs["named_side"][: theirs["named"]])
        self.settle_roll_off()
        self.write_image()

    @staticmethod
    def _numbers(ours: Any, theirs: Any) -> list[int]:
        """By number in the image: the number in the battle."""
        places = {(int(side), int((ours[:k] == side).sum())): k for k, side in enumerate(ours)}
        return [places[1 - int(side), int((theirs[:k] == side).sum())] for k, side in enumerate(theirs)]

    def seen(self) -> dict[str, Any]:
        """The battle as blue sees it, own army first: what the image's state has to be."""
        view = self.battle.observe(1)[0]
        fields = {name: view[name].copy() for name in FIELDS}
        fields["effects"][:, : len(self.effects)] = view["effects"][:, self.effects]
        fields["used"][: len(self.powers)] = view["used"][self.powers]
        fields["power"] = self.image_of_power(int(view["power"]))
        fields["commanded"] = [self.image_of_power(int(k) - 1) + 1 if k else 0 for k in view["commanded"]]
        return fields

    def image_of_power(self, power: int) -> int:
        return self.powers.index(power) if power >= 0 else power

    def write_image(self) -> None:
        """Exchange the seats of the position that the battle has now."""
        state, image = self.battle.states[0], self.image.states[0]
        for name, value in self.seen().items():
            image[name] = value
        image["current_player"] = 1 - state["current_player"]

    def settle_roll_off(self) -> None:
        """The dice of a roll-off are exchanged, too: who won it in the battle has won it in the image."""
        state, image = self.battle.states[0], self.image.states[0]
        if state["stage"] == Stage.PRIORITY:
            image["roll_winner"] = 1 - state["roll_winner"]
            image["current_player"] = 1 - state["current_player"]

    def apply(self, number: int) -> None:
        action = ACTIONS[number]
        power = self.image_of_power(action.power)
        image = Action(action.verb, action.unit, action.target, power, action.feature, action.detail)
        self.battle.apply(number)
        self.image.apply(ACTION_NUMBER[image])
        self.settle_roll_off()

    def differences(self) -> list[str]:
        """Fields in which the image is not the battle's."""
        image, state = self.image.states[0], self.battle.states[0]
        found = [name for name, value in self.seen().items() if not np.array_equal(image[name], value)]
        if image["current_player"] != 1 - state["current_player"]:
            found.append("current_player")
        return [*found, *(n for n in ("terminal", "outcome", "round_number", "decisions") if image[n] != state[n])]


@pytest.mark.rule("fact sheet 5: swapping players mirrors results")
@pytest.mark.parametrize(("red", "blue"), PAIRS)
@pytest.mark.parametrize("seed", [1, 2])
def test_swapping_the_players_mirrors_the_battle(red: str, blue: str, seed: int) -> None:
    mirror = Mirror(red, blue, seed)
    chance = np.random.default_rng(seed)
    for number in range(700):
        assert mirror.differences() == [], number
        if mirror.battle.states["terminal"][0]:
            break
        actions = mirror.battle.legal_actions()
        assert len(actions) == len(mirror.image.legal_actions()), number
        mirror.apply(int(chance.choice(actions)))
    winners, image = (int(b.states["winners"][0]) for b in (mirror.battle, mirror.image))
    assert image == (winners >> 1 | (winners & 1) << 1)
