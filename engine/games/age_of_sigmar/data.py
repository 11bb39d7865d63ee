"""Sizes of the game's tables, army lists, and the words of Age of Sigmar that are no warscroll's."""

from __future__ import annotations

SIDE_UNITS = 16
"""Units of one army at most."""
UNITS = 2 * SIDE_UNITS
"""Unit slots: the army of seat 0 has slots 0 .. 15, that of seat 1 has 16 .. 31."""
SIDE_MODELS = 128
MODELS = 2 * SIDE_MODELS
UNIT_MODELS = 40
"""Models of one unit at most."""
WEAPONS = 8
LOADOUTS = 4
"""Kinds of models in a unit: rank and file, leader, two specials."""
RANK, LEADER = 0, 1
ROWS = 96
"""Modifier rows of one unit slot at most."""
POWERS = 64
NAMED = 48
"""Named effects of a battle at most."""
FIXED = 16
"""Auras of a battle that are fixed at the start of a phase, at most."""
KEYWORD_SETS = 48
FEATURES = 27
INCH = 1000
"""Lengths are in 1/1000 inch (contract 4)."""

SEATS = ("red", "blue")

ARMIES: dict[str, tuple[str, ...]] = {
    "starter_stormcast": (
        "lord_celestant_on_dracoth",
        "lord_relictor",
        "liberators:5:hammer and shield:grandhammer=1",
        "liberators:5:hammer and shield:grandhammer=1",
        "retributors:3",
        "prosecutors_hammers:3",
    ),
    "starter_khorne": (
        "mighty_lord_of_khorne",
        "bloodsecrator",
        "bloodstoker",
        "blood_warriors:5",
        "bloodreavers:10:blades and icon",
        "bloodreavers:10:axes and icon",
        "khorgoraths:1",
    ),
    "storm": (
        "lord_celestant_on_dracoth",
        "lord_relictor",
        "lord_castellant",
        "liberators:5:hammer and shield:grandhammer=1",
        "liberators:5:hammer and shield:grandhammer=1",
        "liberators:5:paired hammers:grandhammer=1",
        "judicators:5:bow:shockbolt bow=1",
        "prosecutors_hammers:3:paired hammers:grandhammer=1",
        "gryph_hounds:1",
    ),
    "blood": (
        "mighty_lord_of_khorne",
        "bloodsecrator",
        "bloodstoker",
        "slaughterpriest",
        "blood_warriors:5",
        "blood_warriors:5:axe and gorefist",
        "bloodreavers:10:blades and icon",
        "bloodreavers:10:axes and icon",
        "khorgoraths:1",
        "mighty_skullcrushers:3",
    ),
    "stars": (
        "slann",
        "saurus_oldblood:1:greatblade",
        "saurus_warriors:20",
        "skinks:10:javelins and bucklers",
        "skinks:10:boltspitters and bucklers",
        "saurus_guard:5",
        "kroxigor:3:standard:moon hammer=1",
    ),
    "waaagh": (
        "megaboss",
        "weirdnob_shaman",
        "weirdnob_shaman",
        "warchanter",
        "ardboys:10:shields and banner",
        "brutes:5:choppas:gore-choppa=1",
        "gore_gruntas:3",
    ),
    "rats": (
        "skaven_warlord",
        "grey_seer",
        "warlock_engineer",
        "clanrats:20",
        "clanrats:20:spears",
        "stormvermin:10",
        "warp_lightning_cannon",
        "warpfire_thrower",
        "skryre_acolytes:5",
    ),
    "free": (
        "general_on_griffon",
        "battlemage:1:bright",
        "freeguild_guard:20:spears and shields",
        "freeguild_guard:10:swords and shields",
        "freeguild_handgunners:10",
        "freeguild_archers:10",
        "freeguild_greatswords:10",
    ),
}
"""Army lists by name: the two starter armies and the six house lists of 1000 points (fact sheet, section 3)."""

POINTS_LISTS = ("storm", "blood", "stars", "waaagh", "rats", "free")
