"""The map: 105 regions from `map.csv`, their neighbours, distances and the groups that cards name.

`map.csv` is the one place that says what a region is. Impassable borders are left out of its neighbours.
"""

from __future__ import annotations

import csv
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from engine.arrays import table

NATION_KEYS = ("dwarves", "elves", "gondor", "north", "rohan", "isengard", "sauron", "southrons")
NATION_NAMES = ("Dwarves", "Elves", "Gondor", "The North", "Rohan", "Isengard", "Sauron", "Southrons & Easterlings")
DWARVES, ELVES, GONDOR, NORTH, ROHAN, ISENGARD, SAURON, SOUTHRONS = range(8)
NATION_COUNT = 8
FP_NATIONS = 5
"""Nations 0 .. 4 are the Free Peoples', 5 .. 7 the Shadow's."""

NO_SITE, TOWN, CITY, STRONGHOLD, FORTIFICATION = range(5)
SITE_KEYS = ("none", "town", "city", "stronghold", "fortification")
NONE = -1


@dataclass(frozen=True)
class Region:
    """One row of `map.csv`; `army` is the nation of the figures that start here, `start` their numbers (R, E, L, Nazgul)."""

    key: str
    name: str
    nation: int
    kind: int
    x: int
    y: int
    army: int
    start: tuple[int, int, int, int]
    neighbours: tuple[str, ...]


def _nation(key: str) -> int:
    return NATION_KEYS.index(key) if key else NONE


def _read() -> tuple[Region, ...]:
    with (Path(__file__).parent / "map.csv").open(encoding="utf-8", newline="") as file:
        return tuple(
            Region(
                row["region"],
                row["name"],
                _nation(row["nation"]),
                SITE_KEYS.index(row["kind"]),
                int(row["x"]),
                int(row["y"]),
                _nation(row["army"]),
                (int(row["regulars"]), int(row["elites"]), int(row["leaders"]), int(row["nazgul"])),
                tuple(row["neighbours"].split()),
            )
            for row in csv.DictReader(file)
        )


REGIONS = _read()
REGION_COUNT = len(REGIONS)
REGION_NAMES = tuple(region.name for region in REGIONS)
NUMBER = {region.key: number for number, region in enumerate(REGIONS)}


def numbers(keys: str) -> tuple[int, ...]:
    """Region numbers of keys separated by spaces."""
    return tuple(NUMBER[key] for key in keys.split())


def _distances() -> list[list[int]]:
    """Length of the shortest path between any two regions, over passable borders."""
    rows = []
    for start in range(REGION_COUNT):
        row = [-1] * REGION_COUNT
        row[start] = 0
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for key in REGIONS[here].neighbours:
                if row[NUMBER[key]] < 0:
                    row[NUMBER[key]] = row[here] + 1
                    queue.append(NUMBER[key])
        rows.append(row)
    return rows


MOST_NEIGHBOURS = max(len(region.neighbours) for region in REGIONS)
NEIGHBOURS = table([[*(NUMBER[k] for k in r.neighbours), *[0] * (MOST_NEIGHBOURS - len(r.neighbours))] for r in REGIONS], "i1")
NEIGHBOUR_COUNT = table([len(region.neighbours) for region in REGIONS], "i1")
DISTANCE = table(_distances(), "i1")
NATION_OF = table([region.nation for region in REGIONS], "i1")
SITE = table([region.kind for region in REGIONS], "i1")
VICTORY_POINTS = table([{CITY: 1, STRONGHOLD: 2}.get(region.kind, 0) for region in REGIONS], "i1")
IS_SETTLEMENT = table([region.kind in (TOWN, CITY, STRONGHOLD) for region in REGIONS], "i1")
HOME_SIDE = table([NONE if r.nation < 0 else int(r.nation >= FP_NATIONS) for r in REGIONS], "i1")
"""The side whose nation a region belongs to, or NONE."""


def region_set(keys: Iterable[int]) -> list[int]:
    """One flag a region."""
    chosen = set(keys)
    return [int(number in chosen) for number in range(REGION_COUNT)]


