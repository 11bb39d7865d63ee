"""Seraphon (fact sheet, 2.3)."""

from __future__ import annotations

from engine.games.age_of_sigmar.vocabulary import Condition, Effect, Payload, PhaseMask, Target, When
from engine.games.age_of_sigmar.warscrolls.model import (
    CHARGED,
    D3,
    Build,
    Modifier,
    Named,
    Warscroll,
    Weapon,
    ability,
    aura,
    command,
    models,
    near,
    only,
    spell,
    target_has,
    when,
)

_COMBAT = PhaseMask.COMBAT
_SHOOTING = PhaseMask.SHOOTING
_SERAPHON = ("ORDER", "DAEMON", "CELESTIAL", "SERAPHON")
_SOURCE = "BS15"
_JAWS = Weapon("jaws and shield", 1, 1, 5, 4, 0, 1)
_SHIELD = Modifier("Stardrake Shield", Effect.IGNORE_REND_ONE, 1)
_ICON = aura("Stardrake Icon", Effect.SHOCK, 1, 5, "", enemies=True)
_DRUM = Modifier("Wardrum", Effect.MARCH, 1)
_FLY = Modifier("Fly", Effect.FLY, 1)


def _on_seraphon(name: str, effect: Effect, value: int) -> Named:
    return Named(name, (Modifier(name, effect, value, (when(Condition.SIDE_HAS, "SLANN"),)),), "battle")


_CONSTELLATIONS = (
    Named(
        "The Great Drake",
        (
            Modifier("The Great Drake", Effect.RUN, 1, (when(Condition.SIDE_HAS, "SLANN"),)),
            Modifier("The Great Drake", Effect.CHARGE, 1, (when(Condition.SIDE_HAS, "SLANN"),)),
        ),
        "battle",
    ),
    _on_seraphon("The Hunter's Steed", Effect.CAST, 1),
    _on_seraphon("The Sage's Staff", Effect.REROLL_HIT, 1),
)

