"""Skaven (fact sheet, 2.5)."""

from __future__ import annotations

from engine.games.age_of_sigmar.vocabulary import Condition, Effect, Payload, PhaseMask, Target, When
from engine.games.age_of_sigmar.warscrolls.model import (
    CHARGED,
    D3,
    D6,
    NO_SAVE,
    NOT_MOVED,
    STEADY,
    TWO_D6,
    Build,
    Modifier,
    Named,
    Warscroll,
    Weapon,
    ability,
    command,
    models,
    only,
    spell,
    when,
)

_COMBAT = PhaseMask.COMBAT
_SHOOTING = PhaseMask.SHOOTING
_SKAVEN = ("CHAOS", "SKAVEN")
_SOURCE = "BS18"
_CLANSHIELD = Modifier("Clanshield", Effect.SAVE_AGAINST_ONE, 1)
_BANNER = Modifier("Clan Banner", Effect.RETREAT_AND_CHARGE, 1)
_BELL = (Modifier("Bell Ringer", Effect.RUN, 2), Modifier("Bell Ringer", Effect.RETREAT, 2))
_KNIVES = Weapon("rusty knives", 1, 2, 5, 4, 0, 1)

WARSCROLLS = (
    Warscroll(
        "skaven_warlord", "Skaven Warlord", 6, 5, 6, 4, 1, 1, 100, (32, 32), (*_SKAVEN, "VERMINUS", "HERO"), "BS18, IOB15",
        (
            Weapon("warpforged blade", 1, 3, 3, 3, 2, D3),
            Weapon("barbed blades", 1, 5, 3, 4, 0, 1),
            Weapon("war halberd", 2, 3, 3, 3, 1, 1),
            Weapon("barbed blade", 1, 2, 3, 4, 0, 1),
        ),
        {
            "warpforged blade and clanshield": Build(("warpforged blade",), (_CLANSHIELD,)),
            "barbed blades": Build(("barbed blades",), (Modifier("Barbed Blades", Effect.REROLL_HIT, 1),)),
            "war halberd": Build(("war halberd", "barbed blade")),
        },
        modifiers=(Modifier("Verminous Valour", Effect.RETREAT_AFTER, 4),),
        powers=(
            command("Gnash-gnaw on their Bones!", Target.FRIEND, Payload.EFFECT, 13, to="VERMINUS", effects=(
                Named("Gnash-gnaw on their Bones!", (Modifier("Gnash-gnaw", Effect.ATTACKS, 1, phase=_COMBAT),)),
            )),
        ),
        role="leader",
    ),
    Warscroll(
        "grey_seer", "Grey Seer", 6, 5, 6, 5, 1, 1, 120, (32, 32), (*_SKAVEN, "HERO", "WIZARD"), _SOURCE,
        (Weapon("warpstone staff", 2, 1, 4, 3, 1, D3),), only("warpstone staff"),
        powers=(
            ability("Warpstone Token", Target.NONE, Payload.BURST, 0, dice=1, effects=(
                Named("Warpstone Token", (Modifier("Warpstone Token", Effect.REROLL_CAST, 1),), "phase"),
                Named("Bitten on nothing", (), "phase"),
            )),
            spell("Vermintide", 6, Target.ENEMY, Payload.EACH_MODEL, 26),
            command("Skittering Leap of Faith", Target.NONE, Payload.EFFECT_ALL, 26, to="SKAVEN", effects=(
                Named("Stay and Die", (Modifier("Stay and Die", Effect.STAY, 4),)),
            )),
        ),
        casts=1, unbinds=1, role="leader",
    ),
    Warscroll(
        "warlock_engineer", "Warlock Engineer", 6, 5, 5, 5, 1, 1, 100, (32, 32), (*_SKAVEN, "SKRYRE", "HERO", "WIZARD"), _SOURCE,
        (Weapon("warplock pistol", 9, 1, 3, 4, 1, D3, missile=True), Weapon("warp-energised blade", 1, 1, 4, 3, 1, 2)),
        only("warplock pistol", "warp-energised blade"),
        powers=(
            spell("Warp Lightning", 5, Target.ENEMY, Payload.MORTAL, 18, sight=True, dice=D3, group="Warp Lightning"),
            spell("Warp Lightning (supercharged)", 5, Target.ENEMY, Payload.RECKLESS, 18, sight=True, dice=D6, group="Warp Lightning"),
        ),
        casts=1, unbinds=1, role="leader",
    ),
    Warscroll(
        "clanrats", "Clanrats", 6, 1, 4, 6, 10, 40, 60, (25, 25), (*_SKAVEN, "VERMINUS"), "BS18, IOB15",
        (Weapon("rusty blade", 1, 1, 4, 4, 0, 1), Weapon("rusty spear", 2, 1, 5, 4, 0, 1)),
        {"blades": Build(("rusty blade",)), "spears": Build(("rusty spear",))},
        modifiers=(
            Modifier("Strength in Numbers", Effect.WOUND, 1, (models(20),)),
            Modifier("Strength in Numbers", Effect.HIT, 1, (models(30),)),
            _CLANSHIELD, _BANNER, *_BELL,
        ),
        role="battleline",
    ),
    Warscroll(
        "stormvermin", "Stormvermin", 6, 1, 5, 5, 10, 40, 140, (25, 25), (*_SKAVEN, "VERMINUS"), _SOURCE,
        (Weapon("rusty halberd", 2, 2, 4, 3, 1, 1, leader=1),), only("rusty halberd"),
        modifiers=(
            Modifier("Murderers of the Warrens", Effect.HIT, 1, (when(Condition.TARGET_SMALLER),)),
            _CLANSHIELD, _BANNER, *_BELL,
        ),
        role="battleline",
    ),
    Warscroll(
        "rat_ogors", "Rat Ogors", 6, 4, 5, 5, 2, 8, 120, (50, 50), (*_SKAVEN, "MOULDER"), _SOURCE,
        (Weapon("warpfire gun", 16, 1, 5, 3, 1, D3, missile=True), Weapon("tearing claws", 1, 4, 4, 3, 1, 2)),
        only("warpfire gun", "tearing claws"),
        modifiers=(Modifier("Rabid Fury", Effect.SIX_WOUND_ATTACKS, 1, (CHARGED,), weapons=("tearing claws",)),),
    ),
    Warscroll(
        "plague_monks", "Plague Monks", 6, 1, 5, NO_SAVE, 10, 40, 70, (25, 25), (*_SKAVEN, "PESTILENS"), _SOURCE,
        (Weapon("foetid blade", 1, 2, 4, 4, 0, 1), Weapon("woe-stave", 2, 1, 4, 5, 0, 1)),
        {
            "paired blades": Build(("foetid blade",), (Modifier("Pair of Foetid Blades", Effect.REROLL_HIT, 3, weapons=("foetid blade",)),)),
            "blade and stave": Build(("foetid blade", "woe-stave")),
        },
        modifiers=(Modifier("Frenzied Assault", Effect.ATTACKS, 1, (CHARGED,), weapons=("foetid blade",)),),
        role="battleline",
    ),
    Warscroll(
        "night_runners", "Night Runners", 7, 1, 4, 6, 10, 40, 100, (25, 25), (*_SKAVEN, "ESHIN"), _SOURCE,
        (Weapon("throwing stars", 12, 1, 4, 5, 0, 1, missile=True), Weapon("stabbing blades", 1, 1, 4, 4, 0, 1)),
        only("throwing stars", "stabbing blades"),
        modifiers=(
            Modifier("Slinking Killers", Effect.SIX_WOUND_REND, 1, weapons=("stabbing blades",)),
            Modifier("Slinking Killers", Effect.SIX_WOUND_REND, 2, (models(20),), weapons=("stabbing blades",)),
            Modifier("Run and Throw", Effect.RUN_AND_SHOOT, 1),
            Modifier("Slinking Advance", Effect.FREE_MOVE, 1),
        ),
    ),
    Warscroll(
        "skryre_acolytes", "Skryre Acolytes", 6, 1, 4, 6, 5, 20, 60, (25, 25), (*_SKAVEN, "SKRYRE"), _SOURCE,
        (Weapon("poisoned wind globe", 9, 1, 4, 4, 2, D3, missile=True), Weapon("rusty knife", 1, 1, 5, 5, 0, 1)),
        only("poisoned wind globe", "rusty knife"),
        modifiers=(
            Modifier("Poison Clouds", Effect.HIT, 1, (when(Condition.TARGET_SIZE, 10),), weapons=("poisoned wind globe",)),
            Modifier("Gas Masks", Effect.NEEDS_NO_SIGHT, 1, weapons=("poisoned wind globe",)),
        ),
    ),
    Warscroll(
        "warplock_jezzails", "Warplock Jezzails", 6, 2, 4, 6, 3, 12, 140, (60, 35), (*_SKAVEN, "SKRYRE"), _SOURCE,
        (Weapon("warplock jezzail", 30, 1, 4, 3, 2, 2, missile=True), Weapon("warpstone blade", 1, 2, 5, 4, 0, 1)),
        only("warplock jezzail", "warpstone blade"),
        modifiers=(
            Modifier("Warpstone Snipers", Effect.SIX_HIT_MORTAL, 2, weapons=("warplock jezzail",)),
            Modifier("Steady Aim", Effect.REROLL_HIT, 1, (STEADY,), weapons=("warplock jezzail",)),
            Modifier("Pavise", Effect.SAVE_IS, 4, (NOT_MOVED,), _SHOOTING),
        ),
    ),
    Warscroll(
        "ratling_gun", "Ratling Gun", 6, 3, 4, 6, 1, 1, 80, (60, 35), (*_SKAVEN, "SKRYRE"), _SOURCE,
        (Weapon("ratling gun", 18, TWO_D6, 4, 4, 1, 1, missile=True), _KNIVES), only("ratling gun", "rusty knives"),
        modifiers=(Modifier("Hail of Shots", Effect.HIT, 1, (when(Condition.WITHIN, 9),), weapons=("ratling gun",)),),
        powers=(
            ability("More-more Warp Lead!", Target.NONE, Payload.BURST, 0, dice=D3, phase=When.SHOOTING, effects=(
                Named("More-more Warp Lead!", (Modifier("More-more Warp Lead!", Effect.ATTACK_DICE, TWO_D6, weapons=("ratling gun",)),), "phase"),
                Named("Jammed", (Modifier("Jammed", Effect.ATTACKS, -99, weapons=("ratling gun",)),), "phase"),
            )),
        ),
    ),
    Warscroll(
        "warpfire_thrower", "Warpfire Thrower", 6, 3, 4, 6, 1, 1, 60, (60, 35), (*_SKAVEN, "SKRYRE"), _SOURCE,
        (Weapon("warpfire thrower", 8, 1, 7, 7, missile=True), _KNIVES), only("warpfire thrower", "rusty knives"),
        modifiers=(Modifier("Warpfire", Effect.AUTO_MORTAL, D3, weapons=("warpfire thrower",)),),
        powers=(
            ability("More-more Warpfire!", Target.NONE, Payload.BURST, 0, dice=D3, phase=When.SHOOTING, effects=(
                Named("More-more Warpfire!", (Modifier("More-more Warpfire!", Effect.AUTO_MORTAL, D6, weapons=("warpfire thrower",)),), "phase"),
                Named("Blocked", (Modifier("Blocked", Effect.ATTACKS, -99, weapons=("warpfire thrower",)),), "phase"),
            )),
        ),
        role="artillery",
    ),
    Warscroll(
        "warp_lightning_cannon", "Warp Lightning Cannon", 3, 6, 4, 5, 1, 1, 180, (120, 92), (*_SKAVEN, "SKRYRE", "WAR MACHINE"), _SOURCE,
        (Weapon("warp lightning blast", 24, 1, 7, 7, missile=True), Weapon("tools", 1, D6, 5, 5, 0, 1)),
        only("warp lightning blast", "tools"),
        modifiers=(
            Modifier("Warp Lightning Blast", Effect.AUTO_CANNON, 1, weapons=("warp lightning blast",)),
            Modifier("War Machine", Effect.NO_CHARGE, 1), Modifier("Crew Shelter", Effect.SAVE, 1, phase=_SHOOTING),
        ),
        role="artillery",
    ),
    Warscroll(
        "doomwheel", "Doomwheel", 0, 8, 5, 4, 1, 1, 140, (105, 70), (*_SKAVEN, "SKRYRE", "WAR MACHINE"), _SOURCE,
        (
            Weapon("warp lightning", 13, D6, 4, 4, 1, D3, missile=True),
            Weapon("grinding wheel", 1, D6, 3, 3, 1, 1),
            Weapon("teeth and knives", 1, 6, 5, 5, 0, 1),
        ),
        only("warp lightning", "grinding wheel", "teeth and knives"),
        modifiers=(
            Modifier("Rolling Doom", Effect.DICE_MOVE, TWO_D6),
            Modifier("Rolling Doom", Effect.OVERRUN, D3),
            Modifier("Rolling Doom", Effect.NO_RUN, 1),
            Modifier("More-more Speed!", Effect.WILD_DOUBLE, 1),
        ),
        role="artillery",
    ),
)

