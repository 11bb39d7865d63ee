"""The map, the figures, the tiles and the cards: totals and golden distances of the sheets."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest
from ring_table import FREE, SHADOW, Table, total_units

from engine.games.war_of_the_ring import board, cards, data
from engine.games.war_of_the_ring.board import DISTANCE, NUMBER, REGIONS
from engine.games.war_of_the_ring.combat_cards import COMBAT_CARDS

GOLDEN = """
rivendell lorien 5
rivendell goblins-gate 3
rivendell woodland-realm 7
rivendell moria 3
rivendell morannon 10
rivendell minas-morgul 10
rivendell minas-tirith 8
lorien minas-morgul 6
lorien morannon 6
minas-tirith minas-morgul 3
druadan-forest dol-amroth 4
orthanc helms-deep 2
dol-guldur lorien 3
"""


@pytest.mark.rule("map")
@pytest.mark.parametrize("line", GOLDEN.split("\n")[1:-1])
def test_golden_distances(line: str) -> None:
    start, goal, steps = line.split()
    assert DISTANCE[NUMBER[start], NUMBER[goal]] == int(steps)


@pytest.mark.rule("map")
def test_totals_of_the_map() -> None:
    assert len(REGIONS) == 105
    assert sum(len(region.neighbours) for region in REGIONS) == 2 * 232
    kinds = Counter(board.SITE_KEYS[region.kind] for region in REGIONS)
    assert (kinds["stronghold"], kinds["city"], kinds["town"], kinds["fortification"]) == (16, 6, 14, 2)
    points = [0, 0]
    for number, region in enumerate(REGIONS):
        if region.nation >= 0:
            points[int(region.nation >= 5)] += board.VICTORY_POINTS[number]
    assert points == [20, 18]


@pytest.mark.rule("map")
def test_neighbours_are_mutual_and_the_map_is_connected() -> None:
    for region in REGIONS:
        assert region.key not in region.neighbours
        for other in region.neighbours:
            assert region.key in REGIONS[NUMBER[other]].neighbours
    assert min(DISTANCE[NUMBER["rivendell"], number] for number in range(105)) == 0


@pytest.mark.rule("map")
@pytest.mark.parametrize(
    "edge", ["ered-luin forlindon", "forlindon north-ered-luin", "angmar north-downs", "angmar evendim", "bree cardolan"]
)
def test_rejected_borders_stay_closed(edge: str) -> None:
    one, other = edge.split()
    assert other not in REGIONS[NUMBER[one]].neighbours


@pytest.mark.rule("setup.figures")
def test_figures_at_the_start_add_up() -> None:
    table = Table()
    assert (total_units(table, FREE), total_units(table, SHADOW)) == (23 + 11, 48 + 6)
    for nation, totals in enumerate(data.TOTALS):
        for rank in range(2):
            on_map = sum(row[2 * nation + rank] for row in table.s.army.tolist())
            assert on_map + table.s.reinforcements[nation, rank] == totals[rank]
    assert table.units(SHADOW, "barad-dur") == 5
    assert table.count("erebor", "dwarves leader") == 1


@pytest.mark.rule("setup")
def test_the_first_turn_begins_with_two_cards_each() -> None:
    table = Table()
    assert table.s.hand_size.tolist() == [1, 1, 1, 1]
    assert table.s.rings.tolist() == [3, 0]
    assert (table.s.guide, table.where("gandalf_the_grey"), table.s.place) == (0, -3, NUMBER["rivendell"])
    assert sum(table.s.pool.tolist()) == 16


@pytest.mark.rule("hunt.tiles")
def test_tiles_are_those_of_the_sheet() -> None:
    standard = [tile for tile in data.TILES if tile.group == data.STANDARD]
    assert sum(tile.copies for tile in standard) == 16
    assert sum(tile.copies for tile in standard if tile.reveal) == 9
    numbers = sum(tile.value * tile.copies for tile in standard if tile.value != data.EYE_VALUE)
    assert numbers / 16 == pytest.approx(1.19, abs=0.005)
    assert all(tile.stop for tile in data.TILES if tile.group == data.RED)
    assert sum(tile.copies for tile in data.TILES if tile.group == data.BLUE) == 4


@pytest.mark.rule("cards")
def test_decks_have_24_cards_and_26_with_kings() -> None:
    for kings, size in ((0, 24), (1, 26)):
        decks = Counter(cards.DECK[card] for card in range(cards.CARD_COUNT) if cards.IN_GAME[card, kings])
        assert decks == dict.fromkeys(range(4), size)
    icons = Counter((card.code[:2], card.icon) for card in cards.BASE_ROWS)
    assert icons["FC", 0] + icons["SC", 0] == 48
    assert (icons["FS", 1] + icons["SS", 1], icons["FS", 2] + icons["SS", 2]) == (19, 29)
    assert len({card.combat for card in cards.BASE_ROWS}) == 38
    assert len({card.combat for card in cards.CARDS}) == len(COMBAT_CARDS) == 44


@pytest.mark.rule("map")
def test_layout_covers_every_region() -> None:
    with (Path(board.__file__).parent / "map.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert all(0 <= int(row["x"]) <= 1000 and 0 <= int(row["y"]) <= 690 for row in rows)
    assert len({(row["x"], row["y"]) for row in rows}) == 105
