"""Free Peoples and Collegiate Arcane (fact sheet, 2.6)."""

from __future__ import annotations

from engine.games.age_of_sigmar.vocabulary import Effect, Payload, PhaseMask, Target, When
from engine.games.age_of_sigmar.warscrolls.model import (
    CHARGED,
    D3,
    D6,
    STEADY,
    Build,
    Modifier,
    Named,
    Power,
    Warscroll,
    Weapon,
    ability,
    aura,
    command,
    models,
    near,
    only,
    spell,
    worsening,
)

_COMBAT = PhaseMask.COMBAT
_SHOOTING = PhaseMask.SHOOTING
_PEOPLE = ("ORDER", "HUMAN", "FREE PEOPLES")
_SOURCE = "BS18"
_SHIELD = Modifier("Shields", Effect.REROLL_SAVE, 1)
_DAGGER = Weapon("dagger", 1, 1, 5, 5, 0, 1)
_HOOVES = Weapon("hooves", 1, 2, 4, 5, 0, 1)
_PIPER = Modifier("Piper", Effect.STAND_AND_SHOOT, 1)
_TRUMPET = (Modifier("Trumpeter", Effect.RUN_AND_SHOOT, 1), Modifier("Trumpeter", Effect.RUN_AND_CHARGE, 1))
_RECKLESS = (Modifier("Reckless Riders", Effect.RUN_BEST, 1), Modifier("Reckless Riders", Effect.MARCHING_SHOT, 1))
_GRIFFON = ((4, 6), (7, 9), (10, 11), (12, 13))


def _college(name: str, power: Power) -> tuple[str, Build]:
    return name, Build(("wizard's staff",), (), (power,))


def _hex(name: str, effect: Effect, value: int, phase: PhaseMask = PhaseMask.ANY) -> Named:
    return Named(name, (Modifier(name, effect, value, phase=phase),))


