"""The rounds of real games that the sheet describes (10.3): domination and ruin as those games scored them.

Each round is set up as its figures, cards and tokens lay at the start of the corruption phase; nobody has dice, so that battles
change nothing. The games used the older reading of "ruiner". Points of dials are left out.
"""

from __future__ import annotations

from typing import Any

import pytest
from chaos_positions import KHORNE, NURGLE, SLAANESH, TZEENTCH, Position

from engine.games.chaos_in_the_old_world.data import FIGURES, POWER_KEYS

rule = pytest.mark.rule
OLD: dict[str, Any] = {"ruiner_by": "step"} | {
    f"{POWER_KEYS[figure.power]}.{figure.key}.attack": 0 for figure in FIGURES if figure.attack
}


def scored(board: Position) -> list[int]:
    """Points for domination and ruin of the round, in power order."""
    board.fight()
    return [int(a) + int(b) for a, b in zip(board.state.domination_points, board.state.ruin_points, strict=True)]


@rule("rounds.g31_1")
def test_game_31_round_1() -> None:
    board = Position(OLD).tokens("noble", "Em").tokens("skaven", "Em").tokens("skaven", "BP")
    board.figures("seductress", "Em", 2).card("Insidious Lies", "Em").figures("bloodsworn", "Em")
    board.figures("acolyte", "BP", 2).card("Dazzle", "BP").card("Teleport", "BP", 1)
    board.figures("bloodsworn", "BP").figures("leper", "BP").figures("seductress", "BP")
    board.figures("acolyte", "Ba", 2).figures("leper", "Br", 3)
    assert scored(board) == [0, 0, 2, 6]
    assert board.corruption_in("BP") == [0, 0, 2, 0], "Dazzle: no rival token"


@rule("rounds.g31_2")
def test_game_31_round_2() -> None:
    board = Position(OLD).tokens("noble", "TC").tokens("noble", "Em").tokens("skaven", "Em").tokens("skaven", "Ti")
    board.figures("seductress", "TC", 2)
    board.figures("seductress", "Em", 3).card("Field of Ecstasy", "Em").figures("leper", "Em", 3).figures("bloodsworn", "Em")
    board.figures("leper", "Br", 3).figures("plaguebearer", "Br").card("Plague Touch", "Br")
    board.figures("bloodsworn", "Br", 2).card("The Skull Throne", "Br", 1)
    board.figures("acolyte", "Ti", 2).card("Teleport", "Ti").card("Changer of Ways", "Ti", 1)
    board.figures("bloodletter", "BP", 2).card("Dazzle", "BP").figures("acolyte", "Ba", 2)
    assert scored(board) == [0, 3, 3, 8]


@rule("rounds.g32_2")
def test_game_32_round_2() -> None:
    board = Position(OLD).tokens("noble", "N").tokens("noble", "TC")
    board.figures("seductress", "N", 2).figures("bloodsworn", "TC").card("Battle Cry", "TC").figures("seductress", "K", 3)
    board.figures("leper", "Es", 4).card("Influenza", "Es").figures("seductress", "Es").card("Degenerate Royalty", "Es", 1)
    board.figures("acolyte", "BP", 2).card("Teleport", "BP").figures("acolyte", "Ba", 2).card("Teleport", "Ba")
    assert scored(board) == [2, 4, 2, 2]


@rule("rounds.g29_3")
def test_game_29_round_3_with_two_ruins() -> None:
    board = Position(OLD).tokens("noble", "TC").tokens("noble", "Es")
    board.figures("seductress", "TC", 3).figures("bloodsworn", "TC")
    board.figures("leper", "N").figures("bloodsworn", "N")
    board.figures("leper", "Es", 2).card("Plague Aura", "Es").corruption(NURGLE, "Es", 4)
    board.figures("plaguebearer", "Ti", 3).figures("plaguebearer", "BP").figures("great_unclean_one", "BP")
    board.figures("acolyte", "Ba", 3).figures("leper", "Ba").figures("plaguebearer", "Ba").figures("bloodletter", "Ba")
    board.figures("daemonette", "Br", 3)
    board.corruption(KHORNE, "K", 5).corruption(SLAANESH, "K", 2).corruption(TZEENTCH, "K", 1).corruption(NURGLE, "K", 1)
    board.figures("bloodsworn", "K").figures("seductress", "K").figures("acolyte", "K")
    board.corruption(TZEENTCH, "Ba", 6).corruption(NURGLE, "Ba", 1).corruption(SLAANESH, "Ba", 1)
    assert scored(board) == [11, 15, 15, 9]
