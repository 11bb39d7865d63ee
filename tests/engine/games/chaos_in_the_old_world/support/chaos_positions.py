"""Positions of Chaos in the Old World for tests that read like the rules.

    board = Position().figures("bloodletter", "K", 2).figures("leper", "K").dice("hit hit miss miss")
    board.fight()
    assert board.count("leper", "K") == 0

A position starts in the summoning phase of round 1, nothing on the map, hands empty, power points 0. Regions have the sheet's
short codes (N TC K Em Br Es Ti BP Ba); figures, cards and upgrades their option keys. The Old World deck holds nothing but
Plunged into Chaos, which does nothing without captured Peasants.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
import numpy.typing as npt

from engine.arrays import scratch_words
from engine.batch import Batch
from engine.compilation import kernel
from engine.debug import RecordView
from engine.game import get_game
from engine.games.chaos_in_the_old_world.actions import ACTIONS, COLUMNS, NONE, Verb
from engine.games.chaos_in_the_old_world.chaos_cards import CHAOS_CARDS, card_key
from engine.games.chaos_in_the_old_world.data import FIGURES, POWERS, REGIONS, RESERVE, TOKEN_KEYS, Phase
from engine.games.chaos_in_the_old_world.old_world_cards import OLD_WORLD_CARDS
from engine.games.chaos_in_the_old_world.state import NOBODY, Ask
from engine.games.chaos_in_the_old_world.upgrades import UPGRADES
from engine.options import resolve_options
from engine.rng import roll, seed_stream
from engine.trace import Event, new_trace, read_trace

GAME = get_game("chaos-in-the-old-world")
CODES = ("N", "TC", "K", "Em", "Br", "Es", "Ti", "BP", "Ba")
KHORNE, NURGLE, TZEENTCH, SLAANESH = range(POWERS)
FIGURE_KEYS = [figure.key for figure in FIGURES]
CARD_KEYS = [card.key for card in CHAOS_CARDS]
UPGRADE_KEYS = [upgrade.key for upgrade in UPGRADES]
OLD_WORLD_KEYS = [card.key for card in OLD_WORLD_CARDS]
_MISS, _HIT, _BURST = range(3)
_FACES = {"miss": _MISS, "hit": _HIT, "burst": _BURST}


def region(code: str) -> int:
    """The number of a region."""
    return RESERVE if code == "reserve" else CODES.index(code)


@kernel
def _find_dice(wanted: npt.NDArray[np.int64], out: npt.NDArray[np.uint64]) -> bool:
    """Look for a stream whose next dice are misses (0), hits of 4 or 5 (1) and sixes (2) as wanted."""
    key = scratch_words(2)
    stream = scratch_words(2)
    key[1] = np.uint64(0)
    for number in range(40_000_000):
        key[0] = np.uint64(number)
        seed_stream(stream, key)
        out[0], out[1] = stream[0], stream[1]
        fits = True
        for i in range(len(wanted)):
            result = roll(stream, 6)
            face = 0 if result < 4 else (2 if result == 6 else 1)
            if face != wanted[i]:
                fits = False
                break
        if fits:
            return True
    return False


def _key(name: str, keys: list[str]) -> int:
    return keys.index(card_key(name))


class Position:
    """A game in the summoning phase of round 1 with nothing on the map, to be changed at will; options: path to value."""

    def __init__(self, options: dict[str, Any] | None = None) -> None:
        self.batch = Batch.from_seed(GAME, resolve_options(GAME.options, options or {}), 1, seed=3)
        self.options = RecordView(self.batch.options.to_record())
        self.state = self.batch.view()
        self.events: list[Event] = []
        self._empty()

    def _empty(self) -> None:
        state = self.batch.states[0]
        for name in (
            "tokens",
            "hand",
            "hand_size",
            "power_points",
            "track",
            "step",
            "region",
            "turn",
            "part",
            "left",
            "used",
            "ask",
        ):
            state[name] = 0
        state["track"] = NOBODY
        state["drawn_card"] = NOBODY
        state["revealed"] = 0
        state["supply"] = self.options.supply.tolist()
        state["old_world_deck"][:7] = 0
        state["old_world_left"] = 6
        state["phase"] = Phase.SUMMONING
        for power in range(POWERS):
            self._fill_deck(power, {})
        for title in range(len(CHAOS_CARDS)):
            state["hand"][title] = 0

    def _fill_deck(self, power: int, without: dict[int, int]) -> None:
        cards = [t for t, c in enumerate(CHAOS_CARDS) if c.power == power for _ in range(c.copies - without.get(t, 0))]
        deck = np.full(self.state.deck.shape[1], NOBODY, np.int8)
        if self.options.seat_of[power] == NOBODY:
            cards = []
        deck[: len(cards)] = cards
        self.batch.states[0]["deck"][power] = deck
        self.batch.states[0]["deck_size"][power] = len(cards)

    # what lies where

    def figures(self, key: str, where: str, number: int = 1) -> Self:
        """Put plain figures of a type from the reserve into a region."""
        kind = FIGURE_KEYS.index(key)
        places = self.places(kind) + [region(where)] * number
        self._arrange(kind, places)
        return self

    def places(self, kind: int) -> list[int]:
        """The regions of the figures of a type that are on the board."""
        return [r for r in range(REGIONS) for _ in range((int(self.state.at[r]) & int(self.options.group[kind])).bit_count())]

    def _arrange(self, kind: int, places: list[int]) -> None:
        group = int(self.options.group[kind])
        first = (group & -group).bit_length() - 1
        for r in range(REGIONS):
            self.state.at[r] = int(self.state.at[r]) & ~group
        for i, r in enumerate(sorted(places)):
            self.state.at[r] = int(self.state.at[r]) | 1 << (first + i)

    def tokens(self, key: str, where: str, number: int = 1) -> Self:
        """Put Old World tokens from the supply into a region."""
        token = TOKEN_KEYS.index(key)
        self.state.tokens[region(where), token] += number
        self.state.supply[token] -= number
        return self

    def corruption(self, power: int, where: str, number: int) -> Self:
        """Old corruption tokens of a power."""
        self.state.corruption[region(where), power] += number
        return self

    def card(self, name: str, where: str, side: int = 0) -> Self:
        """Lay a Chaos card from its deck onto a card space."""
        self.state.space[2 * region(where) + side] = _key(name, CARD_KEYS)
        self._take_from_deck(_key(name, CARD_KEYS))
        return self

    def hand(self, *names: str) -> Self:
        """Give Chaos cards from their decks into their owners' hands."""
        for name in names:
            title = _key(name, CARD_KEYS)
            self._take_from_deck(title)
            self.state.hand[title] += 1
            self.state.hand_size[CHAOS_CARDS[title].power] += 1
        return self

    def _take_from_deck(self, title: int) -> None:
        power = CHAOS_CARDS[title].power
        size = self.state.deck_size[power]
        cards = self.state.deck[power].tolist()[:size]
        cards.remove(title)
        self.batch.states[0]["deck"][power][: size - 1] = cards
        self.state.deck[power, size - 1] = NOBODY
        self.state.deck_size[power] = size - 1

    def track(self, name: str, space: int = 0) -> Self:
        """Lay an Old World card onto the track."""
        title = _key(name, OLD_WORLD_KEYS)
        self.state.track[space] = title
        self.state.revealed[title] += 1
        return self

    def next_old_world(self, name: str) -> Self:
        """The Old World card that the next round draws."""
        self.state.old_world_deck[self.state.old_world_left - 1] = _key(name, OLD_WORLD_KEYS)
        return self

    def upgrade(self, name: str) -> Self:
        """Bring an upgrade card into play."""
        number = _key(name, UPGRADE_KEYS)
        self.state.upgrades |= 1 << number
        kind = self.options.upgrade_type[number]
        if kind != NOBODY:
            for field in ("cost", "attack", "defense", "ability"):
                getattr(self.state, field)[kind] = getattr(self.options, f"upgrade_{field}")[number]
            self.state.ability_amount[kind] = self.options.upgrade_amount[number]
        return self

    def set(self, **fields: Any) -> Self:
        """Set fields: a value, or power -> value."""
        for name, value in fields.items():
            if isinstance(value, dict):
                for index, entry in value.items():
                    getattr(self.state, name)[index] = entry
            else:
                setattr(self.state, name, value)
        return self

    def ruin(self, where: str) -> Self:
        """A region that was ruined in an earlier round."""
        self.state.ruins += 1
        self.state.ruin_card[region(where)] = self.state.ruins
        return self

    def dice(self, words: str) -> Self:
        """The next dice: `miss`, `hit` (4 or 5) or `burst` (6), one word a die."""
        stream = np.zeros(2, np.uint64)
        assert _find_dice(np.array([_FACES[word] for word in words.split()], np.int64), stream), "no such dice"
        self.batch.states[0]["play_rng"] = stream
        return self

    # decisions

    def turn(self, power: int, points: int = 6) -> Self:
        """It is a power's turn in the summoning phase, and it has power points."""
        self.state.power_points[power] = points
        self.state.turn = power
        self.state.asked = power
        self.state.ask = Ask.SUMMONING
        self.state.current_player = self.options.seat_of[power]
        return self

    @property
    def ask(self) -> Ask:
        """What is asked."""
        return Ask(self.state.ask)

    @property
    def asked(self) -> int:
        """The power that decides."""
        return int(self.state.asked)

    def legal(self) -> list[int]:
        """The legal actions."""
        return [int(action) for action in self.batch.legal_actions()]

    def find(self, verb: Verb, **parts: int) -> list[int]:
        """The legal actions of a verb with such parts."""
        found = []
        for action in self.legal():
            row = dict(zip(COLUMNS, ACTIONS[action], strict=True))
            if row["verb"] == verb and all(row[name] == value for name, value in parts.items()):
                found.append(action)
        return found

    def do(self, verb: Verb, **parts: int) -> Self:
        """Take the one legal action of a verb with such parts."""
        actions = self.find(verb, **parts)
        assert len(actions) == 1, f"{len(actions)} actions {verb.name} {parts} when {self.ask.name} is asked: {self.words()}"
        return self.take(actions[0])

    def take(self, action: int) -> Self:
        """Apply an action."""
        trace = new_trace()
        self.batch.apply(action, trace=trace)
        self.events += read_trace(trace)
        return self

    def words(self) -> list[str]:
        """The legal actions in words."""
        return [GAME.describe_action(self.options, self.state, action) for action in self.legal()]

    def say(self, words: str) -> Self:
        """Take the legal action with these words."""
        chosen = [action for action in self.legal() if GAME.describe_action(self.options, self.state, action) == words]
        assert chosen, f"{words!r} is not among {self.words()}"
        return self.take(chosen[0])

    def summon(self, key: str, origin: str, goal: str) -> Self:
        """Summon a figure."""
        return self.do(Verb.SUMMON, figure=FIGURE_KEYS.index(key), origin=region(origin), region=region(goal))

    def play(self, name: str, where: str, side: int = 0) -> Self:
        """Play a card."""
        return self.do(Verb.PLAY, card=_key(name, CARD_KEYS), region=region(where), side=side)

    def plays(self, name: str) -> set[str]:
        """The regions that a card can be played into."""
        return {CODES[ACTIONS[a][COLUMNS.index("region")]] for a in self.find(Verb.PLAY, card=_key(name, CARD_KEYS))}

    def goals(self, key: str, origin: str) -> set[str]:
        """The regions that a figure can be summoned to."""
        actions = self.find(Verb.SUMMON, figure=FIGURE_KEYS.index(key), origin=region(origin))
        return {CODES[ACTIONS[a][COLUMNS.index("region")]] for a in actions}

    def choose(self, key: str, controller: int | None = None, variant: int = 0) -> Self:
        """Choose a figure."""
        kind = FIGURE_KEYS.index(key)
        power = FIGURES[kind].power if controller is None else controller
        return self.do(Verb.CHOOSE_FIGURE, figure=kind, controller=int(power), variant=variant)

    def choices(self) -> set[str]:
        """The keys of the figures that can be chosen, `peasant` and `keep`."""
        found = set()
        for action in self.legal():
            row = dict(zip(COLUMNS, ACTIONS[action], strict=True))
            if row["figure"] != NONE:
                found.add(FIGURE_KEYS[row["figure"]])
            found |= {Verb.HIT_PEASANT: {"peasant"}, Verb.DECLINE: {"keep"}}.get(Verb(row["verb"]), set())
        return found

    def fight(self) -> Self:
        """End the summoning phase: Khorne, or who has the turn, passes."""
        if self.state.ask != Ask.SUMMONING:
            self.turn(int(self.options.power_of[0]), 1)
        return self.do(Verb.PASS)

    def finish_round(self) -> Self:
        """Play on with first choices until the next round's summoning phase, or the end of the game."""
        number = self.state.round_number
        while not self.state.terminal and self.state.round_number == number:
            if self.state.ask == Ask.SUMMONING:
                self.do(Verb.PASS)
            else:
                self.take(self.legal()[0])
        return self

    # what came of it

    def count(self, key: str, where: str) -> int:
        """Figures of a type in a region, whoever controls them."""
        return self.places(FIGURE_KEYS.index(key)).count(region(where))

    def points(self) -> list[int]:
        """Victory points in power order."""
        return [int(value) for value in self.state.victory_points]

    def tokens_in(self, key: str, where: str) -> int:
        """Old World tokens in a region."""
        return int(self.state.tokens[region(where), TOKEN_KEYS.index(key)])

    def corruption_in(self, where: str) -> list[int]:
        """Corruption tokens in power order."""
        return [int(value) for value in self.state.corruption[region(where)]]

    def audit(self) -> None:
        """What holds in every state."""
        GAME.audit(self.options, self.state)
