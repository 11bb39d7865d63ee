"""Event cards that recruit, draw or put tiles in play: each changes the position as its row says (cards sheet, section 5)."""

from __future__ import annotations

import pytest
from ring_table import FREE, SHADOW, Table

from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.board import NATION_KEYS, NUMBER
from engine.games.war_of_the_ring.cards import CARD_NUMBER
from engine.games.war_of_the_ring.state import ON_THE_TABLE, OPEN_DISCARD

ALL_SHADOW = ("isengard", "sauron", "southrons")

RECRUITS = [
    # card, nations at war, characters, region, nation, figures gained, Strategy cards drawn
    ("FC23", "", {"boromir": "pelargir"}, "pelargir", "gondor", 1, 2),
    ("FS09", "gondor", {}, "edoras", "rohan", 2, 0),
    ("FS13", "elves", {}, "pelargir", "elves", 2, 0),
    ("FS14", "", {}, "minas-tirith", "gondor", 2, 0),
    ("FS15", "", {}, "lorien", "elves", 1, 1),
    ("FS16", "", {}, "edoras", "rohan", 2, 0),
    ("FS17", "", {}, "carrock", "north", 2, 0),
    ("FS18", "", {}, "dol-amroth", "gondor", 2, 0),
    ("FS19", "", {}, "dale", "north", 2, 1),
    ("FS20", "", {}, "the-shire", "north", 1, 1),
    ("FS20", "", {}, "ered-luin", "dwarves", 1, 1),
    ("FS21", "", {}, "rivendell", "elves", 1, 1),
    ("FS22", "", {}, "erebor", "dwarves", 2, 0),
    ("FS23", "", {}, "helms-deep", "rohan", 2, 0),
    ("FS24", "", {}, "woodland-realm", "elves", 1, 1),
    ("SS13", "isengard", {}, "moria", "isengard", 1, 0),
    ("SS14", "sauron", {}, "orthanc", "sauron", 1, 0),
    ("SS16", "", {"saruman": "orthanc"}, "orthanc", "isengard", 2, 0),
    ("SS16", "", {"saruman": "orthanc"}, "north-dunland", "isengard", 2, 0),
    ("SS18", "", {"aragorn": "edoras"}, "minas-morgul", "sauron", 6, 0),
    ("SS19", "", {}, "mount-gram", "sauron", 3, 0),
    ("SS20", "", {}, "mount-gundabad", "sauron", 3, 0),
    ("SS21", "southrons", {}, "khand", "southrons", 5, 0),
    ("SS22", "", {}, "trollshaws", "sauron", 1, 0),
    ("SS23", "isengard sauron southrons", {}, "gorgoroth", "southrons", 5, 0),
]


def figures(table: Table, region: str, nation: str) -> int:
    """All figures of a nation in a region."""
    number = NATION_KEYS.index(nation)
    row = table.s.army[NUMBER[region]].tolist()
    leader = row[21] if number == 6 else row[16 + number] if number < 5 else 0
    return int(row[2 * number] + row[2 * number + 1] + leader)


def answer(table: Table, region: str) -> None:
    """Answer a card's decisions with the region where they offer it, else with the first choice."""
    while table.waiting != f.ACTION and not table.s.terminal:
        choices = table.choices()
        table.play(region if region in choices else sorted(choices)[-1])


@pytest.mark.rule("cards.recruit")
@pytest.mark.parametrize(("code", "war", "stand", "region", "nation", "gain", "drawn"), RECRUITS)
def test_recruiting_cards(code: str, war: str, stand: dict[str, str], region: str, nation: str, gain: int, drawn: int) -> None:
    table = Table().empty_hands().war(*war.split()).stand(**stand)
    before = figures(table, region, nation)
    table.event(code)
    answer(table, region)
    assert figures(table, region, nation) == before + gain
    assert table.s.hand_size[1 if code[0] == "F" else 3] == drawn
    assert table.s.card_at[CARD_NUMBER[code]] == OPEN_DISCARD


