"""Which halves of cards change the game: each is tried in positions of random games against the same position without it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from ring_table import Table, character

from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.batch import Batch, agent_keys
from engine.games.war_of_the_ring import GAME
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.actions import DONE, FIRST_CARD
from engine.games.war_of_the_ring.cards import CARD_CODES, CARD_COUNT, CARD_NUMBER, IN_GAME, SIDE_OF_CARD
from engine.games.war_of_the_ring.data import FIRST_MINION
from engine.games.war_of_the_ring.rules.fellowship import update_guide
from engine.games.war_of_the_ring.state import ON_THE_TABLE, OPEN_DISCARD
from engine.options import resolve_options
from engine.types import RecordArray

_FIGHT = ("army", "where", "reinforcements", "casualties", "hits", "first_hits", "battle", "besieged", "control", "sovereign")
_BOARD = (
    *_FIGHT,
    *("to_war", "active", "tokens", "place", "progress", "revealed", "corruption", "mordor", "guide", "dice", "rings"),
    *("hunt_eyes", "hunt_free", "pool", "ready", "removed", "on_sovereign", "deck_size", "outcome"),
)
"""What a Combat card, and what an event, changes apart from where its own card lies."""
_CHAIN = 120
"""Decisions that belong to a card at most."""


def positions(expansion: str, games: int, caps: tuple[int, ...]) -> Iterator[RecordArray]:
    """Positions after so many decisions of games of two greedy or two random players, shape (1,)."""
    agents = np.zeros(2, AGENT_DTYPE)
    blocks = np.arange(games, dtype=np.int64)
    for number, cap in enumerate(caps):
        agents["kind"] = (AgentKind.GREEDY, AgentKind.RANDOM)[number % 2]
        batch = Batch.from_seed(GAME, resolve_options(GAME.options, {"expansion": expansion}), games, seed=cap)
        batch.play(agents, agent_keys(cap, "halves", blocks, np.zeros_like(blocks), 2), cap)
        for lane in np.flatnonzero(batch.states["outcome"] < 16):
            state = batch.states[lane : lane + 1].copy()
            state["terminal"], state["outcome"] = 0, 0
            yield state


class Trial:
    """One table on which halves of cards are tried; `missing` shrinks as they change a game."""

    def __init__(self, expansion: str) -> None:
        self.table = Table(expansion=expansion)
        self.chance = np.random.default_rng(7)
        own = [card for card in range(CARD_COUNT) if IN_GAME[card, int(expansion == "kings")]]
        self.events = {CARD_CODES[card] for card in own}
        self.combats = set(self.events)

    def differs(self, other: RecordArray, fields: tuple[str, ...]) -> bool:
        """Whether the position differs from another in some fields."""
        return any(self.table.states[field].tobytes() != other[field].tobytes() for field in fields)

    def walk(self, until: tuple[int, ...], pick: int | None = None) -> None:
        """Decide until one of some frames waits: at random, or always the first (0) or last (-1) action."""
        for _ in range(_CHAIN):
            if self.table.s.terminal or self.table.waiting in until:
                return
            legal = self.table.legal()
            if not legal:
                return
            self.table.rule_answer(legal[pick] if pick is not None else int(self.chance.choice(legal)))

    def try_events(self, state: RecordArray) -> None:
        """Each event that hasn't changed a game yet is played from this position, if its requirement holds."""
        for code in sorted(self.events):
            self.table.states[:] = state
            if self.table.s.card_at[CARD_NUMBER[code]] == 0:
                continue
            self.table.card(code).ask(f.PLAY_CARD, SIDE_OF_CARD[CARD_NUMBER[code]], 7)
            if FIRST_CARD + CARD_NUMBER[code] not in self.table.legal():
                continue
            before = self.table.states.copy()
            self.table.rule_answer(FIRST_CARD + CARD_NUMBER[code])
            self.walk((f.ACTION,))
            if self.table.s.card_at[CARD_NUMBER[code]] == ON_THE_TABLE:
                self.table.states[:] = state
                self.try_on_the_table(code)
            elif self.differs(before, _BOARD):
                self.events.discard(code)

    def try_on_the_table(self, code: str) -> None:
        """With and without the card on the table, decisions are made in step until they lead to different positions."""
        card = CARD_NUMBER[code]
        self.table.table_card(code)
        for _ in range(2 * _CHAIN):
            if self.table.s.terminal or self.table.s.card_at[card] != ON_THE_TABLE:
                return
            with_card = self.table.states.copy()
            legal = self.table.legal()
            if not legal:
                return
            action = int(self.chance.choice(legal))
            self.table.s.card_at[card] = OPEN_DISCARD
            same = self.table.legal() == legal
            if same:
                self.table.rule_answer(action)
            without = self.table.states.copy()
            self.table.states[:] = with_card
            self.table.rule_answer(action)
            if not same or self.differs(without, _BOARD):
                self.events.discard(code)
                return

    def try_combat_cards(self, state: RecordArray) -> None:
        """Walk on to a battle; try the cards there, and once more with a Hobbit and a Minion in it."""
        self.table.states[:] = state
        self.walk((f.COMBAT_CARD,))
        if self.table.s.terminal or self.table.waiting != f.COMBAT_CARD:
            return
        battle = self.table.states.copy()
        self.try_in_battle(battle)
        self.join("meriadoc", "mouth_of_sauron")
        self.try_in_battle(self.table.audit().states.copy())

    def join(self, *keys: str) -> None:
        """Characters who are elsewhere or out of play take part in the battle that waits: rare company, yet legal."""
        state = self.table.s
        for key in keys:
            number = character(key)
            attacks = int(number >= FIRST_MINION) == state.attacker
            state.where[number] = state.battle_from if attacks else state.battle_at
            if attacks:
                state.force_characters |= 1 << number
        self.table.rule(update_guide)

    def try_in_battle(self, battle: RecordArray) -> None:
        """Each Combat card that may be played in a battle is played there, and left out, with the same luck."""
        side = int(battle["current_player"][0])
        for code in sorted(self.combats):
            card = CARD_NUMBER[code]
            if SIDE_OF_CARD[card] != side or battle["card_at"][0, card] == 0:
                continue
            for pick in (0, -1):
                self.table.states[:] = battle
                self.table.card(code)
                if FIRST_CARD + card not in self.table.legal():
                    break
                start = self.table.states.copy()
                ends = []
                for action in (FIRST_CARD + card, DONE):
                    self.table.states[:] = start
                    self.table.rule_answer(action)
                    self.walk((f.ACTION, f.CEASE, f.RETREAT), pick)
                    ends.append(self.table.states.copy())
                if any(ends[0][field].tobytes() != ends[1][field].tobytes() for field in _FIGHT):
                    self.combats.discard(code)
                    break