WARSCROLLS = (
    Warscroll(
        "slann",
        "Slann Starmaster",
        5,
        7,
        10,
        4,
        1,
        1,
        260,
        (50, 50),
        ("ORDER", "CELESTIAL", "SERAPHON", "HERO", "WIZARD", "SLANN"),
        _SOURCE,
        (Weapon("azure lightning", 3, 6, 4, 3, 1, 1),),
        only("azure lightning"),
        modifiers=(_FLY, Modifier("Arcane Vassal", Effect.ARCANE_VASSAL, 15)),
        powers=(
            spell(
                "Light of the Heavens",
                6,
                Target.NONE,
                Payload.EFFECT,
                0,
                effects=(
                    Named(
                        "Light of the Heavens",
                        (
                            aura("Light of the Heavens", Effect.SHOCK_TWO_DICE, 1, 99, "CELESTIAL+DAEMON", everybody=True),
                            aura("Light of the Heavens", Effect.SHOCK_TWO_DICE, 2, 99, "CHAOS+DAEMON", everybody=True),
                        ),
                    ),
                ),
            ),
            ability(
                "Celestial Configuration",
                Target.NONE,
                Payload.CONSTELLATION,
                0,
                to="SERAPHON",
                phase=When.AFTER_SETUP,
                effects=_CONSTELLATIONS,
            ),
            *(
                ability(
                    f"Constellation: {named.name}",
                    Target.NONE,
                    Payload.CONSTELLATION,
                    0,
                    roll=4,
                    to="SERAPHON",
                    group="configuration",
                    extra=number,
                    effects=_CONSTELLATIONS,
                )
                for number, named in enumerate(_CONSTELLATIONS, 1)
            ),
            command(
                "Gift from the Heavens",
                Target.NONE,
                Payload.EFFECT_ALL,
                10,
                to="SERAPHON",
                effects=(
                    Named(
                        "Gift from the Heavens",
                        (
                            Modifier("Gift from the Heavens", Effect.FLY, 1),
                            Modifier("Gift from the Heavens", Effect.REROLL_SAVE, 3, phase=_SHOOTING),
                        ),
                    ),
                ),
            ),
        ),
        casts=3,
        unbinds=3,
        role="leader",
    ),
    Warscroll(
        "saurus_oldblood",
        "Saurus Oldblood",
        5,
        7,
        10,
        4,
        1,
        1,
        100,
        (32, 32),
        (*_SERAPHON, "HERO", "SAURUS"),
        _SOURCE,
        (
            Weapon("suntooth maul", 1, 2, 3, 4, 1, D3),
            Weapon("celestite warblade", 1, 4, 3, 3, 0, 1),
            Weapon("celestite war-spear", 2, 4, 4, 3, 1, 1),
            Weapon("celestite greatblade", 1, 2, 4, 3, 1, 2),
            Weapon("jaws and shield", 1, 1, 4, 3, 0, 1),
        ),
        {
            "maul": Build(("suntooth maul", "jaws and shield")),
            "warblade": Build(("celestite warblade", "jaws and shield")),
            "war-spear": Build(("celestite war-spear", "jaws and shield")),
            "greatblade": Build(("celestite greatblade", "jaws and shield")),
        },
        modifiers=(_SHIELD, aura("Wrath of the Seraphon", Effect.REROLL_WOUND, 1, 5, "SAURUS", phase=_COMBAT)),
        powers=(command("Paragon of Order", Target.FRIEND, Payload.REFORM, 10, to="SERAPHON", uses=16),),
        role="leader",
    ),
    Warscroll(
        "saurus_warriors",
        "Saurus Warriors",
        5,
        1,
        10,
        5,
        10,
        40,
        100,
        (32, 32),
        (*_SERAPHON, "SAURUS"),
        _SOURCE,
        (Weapon("celestite club", 1, 1, 4, 3, 0, 1, leader=1), Weapon("celestite spear", 2, 1, 4, 4, 0, 1, leader=1), _JAWS),
        {"clubs": Build(("celestite club", "jaws and shield")), "spears": Build(("celestite spear", "jaws and shield"))},
        modifiers=(
            _SHIELD,
            _ICON,
            _DRUM,
            Modifier("Ordered Cohort", Effect.HIT, 1, (models(20),)),
            Modifier("Ordered Cohort", Effect.ATTACKS, 1, (models(30),), weapons=("celestite club", "celestite spear")),
        ),
        role="battleline",
    ),
    Warscroll(
        "saurus_guard",
        "Saurus Guard",
        5,
        1,
        10,
        4,
        5,
        20,
        100,
        (32, 32),
        (*_SERAPHON, "SAURUS"),
        _SOURCE,
        (Weapon("celestite polearm", 1, 2, 3, 3, 1, 1, leader=1), _JAWS),
        only("celestite polearm", "jaws and shield"),
        modifiers=(
            _SHIELD,
            _ICON,
            _DRUM,
            Modifier("Sworn Guardians", Effect.BRAVERY, 2, (near("SERAPHON+HERO", 8),)),
            Modifier("Sworn Guardians", Effect.SAVE, 1, (near("SERAPHON+HERO", 8),)),
        ),
        role="battleline",
    ),
    Warscroll(
        "saurus_knights",
        "Saurus Knights",
        7,
        2,
        10,
        5,
        5,
        20,
        120,
        (60, 35),
        (*_SERAPHON, "SAURUS"),
        _SOURCE,
        (
            Weapon("celestite blade", 1, 1, 3, 3, 0, 1, leader=1),
            Weapon("celestite lance", 1, 1, 4, 3, 0, 1, leader=1),
            Weapon("cold one's jaws", 1, 2, 3, 4, 0, 1),
            _JAWS,
        ),
        {
            "blades": Build(("celestite blade", "cold one's jaws", "jaws and shield")),
            "lances": Build(
                ("celestite lance", "cold one's jaws", "jaws and shield"),
                (Modifier("Blazing Lances", Effect.SIX_WOUND_MORTAL, 1, (CHARGED,), weapons=("celestite lance",)),),
            ),
        },
        modifiers=(_SHIELD, _ICON, _DRUM),
    ),
    Warscroll(
        "skinks",
        "Skinks",
        8,
        1,
        10,
        6,
        10,
        40,
        80,
        (25, 25),
        (*_SERAPHON, "SKINK"),
        _SOURCE,
        (
            Weapon("meteoric javelin", 8, 1, 5, 4, 0, 1, missile=True),
            Weapon("javelin thrust", 1, 1, 6, 5, 0, 1, leader=1),
            Weapon("celestite boltspitter", 16, 1, 5, 5, 0, 1, missile=True),
            Weapon("boltspitter butt", 1, 1, 5, 6, 0, 1, leader=1),
            Weapon("moonstone club", 1, 1, 5, 4, 0, 1, leader=1),
        ),
        {
            "javelins and bucklers": Build(
                ("meteoric javelin", "javelin thrust"), (Modifier("Star-buckler", Effect.IGNORE_REND_ONE, 1),)
            ),
            "boltspitters and bucklers": Build(
                ("celestite boltspitter", "boltspitter butt"), (Modifier("Star-buckler", Effect.IGNORE_REND_ONE, 1),)
            ),
            "boltspitters and clubs": Build(("celestite boltspitter", "moonstone club")),
        },
        modifiers=(
            Modifier("Celestial Cohort", Effect.HIT, 1, (models(20),), _SHOOTING),
            Modifier("Celestial Cohort", Effect.HIT, 1, (models(30),), _SHOOTING),
            Modifier("Wary Fighters", Effect.WITHDRAW, 8),
        ),
        role="battleline",
    ),
    Warscroll(
        "chameleon_skinks",
        "Chameleon Skinks",
        8,
        1,
        10,
        6,
        5,
        20,
        120,
        (25, 25),
        (*_SERAPHON, "SKINK"),
        _SOURCE,
        (Weapon("dartpipe", 16, 2, 3, 4, 0, 1, missile=True), Weapon("star-venom dart", 1, 1, 5, 5, 0, 1)),
        only("dartpipe", "star-venom dart"),
        modifiers=(
            Modifier("Star-venom", Effect.SIX_HIT_DAMAGE, 2, phase=_SHOOTING),
            Modifier("Star-venom", Effect.SIX_HIT_DAMAGE, 3, (target_has("CHAOS+DAEMON"),), _SHOOTING),
            Modifier("Perfect Mimicry", Effect.SAVE_IS, 3, (when(Condition.IN_TERRAIN),)),
            Modifier("Perfect Mimicry", Effect.NO_COVER, 1, (when(Condition.IN_TERRAIN),)),
            Modifier("Disappear from Sight", Effect.HIDDEN, 1),
        ),
        powers=(ability("Disappear from Sight", Target.NONE, Payload.HIDE, 0),),
    ),
    Warscroll(
        "skink_priest",
        "Skink Priest",
        8,
        4,
        10,
        5,
        1,
        1,
        100,
        (25, 25),
        (*_SERAPHON, "HERO", "PRIEST", "SKINK"),
        _SOURCE,
        (Weapon("starbolt", 18, D3, 3, 3, 1, 1, missile=True), Weapon("star-stone staff", 1, 3, 4, 3, 1, 1)),
        {
            "feather cloak": Build(
                ("starbolt", "star-stone staff"),
                (_FLY, Modifier("Cloak of Feathers", Effect.MOVE, 6), Modifier("Cloak of Feathers", Effect.SAVE_IS, 4)),
                (
                    ability(
                        "Celestial Rites",
                        Target.FRIEND,
                        Payload.EFFECT,
                        8,
                        roll=4,
                        to="SERAPHON",
                        effects=(
                            Named(
                                "Celestial Rites",
                                (
                                    Modifier("Celestial Rites", Effect.REROLL_RUN, 1),
                                    Modifier("Celestial Rites", Effect.REROLL_CHARGE, 1),
                                    Modifier("Celestial Rites", Effect.REROLL_SAVE, 3),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
            "priestly trappings": Build(
                ("star-stone staff",),
                (),
                (
                    ability(
                        "Celestial Rites",
                        Target.NONE,
                        Payload.EFFECT_ALL,
                        8,
                        roll=4,
                        to="SERAPHON",
                        effects=(
                            Named(
                                "Celestial Rites",
                                (
                                    Modifier("Celestial Rites", Effect.REROLL_RUN, 1),
                                    Modifier("Celestial Rites", Effect.REROLL_CHARGE, 1),
                                    Modifier("Celestial Rites", Effect.REROLL_SAVE, 3),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        },
        role="leader",
    ),
    Warscroll(
        "skink_starpriest",
        "Skink Starpriest",
        5,
        4,
        10,
        5,
        1,
        1,
        100,
        (25, 25),
        ("ORDER", "CELESTIAL", "SERAPHON", "HERO", "WIZARD", "SKINK"),
        "BS17",
        (Weapon("star-stone dagger", 1, 3, 3, 4, 1, 1),),
        only("star-stone dagger"),
        powers=(
            spell(
                "Summon Starlight (shield)",
                6,
                Target.FRIEND,
                Payload.EFFECT,
                20,
                to="SERAPHON",
                group="Summon Starlight",
                effects=(Named("Summon Starlight (shield)", (Modifier("Summon Starlight", Effect.TO_BE_HIT, -1),)),),
            ),
            spell(
                "Summon Starlight (blind)",
                6,
                Target.ENEMY,
                Payload.STARLIGHT,
                20,
                dice=D3,
                group="Summon Starlight",
                effects=(Named("Summon Starlight (blind)", (Modifier("Summon Starlight", Effect.HIT, -1),)),),
            ),
            ability(
                "Star-stone Staff",
                Target.FRIEND,
                Payload.EFFECT,
                8,
                to="SERAPHON",
                effects=(
                    Named(
                        "Star-stone Staff",
                        (Modifier("Star-stone Staff", Effect.SIX_WOUND_DAMAGE, 2, phase=_COMBAT, weapons=("jaws", "bite")),),
                    ),
                ),
            ),
        ),
        casts=1,
        unbinds=1,
        role="leader",
    ),
)
