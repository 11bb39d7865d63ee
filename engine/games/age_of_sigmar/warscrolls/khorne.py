"""Khorne Bloodbound (fact sheet, 2.2)."""

from __future__ import annotations

from engine.games.age_of_sigmar.vocabulary import Condition, Effect, Payload, PhaseMask, Target
from engine.games.age_of_sigmar.warscrolls.model import (
    CHARGED,
    D3,
    D6,
    NO_SAVE,
    Build,
    Modifier,
    Named,
    Special,
    Warscroll,
    Weapon,
    ability,
    aura,
    command,
    models,
    near,
    only,
    when,
)

_COMBAT = PhaseMask.COMBAT
_KHORNE = ("CHAOS", "MORTAL", "KHORNE")
_ICON = Modifier("Icon Bearer", Effect.BRAVERY, 1)
_HORN = (Modifier("Hornblowers", Effect.RUN, 1), Modifier("Hornblowers", Effect.CHARGE, 1))

WARSCROLLS = (
    Warscroll(
        "mighty_lord_of_khorne", "Mighty Lord of Khorne", 5, 6, 9, 3, 1, 1, 140, (60, 60), (*_KHORNE, "HERO"), "BS16",
        (Weapon("axe of khorne", 1, 3, 3, 3, 1, D3), Weapon("flesh hound's claws", 1, 4, 3, 4, 0, 1)),
        only("axe of khorne", "flesh hound's claws"),
        modifiers=(
            Modifier("Reality-splitting Axe", Effect.AXE, 5, weapons=("axe of khorne",)),
            Modifier("Collar of Khorne", Effect.COLLAR, 1),
        ),
        powers=(
            command("Gorelord", Target.FRIEND, Payload.EFFECT, 24, to="KHORNE+MORTAL", uses=3, effects=(
                Named("Gorelord", (Modifier("Gorelord", Effect.CHARGE_DICE, 4),)),
            )),
        ),
        role="leader",
    ),
    Warscroll(
        "bloodsecrator", "Bloodsecrator", 4, 5, 9, 3, 1, 1, 120, (32, 32), (*_KHORNE, "HERO", "TOTEM"), "BS16",
        (Weapon("ensorcelled axe", 1, 4, 3, 3, 1, 1),), only("ensorcelled axe"),
        powers=(
            ability("Portal of Skulls", Target.NONE, Payload.EFFECT, 0, effects=(
                Named("Portal of Skulls", (
                    Modifier("Portal of Skulls", Effect.CANNOT_MOVE, 1),
                    Modifier("Portal of Skulls", Effect.PORTAL, 18),
                    aura("Rage of Khorne", Effect.ATTACKS, 1, 18, "KHORNE", itself=True, phase=_COMBAT),
                    aura("Loathsome Standard", Effect.NO_SHOCK, 1, 18, "KHORNE", itself=True, everybody=True),
                )),
            )),
        ),
        role="leader",
    ),
    Warscroll(
        "bloodstoker", "Bloodstoker", 6, 5, 8, 4, 1, 1, 80, (40, 40), (*_KHORNE, "HERO"), "BS16",
        (Weapon("torture blade", 1, 3, 3, 3, 0, 1), Weapon("blood whip", 3, 3, 3, 4, 0, 1)), only("torture blade", "blood whip"),
        powers=(
            ability("Whipped to Fury", Target.FRIEND, Payload.EFFECT, 12, to="KHORNE", effects=(
                Named("Whipped to Fury", (
                    Modifier("Whipped to Fury", Effect.RUN, 3),
                    Modifier("Whipped to Fury", Effect.CHARGE, 3),
                    Modifier("Whipped to Fury", Effect.REROLL_WOUND, 1),
                )),
            )),
        ),
        role="leader",
    ),
    Warscroll(
        "blood_warriors", "Blood Warriors", 5, 2, 6, 4, 5, 30, 100, (32, 32), _KHORNE, "BS16",
        (Weapon("goreaxe", 1, 2, 3, 4, 0, 1, leader=1), Weapon("goreglaive", 1, 2, 3, 3, 1, 2)),
        {
            "paired axes": Build(("goreaxe",), (Modifier("Paired Goreaxes", Effect.REROLL_HIT, 1, weapons=("goreaxe",)),)),
            "axe and gorefist": Build(("goreaxe",), (Modifier("Gorefist", Effect.SAVE_BACK, 6, phase=_COMBAT),)),
        },
        {"goreglaive": Special(("goreglaive",), 10)},
        (Modifier("No Respite", Effect.LAST_BLOW, 1), _ICON),
        role="battleline",
    ),
    Warscroll(
        "bloodreavers", "Bloodreavers", 6, 1, 5, NO_SAVE, 10, 40, 60, (32, 32), _KHORNE, "BS16",
        (Weapon("reaver blades", 1, 1, 4, 4, 0, 1, leader=1), Weapon("meatripper axe", 1, 1, 4, 4, 1, 1, leader=1)),
        {
            "blades": Build(("reaver blades",), (Modifier("Reaver Blades", Effect.REROLL_HIT, 1),)),
            "axes": Build(("meatripper axe",)),
            "blades and icon": Build(("reaver blades",), (Modifier("Reaver Blades", Effect.REROLL_HIT, 1), _ICON)),
            "axes and icon": Build(("meatripper axe",), (_ICON,)),
        },
        modifiers=(
            Modifier("Frenzied Devotion", Effect.ATTACKS, 1, (near("TOTEM", 12),), _COMBAT),
            *_HORN,
        ),
        role="battleline",
    ),
    Warscroll(
        "khorgoraths", "Khorgoraths", 6, 8, 6, 4, 1, 6, 80, (90, 52), ("CHAOS", "KHORNE", "MONSTER"), "BS16",
        (Weapon("bone tentacles", 6, 3, 3, 4, 0, 1, missile=True), Weapon("claws and fangs", 1, 5, 3, 3, 1, 1)),
        only("bone tentacles", "claws and fangs"),
        modifiers=(
            Modifier("Horrific Predator", Effect.SHOCK_PENALTY_ON_DAMAGE, 1),
            Modifier("Taker of Heads", Effect.HEAL_ON_KILL, 1),
        ),
        role="behemoth",
    ),
    Warscroll(
        "slaughterpriest", "Slaughterpriest", 6, 6, 8, 5, 1, 1, 100, (40, 40), (*_KHORNE, "HERO", "PRIEST"), "BS16",
        (
            Weapon("bloodbathed axe", 2, 3, 4, 3, 0, 2),
            Weapon("hackblade", 1, 3, 3, 4, 0, 1),
            Weapon("wrath-hammer", 3, D3, 4, 4, 0, 1),
        ),
        {"axe": Build(("bloodbathed axe",)), "blade and hammer": Build(("hackblade", "wrath-hammer"))},
        modifiers=(Modifier("Scorn of Sorcery", Effect.COLLAR, 1),),
        powers=(
            ability("Blood Boil", Target.ENEMY, Payload.MORTAL, 16, roll=4, dice=D6, group="blood prayer"),
            ability("Blood Bind", Target.ENEMY, Payload.BLOOD_BIND, 16, roll=4, group="blood prayer"),
        ),
        role="leader",
    ),
    Warscroll(
        "aspiring_deathbringer", "Aspiring Deathbringer", 5, 5, 7, 4, 1, 1, 80, (40, 40), (*_KHORNE, "HERO"), "BS16",
        (
            Weapon("bloodaxe", 1, 3, 3, 4, 0, 1),
            Weapon("wrath-hammer", 3, D3, 3, 4, 0, 1),
            Weapon("goreaxe", 1, 3, 3, 4, 0, 1),
            Weapon("skullhammer", 1, 3, 4, 3, 0, 1),
        ),
        {"bloodaxe and wrath-hammer": Build(("bloodaxe", "wrath-hammer")), "goreaxe and skullhammer": Build(("goreaxe", "skullhammer"))},
        modifiers=(
            Modifier("First into the Fray", Effect.AFTER_FLIGHT, 8),
            Modifier("Witness my Ascension", Effect.AVENGE, 6),
        ),
        powers=(
            command("Slaughter Incarnate", Target.NONE, Payload.EFFECT, 0, effects=(
                Named("Slaughter Incarnate", (aura("Slaughter Incarnate", Effect.ATTACKS, 1, 6, "KHORNE+MORTAL", phase=_COMBAT),)),
            )),
        ),
        role="leader",
    ),
    Warscroll(
        "exalted_deathbringer", "Exalted Deathbringer", 5, 5, 8, 4, 1, 1, 80, (40, 40), (*_KHORNE, "HERO"), "BS16",
        (
            Weapon("ruinous axe", 1, 3, 4, 3, 1, 2),
            Weapon("bloodbite axe", 1, 6, 3, 4, 0, 1),
            Weapon("impaling spear", 2, 5, 3, 3, 1, 1),
        ),
        only(ruinous_axe=("ruinous axe",), bloodbite_axe=("bloodbite axe",), impaling_spear=("impaling spear",)),
        modifiers=(Modifier("Blood-blessed", Effect.ATTACKS, 2, (when(Condition.NEAR_GENERAL, "KHORNE", 12),)),),
        powers=(
            command("Brutal Command", Target.NONE, Payload.EFFECT, 0, effects=(
                Named("Brutal Command", (aura("Brutal Command", Effect.LEND_BRAVERY, 8, 12, "KHORNE+MORTAL"),)),
            )),
        ),
        role="leader",
    ),
    Warscroll(
        "skullreapers", "Skullreapers", 5, 3, 7, 4, 5, 20, 140, (40, 40), _KHORNE, "BS16",
        (
            Weapon("gore-slick blades", 1, 3, 3, 3, 0, 1),
            Weapon("vicious mutation", 1, 1, 3, 4, 1, D3),
            Weapon("spinecleaver", 1, 2, 3, 3, 1, 2),
            Weapon("soultearer", 1, 2, 4, 3, 1, 2),
        ),
        {
            "blades": Build(
                ("gore-slick blades",),
                (Modifier("Gore-slick Blades", Effect.REROLL_HIT, 1, weapons=("gore-slick blades",)),),
                leader=("gore-slick blades", "vicious mutation"),
            ),
            "daemonblades": Build(
                ("gore-slick blades",),
                (Modifier("Daemonblades", Effect.SIX_HIT_WOUNDED_MORTAL, 1, weapons=("gore-slick blades",)),),
                leader=("gore-slick blades", "vicious mutation"),
            ),
        },
        {"spinecleaver": Special(("spinecleaver",), 5), "soultearer": Special(("soultearer",), 5)},
        (
            Modifier("Soultearer", Effect.SIX_HIT_WOUNDED_MORTAL, 1, weapons=("soultearer",)),
            Modifier("Trial of Skulls", Effect.REROLL_HIT, 3, (when(Condition.KILLS_EXCEED, 1),), _COMBAT),
            Modifier("Trial of Skulls", Effect.REROLL_WOUND, 3, (when(Condition.KILLS_EXCEED, 2),), _COMBAT),
            Modifier("Murderous to the Last", Effect.DEATH_MORTAL, 1),
            _ICON,
        ),
    ),
    Warscroll(
        "wrathmongers", "Wrathmongers", 5, 3, 7, 5, 5, 20, 180, (40, 40), _KHORNE, "BS16",
        (Weapon("wrath-flails", 2, 4, 4, 3, 1, 1, leader=1),), only("wrath-flails"),
        modifiers=(
            Modifier("Furious Assault", Effect.HIT, 1, (CHARGED,), _COMBAT),
            aura("Crimson Haze", Effect.ATTACKS, 1, 3, "", phase=_COMBAT, everybody=True),
            Modifier("Bloodfury", Effect.BLOOD_FURY, 2),
        ),
    ),
    Warscroll(
        "lord_of_khorne_on_juggernaut", "Lord of Khorne on Juggernaut", 8, 8, 9, 3, 1, 1, 140, (90, 52), (*_KHORNE, "HERO"), "BS16",
        (Weapon("wrathforged axe", 1, 3, 3, 3, 1, D3), Weapon("brazen hooves", 1, 3, 3, 3, 0, 1)),
        only("wrathforged axe", "brazen hooves"),
        modifiers=(
            Modifier("Daemonic Axe", Effect.SIX_WOUND_DAMAGE, 3, weapons=("wrathforged axe",)),
            Modifier("Slaughterous Charge", Effect.IMPACT, 4),
            Modifier("Brass-clad Shield", Effect.IGNORE_SPELL, 4),
        ),
        powers=(
            command("Blood Stampede", Target.FRIEND, Payload.EFFECT, 24, to="KHORNE+MORTAL", uses=3, effects=(
                Named("Blood Stampede", (Modifier("Blood Stampede", Effect.WOUND, 1, (CHARGED,), _COMBAT),)),
            )),
        ),
        role="leader",
    ),
    Warscroll(
        "mighty_skullcrushers", "Mighty Skullcrushers", 8, 5, 6, 4, 3, 12, 160, (90, 52), _KHORNE, "BS16",
        (
            Weapon("ensorcelled axe", 1, 2, 3, 3, 0, 1, leader=1),
            Weapon("bloodglaive", 1, 2, 4, 3, 1, 1, leader=1),
            Weapon("brazen hooves", 1, 3, 3, 3, 0, 1),
        ),
        {"axes": Build(("ensorcelled axe", "brazen hooves")), "bloodglaives": Build(("bloodglaive", "brazen hooves"))},
        modifiers=(
            Modifier("Standard Bearer", Effect.BRAVERY, 1),
            Modifier("Standard Bearer", Effect.BRAVERY, 2, (when(Condition.HAS_SLAIN),)),
            *_HORN,
        ),
    ),
    Warscroll(
        "bloodletters", "Bloodletters", 5, 1, 10, 5, 10, 30, 100, (32, 32), ("CHAOS", "DAEMON", "KHORNE"), "BS15, BS17",
        (Weapon("hellblade", 1, 1, 4, 3, 1, 1, leader=1),), only("hellblade"),
        modifiers=(
            Modifier("Decapitating Blow", Effect.SIX_HIT_MORTAL, 1),
            Modifier("Murderous Tide", Effect.HIT, 1, (models(20),)),
            Modifier("Locus of Fury", Effect.REROLL_HIT, 1, (near("KHORNE+DAEMON+HERO", 8),)),
            Modifier("Icon Bearer", Effect.SHOCK_ONE_ADDS, D6),
        ),
        role="battleline",
    ),
)
