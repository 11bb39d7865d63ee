"""Ironjawz and Greenskinz (fact sheet, 2.4)."""

from __future__ import annotations

import dataclasses

from engine.games.age_of_sigmar.vocabulary import Condition, Effect, Payload, PhaseMask, Target, When
from engine.games.age_of_sigmar.warscrolls.model import (
    CHARGED,
    D3,
    D6,
    STEADY,
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
    only,
    spell,
    when,
    worsening,
)

_COMBAT = PhaseMask.COMBAT
_IRONJAWZ = ("DESTRUCTION", "ORRUK", "IRONJAWZ")
_GREENSKINZ = ("DESTRUCTION", "ORRUK", "GREENSKINZ")
_SOURCE = "BS16"
_BANNER = Modifier("Orruk Banner", Effect.BRAVERY, 2, (when(Condition.ENEMY_WITHIN, 3),))
_ICON = Modifier("Gorkamorka Icon", Effect.STAY, 6)
_TUSKA_SHIELD = Modifier("Tusker Shield", Effect.REROLL_SAVE, 3, phase=_COMBAT)
_WAAAGH = tuple(Named(f"Waaagh! ({n})", (Modifier("Waaagh!", Effect.ATTACKS, n, phase=_COMBAT),), "phase") for n in (1, 2))
_VICTORY = (
    Modifier("Strength from Victory", Effect.GROW_ON_HERO, 1),
    Modifier("Strength from Victory", Effect.GROWN_ATTACKS, 1, weapons=("boss choppa",)),
)
_BOAR = Modifier("War Boar", Effect.MOVE, 4)


def _on_foot_or_boar(builds: dict[str, Build]) -> dict[str, Build]:
    """The same choices of weapons on a boar."""
    mounted = {f"{name} on boar": dataclasses.replace(b, modifiers=(*b.modifiers, _BOAR)) for name, b in builds.items()}
    return {**builds, **mounted}


_KRUSHA = ((4, 6), (7, 9), (10, 12), (13, 13))
_BULK = ((0, 3), *_KRUSHA)