@pytest.mark.rule("cards.recruit")
@pytest.mark.parametrize(
    ("code", "nation", "sites"),
    [("SS17", "southrons", "umbar far-harad near-harad"), ("SS24", "sauron", "moria morannon dol-guldur")],
)
def test_three_different_sites(code: str, nation: str, sites: str) -> None:
    table = Table().war("sauron")
    before = [figures(table, site, nation) for site in sites.split()]
    table.event(code).play(*sites.split())
    assert [figures(table, site, nation) for site in sites.split()] == [n + 2 for n in before]


@pytest.mark.rule("cards.recruit")
def test_events_recruit_in_a_besieged_stronghold_up_to_five() -> None:
    table = Table().put("minas-tirith", sauron=(3, 0, 0)).siege("minas-tirith", FREE)
    table.event("FS14").settle()
    assert table.units(FREE, "minas-tirith") == 5
    table = Table().put("minas-tirith", gondor=(1, 0, 0), sauron=(3, 0, 0)).siege("minas-tirith", FREE)
    table.event("FS14").settle()
    assert (table.units(FREE, "minas-tirith"), table.count("minas-tirith", "gondor leader")) == (5, 2)


@pytest.mark.rule("cards.recruit")
def test_events_recruit_nothing_in_lost_regions_or_without_figures() -> None:
    table = Table()
    table.s.control[NUMBER["carrock"]] = SHADOW
    table.event("FS17")
    assert table.units(FREE, "carrock") == 1
    table = Table()
    table.s.reinforcements[3, :] = table.s.reinforcements[3].array * 0
    table.event("FS17")
    assert table.units(FREE, "carrock") == 1


@pytest.mark.rule("cards.tiles")
@pytest.mark.parametrize(
    ("code", "tile"),
    [("FC01", 7), ("FC02", 7), ("FC03", 9), ("FC04", 8), ("SC01", 10), ("SC02", 11), ("SC03", 12), ("SC04", 13)],
)
def test_special_tiles_wait_for_mordor_or_join_the_pool(code: str, tile: int) -> None:
    table = Table().event(code)
    assert (table.s.ready[tile], table.s.pool[tile]) == (1, 0)
    table = Table()
    table.s.mordor = 1
    table.event(code)
    assert (table.s.ready[tile], table.s.pool[tile]) == (0, 1)


@pytest.mark.rule("cards.table")
@pytest.mark.parametrize(
    ("code", "stand", "war"),
    [
        ("FC05", {}, ""),
        ("FC06", {}, ""),
        ("FC07", {}, ""),
        ("FC08", {}, ""),
        ("FS01", {"aragorn": "osgiliath"}, ""),
        ("FS02", {}, ""),
        ("FS03", {}, ""),
        ("SC15", {}, ""),
        ("SC16", {}, ""),
        ("SC17", {}, ""),
        ("SC21", {"saruman": "orthanc"}, ""),
        ("SC22", {"saruman": "orthanc"}, ""),
        ("SS05", {}, ""),
    ],
)
def test_table_cards_stay_on_the_table(code: str, stand: dict[str, str], war: str) -> None:
    table = Table().stand(**stand).event(code)
    assert table.s.card_at[CARD_NUMBER[code]] == ON_THE_TABLE


@pytest.mark.rule("cards.needs")
@pytest.mark.parametrize(
    "code",
    [
        "FC14",
        "FC18",
        "FC19",
        "FC22",
        "FC23",
        "FC24",
        "FS01",
        "FS09",
        "FS10",
        "FS11",
        "FS12",
        "FS13",
        "SC09",
        "SC10",
        "SC11",
        "SC12",
        "SC13",
        "SC14",
        "SC20",
        "SC21",
        "SC22",
        "SC24",
        "SS01",
        "SS02",
        "SS03",
        "SS04",
        "SS09",
        "SS10",
        "SS11",
        "SS12",
        "SS13",
        "SS14",
        "SS15",
        "SS16",
        "SS18",
        "SS21",
        "SS23",
        "SS24",
    ],
)
def test_cards_whose_requirement_fails_can_not_be_played(code: str) -> None:
    table = Table().empty_hands().card(code)
    side = FREE if code[0] == "F" else SHADOW
    assert f"card {code}" not in table.ask(f.PLAY_CARD, side, 7).choices()