WARSCROLLS = (
    Warscroll(
        "general_on_griffon",
        "Freeguild General on Griffon",
        15,
        13,
        7,
        4,
        1,
        1,
        300,
        (120, 92),
        (*_PEOPLE, "HERO", "MONSTER"),
        _SOURCE,
        (
            Weapon("deadly beak", 2, 2, 3, 3, 2, D6),
            Weapon("razor claws", 2, 6, 4, 3, 1, 2),
            Weapon("lance", 2, 3, 3, 4, 1, 2),
            Weapon("runesword", 1, 5, 3, 4, 1, 1),
            Weapon("greathammer", 1, 3, 3, 3, 2, D3),
        ),
        {
            "lance and shield": Build(
                ("lance", "deadly beak", "razor claws"),
                (Modifier("Lance", Effect.DAMAGE, 1, (CHARGED,), weapons=("lance",)), Modifier("Shield", Effect.SAVE_IS, 3)),
            ),
            "runesword and shield": Build(
                ("runesword", "deadly beak", "razor claws"), (Modifier("Shield", Effect.SAVE_IS, 3),)
            ),
            "greathammer": Build(("greathammer", "deadly beak", "razor claws")),
        },
        modifiers=(
            Modifier("Fly", Effect.FLY, 1),
            *worsening("Griffon", Effect.MOVE, _GRIFFON, (-2, -4, -6, -8)),
            *worsening("Griffon", Effect.DAMAGE_IS, _GRIFFON, (0, D3, D3, 1), "deadly beak"),
            *worsening("Griffon", Effect.ATTACKS, _GRIFFON, (-1, -2, -3, -4), "razor claws"),
        ),
        powers=(
            ability(
                "Piercing Bloodroar",
                Target.ENEMY,
                Payload.EFFECT,
                8,
                phase=When.BATTLESHOCK,
                effects=(Named("Piercing Bloodroar", (Modifier("Piercing Bloodroar", Effect.SHOCK_TWO_DICE, 2),), "phase"),),
            ),
            command(
                "Rousing Battle Cry",
                Target.FRIEND,
                Payload.EFFECT,
                15,
                to="FREE PEOPLES",
                effects=(
                    Named(
                        "Rousing Battle Cry",
                        (
                            Modifier("Rousing Battle Cry", Effect.BRAVERY, 2),
                            Modifier("Rousing Battle Cry", Effect.CHARGE, 1),
                            Modifier("Rousing Battle Cry", Effect.HIT, 1),
                        ),
                    ),
                ),
            ),
        ),
        role="leader",
    ),
    Warscroll(
        "battlemage",
        "Battlemage",
        5,
        5,
        6,
        6,
        1,
        1,
        100,
        (32, 32),
        ("ORDER", "HUMAN", "COLLEGIATE ARCANE", "HERO", "WIZARD"),
        "BS16",
        (Weapon("wizard's staff", 2, 1, 4, 3, 1, D3),),
        dict(
            (
                _college("bright", spell("Fireball", 5, Target.ENEMY, Payload.FIREBALL, 18, sight=True)),
                _college("heavens", spell("Chain Lightning", 6, Target.ENEMY, Payload.CHAIN, 18, sight=True, dice=D3)),
                _college("amethyst", spell("Soul Steal", 5, Target.ENEMY, Payload.CONTEST, 18, sight=True)),
                _college("gold", spell("Final Transmutation", 6, Target.ENEMY, Payload.TRANSMUTE, 18, sight=True)),
                _college(
                    "grey",
                    spell(
                        "Mystifying Miasma",
                        6,
                        Target.ENEMY,
                        Payload.EFFECT,
                        18,
                        sight=True,
                        effects=(_hex("Mystifying Miasma", Effect.HIT, -1),),
                    ),
                ),
                _college(
                    "amber",
                    spell(
                        "Wildform",
                        6,
                        Target.FRIEND,
                        Payload.EFFECT,
                        18,
                        sight=True,
                        effects=(_hex("Wildform", Effect.WOUND, 1, _COMBAT),),
                    ),
                ),
                _college(
                    "jade",
                    spell(
                        "Lifesurge",
                        5,
                        Target.FRIEND,
                        Payload.HEAL,
                        18,
                        sight=True,
                        dice=D3,
                        effects=(_hex("Lifesurge", Effect.IGNORE_WOUND, 6),),
                    ),
                ),
                _college(
                    "white",
                    spell(
                        "Light of Battle",
                        4,
                        Target.NONE,
                        Payload.EFFECT,
                        0,
                        effects=(
                            Named(
                                "Light of Battle",
                                (
                                    aura("Light of Battle", Effect.NO_SHOCK, 1, 6, "", itself=True),
                                    aura("Light of Battle", Effect.BRAVERY, 1, 6, "", itself=True),
                                ),
                            ),
                        ),
                    ),
                ),
            )
        ),
        casts=1,
        unbinds=1,
        role="leader",
    ),
    Warscroll(
        "freeguild_guard",
        "Freeguild Guard",
        5,
        1,
        5,
        5,
        10,
        40,
        80,
        (25, 25),
        _PEOPLE,
        _SOURCE,
        (
            Weapon("sword", 1, 1, 4, 4, 0, 1, leader=1),
            Weapon("spear", 2, 1, 4, 4, 0, 1, leader=1),
            Weapon("halberd", 1, 1, 4, 4, 1, 1, leader=1),
            Weapon("militia weapons", 1, 1, 4, 4, 0, 1, leader=1),
            Weapon("militia bows", 14, 1, 5, 4, 0, 1, missile=True),
        ),
        {
            "swords and shields": Build(("sword",), (Modifier("Parry", Effect.SAVE, 1, phase=_COMBAT), _SHIELD)),
            "spears and shields": Build(("spear",), (_SHIELD,)),
            "halberds and shields": Build(("halberd",), (_SHIELD,)),
            "militia": Build(("militia weapons", "militia bows")),
        },
        modifiers=(
            *(Modifier("Massed Ranks", Effect.HIT, 1, (models(n),)) for n in (20, 30, 40)),
            Modifier("Drummer", Effect.COUNTER_CHARGE, D6),
            Modifier("Standard Bearer", Effect.SHOCK_ONE_SAFE, 1),
        ),
        role="battleline",
    ),
    Warscroll(
        "freeguild_archers",
        "Freeguild Archers",
        5,
        1,
        5,
        6,
        10,
        30,
        100,
        (25, 25),
        _PEOPLE,
        _SOURCE,
        (Weapon("bow", 18, 1, 4, 4, 0, 1, missile=True, leader_hit=1), Weapon("sword", 1, 1, 5, 4, 0, 1)),
        only("bow", "sword"),
        modifiers=(
            Modifier("Storm of Arrows", Effect.REROLL_HIT, 1, (), _SHOOTING),
            Modifier("Storm of Arrows", Effect.REROLL_HIT, 2, (models(20),), _SHOOTING),
            Modifier("Storm of Arrows", Effect.REROLL_HIT, 3, (models(30),), _SHOOTING),
            Modifier("Huntsmen", Effect.FREE_MOVE, 1),
        ),
        role="battleline",
    ),
    Warscroll(
        "freeguild_crossbowmen",
        "Freeguild Crossbowmen",
        5,
        1,
        5,
        6,
        10,
        30,
        100,
        (25, 25),
        _PEOPLE,
        _SOURCE,
        (Weapon("crossbow", 20, 1, 4, 4, 0, 1, missile=True, leader_hit=1), _DAGGER),
        only("crossbow", "dagger"),
        modifiers=(
            Modifier("Piercing Bolts", Effect.SIX_WOUND_REND, 1, weapons=("crossbow",)),
            Modifier("Reload, Fire!", Effect.SHOOT_TWICE, 1, (models(20), STEADY)),
            _PIPER,
        ),
        role="battleline",
    ),
    Warscroll(
        "freeguild_handgunners",
        "Freeguild Handgunners",
        5,
        1,
        5,
        6,
        10,
        30,
        100,
        (25, 25),
        _PEOPLE,
        _SOURCE,
        (
            Weapon("handgun", 16, 1, 5, 3, 1, 1, missile=True, leader_hit=2),
            Weapon("long rifle", 30, 1, 4, 3, 1, 2, missile=True),
            Weapon("repeater handgun", 10, D3, 4, 3, 1, 1, missile=True),
            _DAGGER,
        ),
        {
            "handguns": Build(("handgun", "dagger")),
            "long rifle": Build(("handgun", "dagger"), leader=("long rifle", "dagger")),
            "repeater": Build(("handgun", "dagger"), leader=("repeater handgun", "dagger")),
        },
        modifiers=(
            Modifier("Steady Aim", Effect.HIT, 1, (STEADY,), _SHOOTING),
            Modifier("Massed Fire", Effect.HIT, 1, (models(20),), _SHOOTING),
            _PIPER,
        ),
        role="battleline",
    ),
    Warscroll(
        "freeguild_greatswords",
        "Freeguild Greatswords",
        5,
        1,
        6,
        4,
        10,
        30,
        160,
        (25, 25),
        _PEOPLE,
        _SOURCE,
        (Weapon("zweihander", 1, 2, 4, 3, 1, 1, leader=1),),
        only("zweihander"),
        modifiers=(Modifier("Oathsworn Honour Guard", Effect.HIT, 1, (near("FREE PEOPLES+HERO", 14),)),),
        role="battleline",
    ),
    Warscroll(
        "demigryph_knights",
        "Demigryph Knights",
        10,
        4,
        6,
        4,
        3,
        12,
        200,
        (90, 52),
        _PEOPLE,
        _SOURCE,
        (
            Weapon("talons and beak", 1, 3, 4, 3, 1, 1),
            Weapon("lance", 2, 2, 4, 4, 0, 1, leader=1),
            Weapon("halberd", 2, 2, 4, 3, 0, 1, leader=1),
        ),
        {
            "lances": Build(
                ("lance", "talons and beak"),
                (
                    Modifier("Charging Lance", Effect.WOUND, 1, (CHARGED,), weapons=("lance",)),
                    Modifier("Charging Lance", Effect.DAMAGE, 1, (CHARGED,), weapons=("lance",)),
                ),
            ),
            "halberds": Build(("halberd", "talons and beak")),
        },
        modifiers=(
            Modifier("Savage Ferocity", Effect.SIX_WOUND_DAMAGE, D3, weapons=("talons and beak",)),
            _SHIELD,
            Modifier("Hornblower", Effect.CHARGE, 2),
        ),
    ),
    Warscroll(
        "freeguild_pistoliers",
        "Freeguild Pistoliers",
        12,
        2,
        5,
        5,
        5,
        20,
        140,
        (60, 35),
        _PEOPLE,
        _SOURCE,
        (Weapon("pistols", 9, 2, 5, 3, 1, 1, missile=True), Weapon("pistols (melee)", 1, 2, 5, 3, 1, 1), _HOOVES),
        only("pistols", "pistols (melee)", "hooves"),
        modifiers=(*_RECKLESS, *_TRUMPET),
    ),
    Warscroll(
        "freeguild_outriders",
        "Freeguild Outriders",
        12,
        2,
        6,
        5,
        5,
        20,
        140,
        (60, 35),
        _PEOPLE,
        _SOURCE,
        (Weapon("repeater handgun", 14, D3, 5, 3, 1, 1, missile=True), Weapon("sabre", 1, 1, 4, 4, 0, 1), _HOOVES),
        only("repeater handgun", "sabre", "hooves"),
        modifiers=(Modifier("Expert Gunners", Effect.HIT, 1, (STEADY,), _SHOOTING), *_TRUMPET),
    ),
)
