"""Seraphon: kroxigor, hunting packs, the Bastiladon (fact sheet, 2.3)."""

from __future__ import annotations

from engine.games.age_of_sigmar.vocabulary import Condition, Effect, Payload, PhaseMask, Target, When
from engine.games.age_of_sigmar.warscrolls.model import (
    D3,
    D6,
    TWO_D6,
    Build,
    Modifier,
    Special,
    Warscroll,
    Weapon,
    ability,
    near,
    only,
    target_has,
    when,
)

_SERAPHON = ("ORDER", "DAEMON", "CELESTIAL", "SERAPHON")
_SOURCE = "BS15"

WARSCROLLS = (
    Warscroll(
        "kroxigor",
        "Kroxigor",
        8,
        4,
        10,
        4,
        3,
        12,
        180,
        (50, 50),
        _SERAPHON,
        _SOURCE,
        (
            Weapon("drakebite maul", 2, 4, 4, 3, 0, 2),
            Weapon("moon hammer", 2, 0, 4, 3, 1, 2, each=True),
            Weapon("vice-like jaws", 1, 1, 4, 3, 1, 1),
        ),
        only("drakebite maul", "vice-like jaws"),
        {"moon hammer": Special(("moon hammer", "vice-like jaws"), 3)},
        (
            Modifier("Jaws Like a Steel Trap", Effect.CONTEST, 1, weapons=("vice-like jaws",)),
            Modifier("Energy Transference", Effect.REROLL_WOUND, 1, (near("SKINK", 3),)),
        ),
    ),
    Warscroll(
        "salamanders",
        "Salamanders",
        8,
        3,
        10,
        5,
        1,
        4,
        60,
        (50, 50),
        _SERAPHON,
        _SOURCE,
        (Weapon("stream of fire", 8, 1, 3, 3, 2, D6, missile=True), Weapon("corrosive bite", 1, 3, 3, 3, 1, 1)),
        only("stream of fire", "corrosive bite"),
        modifiers=(
            Modifier("It Burns!", Effect.STREAM, 4, weapons=("stream of fire",)),
            Modifier("Goaded to Fury", Effect.REACH, 4, (near("SKINK HANDLERS", 3),), PhaseMask.SHOOTING),
        ),
    ),
    Warscroll(
        "razordons",
        "Razordons",
        8,
        3,
        10,
        4,
        1,
        4,
        60,
        (50, 50),
        _SERAPHON,
        _SOURCE,
        (Weapon("volley of spikes", 12, TWO_D6, 3, 4, 0, 1, missile=True), Weapon("fierce bite", 1, 3, 4, 3, 0, 1)),
        only("volley of spikes", "fierce bite"),
        modifiers=(
            Modifier("Piercing Barbs", Effect.REND, 1, (when(Condition.WITHIN, 6),), weapons=("volley of spikes",)),
            Modifier("Instinctive Defence", Effect.STAND_AND_SHOOT, 4),
        ),
    ),
    Warscroll(
        "bastiladon",
        "Bastiladon",
        5,
        8,
        10,
        3,
        1,
        1,
        300,
        (120, 92),
        (*_SERAPHON, "MONSTER", "SKINK"),
        _SOURCE,
        (
            Weapon("solar engine", 20, TWO_D6, 4, 3, 1, 2, missile=True),
            Weapon("javelins", 8, 4, 5, 4, 0, 1, missile=True),
            Weapon("bludgeoning tail", 2, 3, 3, 3, 1, D3),
        ),
        {
            "solar engine": Build(
                ("solar engine", "javelins", "bludgeoning tail"),
                (
                    Modifier(
                        "Light of the Heavens", Effect.DAMAGE_IS, 3, (target_has("CHAOS+DAEMON"),), weapons=("solar engine",)
                    ),
                ),
            ),
            "ark of sotek": Build(
                ("javelins", "bludgeoning tail"),
                (),
                (ability("Tide of Snakes", Target.NONE, Payload.ARK, 8, phase=When.COMBAT),),
            ),
        },
        modifiers=(
            Modifier("Impervious Defence", Effect.IGNORE_REND, 1),
            Modifier("Impervious Defence", Effect.IGNORE_MORTAL, 4),
        ),
        role="behemoth",
    ),
)