WARSCROLLS = (
    Warscroll(
        "megaboss",
        "Orruk Megaboss",
        4,
        7,
        8,
        3,
        1,
        1,
        140,
        (40, 40),
        (*_IRONJAWZ, "HERO"),
        _SOURCE,
        (Weapon("boss choppa", 1, 6, 3, 3, 1, 2), Weapon("rip-tooth fist", 1, 2, 5, 3, 2, D3)),
        only("boss choppa", "rip-tooth fist"),
        modifiers=(
            aura("Strength from Victory", Effect.REROLL_HIT, 1, 5, "BRUTES", phase=_COMBAT),
            *_VICTORY,
        ),
        powers=(command("Waaagh!", Target.NONE, Payload.WAAAGH, 10, to="IRONJAWZ", phase=When.COMBAT, effects=_WAAAGH),),
        role="leader",
    ),
    Warscroll(
        "weirdnob_shaman",
        "Orruk Weirdnob Shaman",
        4,
        6,
        6,
        5,
        1,
        1,
        120,
        (40, 40),
        (*_IRONJAWZ, "HERO", "WIZARD"),
        _SOURCE,
        (Weapon("waaagh! staff", 1, D3, 4, 3, 1, D3),),
        only("waaagh! staff"),
        modifiers=(
            *(
                Modifier("Brutal Power", effect, 1, (when(Condition.NEAR_KEYWORD_MODELS, n, "ORRUK"),))
                for effect in (Effect.CAST, Effect.UNBIND)
                for n in (10, 20)
            ),
            Modifier("Brutal Power", Effect.TOTEM_OF_DOUBLES, D3),
        ),
        powers=(
            spell("Green Puke", 8, Target.ENEMY, Payload.LINE, 12, dice=D3),
            spell("Foot of Gork", 10, Target.ENEMY, Payload.FOOT, 18, sight=True, dice=D6),
        ),
        casts=1,
        unbinds=1,
        role="leader",
    ),
    Warscroll(
        "warchanter",
        "Orruk Warchanter",
        4,
        6,
        7,
        4,
        1,
        1,
        80,
        (40, 40),
        (*_IRONJAWZ, "HERO", "TOTEM"),
        _SOURCE,
        (Weapon("gorkstikk and morkstikk", 1, 4, 3, 4, 0, 1),),
        only("gorkstikk and morkstikk"),
        modifiers=(Modifier("Unstoppable Rhythm", Effect.SIX_HIT_ATTACKS, 1),),
        powers=(
            ability(
                "Frenzy of Violence",
                Target.FRIEND,
                Payload.EFFECT,
                10,
                to="IRONJAWZ",
                effects=(
                    Named("Frenzy of Violence", (Modifier("Frenzy of Violence", Effect.HIT, 1, phase=_COMBAT),), "combat"),
                ),
            ),
        ),
        role="leader",
    ),
    Warscroll(
        "ardboys",
        "Orruk Ardboys",
        4,
        2,
        6,
        4,
        10,
        30,
        180,
        (32, 32),
        _IRONJAWZ,
        _SOURCE,
        (
            Weapon("pair of choppas", 1, 3, 4, 3, 0, 1, leader_hit=1),
            Weapon("big choppa", 1, 2, 4, 3, 1, 1, leader_hit=1),
            Weapon("choppa and shield", 1, 2, 4, 3, 0, 1, leader_hit=1),
        ),
        {
            "pairs and banner": Build(("pair of choppas",), (_BANNER,)),
            "big choppas and banner": Build(("big choppa",), (_BANNER,)),
            "shields and banner": Build(
                ("choppa and shield",), (_BANNER, Modifier("Orruk-forged Shields", Effect.IGNORE_WOUND, 6))
            ),
            "pairs and icon": Build(("pair of choppas",), (_ICON,)),
            "big choppas and icon": Build(("big choppa",), (_ICON,)),
            "shields and icon": Build(
                ("choppa and shield",), (_ICON, Modifier("Orruk-forged Shields", Effect.IGNORE_WOUND, 6))
            ),
        },
        role="battleline",
    ),
    Warscroll(
        "brutes",
        "Orruk Brutes",
        4,
        3,
        6,
        4,
        5,
        20,
        180,
        (40, 40),
        (*_IRONJAWZ, "BRUTES"),
        _SOURCE,
        (
            Weapon("brute choppas", 1, 4, 3, 3, 1, 1),
            Weapon("gore-hacka", 2, 3, 3, 3, 1, 1),
            Weapon("gore-choppa", 2, 3, 4, 3, 1, D3),
            Weapon("boss choppa", 1, 3, 3, 3, 1, 2),
            Weapon("boss klaw", 1, 1, 4, 3, 1, 2),
            Weapon("brute smasha", 1, 2, 4, 3, 2, D3),
        ),
        {
            "choppas": Build(("brute choppas",), leader=("boss choppa",)),
            "hackas": Build(("gore-hacka",), leader=("boss choppa",)),
            "choppas and klaw": Build(("brute choppas",), leader=("boss klaw", "brute smasha")),
            "hackas and klaw": Build(("gore-hacka",), leader=("boss klaw", "brute smasha")),
        },
        {"gore-choppa": Special(("gore-choppa",), 5)},
        (
            Modifier("Da Bigger Dey Iz", Effect.REROLL_HIT, 3, (when(Condition.TARGET_WOUNDS, 4),)),
            Modifier("Klaw and Smasha", Effect.HITS_ARE_AUTOMATIC, 1, weapons=("brute smasha",)),
        ),
        role="battleline",
    ),
    Warscroll(
        "gore_gruntas",
        "Orruk Gore-gruntas",
        9,
        5,
        7,
        4,
        3,
        12,
        180,
        (90, 52),
        _IRONJAWZ,
        _SOURCE,
        (
            Weapon("pig-iron choppa", 1, 3, 3, 3, 1, 1, leader=1),
            Weapon("jagged gore-hacka", 2, 3, 4, 3, 1, 1, leader=1),
            Weapon("tusks and hooves", 1, 4, 4, 4, 0, 1),
        ),
        {"choppas": Build(("pig-iron choppa", "tusks and hooves")), "hackas": Build(("jagged gore-hacka", "tusks and hooves"))},
        modifiers=(
            Modifier(
                "Gore-grunta Charge", Effect.DAMAGE_IS, D3, (when(Condition.MOVED_TO_CHARGE, 8),), weapons=("tusks and hooves",)
            ),
        ),
    ),
    Warscroll(
        "megaboss_on_maw_krusha",
        "Megaboss on Maw-krusha",
        12,
        14,
        8,
        3,
        1,
        1,
        520,
        (120, 92),
        (*_IRONJAWZ, "HERO", "MONSTER"),
        _SOURCE,
        (
            Weapon("bellow", 8, 1, 2, 3, 1, D6, missile=True),
            Weapon("mighty fists", 1, 4, 2, 3, 2, 3),
            Weapon("tail", 1, D3, 4, 3, 1, 1),
            Weapon("boss choppa", 1, 4, 3, 3, 1, 2),
            Weapon("rip-tooth fist", 1, 1, 4, 3, 2, D3),
            Weapon("boss gore-hacka", 2, 3, 3, 3, 1, 2),
            Weapon("choppa", 1, 4, 3, 3, 0, 1),
        ),
        {
            "choppa and fist": Build(("bellow", "mighty fists", "tail", "boss choppa", "rip-tooth fist")),
            "gore-hacka": Build(("bellow", "mighty fists", "tail", "boss gore-hacka", "choppa")),
        },
        modifiers=(
            Modifier("Fly", Effect.FLY, 1),
            *worsening("Maw-krusha", Effect.MOVE, _KRUSHA, (-2, -4, -6, -8)),
            *worsening("Maw-krusha", Effect.HIT, _KRUSHA, (-1, -2, -3, -4), "mighty fists"),
            *worsening("Destructive Bulk", Effect.BULK, _BULK, (8, 7, 6, 5, 4)),
            Modifier("Destructive Bulk", Effect.CHARGE_AGAIN, 1),
            *_VICTORY,
        ),
        powers=(command("Waaagh!", Target.NONE, Payload.WAAAGH, 10, to="IRONJAWZ", phase=When.COMBAT, effects=_WAAAGH),),
        role="leader",
    ),
    Warscroll(
        "orruks",
        "Orruks",
        5,
        1,
        5,
        5,
        10,
        40,
        100,
        (32, 32),
        _GREENSKINZ,
        _SOURCE,
        (
            Weapon("choppa", 1, 1, 4, 4, 1, 1, leader=1),
            Weapon("pigstikka", 2, 1, 4, 4, 0, 1, leader=1),
            Weapon("bow", 18, 1, 5, 4, 0, 1, missile=True),
            Weapon("cutta", 1, 1, 4, 5, 0, 1, leader=1),
        ),
        {
            "choppas and shields": Build(("choppa",), (_TUSKA_SHIELD, _BANNER)),
            "pigstikkas and shields": Build(("pigstikka",), (_TUSKA_SHIELD, _BANNER)),
            "paired choppas": Build(("choppa",), (Modifier("Paired Choppas", Effect.REROLL_HIT, 1), _BANNER)),
            "bows": Build(("bow", "cutta"), (Modifier("Aimed", Effect.HIT, 1, (STEADY,), weapons=("bow",)), _ICON)),
        },
        modifiers=(Modifier("Mob Rule", Effect.ATTACKS, 1, (models(20),), _COMBAT),),
        role="battleline",
    ),
    Warscroll(
        "boarboys",
        "Orruk Boarboys",
        9,
        2,
        5,
        5,
        5,
        20,
        100,
        (60, 35),
        _GREENSKINZ,
        _SOURCE,
        (
            Weapon("choppa", 1, 1, 4, 4, 1, 1, leader=1),
            Weapon("pigstikka", 2, 1, 4, 4, 0, 1, leader=1),
            Weapon("tusks and hooves", 1, 2, 4, 4, 0, 1),
        ),
        {"choppas": Build(("choppa", "tusks and hooves")), "pigstikkas": Build(("pigstikka", "tusks and hooves"))},
        modifiers=(
            Modifier("Tusker Charge", Effect.REROLL_WOUND, 3, (CHARGED,), weapons=("tusks and hooves",)),
            _TUSKA_SHIELD,
            Modifier("Horn", Effect.CHARGE, 2),
            Modifier("Glyph", Effect.BRAVERY, 2, (when(Condition.ENEMY_WITHIN, 3),)),
        ),
    ),
    Warscroll(
        "great_shaman",
        "Orruk Great Shaman",
        5,
        5,
        6,
        5,
        1,
        1,
        140,
        (32, 32),
        (*_GREENSKINZ, "HERO", "WIZARD"),
        _SOURCE,
        (Weapon("totemic staff", 2, 1, 4, 3, 0, D3),),
        {"on foot": Build(("totemic staff",)), "on boar": Build(("totemic staff",), (_BOAR,))},
        powers=(spell("Gaze of Mork", 6, Target.ENEMY, Payload.GAZE, 20, sight=True),),
        casts=1,
        unbinds=1,
        role="leader",
    ),
    Warscroll(
        "warboss",
        "Orruk Warboss",
        5,
        6,
        7,
        4,
        1,
        1,
        140,
        (32, 32),
        (*_GREENSKINZ, "HERO"),
        _SOURCE,
        (
            Weapon("boss choppa", 1, 6, 3, 3, 1, 1),
            Weapon("two boss choppas", 1, 8, 3, 3, 1, 1),
            Weapon("massive choppa", 1, 3, 4, 3, 2, D3),
            Weapon("waaagh! banner", 2, 4, 4, 4, 0, 1),
        ),
        _on_foot_or_boar(
            {
                "choppa and shield": Build(("boss choppa",), (Modifier("Boss Shield", Effect.REROLL_SAVE, 3),)),
                "two choppas": Build(("two boss choppas",)),
                "massive choppa": Build(("massive choppa",)),
                "banner": Build(
                    ("waaagh! banner",),
                    (aura("Waaagh! Banner", Effect.REROLL_WOUND, 1, 16, "ORRUK", itself=True, phase=_COMBAT),),
                    keywords=("TOTEM",),
                ),
            }
        ),
        powers=(
            command(
                "Waaagh!",
                Target.NONE,
                Payload.EFFECT,
                0,
                effects=(
                    Named(
                        "Waaagh! (Warboss)",
                        (aura("Waaagh!", Effect.ATTACKS, 1, 12, "ORRUK", itself=True, phase=_COMBAT),),
                        "combat",
                    ),
                ),
            ),
        ),
        role="leader",
    ),
)
