"""Positions of War Chest for tests that read like the rules.

    position = Position(raven="knight archer", wolf="pikeman")
    position.stack("knight", "F4", height=2).stack("pikeman", "F5").hand(raven="knight")
    assert position.legal("knight") >= {"attack F5", "move F3"}
    position.play("knight: attack F5")

Actions are written `coin: verb details`. Details: a unit; a hex; `F4>F5` where the unit on F4 goes to F5; `F4xF5` where it
attacks F5; `>F4 xF5` for a Cavalry that goes to F4 and attacks F5. Decisions without a coin have no `coin:`. Hexes are named as
in `board.HEX_NAMES`, seats and units as in the options.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from engine.batch import Batch
from engine.debug import RecordView
from engine.game import get_game
from engine.games.war_chest.actions import ACTIONS, NONE, Action, Verb
from engine.games.war_chest.audit import members_of_purse
from engine.games.war_chest.board import HEX_NAMES, hex_set, members
from engine.games.war_chest.data import NO_COIN, ROYAL, SECOND_FOOTMAN, UNIT_OF_STACK, Unit
from engine.games.war_chest.options import SEAT_NAMES, UNIT_KEYS
from engine.games.war_chest.state import NOBODY
from engine.options import resolve_options
from engine.trace import NO_TRACE

GAME = get_game("war-chest")


def place(name: str) -> int:
    """The number of a hex."""
    return HEX_NAMES.index(name)


def unit_number(name: str) -> int:
    """The number of a unit."""
    return UNIT_KEYS.index(name)


def _coin_key(coin: int) -> str:
    return "royal" if coin == ROYAL else UNIT_KEYS[coin]


def _details(action: Action) -> str:
    origin, destination, target = (
        "" if number == NONE else HEX_NAMES[number] for number in (action.origin, action.destination, action.target)
    )
    if action.unit != NONE:
        return UNIT_KEYS[action.unit]
    if destination and target:
        return f">{destination} x{target}"
    if origin and destination:
        return f"{origin}>{destination}"
    if origin and target:
        return f"{origin}x{target}"
    return origin or destination or target


def notation(number: int) -> str:
    """An action as tests write it."""
    action = ACTIONS[number]
    words = f"{Verb(action.verb).name.lower()} {_details(action)}".strip()
    return words if action.coin == NO_COIN else f"{_coin_key(action.coin)}: {words}"


NUMBER = {notation(number): number for number in range(len(ACTIONS))}


class Position:
    """A game in round 1 with nothing on the board, hands empty and every coin in bag or supply, to be changed at will.

    Args:
        players: 2 or 4.
        options: further options, path to value.
        armies: seat name -> names of its units; the rest of each army is taken from units that no seat names.
    """

    def __init__(self, players: int = 2, options: dict[str, Any] | None = None, **armies: str) -> None:
        self.seats = SEAT_NAMES[players]
        named = {seat: armies.get(seat, "").split() for seat in self.seats}
        overrides = {"players": players, "setup": "fixed", **(options or {})}
        overrides |= {f"armies.{seat}": units for seat, units in named.items()}
        self.batch = Batch.from_seed(GAME, resolve_options(GAME.options, overrides), 1, seed=7)
        self.options = RecordView(self.batch.options.to_record())
        self._empty_hands()
        self.to_move(self.seats[0])

    @property
    def state(self) -> RecordView:
        """The state, in place."""
        return self.batch.view()

    def _seat(self, name: str) -> int:
        return self.seats.index(name)

    def _kind(self, seat: int, coin: str) -> int:
        return ROYAL + seat if coin == "royal" else unit_number(coin)

    def _empty_hands(self) -> None:
        state = self.state
        for seat in range(state.players):
            for kind in members_of_purse(state, seat):
                state.bag[kind] += state.hand[kind]
                state.in_bag[seat] += state.hand[kind]
                state.hand[kind] = 0
            state.in_hand[seat] = 0

    def _take(self, seat: int, kind: int) -> None:
        """Take a coin out of the bag, or else out of the supply."""
        state = self.state
        if state.bag[kind] > 0:
            state.bag[kind] -= 1
            state.in_bag[seat] -= 1
        else:
            state.supply[kind] -= 1

    def stack(self, unit: str, at: str, height: int = 1) -> Self:
        """Put a unit on the board; a Footman that is out already gets company."""
        state, number, hex_number = self.state, unit_number(unit), place(at)
        seat = state.owner[number]
        stack = SECOND_FOOTMAN if number == Unit.FOOTMAN and state.hex_of[number] != NOBODY else number
        assert state.stack_at[hex_number] == NOBODY, f"{at} is not empty"
        for _ in range(height):
            self._take(seat, number)
        state.hex_of[stack], state.height[stack], state.stack_at[hex_number] = hex_number, height, stack
        state.stacks[seat & 1] |= 1 << hex_number
        if stack == SECOND_FOOTMAN:
            self._order_footmen()
        return self

    def _order_footmen(self) -> None:
        state, first = self.state, int(Unit.FOOTMAN)
        if state.hex_of[first] > state.hex_of[SECOND_FOOTMAN]:
            for values in (state.hex_of, state.height):
                values[first], values[SECOND_FOOTMAN] = values[SECOND_FOOTMAN], values[first]
            for stack in (first, SECOND_FOOTMAN):
                state.stack_at[state.hex_of[stack]] = stack

    def hand(self, **coins: str) -> Self:
        """Give seats coins in hand: `hand(raven="knight royal")`."""
        for name, kinds in coins.items():
            seat = self._seat(name)
            for coin in kinds.split():
                self._take(seat, self._kind(seat, coin))
                self.state.hand[self._kind(seat, coin)] += 1
                self.state.in_hand[seat] += 1
        return self

    def bag(self, **coins: str) -> Self:
        """Leave seats only these coins in the bag; what else was there goes to the face-down discards."""
        state = self.state
        for name, kinds in coins.items():
            seat = self._seat(name)
            for kind in members_of_purse(state, seat):
                state.face_down[kind] += state.bag[kind]
                state.bag[kind] = 0
            for coin in kinds.split():
                kind = self._kind(seat, coin)
                if state.face_down[kind] > 0:
                    state.face_down[kind] -= 1
                else:
                    state.supply[kind] -= 1
                state.bag[kind] += 1
            state.in_bag[seat] = len(kinds.split())
        return self

    def supply(self, unit: str, number: int) -> Self:
        """Let a unit's supply hold so many coins, the others lie in the box."""
        state, kind = self.state, unit_number(unit)
        moved = state.supply[kind] - number
        assert moved >= 0
        state.supply[kind] = number
        return self._box(kind, moved)

    def box_all(self, unit: str) -> Self:
        """Lose all coins of a unit that are not on the board or in hand."""
        state, kind = self.state, unit_number(unit)
        moved = state.supply[kind] + state.bag[kind]
        state.in_bag[state.owner[kind]] -= state.bag[kind]
        state.supply[kind] = state.bag[kind] = 0
        return self._box(kind, moved)

    def _box(self, kind: int, coins: int) -> Self:
        self.state.box[kind] += coins
        self.state.coins_left -= coins
        return self

    def control(self, **locations: str) -> Self:
        """Let sides control exactly these locations: `control(raven="E2 H1")`."""
        for side, names in locations.items():
            self.state.markers[("raven", "wolf").index(side)] = hex_set(place(name) for name in names.split())
        return self

    def to_move(self, seat: str, initiative: str | None = None) -> Self:
        """Whose turn it is; by default this seat also holds the initiative."""
        self.state.turn = self.state.current_player = self._seat(seat)
        self.state.initiative = self._seat(initiative or seat)
        return self

    def legal(self, coin: str | None = None) -> set[str]:
        """The legal actions; of one coin, without its name, if one is given."""
        GAME.audit(self.options, self.state)
        words = {notation(int(action)) for action in self.batch.legal_actions()}
        return words if coin is None else {word.partition(": ")[2] for word in words if word.startswith(f"{coin}: ")}

    def verbs(self, coin: str, verb: str) -> set[str]:
        """The details with which a coin can be used for one verb."""
        return {word.partition(" ")[2] for word in self.legal(coin) if word.partition(" ")[0] == verb}

    def play(self, *actions: str, trace: Any = NO_TRACE) -> Self:
        """Apply actions, each of which must be legal; audits after each."""
        for action in actions:
            assert action in self.legal(), f"{action} is not among {sorted(self.legal())}"
            self.batch.apply(NUMBER[action], trace=trace)
            GAME.audit(self.options, self.state)
        return self

    @property
    def decides(self) -> str:
        """The seat that decides."""
        return self.seats[self.state.current_player]

    def at(self, name: str) -> tuple[str, int] | None:
        """Unit and height on a hex."""
        stack = self.state.stack_at[place(name)]
        return None if stack == NOBODY else (UNIT_KEYS[UNIT_OF_STACK[stack]], self.state.height[stack])

    def count(self, where: str, unit: str) -> int:
        """Coins of a unit in `bag`, `hand`, `face_up`, `face_down`, `supply` or `box`."""
        return int(getattr(self.state, where)[unit_number(unit)])

    def royal(self, where: str, seat: str) -> int:
        """1 if a seat's Royal Coin is there."""
        return int(getattr(self.state, where)[ROYAL + self._seat(seat)])

    def controls(self, side: str) -> set[str]:
        """The locations that a side controls."""
        return {HEX_NAMES[h] for h in members(self.state.markers[("raven", "wolf").index(side)])}

    @property
    def outcome(self) -> str | None:
        """The name of the outcome of a finished game."""
        return GAME.outcome_name(self.state.outcome) if self.state.terminal else None

    @property
    def winners(self) -> set[str]:
        """The seats that won."""
        return {name for seat, name in enumerate(self.seats) if self.state.winners >> seat & 1}

    def credits(self) -> list[int]:
        """The returns of a finished game in twelfths."""
        return [int(value) for value in np.asarray(self.batch.settle()[0])[0]]
