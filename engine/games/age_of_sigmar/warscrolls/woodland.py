"""Sylvaneth and aelves (fact sheet, 2.7)."""

from __future__ import annotations

from engine.games.age_of_sigmar.vocabulary import Condition, Effect, Payload, PhaseMask, Target, When
from engine.games.age_of_sigmar.warscrolls.model import (
    D3,
    D6,
    Modifier,
    Named,
    Warscroll,
    Weapon,
    ability,
    dice,
    models,
    only,
    spell,
    when,
    worsening,
)

_COMBAT = PhaseMask.COMBAT
_SHOOTING = PhaseMask.SHOOTING
_SYLVANETH = ("ORDER", "SYLVANETH")
_AELF = ("ORDER", "AELF")
_TREE = ((3, 4), (5, 7), (8, 9), (10, 12))
_CLEAR = when(Condition.NO_ENEMY_WITHIN, 3)
_STOMP = Modifier("Groundshaking Stomp", Effect.STOMP, 4)

WARSCROLLS = (
    Warscroll(
        "dryads", "Dryads", 7, 1, 6, 5, 5, 30, 60, (32, 32), (*_SYLVANETH, "DRYADS"), "BS15, BS16, BS17",
        (Weapon("wracking talons", 2, 2, 4, 4, 0, 1, leader=1),), only("wracking talons"),
        modifiers=(
            Modifier("Blessings from the Forest", Effect.TO_BE_HIT, -1, (when(Condition.NEAR_FEATURE_KIND, 0, 3),)),
            Modifier("Enrapturing Song", Effect.HIT, 1, (when(Condition.OWN_TURN), when(Condition.TARGET_NEAREST, 3)), _COMBAT),
            Modifier("Impenetrable Thicket", Effect.SAVE, 1, (models(12),)),
        ),
        role="battleline",
    ),
    Warscroll(
        "branchwraith", "Branchwraith", 7, 5, 8, 5, 1, 1, 100, (32, 32), (*_SYLVANETH, "HERO", "WIZARD"), "BS15",
        (Weapon("piercing talons", 2, 3, 4, 4, 1, 1),), only("piercing talons"),
        powers=(spell("Roused to Wrath", 7, Target.NONE, Payload.SUMMON, 12, dice=dice(2, 6), to="DRYADS"),),
        casts=1, unbinds=1, role="leader",
    ),
    Warscroll(
        "treelord", "Treelord", 6, 12, 6, 3, 1, 1, 260, (105, 70), (*_SYLVANETH, "MONSTER"), "BS15",
        (
            Weapon("strangleroots", 12, 5, 2, 3, 1, 1, missile=True),
            Weapon("sweeping blows", 3, 4, 3, 3, 1, D6),
            Weapon("massive impaling talons", 1, 1, 3, 2, 2, 1),
        ),
        only("strangleroots", "sweeping blows", "massive impaling talons"),
        modifiers=(
            *worsening("Treelord", Effect.HIT, _TREE, (-1, -2, -3, -4), "strangleroots"),
            *worsening("Treelord", Effect.ATTACKS, _TREE, (-1, -2, -2, -3), "sweeping blows"),
            *worsening("Treelord", Effect.WOUND, _TREE, (0, -1, -1, -2), "massive impaling talons"),
            Modifier("Impale", Effect.WOUND_SLAYS, 1, weapons=("massive impaling talons",)),
            _STOMP,
        ),
        role="behemoth",
    ),
    Warscroll(
        "treelord_ancient", "Treelord Ancient", 5, 12, 9, 3, 1, 1, 300, (105, 70), (*_SYLVANETH, "HERO", "WIZARD", "MONSTER"), "BS15",
        (
            Weapon("doom tendril staff", 18, 1, 2, 3, 1, D6, missile=True),
            Weapon("sweeping blows", 3, 3, 3, 3, 1, D6),
            Weapon("massive impaling talons", 1, 1, 3, 2, 2, 1),
        ),
        only("doom tendril staff", "sweeping blows", "massive impaling talons"),
        modifiers=(
            *worsening("Treelord Ancient", Effect.HIT, _TREE, (-1, -2, -3, -4), "doom tendril staff"),
            *worsening("Treelord Ancient", Effect.ATTACKS, _TREE, (-1, -1, -2, -2), "sweeping blows"),
            *worsening("Treelord Ancient", Effect.WOUND, _TREE, (0, -1, -1, -2), "massive impaling talons"),
            Modifier("Impale", Effect.WOUND_SLAYS, 1, weapons=("massive impaling talons",)),
            _STOMP,
        ),
        powers=(spell("Awakening the Wood", 6, Target.ENEMY, Payload.MORTAL, 24, dice=D3),),
        casts=1, unbinds=1, role="leader",
    ),
    Warscroll(
        "darkshards", "Darkshards", 6, 1, 6, 5, 10, 30, 100, (25, 25), (*_AELF, "DARKLING COVENS"), "BS16",
        (Weapon("repeater crossbow", 16, 2, 5, 4, 0, 1, missile=True, leader_hit=1), Weapon("cruel dagger", 1, 1, 5, 5, 0, 1)),
        only("repeater crossbow", "cruel dagger"),
        modifiers=(Modifier("Storm of Iron-tipped Bolts", Effect.HIT, 1, (models(20), _CLEAR), _SHOOTING),),
        role="battleline",
    ),
    Warscroll(
        "glade_guard", "Glade Guard", 6, 1, 6, 6, 10, 30, 120, (25, 25), (*_AELF, "WANDERER"), "BS16",
        (Weapon("longbow", 20, 1, 4, 4, 0, 1, missile=True, leader=1), Weapon("wanderer's blade", 1, 1, 5, 5, 0, 1)),
        only("longbow", "wanderer's blade"),
        modifiers=(Modifier("Peerless Archery", Effect.HIT, 1, (models(20),), _SHOOTING),),
        powers=(
            ability("Arcane Bodkins", Target.NONE, Payload.EFFECT, 0, phase=When.SHOOTING, once=True, effects=(
                Named("Arcane Bodkins", (Modifier("Arcane Bodkins", Effect.REND, 3, weapons=("longbow",)),), "phase"),
            )),
        ),
        role="battleline",
    ),
    Warscroll(
        "executioners", "Executioners", 6, 1, 7, 4, 10, 30, 200, (25, 25), (*_AELF, "DARKLING COVENS"), "BS16",
        (Weapon("executioner's draich", 1, 2, 3, 3, 0, 1, leader=1),), only("executioner's draich"),
        modifiers=(Modifier("Severing Strike", Effect.SIX_HIT_MORTAL, 2),),
    ),
    Warscroll(
        "sorceress", "Sorceress", 6, 5, 7, 6, 1, 1, 80, (25, 25), (*_AELF, "DARKLING COVENS", "HERO", "WIZARD"), "BS16",
        (Weapon("witch staff", 2, 1, 4, 3, 1, D3),), only("witch staff"),
        powers=(
            spell("Word of Pain", 7, Target.ENEMY, Payload.MORTAL, 16, dice=1, effects=(
                Named("Word of Pain", (Modifier("Word of Pain", Effect.HIT, -1),)),
            )),
            ability("Blood Sacrifice", Target.OTHER_FRIEND, Payload.SACRIFICE, 3, to="DARKLING COVENS", effects=(
                Named("Blood Sacrifice", (Modifier("Blood Sacrifice", Effect.CAST, 2),), "turn"),
            )),
        ),
        casts=1, unbinds=1, role="leader",
    ),
    Warscroll(
        "spellweaver", "Spellweaver", 6, 5, 7, 6, 1, 1, 100, (25, 25), (*_AELF, "WANDERER", "HERO", "WIZARD"), "BS16",
        (Weapon("heartwood staff", 2, 1, 4, 3, 1, D3),), only("heartwood staff"),
        modifiers=(Modifier("Heartwood Staff", Effect.AUTO_UNBIND, 1),),
        powers=(spell("Blessing of Life", 5, Target.FRIEND, Payload.REVIVE, 16, dice=D3, to="WANDERER"),),
        casts=1, unbinds=1, role="leader",
    ),
    Warscroll(
        "eternal_guard", "Eternal Guard", 6, 1, 7, 5, 10, 30, 80, (25, 25), (*_AELF, "WANDERER"), "BS16",
        (Weapon("spear-stave", 2, 1, 4, 4, 0, 1, leader=1),), only("spear-stave"),
        modifiers=(
            Modifier("Shields", Effect.REROLL_SAVE, 1),
            Modifier("Shields", Effect.REROLL_SAVE, 2, (when(Condition.IN_TERRAIN),)),
        ),
        powers=(
            ability("Form Fortress of Boughs", Target.NONE, Payload.EFFECT, 0, effects=(
                Named("Fortress of Boughs", (
                    Modifier("Fortress of Boughs", Effect.CANNOT_MOVE, 1), Modifier("Fortress of Boughs", Effect.HIT, 1),
                    Modifier("Fortress of Boughs", Effect.WOUND, 1), Modifier("Fortress of Boughs", Effect.SAVE, 1),
                )),
            )),
        ),
        role="battleline",
    ),
)
