"""Positions of War of the Ring for tests that read like the rules.

    table = Table()
    table.clear("osgiliath").put("osgiliath", gondor=(2, 1, 0)).put("minas-morgul", sauron=(5, 0, 1))
    table.ask(f.ATTACK_FROM, SHADOW, 0)
    assert "minas-morgul" in table.choices()
    table.play("minas-morgul", "osgiliath", "yes")

A choice is written as what it names: a region's key, `gondor regular`, `card FS01`, a number, `yes`, `done`; a use of a die as
`muster: recruit`; a Ring as `ring muster > event`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

import numpy as np

from engine.compilation import JIT_DISABLED
from engine.debug import RecordView
from engine.games.war_of_the_ring import GAME
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.actions import ACTIONS, Action, Use, Verb
from engine.games.war_of_the_ring.audit import audit
from engine.games.war_of_the_ring.board import NATION_KEYS, NUMBER, REGIONS
from engine.games.war_of_the_ring.cards import CARD_CODES, CARD_NUMBER, DECK
from engine.games.war_of_the_ring.data import CHARACTER_NAMES, FACE_NAMES, FIGURE_KINDS, KIND_NAMES, SIDE_OF_KIND, TILE_NAMES
from engine.games.war_of_the_ring.rules import core, legal_actions, steps
from engine.games.war_of_the_ring.setup import new_initial_state
from engine.games.war_of_the_ring.state import IN_DECK, IN_HAND, ON_THE_TABLE
from engine.options import resolve_options
from engine.rng import derive_key, key_array, seed_stream
from engine.trace import NO_TRACE

FREE, SHADOW = 0, 1
CHARACTER_KEYS = tuple(name.removeprefix("The ").lower().replace(" ", "_") for name in CHARACTER_NAMES)
_SHORT = {"the_white": "gandalf_the_white"}


def character(key: str) -> int:
    """The number of a character: `strider`, `witch-king`, `gandalf_the_grey`."""
    return next(number for number, name in enumerate(CHARACTER_KEYS) if name.startswith(key))


def _figure_key(figure: int) -> str:
    if figure >= FIGURE_KINDS:
        return CHARACTER_KEYS[figure - FIGURE_KINDS]
    return KIND_NAMES[figure].lower().removeprefix("the ").replace("southrons & easterlings", "southrons")


def _key(action: Action) -> str:
    value = action.value
    names: dict[Verb, Callable[[], str]] = {
        Verb.NUMBER: lambda: str(value),
        Verb.NATION: lambda: NATION_KEYS[value],
        Verb.FIGURE: lambda: _figure_key(value),
        Verb.WHOLE_ELITE: lambda: f"whole {NATION_KEYS[value]} elite",
        Verb.REGION: lambda: REGIONS[value].key,
        Verb.CARD: lambda: f"card {CARD_CODES[value]}",
        Verb.TILE: lambda: f"tile {TILE_NAMES[value]}",
        Verb.TOKEN: lambda: f"token {CHARACTER_KEYS[9 + value]}",
        Verb.RING: lambda: f"ring {FACE_NAMES[action.face].lower()} > {FACE_NAMES[value].lower()}",
        Verb.DIE: lambda: f"{'ruler ' if action.ruler else ''}{FACE_NAMES[action.face].lower()}: {Use(value).name.lower()}",
    }
    return names.get(action.verb, lambda: action.verb.name.lower())()


class Table:
    """One game of War of the Ring whose position a test arranges."""

    def __init__(self, seed: int = 1, **options: Any) -> None:
        self.options = resolve_options(GAME.options, {"expansion": "none", **options})
        self.states = np.zeros(1, GAME.state)
        record = self.options.to_record()
        self.record: Any = RecordView(record) if JIT_DISABLED else record
        new_initial_state(
            self.record, self.raw, key_array(derive_key(seed, "setup")), key_array(derive_key(seed, "play")), NO_TRACE
        )

    @property
    def raw(self) -> Any:
        """The state as rules get it."""
        return RecordView(self.states[0]) if JIT_DISABLED else self.states[0]

    @property
    def s(self) -> Any:
        """The state by attribute, in place."""
        return RecordView(self.states[0])

    def rule(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a rule on the state; `options` first if the rule takes them."""
        names = (getattr(function, "py_func", None) or getattr(function, "__wrapped__", function)).__code__.co_varnames
        first = [self.record] if names[0] == "options" else []
        return function(*first, self.raw, *arguments)

    def seed(self, number: int) -> Self:
        """Start the stream of play anew."""
        seed_stream(self.s.play_rng.array, key_array(derive_key(number, "test")))
        return self

    def until(self, wanted: Callable[[Table], bool], act: Callable[[Table], object], tries: int = 400) -> Self:
        """Do `act` from this position with other luck each time, until the result is as wanted."""
        before = self.states.copy()
        for number in range(tries):
            self.states[:] = before
            self.seed(number)
            act(self)
            if wanted(self):
                return self
        raise AssertionError(f"no luck in {tries} tries")

    def clear(self, *regions: str) -> Self:
        """Take all figures off regions, to the reinforcements."""
        for key in regions:
            region = NUMBER[key]
            for kind in range(FIGURE_KINDS):
                while self.s.army[region, kind]:
                    self.rule(core.send_back, region, kind)
            self.s.besieged[region] = -1
        return self

    def put(self, region: str, **nations: tuple[int, int, int]) -> Self:
        """Bring figures from the reinforcements: nation=(Regulars, Elites, Leaders or Nazgul)."""
        for nation, numbers in nations.items():
            number = NATION_KEYS.index(nation)
            kinds = (2 * number, 2 * number + 1, 21 if number == 6 else 16 + number)
            for rank, kind in enumerate(kinds):
                for _ in range(numbers[rank]):
                    assert self.s.reinforcements[number, rank] > 0, f"no {KIND_NAMES[kind]} left"
                    self.s.reinforcements[number, rank] -= 1
                    self.rule(core.place, NUMBER[region], kind, 1)
        return self

    def stand(self, **characters: str) -> Self:
        """Characters to regions, or `fellowship`, `gone`, `aside`."""
        codes = {"fellowship": -3, "gone": -2, "aside": -1}
        for key, region in characters.items():
            self.s.where[character(key)] = codes[region] if region in codes else NUMBER[region]
        return self

    def war(self, *nations: str) -> Self:
        """Nations At War."""
        for nation in nations:
            self.s.to_war[NATION_KEYS.index(nation)] = 0
            self.s.active[NATION_KEYS.index(nation)] = 1
        return self

    def siege(self, region: str, side: int) -> Self:
        """The garrison of a side is besieged."""
        self.s.besieged[NUMBER[region]] = side
        return self

    def card(self, code: str, to: int = IN_HAND) -> Self:
        """A card to a hand, or to the table."""
        card = CARD_NUMBER[code]
        deck = DECK[card]
        if self.s.card_at[card] == IN_DECK:
            order = [c for c in self.s.deck[deck].tolist()[: self.s.deck_size[deck]] if c != card]
            self.s.deck_size[deck] = len(order)
            self.s.deck[deck, : len(order) + 1] = np.array([*order, 0], np.int8)
        if self.s.card_at[card] == IN_HAND:
            self.s.hand_size[deck] -= 1
        self.s.card_at[card] = to
        if to == IN_HAND:
            self.s.hand_size[deck] += 1
        return self

    def empty_hands(self) -> Self:
        """All cards in hand go to the discards."""
        for card in range(len(CARD_CODES)):
            if self.s.card_at[card] == IN_HAND:
                self.s.card_at[card] = 5
        self.s.hand_size[:] = np.zeros(4, np.int8)
        return self

    def table_card(self, code: str) -> Self:
        """A card on the table."""
        return self.card(code, ON_THE_TABLE)

    def ask(self, frame: int, seat: int, a: int = 0, b: int = 0, c: int = 0, below: int = f.ACTION) -> Self:
        """Let one frame wait above an action of the same seat, whatever waited before; steps are carried out."""
        while self.s.depth:
            self.rule(core.pop)
        self.s.phase = 5
        self.rule(core.push, below, seat, 0, 0, 0)
        self.rule(core.push, frame, seat, a, b, c)
        return self.proceed()

    def proceed(self) -> Self:
        """Carry out what waits up to the next decision."""
        self.rule(steps.proceed, NO_TRACE)
        return self

    def dice(self, side: int, **faces: int) -> Self:
        """Unused dice of a side."""
        for face, name in enumerate(FACE_NAMES):
            self.s.dice[side, face] = faces.get(name.lower().replace("/", "_").split(" ")[0], 0)
        return self

    def turn(self, side: int) -> Self:
        """It is a side's turn to act."""
        return self.ask(f.ACTION, side, below=f.SKIPPED)

    @property
    def waiting(self) -> int:
        """The kind of the top frame."""
        return self.s.stack_kind[self.s.depth - 1]

    def legal(self) -> list[int]:
        """Legal actions."""
        out = np.zeros(GAME.num_distinct_actions, np.int32)
        n = self.rule(legal_actions, out)
        return out[:n].tolist()

    def choices(self) -> set[str]:
        """Legal actions as what they name."""
        return {_key(ACTIONS[action]) for action in self.legal()}

    def play(self, *keys: str) -> Self:
        """Make decisions one after the other."""
        for key in keys:
            found = [action for action in self.legal() if _key(ACTIONS[action]) == key]
            assert found, f"{key} is not among {sorted(self.choices())} ({f.FRAMES[self.waiting].text})"
            self.rule(steps.apply_action, found[0], NO_TRACE)
        return self

    def rule_answer(self, action: int) -> Self:
        """Make a decision by its number."""
        self.rule(steps.apply_action, action, NO_TRACE)
        return self

    def event(self, code: str) -> Self:
        """The owner plays a card from his hand for nothing, up to its first decision."""
        self.card(code)
        side = DECK[CARD_NUMBER[code]] // 2
        self.ask(f.PLAY_CARD, side, 7)
        return self.play(f"card {code}")

    def settle(self, limit: int = 60) -> Self:
        """Answer with the first choice until the action is over."""
        for _ in range(limit):
            if self.waiting == f.ACTION or self.s.terminal:
                return self
            self.rule(steps.apply_action, self.legal()[0], NO_TRACE)
        raise AssertionError("the action doesn't end")

    def units(self, side: int, region: str) -> int:
        """Units of a side in a region."""
        return int(self.s.units[side, NUMBER[region]])

    def count(self, region: str, figure: str) -> int:
        """Figures of a kind in a region: `gondor regular`, `nazgûl`."""
        kind = next(k for k in range(FIGURE_KINDS) if _figure_key(k) == figure)
        return int(self.s.army[NUMBER[region], kind])

    def where(self, key: str) -> str | int:
        """A character's region by key, or its code."""
        region = self.s.where[character(key)]
        return REGIONS[region].key if region >= 0 else region

    def audit(self) -> Self:
        """The position is sound."""
        audit(RecordView(self.options.to_record()), self.s)
        return self


def total_units(table: Table, side: int) -> int:
    """Units of a side on the map."""
    return sum(sum(row[k] for k in range(16) if SIDE_OF_KIND[k] == side) for row in table.s.army.tolist())
