"""The board of War Chest and the table of its units, against the numbers of the rules."""

from __future__ import annotations

import pytest

from engine.games.war_chest import board
from engine.games.war_chest.board import HEX_COUNT, HEX_NUMBER, HEXES, distance, in_line, members, rotated
from engine.games.war_chest.data import UNIT_CARDS, Unit
from engine.games.war_chest.options import UNIT_KEYS, WarChestOptions

rule = pytest.mark.rule

BOARDS = {2: members(board.TWO_PLAYER_BOARD), 4: members(board.FOUR_PLAYER_BOARD)}


def adjacent_pairs(hexes: list[int]) -> list[tuple[int, int]]:
    return [(a, b) for a in hexes for b in hexes if a < b and distance(a, b) == 1]


@rule("board.hexes")
def test_the_boards_have_37_and_47_hexes() -> None:
    assert [len(BOARDS[2]), len(BOARDS[4])] == [37, 47]
    extra = {HEXES[h] for h in set(BOARDS[4]) - set(BOARDS[2])}
    assert extra == {(-4, 1), (-4, 2), (-4, 3), (-5, 2), (-5, 3), (4, -3), (4, -2), (4, -1), (5, -3), (5, -2)}
    assert all(max(abs(q), abs(r), abs(q + r)) <= 3 for q, r in (HEXES[h] for h in BOARDS[2]))


@rule("board.hexes")
@pytest.mark.parametrize(("players", "pairs", "degrees"), [(2, 90, {6: 19, 4: 12, 3: 6}), (4, 116, {6: 25, 4: 16, 3: 6})])
def test_adjacent_pairs_and_degrees(players: int, pairs: int, degrees: dict[int, int]) -> None:
    found = adjacent_pairs(BOARDS[players])
    assert len(found) == pairs
    counts = [sum(h in pair for pair in found) for h in BOARDS[players]]
    assert {degree: counts.count(degree) for degree in set(counts)} == degrees


@rule("board.hexes")
def test_pairs_at_distance_two() -> None:
    pairs = [(a, b) for a in BOARDS[2] for b in BOARDS[2] if a < b and distance(a, b) == 2]
    assert len(pairs) == 141
    assert sum(in_line(a, b) for a, b in pairs) == 69


@rule("board.hexes")
def test_tables_say_what_distances_say() -> None:
    for h in range(HEX_COUNT):
        assert members(board.NEIGHBOURS[h]) == [o for o in range(HEX_COUNT) if distance(h, o) == 1]
        assert members(board.WITHIN_TWO[h]) == [o for o in range(HEX_COUNT) if 1 <= distance(h, o) <= 2]
        assert members(board.LINE_THREE[h]) == [o for o in range(HEX_COUNT) if distance(h, o) == 3 and in_line(h, o)]
        assert board.AT_TWO[h] & board.LINE_TWO[h] == board.LINE_TWO[h]
    for number, (a, b) in enumerate(board.STEPS):
        assert board.step_number(a, b) == number


@rule("board.locations")
def test_locations_and_their_first_owners() -> None:
    starts = {"raven": [(-1, -2), (2, -3), (-4, 1)], "wolf": [(-2, 3), (1, 2), (4, -1)]}
    neutral = [(-2, 0), (1, -1), (3, -2), (-3, 2), (-1, 1), (2, 0), (-5, 3), (5, -3)]
    assert sum(1 << HEX_NUMBER[axial] for axial in starts["raven"]) == board.RAVEN_STARTS
    assert sum(1 << HEX_NUMBER[axial] for axial in starts["wolf"]) == board.WOLF_STARTS
    assert sum(1 << HEX_NUMBER[axial] for axial in [*starts["raven"], *starts["wolf"], *neutral]) == board.LOCATIONS
    assert len(members(board.LOCATIONS & board.TWO_PLAYER_BOARD)) == 10
    assert len(members(board.LOCATIONS)) == 14


@rule("board.locations")
def test_no_two_locations_touch_and_starts_reach_out() -> None:
    locations = members(board.LOCATIONS)
    assert not [(a, b) for a in locations for b in locations if distance(a, b) == 1]
    near = {
        start: {HEXES[h] for h in members(board.LOCATIONS & board.TWO_PLAYER_BOARD) if distance(HEX_NUMBER[start], h) == 2}
        for start in ((-1, -2), (2, -3))
    }
    assert near == {(-1, -2): {(-2, 0)}, (2, -3): {(1, -1), (3, -2)}}


@rule("board.symmetry")
def test_half_a_turn_swaps_the_sides() -> None:
    assert rotated(board.TWO_PLAYER_BOARD) == board.TWO_PLAYER_BOARD
    assert rotated(board.LOCATIONS) == board.LOCATIONS
    assert rotated(board.RAVEN_STARTS) == board.WOLF_STARTS
    assert all(HEXES[HEX_COUNT - 1 - h] == (-q, -r) for h, (q, r) in enumerate(HEXES))


@rule("units.coins")
def test_74_coins_ten_units_with_five_and_six_with_four() -> None:
    counts = [card.coins for card in UNIT_CARDS]
    assert sum(counts) == 74
    assert (counts.count(5), counts.count(4)) == (10, 6)
    four = {Unit.ARCHER, Unit.CAVALRY, Unit.KNIGHT, Unit.LANCER, Unit.PIKEMAN, Unit.WARRIOR_PRIEST}
    assert {card.unit for card in UNIT_CARDS if card.coins == 4} == four
    assert all(card.bag == 2 for card in UNIT_CARDS)


@rule("units.coins")
def test_options_and_cards_name_the_same_units_and_coins() -> None:
    options = WarChestOptions()
    assert [Unit[key.upper()] for key in UNIT_KEYS] == list(Unit) == [card.unit for card in UNIT_CARDS]
    for key, card in zip(UNIT_KEYS, UNIT_CARDS, strict=True):
        assert card.name == key.replace("_", " ").title()
        assert (getattr(options, key).coins, getattr(options, key).bag) == (card.coins, card.bag)
    assert len({card.short for card in UNIT_CARDS}) == 16
