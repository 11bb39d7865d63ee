"""Passive abilities and named effects: what each adds up to where its conditions hold, and where they don't.

Both units stand face to face, as for the odds; slot 0 is the attacker, slots from 1 on stand beside it, 16 is the target.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from engine.compilation import kernel
from engine.games.age_of_sigmar.odds import Circumstances, face_to_face
from engine.games.age_of_sigmar.options import SigmarOptions
from engine.games.age_of_sigmar.rules.modifiers import total_against
from engine.games.age_of_sigmar.vocabulary import Effect
from engine.games.age_of_sigmar.warscrolls.model import D3, TWO_D6
from engine.options import resolve_options
from engine.playout import as_argument
from engine.types import Record

E = Effect
BLUE = 16
ANY, SHOOTING, COMBAT = 0, 1, 2
DUMMY = "plague_monks:10"


@kernel
def sum_of(options: Record, state: Record, unit: int, other: int, effect: int, phase: int, weapon: int) -> int:
    """What a unit's modifiers of an effect add up to."""
    return total_against(options, state, unit, other, effect, phase, weapon)


@dataclass(frozen=True)
class Case:
    """One effect of one ability, and its value.

    Attributes:
        unit, enemy, friends: who stands there.
        slot: whose modifiers are added up.
        weapon: part of the name of the weapon that is used.
        effects: named effects on the attacker (or, for slot 16, on the target).
        state: fields of the state that are set: field -> (index, value).
    """

    unit: str
    effect: Effect
    value: int
    phase: int = ANY
    enemy: str = DUMMY
    friends: tuple[str, ...] = ()
    slot: int = 0
    weapon: str = ""
    gap: int = 500
    charged: bool = False
    moved: bool = False
    effects: tuple[str, ...] = ()
    state: dict[str, tuple[Any, int]] = field(default_factory=dict)
    custom: str = ""


def value_of(case: Case) -> int:
    overrides: dict[str, Any] = {
        "armies.red.list": "custom", "armies.red.units": (case.unit, *case.friends),
        "armies.blue.list": "custom", "armies.blue.units": (case.enemy,),
        "custom": (case.custom,) if case.custom else (),
    }  # fmt: skip
    record = resolve_options(SigmarOptions, overrides).to_record()
    on_target = case.slot >= BLUE
    around = Circumstances(
        phase="shooting" if case.phase == SHOOTING else "combat",
        charged=case.charged,
        moved=case.moved,
        gap=case.gap,
        attacker_effects=() if on_target else case.effects,
        target_effects=case.effects if on_target else (),
        friends=case.friends,
    )
    state = face_to_face(record, around)
    for name, (index, value) in case.state.items():
        if index == ():
            state[name][0] = value
        else:
            state[name][0][index] = value
    weapon = -1
    if case.weapon:
        names = [bytes(row.astype("u1")).rstrip(b"\0").decode() for row in record["weapon_name"][case.slot]]
        weapon = next(k for k, name in enumerate(names) if case.weapon in name)
    other = 0 if on_target else BLUE
    return int(sum_of(as_argument(record), as_argument(state[0]), case.slot, other, int(case.effect), case.phase, weapon))


IN_COVER = {"features": ((), 1), "feature_w": (0, 50_000), "feature_h": (0, 50_000), "feature_flags": (0, 1)}
HERALD = """
[warscroll.herald]
name = "Herald"
move = 5
wounds = 5
bravery = 10
save = 4
least = 1
most = 1
cost = 100
base = [40, 40]
keywords = ["CHAOS", "DAEMON", "KHORNE", "HERO", "SKINK HANDLERS"]
source = "ours"
[[warscroll.herald.weapon]]
name = "blade"
reach = 1
attacks = 1
hit = 4
wound = 4
"""


def hurt(wounds: int) -> dict[str, tuple[Any, int]]:
    return {"hurt": (0, wounds)}


