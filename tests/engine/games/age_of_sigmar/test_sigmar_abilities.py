"""Abilities of warscrolls: each case gives the exact expected wounds with the ability at work, by hand from the sheet."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.games.age_of_sigmar.attack_odds import mean
from engine.games.age_of_sigmar.odds import Circumstances, odds
from engine.options import OptionError

F = Fraction
CHARGED = Circumstances(charged=True)
SHOOTING = Circumstances(phase="shooting", gap=7000)
FAR = Circumstances(phase="shooting", gap=11000)
TARGET = "bloodreavers:10:axes"  # no save, 1 wound, no ability that matters
KNIGHTS = "demigryph_knights:3:halberds"
DRACOTH = "lord_celestant_on_dracoth:1"
CLAWS = 3 * F(2, 3) * (F(1, 2) + F(1, 6) * F(7, 2))  # what a Dracoth's claws do without a save

CASES = {
    # stormcast: name -> attacker, target, circumstances, expected wounds
    "Lay Low the Tyrants": ("liberators:5:hammer and shield", "khorgoraths", Circumstances(), 11 * F(2, 3) * F(2, 3) * F(1, 2)),
    "Paired weapons": ("liberators:5:paired hammers", TARGET, Circumstances(), 11 * F(7, 12) * F(2, 3)),
    "Blast to Ashes": ("retributors:5", TARGET, Circumstances(), 11 * (F(1, 6) + F(1, 2) * F(2, 3)) * 2),
    "Tempestos Hammer": (
        "lord_celestant_on_dracoth", TARGET, CHARGED,
        5 * F(2, 3) * F(5, 6) * 2 + 3 * F(2, 3) * (F(1, 2) + F(1, 6) * F(7, 2)),
    ),
    "Intolerable Damage": (f"{DRACOTH}:thunderaxe", TARGET, Circumstances(), 3 * F(4, 9) * 2 + CLAWS),
    "Stormstrike Glaive": (
        f"{DRACOTH}:stormstrike glaive", "blood_warriors:5", CHARGED, 4 * F(1, 3) * F(5, 6) * 3 + CLAWS * F(2, 3)
    ),
    "Stormstrike Glaive, standing": (
        f"{DRACOTH}:stormstrike glaive", "blood_warriors:5", Circumstances(), 4 * F(1, 3) * F(2, 3) + CLAWS * F(2, 3)
    ),
    "Lightning Hammer": (f"{DRACOTH}:lightning hammer", TARGET, Circumstances(), 3 * (F(1, 6) * 2 + F(4, 9) * 2) + CLAWS),
    "Sigmarite Thundershield": (
        "clanrats:10", f"{DRACOTH}:thunderaxe and shield", Circumstances(), 10 * F(1, 4) * (F(1, 6) + F(1, 6) * F(1, 3))
    ),
    "Starsoul Mace": ("retributors:5:standard:starsoul mace=1", TARGET, Circumstances(), 9 * (F(1, 6) + F(1, 3)) * 2 + 2),
    "Starsoul Mace of Protectors": ("protectors:5:standard:starsoul mace=1", TARGET, Circumstances(), 13 * F(4, 9) + 2),
    "Chained Lightning": (
        "judicators:5:bow:shockbolt bow=1", TARGET, SHOOTING, (3 * F(7, 9) + F(35, 36) + F(7, 9) * F(7, 2)) * F(2, 3)
    ),
    "Thunderbolt Crossbow": (  # a monster counts one less: slain on 1 and 2 of 1 model
        "judicators:5:bow:thunderbolt crossbow=1", "khorgoraths", SHOOTING, (3 * F(7, 9) + F(35, 36)) * F(4, 9) + F(1, 3) * 2
    ),
    "Inescapable Vengeance": ("lord_celestant", TARGET, CHARGED, 5 * F(4, 9) + 3 * F(1, 2) * F(2, 3)),
    "Eternal Judgement": ("judicators:5:bow", TARGET, SHOOTING, (4 * F(7, 9) + F(35, 36)) * F(2, 3)),
    "Deathstrike": ("protectors:5", "khorgoraths", Circumstances(), 16 * F(2, 3) * (F(1, 2) + F(1, 6) * F(7, 2)) * F(2, 3)),
    "Storm-shield": ("orruks:10:bows", "protectors:5", SHOOTING, 10 * F(1, 3) * F(1, 2) * F(1, 2)),
    "Rapid Fire": ("judicators:5:crossbow", "clanrats:10", FAR, (12 * F(7, 9) + 3 * F(35, 36)) * F(1, 2) * F(2, 3)),
    "Stormcall Javelin": ("prosecutors_javelins:3", TARGET, FAR, 4 * F(4, 9) * 2),
    "Stormcall Javelin, near": ("prosecutors_javelins:3", TARGET, SHOOTING, 4 * F(4, 9)),
    # khorne
    "Paired Goreaxes": ("blood_warriors:5", "clanrats:10", Circumstances(), 11 * F(7, 9) * F(1, 2) * F(2, 3)),
    "Daemonblades": (
        "skullreapers:5:daemonblades", TARGET, Circumstances(),
        15 * (F(2, 3) * F(2, 3) + F(1, 6) * F(2, 3)) + F(2, 3) * F(1, 2) * 2,
    ),
    "Soultearer": (
        "skullreapers:5:blades:soultearer=1", TARGET, Circumstances(),
        12 * F(7, 9) * F(2, 3) + F(2, 3) * F(1, 2) * 2 + 2 * (F(1, 2) * F(2, 3) * 2 + F(1, 6) * F(2, 3)),
    ),
    "Furious Assault": ("wrathmongers:5", TARGET, CHARGED, 21 * F(2, 3) * F(2, 3)),
    "Daemonic Axe": (
        "lord_of_khorne_on_juggernaut", "plague_monks:10", Circumstances(),
        3 * F(2, 3) * (F(1, 2) * 2 + F(1, 6) * 3) + 3 * F(4, 9),
    ),
    "Decapitating Blow": ("bloodletters:10", "plague_monks:10", Circumstances(), 11 * (F(1, 6) + F(1, 3) * F(2, 3))),
    "Murderous Tide": ("bloodletters:20", "plague_monks:10", Circumstances(), 21 * (F(1, 3) + F(1, 3) * F(2, 3))),
    "Bloodstoker's whip": (
        "bloodstoker", TARGET, Circumstances(), 3 * F(4, 9) + 3 * F(1, 3)
    ),
    # seraphon
    "Stardrake Shield": ("bloodreavers:10:axes", "saurus_warriors:10", Circumstances(), 11 * F(1, 4) * F(2, 3)),
    "Ordered Cohort": ("saurus_warriors:20:clubs", TARGET, Circumstances(), 21 * F(4, 9) + 20 * F(1, 2) * F(1, 2)),
    "Blazing Lances": (
        "saurus_knights:5:lances", TARGET, CHARGED,
        6 * F(1, 2) * (F(2, 3) + F(1, 6)) + 10 * F(2, 3) * F(1, 2) + 5 * F(1, 3) * F(1, 2),
    ),
    "Star-venom": ("chameleon_skinks:5", TARGET, SHOOTING, 10 * (F(1, 2) + F(1, 6) * 2) * F(1, 2)),
    "Star-venom on daemons": (
        "chameleon_skinks:5", "bloodletters:10", SHOOTING,
        10 * (F(1, 2) + F(1, 6) * 3) * F(1, 2) * F(2, 3),
    ),
    "Steel Trap": (
        "kroxigor:3", "plague_monks:10", Circumstances(),
        12 * F(1, 2) * F(2, 3) * 2 + 3 * F(1, 2) * (F(1, 2) + F(1, 6) * F(35, 36)),
    ),
    "Piercing Barbs": ("razordons", "liberators:5", Circumstances(phase="shooting", gap=5000), 7 * F(1, 3) * F(11, 18)),
    "Impervious Defence": ("retributors:5", "bastiladon", Circumstances(), 11 * (F(1, 12) + F(1, 2) * F(2, 3) * F(1, 3)) * 2),
    # orruks
    "Unstoppable Rhythm": ("warchanter", TARGET, Circumstances(), 4 * (1 + F(1, 6)) * F(2, 3) * F(1, 2)),
    "Da Bigger Dey Iz": (
        "brutes:5:hackas", "slann", Circumstances(),
        12 * F(8, 9) * F(2, 3) * F(2, 3) + 3 * F(8, 9) * F(2, 3) * F(2, 3) * 2,
    ),
    "Gore-grunta Charge": ("gore_gruntas:3:choppas", TARGET, CHARGED, 10 * F(4, 9) + 12 * F(1, 4) * 2),
    "Mob Rule": ("orruks:20:choppas and shields", "plague_monks:10", Circumstances(), 41 * F(1, 4)),
    "Tusker Charge": ("boarboys:5:choppas", "plague_monks:10", CHARGED, 6 * F(1, 4) + 10 * F(1, 2) * F(3, 4)),
    # skaven
    "Strength in Numbers": ("clanrats:20", TARGET, Circumstances(), 20 * F(1, 2) * F(2, 3)),
    "Strength in Numbers at 30": ("clanrats:30", TARGET, Circumstances(), 30 * F(2, 3) * F(2, 3)),
    "Clanshield": ("bloodreavers:10:axes", "clanrats:10", Circumstances(), 11 * F(1, 4) * F(5, 6)),
    "Clanshield without rend": ("clanrats:10", "clanrats:10", Circumstances(), 10 * F(1, 4) * F(2, 3)),
    "Murderers of the Warrens": ("stormvermin:20", "plague_monks:10", Circumstances(), 41 * F(4, 9)),
    "Rabid Fury": ("rat_ogors:2", TARGET, CHARGED, 8 * F(1, 2) * F(2, 3) * 2 * (1 + F(1, 2) * F(1, 6))),
    "Frenzied Assault": ("plague_monks:10:paired blades", TARGET, CHARGED, 30 * F(3, 4) * F(1, 2)),
    "Slinking Killers": (
        "night_runners:10", "liberators:5", Circumstances(),
        10 * F(1, 2) * (F(1, 3) * F(5, 12) + F(1, 6) * F(11, 18)),
    ),
    "Poison Clouds": ("skryre_acolytes:5", TARGET, SHOOTING, 5 * F(2, 3) * F(1, 2) * 2),
    "Warpstone Snipers": (
        "warplock_jezzails:3", "plague_monks:10", SHOOTING, 3 * (F(7, 36) + F(7, 18) * F(2, 3)) * 2
    ),
    "Hail of Shots": ("ratling_gun", "plague_monks:10", SHOOTING, 7 * F(2, 3) * F(1, 2)),
    "Warpfire": ("warpfire_thrower", TARGET, SHOOTING, F(2)),
    # free peoples
    "Massed Ranks": ("freeguild_guard:30:spears and shields", TARGET, Circumstances(), 31 * F(5, 6) * F(1, 2)),
    "Storm of Arrows": ("freeguild_archers:20", TARGET, SHOOTING, (19 * F(2, 3) + F(8, 9)) * F(1, 2)),
    "Charging Lance": (
        "demigryph_knights:3:lances", TARGET, CHARGED,
        7 * F(1, 2) * F(2, 3) * 2 + 9 * F(1, 2) * (F(1, 2) + F(1, 6) * 2),
    ),
    "Savage Ferocity": (KNIGHTS, TARGET, Circumstances(), 7 * F(1, 3) + 9 * F(1, 2) * (F(1, 2) + F(1, 6) * 2)),
    # pairs and shields
    "Sigmarite Shields": ("clanrats:10", "liberators:5:hammer and shield", Circumstances(), 10 * F(1, 4) * F(5, 12)),
    "Paired Celestial Hammers": ("prosecutors_hammers:3", TARGET, Circumstances(), 7 * F(7, 9) * F(2, 3)),
    "Reaver Blades": ("bloodreavers:10:blades", "plague_monks:10", Circumstances(), 11 * F(7, 12) * F(1, 2)),
    "Barbed Blades": ("skaven_warlord:1:barbed blades", TARGET, Circumstances(), 5 * F(7, 9) * F(1, 2)),
    "Pair of Foetid Blades": ("plague_monks:10:paired blades", TARGET, Circumstances(), 20 * F(3, 4) * F(1, 2)),
    "Paired Choppas": ("orruks:10:paired choppas", TARGET, Circumstances(), 11 * F(7, 12) * F(1, 2)),
    "Gore-slick Blades": ("skullreapers:5:blades", TARGET, Circumstances(), 15 * F(7, 9) * F(2, 3) + F(2, 3) * F(1, 2) * 2),
    # woodland
    "Severing Strike": ("executioners:10", "plague_monks:10", Circumstances(), 21 * (F(1, 6) * 2 + F(1, 2) * F(2, 3))),
    "Impale": (  # two wounds left: slain by D6 - 1 of 2 or more; else one wound
        "treelord", "blood_warriors:5", Circumstances(),
        4 * F(4, 9) * F(2, 3) * F(7, 2) + F(2, 3) * F(5, 6) * F(5, 6) * (F(2, 3) * 2 + F(1, 3)),
    ),
    "Impenetrable Thicket": ("clanrats:10", "dryads:15", Circumstances(), 10 * F(1, 4) * F(1, 2)),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
@pytest.mark.rule("warscrolls")
def test_expected_wounds_with_the_ability(name: str) -> None:
    attacker, target, around, expected = CASES[name]
    assert mean(odds(attacker, target, around).wounds) == expected


RETURNED = {
    "Sigmarite Thundershield": ("clanrats:10", f"{DRACOTH}:thunderaxe and shield", 10 * F(1, 4) * F(1, 6) * F(2, 3)),
    "Daemonblades": ("skullreapers:5:daemonblades", TARGET, 15 * F(1, 6) * F(1, 6)),
    "Soultearer": ("skullreapers:5:blades:soultearer=1", TARGET, 2 * F(1, 6) * F(1, 6)),
}


@pytest.mark.parametrize("name", RETURNED)
@pytest.mark.rule("warscrolls")
def test_expected_wounds_that_come_back(name: str) -> None:
    attacker, target, expected = RETURNED[name]
    assert mean(odds(attacker, target, Circumstances()).returned) == expected


@pytest.mark.rule("warscrolls")
def test_a_named_effect_works_while_it_lasts() -> None:
    around = Circumstances(attacker_effects=("Frenzy of Violence",))
    with pytest.raises(OptionError, match="Frenzy of Violence"):  # the army has nobody who could bring it
        odds("ardboys:10:big choppas and banner", TARGET, around)
    ensorcelled = odds("liberators:5", TARGET, Circumstances(attacker_effects=("Ensorcelled",)))
    assert mean(ensorcelled.wounds) == 11 * F(1, 2) * F(8, 9)
