"""What tests of events share: positions for one card, a card on the table, a tile that is drawn."""

from __future__ import annotations

from ring_table import SHADOW, Table

from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.cards import CARD_NUMBER
from engine.games.war_of_the_ring.state import ON_THE_TABLE


def lone() -> Table:
    """Nobody is left in the Fellowship: Gollum guides."""
    table = Table().empty_hands()
    for companion in range(7):
        table.s.where[companion] = -2
    table.s.guide = 20
    return table


def on_table(table: Table, code: str) -> bool:
    """Whether a card is on the table."""
    return bool(table.s.card_at[CARD_NUMBER[code]] == ON_THE_TABLE)


def drawn(table: Table, tile: int, mode: int = 0, eyes: int = 0) -> Table:
    """The next tile is known, and is about to be drawn."""
    table.s.pool[:] = table.s.pool.array * 0
    table.s.pool[tile] = 1
    return table.ask(f.TILE_DRAW, SHADOW, eyes, mode)