CASES: dict[str, list[Case]] = {
    # stormcast
    "Fly": [Case("knight_venator", E.FLY, 1), Case("liberators:5", E.FLY, 0)],
    "Heralds of Righteousness": [
        Case("prosecutors_hammers:3", E.CHARGE_DICE, 3),
        Case("prosecutors_javelins:3", E.CHARGE_RANGE, 18),
    ],
    "Grim Harvesters": [
        Case("orruks:10", E.SHOCK, 2, enemy="decimators:5", gap=6000),
        Case("orruks:10", E.SHOCK, 0, enemy="decimators:5", gap=6001),
    ],
    "Furious Retribution": [
        Case("lord_celestant", E.HIT, 1, COMBAT, effects=("Furious Retribution",), friends=("liberators:5",), slot=1),
        Case("lord_celestant", E.HIT, 0, SHOOTING, effects=("Furious Retribution",), friends=("liberators:5",), slot=1),
        Case("lord_celestant", E.HIT, 0, COMBAT, friends=("liberators:5",), slot=1),
    ],
    "Warding Lantern": [
        Case("liberators:5", E.SAVE, 1, friends=("lord_castellant",), effects=("Warding Lantern",)),
        Case("liberators:5", E.SAVE_HEALS, 7, friends=("lord_castellant",), effects=("Warding Lantern",)),
    ],
    "Thunderaxe": [
        Case(
            "lord_celestant_on_dracoth:1:thunderaxe",
            E.ATTACKS,
            2,
            COMBAT,
            friends=("liberators:5", "lord_relictor"),
            weapon="thunderaxe",
        ),
        Case("lord_celestant_on_dracoth:1:thunderaxe", E.ATTACKS, 0, COMBAT, weapon="thunderaxe"),
    ],
    "Stunned": [Case("lord_celestant_on_dracoth:1:lightning hammer", E.CANNOT_PILE_IN, 1, COMBAT, weapon="lightning hammer")],
    "Storm-shield across": [Case("protectors:5", E.SCREEN, 1, SHOOTING)],
    "Star-fated Arrow": [
        Case("knight_venator", E.ATTACKS, -2, SHOOTING, effects=("Star-fated Arrow",), weapon="bow"),
        Case("knight_venator", E.DAMAGE_IS, 1033, SHOOTING, effects=("Star-fated Arrow",), weapon="bow"),
        Case("knight_venator", E.DAMAGE_IS, 1063, SHOOTING, effects=("Star-fated Arrow",), weapon="bow", enemy="khorgoraths"),
    ],
    "Loyal Companions": [
        Case("gryph_hounds", E.ATTACKS, 2, COMBAT, friends=("lord_castellant",)),
        Case("gryph_hounds", E.ATTACKS, 0, COMBAT, friends=("lord_celestant",)),
    ],
    "Celestial Strike": [Case("knight_venator", E.SIX_WOUND_REND, 3, SHOOTING, weapon="eagle")],
    # khorne
    "Collar of Khorne": [Case("mighty_lord_of_khorne", E.COLLAR, 1)],
    "Scorn of Sorcery": [Case("slaughterpriest", E.COLLAR, 1)],
    "Gorelord": [Case("blood_warriors:5", E.CHARGE_DICE, 4, friends=("mighty_lord_of_khorne",), effects=("Gorelord",))],
    "Icon Bearer": [Case("bloodreavers:10:axes and icon", E.BRAVERY, 1), Case("bloodreavers:10:axes", E.BRAVERY, 0)],
    "Hornblowers": [Case("bloodreavers:10", E.RUN, 1), Case("mighty_skullcrushers:3", E.CHARGE, 1)],
    "Frenzied Devotion": [
        Case("bloodreavers:10", E.ATTACKS, 1, COMBAT, friends=("bloodsecrator",)),
        Case("bloodreavers:10", E.ATTACKS, 0, COMBAT),
        Case("bloodreavers:10", E.ATTACKS, 0, COMBAT, friends=("warchanter",)),
    ],
    "Standard Bearer": [
        Case("mighty_skullcrushers:3", E.BRAVERY, 1),
        Case("mighty_skullcrushers:3", E.BRAVERY, 3, state={"kills": (0, 1)}),
        Case("freeguild_guard:10", E.SHOCK_ONE_SAFE, 1),
    ],
    "Slaughter Incarnate": [
        Case(
            "aspiring_deathbringer",
            E.ATTACKS,
            1,
            COMBAT,
            effects=("Slaughter Incarnate",),
            friends=("blood_warriors:5",),
            slot=1,
        ),
        Case("aspiring_deathbringer", E.ATTACKS, 0, COMBAT, effects=("Slaughter Incarnate",), friends=("khorgoraths",), slot=1),
    ],
    "Blood-blessed": [
        Case("exalted_deathbringer", E.ATTACKS, 2, COMBAT, friends=("bloodstoker",), state={"general": (0, 1)}),
        Case("exalted_deathbringer", E.ATTACKS, 0, COMBAT, friends=("warboss",), state={"general": (0, 1)}),
    ],
    "Brutal Command": [
        Case("exalted_deathbringer", E.LEND_BRAVERY, 8, effects=("Brutal Command",), friends=("bloodreavers:10",), slot=1),
        Case("exalted_deathbringer", E.LEND_BRAVERY, 0, effects=("Brutal Command",), friends=("bloodletters:10",), slot=1),
    ],
    "Trial of Skulls": [
        Case("skullreapers:5", E.REROLL_HIT, 3, COMBAT, state={"kills": (0, 6)}, weapon="mutation"),
        Case("skullreapers:5", E.REROLL_WOUND, 0, COMBAT, state={"kills": (0, 9)}),
        Case("skullreapers:5", E.REROLL_WOUND, 3, COMBAT, state={"kills": (0, 10)}),
    ],
    "Crimson Haze": [
        Case("liberators:5", E.ATTACKS, 1, COMBAT, enemy="wrathmongers:5"),
        Case("wrathmongers:5", E.ATTACKS, 0, COMBAT),
    ],
    "Blood Stampede": [
        Case(
            "blood_warriors:5",
            E.WOUND,
            1,
            COMBAT,
            friends=("lord_of_khorne_on_juggernaut",),
            effects=("Blood Stampede",),
            charged=True,
        ),
        Case("blood_warriors:5", E.WOUND, 0, COMBAT, friends=("lord_of_khorne_on_juggernaut",), effects=("Blood Stampede",)),
    ],
    "Whipped to Fury": [
        Case("blood_warriors:5", effect, value, friends=("bloodstoker",), effects=("Whipped to Fury",))
        for effect, value in ((E.RUN, 3), (E.CHARGE, 3), (E.REROLL_WOUND, 1))
    ],
    "Locus of Fury": [
        Case("bloodletters:10", E.REROLL_HIT, 1, friends=("herald",), custom=HERALD),
        Case("bloodletters:10", E.REROLL_HIT, 0),
    ],
    # seraphon
    "Light of the Heavens": [
        Case("slann", E.SHOCK_TWO_DICE, 1, effects=("Light of the Heavens",), friends=("saurus_guard:5",), slot=1),
        Case("slann", E.SHOCK_TWO_DICE, 0, effects=("Light of the Heavens",)),
        Case("bastiladon", E.DAMAGE_IS, 3, SHOOTING, enemy="bloodletters:10", weapon="solar"),
    ],
    "The Great Drake": [
        Case("saurus_guard:5", E.CHARGE, 1, friends=("slann",), effects=("The Great Drake",)),
        Case("saurus_guard:5", E.RUN, 1, friends=("slann",), effects=("The Great Drake",)),
        Case("saurus_guard:5", E.RUN, 0, friends=("slann",), effects=("The Great Drake",), state={"standing": (1, 2)}),
    ],
    "The Hunter's Steed": [Case("skink_starpriest", E.CAST, 1, friends=("slann",), effects=("The Hunter's Steed",))],
    "The Sage's Staff": [Case("saurus_guard:5", E.REROLL_HIT, 1, friends=("slann",), effects=("The Sage's Staff",))],
    "Gift from the Heavens": [
        Case("saurus_guard:5", E.FLY, 1, friends=("slann",), effects=("Gift from the Heavens",)),
        Case("saurus_guard:5", E.REROLL_SAVE, 3, SHOOTING, friends=("slann",), effects=("Gift from the Heavens",)),
        Case("saurus_guard:5", E.REROLL_SAVE, 0, COMBAT, friends=("slann",), effects=("Gift from the Heavens",)),
    ],
    "Wrath of the Seraphon": [
        Case("saurus_oldblood", E.REROLL_WOUND, 1, COMBAT, friends=("saurus_warriors:10",), slot=1),
        Case("saurus_oldblood", E.REROLL_WOUND, 0, COMBAT, friends=("kroxigor:3",), slot=1),
    ],
    "Stardrake Icon": [
        Case("orruks:10", E.SHOCK, 1, enemy="saurus_knights:5", gap=5000),
        Case("orruks:10", E.SHOCK, 0, enemy="saurus_knights:5", gap=5001),
    ],
    "Wardrum": [Case("saurus_warriors:10", E.MARCH, 1)],
    "Sworn Guardians": [
        Case("saurus_guard:5", E.BRAVERY, 2, friends=("saurus_oldblood",)),
        Case("saurus_guard:5", E.SAVE, 1, friends=("skink_priest",)),
        Case("saurus_guard:5", E.SAVE, 0, friends=("kroxigor:3",)),
    ],
    "Celestial Cohort": [
        Case("skinks:10", E.HIT, 0, SHOOTING),
        Case("skinks:20", E.HIT, 1, SHOOTING),
        Case("skinks:30", E.HIT, 2, SHOOTING),
        Case("skinks:30", E.HIT, 0, COMBAT),
    ],
    "Star-buckler": [
        Case("skinks:10:javelins and bucklers", E.IGNORE_REND_ONE, 1),
        Case("skinks:10:boltspitters and clubs", E.IGNORE_REND_ONE, 0),
    ],
    "Perfect Mimicry": [
        Case("chameleon_skinks:5", E.SAVE_IS, 3, state=IN_COVER),
        Case("chameleon_skinks:5", E.NO_COVER, 1, state=IN_COVER),
        Case("chameleon_skinks:5", E.SAVE_IS, 0),
    ],
    "Cloak of Feathers": [
        Case("skink_priest:1:feather cloak", E.MOVE, 6),
        Case("skink_priest:1:feather cloak", E.SAVE_IS, 4),
        Case("skink_priest:1:priestly trappings", E.MOVE, 0),
    ],
    "Celestial Rites": [
        Case("saurus_guard:5", effect, value, friends=("skink_priest",), effects=("Celestial Rites",))
        for effect, value in ((E.REROLL_RUN, 1), (E.REROLL_CHARGE, 1), (E.REROLL_SAVE, 3))
    ],
    "Summon Starlight (shield)": [
        Case("saurus_guard:5", E.TO_BE_HIT, -1, friends=("skink_starpriest",), effects=("Summon Starlight (shield)",)),
    ],
    "Star-stone Staff": [
        Case(
            "saurus_guard:5",
            E.SIX_WOUND_DAMAGE,
            2,
            COMBAT,
            friends=("skink_starpriest",),
            effects=("Star-stone Staff",),
            weapon="jaws",
        ),
        Case(
            "saurus_guard:5",
            E.SIX_WOUND_DAMAGE,
            0,
            COMBAT,
            friends=("skink_starpriest",),
            effects=("Star-stone Staff",),
            weapon="polearm",
        ),
    ],
    "Jaws Like a Steel Trap": [Case("kroxigor:3", E.CONTEST, 1, COMBAT, weapon="jaws")],
    "Energy Transference": [
        Case("kroxigor:3", E.REROLL_WOUND, 1, friends=("skinks:10",)),
        Case("kroxigor:3", E.REROLL_WOUND, 0, friends=("saurus_guard:5",)),
    ],
    "Goaded to Fury": [
        Case("salamanders", E.REACH, 4, SHOOTING, friends=("herald",), custom=HERALD),
        Case("salamanders", E.REACH, 0, SHOOTING),
    ],
    # orruks
    "Strength from Victory": [
        Case("megaboss", E.REROLL_HIT, 1, COMBAT, friends=("brutes:5",), slot=1),
        Case("megaboss", E.REROLL_HIT, 0, COMBAT, friends=("ardboys:10",), slot=1),
        Case("megaboss", E.GROWN_ATTACKS, 1, COMBAT, weapon="choppa"),
        Case("megaboss", E.GROWN_ATTACKS, 0, COMBAT, weapon="fist"),
    ],
    "Brutal Power": [
        Case("weirdnob_shaman", E.CAST, 0),
        Case("weirdnob_shaman", E.CAST, 1, friends=("ardboys:10",)),
        Case("weirdnob_shaman", E.UNBIND, 2, friends=("orruks:20",)),
    ],
    "Waaagh! (Warboss)": [
        Case("warboss", E.ATTACKS, 1, COMBAT, effects=("Waaagh! (Warboss)",), friends=("ardboys:10",), slot=1),
    ],
    "Orruk Banner": [Case("ardboys:10", E.BRAVERY, 2, gap=3000), Case("ardboys:10", E.BRAVERY, 0, gap=3001)],
    "Orruk-forged Shields": [
        Case("ardboys:10:shields and banner", E.IGNORE_WOUND, 6),
        Case("ardboys:10:pairs and banner", E.IGNORE_WOUND, 0),
    ],
    "Gorkamorka Icon": [Case("ardboys:10:pairs and icon", E.STAY, 6), Case("ardboys:10:pairs and banner", E.STAY, 0)],
    "Klaw and Smasha": [Case("brutes:5:choppas and klaw", E.HITS_ARE_AUTOMATIC, 1, COMBAT, weapon="smasha")],
    "Maw-krusha": [
        Case("megaboss_on_maw_krusha", E.MOVE, value, state=hurt(wounds))
        for wounds, value in ((0, 0), (3, 0), (4, -2), (7, -4), (10, -6), (12, -6), (13, -8))
    ]
    + [Case("megaboss_on_maw_krusha", E.HIT, -4, COMBAT, weapon="fists", state=hurt(13))],
    "Destructive Bulk": [
        Case("megaboss_on_maw_krusha", E.BULK, value, state=hurt(wounds))
        for wounds, value in ((0, 8), (5, 7), (8, 6), (12, 5), (13, 4))
    ],
    "Tusker Shield": [
        Case("orruks:10:choppas and shields", E.REROLL_SAVE, 3, COMBAT),
        Case("boarboys:5", E.REROLL_SAVE, 0, SHOOTING),
    ],
    "Aimed": [
        Case("orruks:10:bows", E.HIT, 1, SHOOTING, weapon="bow", gap=9000),
        Case("orruks:10:bows", E.HIT, 0, SHOOTING, weapon="bow", gap=9000, moved=True),
        Case("orruks:10:bows", E.HIT, 0, SHOOTING, weapon="bow", gap=3000),
    ],
    "Horn": [Case("boarboys:5", E.CHARGE, 2)],
    "Glyph": [Case("boarboys:5", E.BRAVERY, 2, gap=2000), Case("boarboys:5", E.BRAVERY, 0, gap=4000)],
    "War Boar": [
        Case("great_shaman:1:on boar", E.MOVE, 4),
        Case("warboss:1:banner on boar", E.MOVE, 4),
        Case("warboss", E.MOVE, 0),
    ],
    "Boss Shield": [Case("warboss", E.REROLL_SAVE, 3), Case("warboss:1:two choppas", E.REROLL_SAVE, 0)],
    "Waaagh! Banner": [
        Case("warboss:1:banner", E.REROLL_WOUND, 1, COMBAT, friends=("orruks:10",), slot=1),
        Case("warboss", E.REROLL_WOUND, 0, COMBAT, friends=("orruks:10",), slot=1),
    ],
    # skaven
    "Verminous Valour": [Case("skaven_warlord", E.RETREAT_AFTER, 4)],
    "Gnash-gnaw on their Bones!": [
        Case("clanrats:10", E.ATTACKS, 1, COMBAT, friends=("skaven_warlord",), effects=("Gnash-gnaw on their Bones!",)),
    ],
    "Stay and Die": [Case("clanrats:10", E.STAY, 4, friends=("grey_seer",), effects=("Stay and Die",))],
    "Clan Banner": [Case("stormvermin:10", E.RETREAT_AND_CHARGE, 1)],
    "Bell Ringer": [Case("clanrats:10", E.RUN, 2), Case("clanrats:10", E.RETREAT, 2)],
    "Run and Throw": [Case("night_runners:10", E.RUN_AND_SHOOT, 1)],
    "Slinking Advance": [Case("night_runners:10", E.FREE_MOVE, 1)],
    "Gas Masks": [
        Case("skryre_acolytes:5", E.NEEDS_NO_SIGHT, 1, SHOOTING, weapon="globe"),
        Case("skryre_acolytes:5", E.NEEDS_NO_SIGHT, 0, weapon="knife"),
    ],
    "Steady Aim": [
        Case("freeguild_handgunners:10", E.HIT, 1, SHOOTING, gap=9000),
        Case("freeguild_handgunners:10", E.HIT, 0, SHOOTING, gap=2000),
        Case("warplock_jezzails:3", E.REROLL_HIT, 1, SHOOTING, gap=9000, weapon="jezzail"),
        Case("warplock_jezzails:3", E.REROLL_HIT, 0, SHOOTING, gap=9000, weapon="jezzail", moved=True),
    ],
    "Pavise": [
        Case("warplock_jezzails:3", E.SAVE_IS, 4, SHOOTING),
        Case("warplock_jezzails:3", E.SAVE_IS, 0, COMBAT),
        Case("warplock_jezzails:3", E.SAVE_IS, 0, SHOOTING, moved=True),
    ],
    "War Machine": [Case("warp_lightning_cannon", E.NO_CHARGE, 1)],
    "Crew Shelter": [Case("warp_lightning_cannon", E.SAVE, 1, SHOOTING), Case("warp_lightning_cannon", E.SAVE, 0, COMBAT)],
    "Warp Lightning Blast": [Case("warp_lightning_cannon", E.AUTO_CANNON, 1, SHOOTING, weapon="blast")],
    "Rolling Doom": [
        Case("doomwheel", E.DICE_MOVE, TWO_D6),
        Case("doomwheel", E.OVERRUN, D3),
        Case("doomwheel", E.NO_RUN, 1),
    ],
    # free peoples
    "Griffon": [
        *(Case("general_on_griffon", E.MOVE, v, state=hurt(w)) for w, v in ((3, 0), (4, -2), (7, -4), (10, -6), (12, -8))),
        *(
            Case("general_on_griffon", E.ATTACKS, v, COMBAT, weapon="claws", state=hurt(w))
            for w, v in ((0, 0), (5, -1), (8, -2), (11, -3), (12, -4))
        ),
        Case("general_on_griffon", E.DAMAGE_IS, D3, COMBAT, weapon="beak", state=hurt(8)),
        Case("general_on_griffon", E.DAMAGE_IS, 1, COMBAT, weapon="beak", state=hurt(12)),
    ],
    "Rousing Battle Cry": [
        Case("freeguild_guard:10", effect, value, friends=("general_on_griffon",), effects=("Rousing Battle Cry",))
        for effect, value in ((E.BRAVERY, 2), (E.CHARGE, 1), (E.HIT, 1))
    ],
    "Lance": [
        Case("general_on_griffon", E.DAMAGE, 1, COMBAT, weapon="lance", charged=True),
        Case("general_on_griffon", E.DAMAGE, 0, COMBAT, weapon="lance"),
    ],
    "Shield": [Case("general_on_griffon", E.SAVE_IS, 3), Case("general_on_griffon:1:greathammer", E.SAVE_IS, 0)],
    "Mystifying Miasma": [Case(DUMMY, E.HIT, -1, enemy="battlemage:1:grey", effects=("Mystifying Miasma",))],
    "Wildform": [Case("freeguild_guard:10", E.WOUND, 1, COMBAT, friends=("battlemage:1:amber",), effects=("Wildform",))],
    "Light of Battle": [
        Case("battlemage:1:white", effect, 1, friends=("freeguild_guard:10",), effects=("Light of Battle",), slot=1)
        for effect in (E.NO_SHOCK, E.BRAVERY)
    ],
    "Parry": [
        Case("freeguild_guard:10:swords and shields", E.SAVE, 1, COMBAT),
        Case("freeguild_guard:10:swords and shields", E.SAVE, 0, SHOOTING),
        Case("freeguild_guard:10:spears and shields", E.SAVE, 0, COMBAT),
    ],
    "Shields": [
        Case("freeguild_guard:10:halberds and shields", E.REROLL_SAVE, 1),
        Case("freeguild_guard:10:militia", E.REROLL_SAVE, 0),
        Case("demigryph_knights:3", E.REROLL_SAVE, 1),
        Case("eternal_guard:10", E.REROLL_SAVE, 2, state=IN_COVER),
    ],
    "Huntsmen": [Case("freeguild_archers:10", E.FREE_MOVE, 1)],
    "Piercing Bolts": [Case("freeguild_crossbowmen:10", E.SIX_WOUND_REND, 1, SHOOTING, weapon="crossbow")],
    "Piper": [Case("freeguild_crossbowmen:10", E.STAND_AND_SHOOT, 1), Case("freeguild_handgunners:10", E.STAND_AND_SHOOT, 1)],
    "Massed Fire": [
        Case("freeguild_handgunners:20", E.HIT, 1, SHOOTING, moved=True),
        Case("freeguild_handgunners:20", E.HIT, 2, SHOOTING, gap=9000),
    ],
    "Oathsworn Honour Guard": [
        Case("freeguild_greatswords:10", E.HIT, 1, friends=("general_on_griffon",)),
        Case("freeguild_greatswords:10", E.HIT, 0, friends=("battlemage:1:white",)),
    ],
    "Hornblower": [Case("demigryph_knights:3", E.CHARGE, 2)],
    "Reckless Riders": [Case("freeguild_pistoliers:5", E.RUN_BEST, 1), Case("freeguild_pistoliers:5", E.MARCHING_SHOT, 1)],
    "Trumpeter": [Case("freeguild_outriders:5", E.RUN_AND_SHOOT, 1), Case("freeguild_pistoliers:5", E.RUN_AND_CHARGE, 1)],
    "Expert Gunners": [
        Case("freeguild_outriders:5", E.HIT, 1, SHOOTING, gap=9000),
        Case("freeguild_outriders:5", E.HIT, 0, SHOOTING, gap=9000, moved=True),
    ],
    # woodland and aelves
    "Blessings from the Forest": [Case("dryads:5", E.TO_BE_HIT, -1, state=IN_COVER), Case("dryads:5", E.TO_BE_HIT, 0)],
    "Enrapturing Song": [
        Case("dryads:5", E.HIT, 1, COMBAT),
        Case("dryads:5", E.HIT, 0, COMBAT, state={"active": ((), 1)}),
        Case("dryads:5", E.HIT, 0, COMBAT, gap=4000),
    ],
    "Treelord": [
        *(
            Case("treelord", E.HIT, v, SHOOTING, weapon="roots", state=hurt(w))
            for w, v in ((2, 0), (3, -1), (5, -2), (8, -3), (10, -4))
        ),
        *(
            Case("treelord", E.ATTACKS, v, COMBAT, weapon="blows", state=hurt(w))
            for w, v in ((2, 0), (4, -1), (7, -2), (9, -2), (11, -3))
        ),
        *(
            Case("treelord", E.WOUND, v, COMBAT, weapon="talons", state=hurt(w))
            for w, v in ((4, 0), (5, -1), (9, -1), (10, -2))
        ),
    ],
    "Treelord Ancient": [
        Case("treelord_ancient", E.HIT, -2, SHOOTING, weapon="staff", state=hurt(6)),
        Case("treelord_ancient", E.ATTACKS, -2, COMBAT, weapon="blows", state=hurt(10)),
    ],
    "Storm of Iron-tipped Bolts": [
        Case("darkshards:20", E.HIT, 1, SHOOTING, gap=4000),
        Case("darkshards:20", E.HIT, 0, SHOOTING, gap=3000),
        Case("darkshards:10", E.HIT, 0, SHOOTING, gap=4000),
    ],
    "Peerless Archery": [Case("glade_guard:20", E.HIT, 1, SHOOTING), Case("glade_guard:10", E.HIT, 0, SHOOTING)],
    "Arcane Bodkins": [Case("glade_guard:10", E.REND, 3, SHOOTING, weapon="longbow", effects=("Arcane Bodkins",))],
    "Word of Pain": [Case(DUMMY, E.HIT, -1, enemy="sorceress", effects=("Word of Pain",))],
    "Fortress of Boughs": [
        Case("eternal_guard:10", effect, 1, effects=("Fortress of Boughs",))
        for effect in (E.HIT, E.WOUND, E.SAVE, E.CANNOT_MOVE)
    ],
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.rule("warscrolls")
def test_what_an_ability_adds_up_to(name: str) -> None:
    assert [value_of(case) for case in CASES[name]] == [case.value for case in CASES[name]]
