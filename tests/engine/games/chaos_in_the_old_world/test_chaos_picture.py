"""The board as SVG: regions, figures, tokens, corruption, cards, dials, victory point track, and hands as a seat knows them."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from chaos_positions import GAME, KHORNE, NURGLE, TZEENTCH, Position

from engine.games.chaos_in_the_old_world.data import REGION_NAMES

SVG = "{http://www.w3.org/2000/svg}"
rule = pytest.mark.rule


def drawn(board: Position, seat: int | None = None) -> ET.Element:
    return ET.fromstring(GAME.render_svg(board.batch.options_view, board.batch.view(), seat))


def texts(root: ET.Element) -> list[str]:
    return [node.text or "" for node in root.iter(f"{SVG}text")]


def titles(root: ET.Element) -> list[str]:
    return [node.text or "" for node in root.iter(f"{SVG}title")]


@rule("picture")
def test_the_map_shows_regions_figures_tokens_corruption_and_cards() -> None:
    board = Position().figures("bloodletter", "K", 2).figures("leper", "Em").tokens("noble", "K").tokens("warpstone", "Ti", 2)
    board.corruption(NURGLE, "Em", 5).card("Battle Cry", "K").ruin("Ba")
    root = drawn(board)
    words, named = texts(root), titles(root)
    for name in REGION_NAMES:
        assert any(text.startswith(name) for text in words), name
    assert [named.count(name) for name in ("Bloodletter", "Leper", "Noble", "Warpstone")] == [2, 1, 1, 2]
    assert "5 corruption of Nurgle" in named
    assert "Battle Cry 1" in words
    assert [text for text in words if "ruined" in text] == ["The Badlands 1, ruined (1)"]
    assert len(list(root.iter(f"{SVG}line"))) == 11, "borders"


@rule("picture")
def test_dials_and_the_point_track_show_where_powers_stand() -> None:
    board = Position().set(dial={KHORNE: 4}, victory_points={TZEENTCH: 25})
    root = drawn(board)
    named = titles(root)
    assert "Tzeentch: 25 victory points" in named
    steps = [node for node in root.iter(f"{SVG}circle") if node.get("stroke") == "#b3261e"]
    assert [step.get("fill") for step in steps] == ["#b3261e"] * 5 + ["#fff"] * 5
    assert [step.get("r") for step in steps].index("10") == 4
    points = {
        title.text: float(group.find(f"{SVG}circle").get("cx"))
        for group in root.iter(f"{SVG}g")
        if (title := group.find(f"{SVG}title")) is not None and "victory points" in (title.text or "")
    }
    assert points["Khorne: 0 victory points"] == 5
    assert points["Tzeentch: 25 victory points"] == 5 + 24 * 40 / 2


@rule("picture")
def test_a_hand_is_drawn_for_its_own_seat_only() -> None:
    board = Position().hand("Blood Frenzy")
    assert any("Blood Frenzy" in text for text in texts(drawn(board, KHORNE)))
    assert not any("Blood Frenzy" in text for text in texts(drawn(board, NURGLE)))
