"""The map as SVG: regions, Armies, characters, the Fellowship, and in words politics, the Hunt Box, dice, hands."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from ring_table import FREE, SHADOW, Table

from engine.debug import RecordView
from engine.games.war_of_the_ring import GAME
from engine.games.war_of_the_ring.board import NUMBER, REGIONS

SVG = "{http://www.w3.org/2000/svg}"


def drawn(table: Table, seat: int | None = None) -> ET.Element:
    return ET.fromstring(GAME.render_svg(RecordView(table.options.to_record()), table.s, seat))


def region(root: ET.Element, key: str) -> ET.Element:
    """The group of a region: the one that writes its name."""
    name = REGIONS[NUMBER[key]].name
    return next(group for group in root.iter(f"{SVG}g") if name in [text.text for text in group.iter(f"{SVG}text")])


def words(element: ET.Element) -> list[str]:
    return [text.text or "" for text in element.iter(f"{SVG}text")]


@pytest.mark.rule("picture")
def test_every_region_is_drawn_with_its_army_characters_and_settlement() -> None:
    table = Table().clear("dagorlad").put("dagorlad", sauron=(4, 1, 2)).stand(boromir="minas-tirith")
    root = drawn(table)
    names = words(root)
    assert [spot.name for spot in REGIONS if spot.name not in names] == []
    assert words(region(root, "dagorlad"))[:2] == ["5", "NN"]
    assert "B" in words(region(root, "minas-tirith"))
    assert region(root, "minas-tirith").find(f"{SVG}rect").get("width") == "26"
    assert region(root, "pelargir").find(f"{SVG}rect").get("width") == "20"


@pytest.mark.rule("picture")
def test_the_fellowship_a_siege_and_a_captured_stronghold_stand_out() -> None:
    table = Table().siege("minas-tirith", FREE)
    table.s.place = NUMBER["hollin"]
    table.s.control[NUMBER["edoras"]] = SHADOW
    root = drawn(table)
    gold = [group for group in root.iter(f"{SVG}g") for mark in group.iter(f"{SVG}circle") if mark.get("fill") == "#f2d13c"]
    assert gold == [region(root, "hollin")]
    dashed = [mark for mark in region(root, "minas-tirith").iter() if mark.get("stroke-dasharray")]
    assert len(dashed) == 1
    assert region(root, "edoras").find(f"{SVG}rect").get("stroke") == "#a23b2c"


@pytest.mark.rule("picture")
def test_the_panel_tells_dice_politics_the_hunt_box_and_a_seats_own_hand() -> None:
    table = Table().empty_hands().card("FC05").dice(FREE, muster=2).dice(SHADOW, army=3).war("gondor")
    table.s.hunt_eyes, table.s.hunt_free, table.s.corruption = 2, 1, 7
    panel = " ".join(words(drawn(table, FREE)))
    for part in ("dice 2 Muster", "dice 3 Army", "Gondor at war", "Hunt Box: 2 Shadow, 1 Free Peoples", "corruption 7"):
        assert part in panel
    assert "FC05" in panel
    assert "FC05" not in " ".join(words(drawn(table, SHADOW)))