BARAD_DUR, GORGOROTH, NURN = numbers("barad-dur gorgoroth nurn")
MORANNON, MINAS_MORGUL, MORIA, DOL_GULDUR, MOUNT_GUNDABAD = numbers("morannon minas-morgul moria dol-guldur mount-gundabad")
ORTHANC, HELMS_DEEP, EDORAS, FANGORN, UMBAR = numbers("orthanc helms-deep edoras fangorn umbar")
NORTH_DUNLAND, SOUTH_DUNLAND, OSGILIATH, MINAS_TIRITH = numbers("north-dunland south-dunland osgiliath minas-tirith")
PELARGIR, DOL_AMROTH, LAMEDON, ERECH = numbers("pelargir dol-amroth lamedon erech")
RIVENDELL, LORIEN, GREY_HAVENS, WOODLAND_REALM = numbers("rivendell lorien grey-havens woodland-realm")
EREBOR, DALE, ERED_LUIN, CARROCK, BREE, SHIRE = numbers("erebor dale ered-luin carrock bree the-shire")
ANGMAR, ETTENMOORS, WEATHER_HILLS, TROLLSHAWS, MOUNT_GRAM = numbers("angmar ettenmoors weather-hills trollshaws mount-gram")

_NAMED_SETS: dict[str, tuple[int, ...]] = {
    "coastal": numbers(
        "umbar west-harondor pelargir lamedon dol-amroth anfalas andrast druwaith-iaur enedwaith minhiriath "
        "south-ered-luin harlindon grey-havens forlindon"
    ),
    "gondor_coast": numbers("anfalas dol-amroth lamedon pelargir"),
    "east_edge": numbers("east-rhun south-rhun khand far-harad"),
    "southron_settlements": numbers("umbar far-harad near-harad north-rhun south-rhun"),
    "sauron_strongholds": numbers("barad-dur dol-guldur minas-morgul morannon moria mount-gundabad"),
    "elven_strongholds": numbers("grey-havens lorien rivendell woodland-realm"),
    "too_great": numbers("grey-havens lorien rivendell"),
    "bombadil": numbers("buckland old-forest the-shire"),
    "mordor_interior": (BARAD_DUR, GORGOROTH, NURN),
    "ithilien": numbers("osgiliath south-ithilien north-ithilien"),
    "dead_men": (ERECH, LAMEDON, PELARGIR),
    "mines": (MOUNT_GRAM, MORIA),
    "dwarf_halls": (EREBOR, ERED_LUIN),
    "bree_and_shire": (BREE, SHIRE),
    "dale_and_around": (DALE, EREBOR, WOODLAND_REALM),
    "aragorn_cities": (MINAS_TIRITH, DOL_AMROTH, PELARGIR),
    "near_orthanc": (FANGORN, ORTHANC),
    "everywhere": tuple(range(REGION_COUNT)),
    "rohan_settlements": tuple(n for n, r in enumerate(REGIONS) if r.nation == ROHAN and r.kind in (TOWN, CITY, STRONGHOLD)),
}
SET_NUMBER = {name: number for number, name in enumerate(_NAMED_SETS)}
SETS = table([region_set(members) for members in _NAMED_SETS.values()], "i1")
"""By set and region: 1 if the set holds the region."""
COASTAL = SET_NUMBER["coastal"]
GONDOR_COAST = SET_NUMBER["gondor_coast"]
EAST_EDGE = SET_NUMBER["east_edge"]
SOUTHRON_SETTLEMENTS = SET_NUMBER["southron_settlements"]
SAURON_STRONGHOLDS = SET_NUMBER["sauron_strongholds"]
ELVEN_STRONGHOLDS = SET_NUMBER["elven_strongholds"]
TOO_GREAT = SET_NUMBER["too_great"]
BOMBADIL = SET_NUMBER["bombadil"]
MORDOR_INTERIOR = SET_NUMBER["mordor_interior"]
ITHILIEN = SET_NUMBER["ithilien"]
DEAD_MEN = SET_NUMBER["dead_men"]
MINES = SET_NUMBER["mines"]
DWARF_HALLS = SET_NUMBER["dwarf_halls"]
BREE_AND_SHIRE = SET_NUMBER["bree_and_shire"]
DALE_AND_AROUND = SET_NUMBER["dale_and_around"]
ARAGORN_CITIES = SET_NUMBER["aragorn_cities"]
NEAR_ORTHANC = SET_NUMBER["near_orthanc"]
EVERYWHERE = SET_NUMBER["everywhere"]
ROHAN_SETTLEMENTS = SET_NUMBER["rohan_settlements"]
