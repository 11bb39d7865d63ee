"""Stormcast Eternals (fact sheet, 2.1)."""

from __future__ import annotations

from engine.games.age_of_sigmar.vocabulary import Condition, Effect, Payload, PhaseMask, Target, When
from engine.games.age_of_sigmar.warscrolls.model import (
    CHARGED,
    D3,
    D6,
    NO_SAVE,
    NOT_MOVED,
    Build,
    Modifier,
    Named,
    Special,
    Warscroll,
    Weapon,
    ability,
    aura,
    command,
    dice,
    only,
    target_has,
    when,
)

_COMBAT = PhaseMask.COMBAT
_KEYWORDS = ("ORDER", "CELESTIAL", "HUMAN", "STORMCAST ETERNAL")

_PAIR = Modifier("Paired weapons", Effect.REROLL_HIT, 1, phase=_COMBAT)
_SHIELD = Modifier("Sigmarite Shields", Effect.REROLL_SAVE, 1)
_LAY_LOW = Modifier(
    "Lay Low the Tyrants",
    Effect.HIT,
    1,
    (when(Condition.TARGET_WOUNDS, 5), when(Condition.WHOLE_ATTACK)),
    _COMBAT,
)
_GRANDHAMMER = Weapon("grandhammer", 1, 2, 4, 3, 1, 2, leader=1)
_GRANDBLADE = Weapon("grandblade", 1, 2, 3, 4, 1, 2, leader=1)
_STARSOUL = Modifier("Starsoul Mace", Effect.AUTO_MORTAL, D3, phase=_COMBAT, weapons=("starsoul mace",))

_DRACOTH = Weapon("claws and fangs", 1, 3, 3, 3, 1, 1)
_THUNDERSHIELD = (
    Modifier("Sigmarite Thundershield", Effect.REROLL_SAVE, 1),
    Modifier("Sigmarite Thundershield", Effect.REROLL_BACK, 3),
)


def _dracoth(weapon: str, *modifiers: Modifier) -> dict[str, Build]:
    return {
        weapon: Build((weapon, "claws and fangs"), modifiers),
        f"{weapon} and shield": Build((weapon, "claws and fangs"), (*modifiers, *_THUNDERSHIELD)),
    }


_HERALDS = (
    Modifier("Heralds of Righteousness", Effect.CHARGE_RANGE, 18),
    Modifier("Heralds of Righteousness", Effect.CHARGE_DICE, 3),
)
_FLY = Modifier("Fly", Effect.FLY, 1)

WARSCROLLS = (
    Warscroll(
        "lord_celestant_on_dracoth", "Lord-Celestant on Dracoth", 10, 7, 9, 3, 1, 1, 220, (90, 52),
        (*_KEYWORDS, "HERO", "LORD-CELESTANT"), "BS16",
        (
            Weapon("tempestos hammer", 2, 3, 3, 2, 1, D3),
            Weapon("stormstrike glaive", 2, 4, 3, 4, 1, 1),
            Weapon("lightning hammer", 1, 3, 3, 3, 1, 2),
            Weapon("thunderaxe", 2, 3, 3, 3, 1, 2),
            _DRACOTH,
        ),
        {
            **_dracoth(
                "tempestos hammer", Modifier("Tempestos Hammer", Effect.ATTACK_DICE, D3, (CHARGED,), weapons=("tempestos hammer",))
            ),
            **_dracoth(
                "stormstrike glaive",
                Modifier("Stormstrike Glaive", Effect.REND, 1, (CHARGED,), weapons=("stormstrike glaive",)),
                Modifier("Stormstrike Glaive", Effect.DAMAGE, 2, (CHARGED,), weapons=("stormstrike glaive",)),
            ),
            **_dracoth(
                "lightning hammer",
                Modifier("Lightning Hammer", Effect.SIX_HIT_ALSO_MORTAL, 2, weapons=("lightning hammer",)),
                Modifier("Stunned", Effect.CANNOT_PILE_IN, 1, weapons=("lightning hammer",)),
            ),
            **_dracoth("thunderaxe", Modifier("Thunderaxe", Effect.ATTACKS, 1, (when(Condition.EACH_NEAR, "STORMCAST ETERNAL", 5),), weapons=("thunderaxe",))),
        },
        modifiers=(Modifier("Intolerable Damage", Effect.SIX_WOUND_DAMAGE, D6, weapons=("claws and fangs",)),),
        powers=(
            ability("Storm Breath", Target.ENEMY, Payload.BREATH, 12, dice=D3, phase=When.SHOOTING),
            command("Lord of the Host", Target.NONE, Payload.EFFECT, 0, effects=(
                Named("Lord of the Host", (aura("Lord of the Host", Effect.NO_SHOCK, 1, 24, "STORMCAST ETERNAL", itself=True),)),
            )),
        ),
        role="leader",
    ),
    Warscroll(
        "lord_relictor", "Lord-Relictor", 4, 5, 9, 3, 1, 1, 80, (40, 40), (*_KEYWORDS, "HERO", "PRIEST", "LORD-RELICTOR"), "BS16",
        (Weapon("relic hammer", 1, 4, 3, 3, 1, 1),), only("relic hammer"),
        powers=(
            ability(
                "Lightning Storm", Target.ENEMY, Payload.MORTAL, 12, roll=3, dice=D3, group="prayer",
                effects=(Named("Lightning Storm", (Modifier("Lightning Storm", Effect.HIT, -1),)),),
            ),
            ability("Healing Storm", Target.FRIEND, Payload.HEAL, 12, roll=3, dice=D3, group="prayer", to="STORMCAST ETERNAL"),
        ),
        role="leader",
    ),
    Warscroll(
        "liberators", "Liberators", 5, 2, 6, 4, 5, 20, 100, (40, 40), (*_KEYWORDS, "REDEEMER"), "BS15",
        (Weapon("warhammer", 1, 2, 4, 3, 0, 1, leader=1), Weapon("warblade", 1, 2, 3, 4, 0, 1, leader=1), _GRANDHAMMER, _GRANDBLADE),
        {
            "hammer and shield": Build(("warhammer",), (_SHIELD,)),
            "blade and shield": Build(("warblade",), (_SHIELD,)),
            "paired hammers": Build(("warhammer",), (_PAIR,)),
            "paired blades": Build(("warblade",), (_PAIR,)),
        },
        {"grandhammer": Special(("grandhammer",), 5), "grandblade": Special(("grandblade",), 5)},
        (_LAY_LOW,),
        role="battleline",
    ),
    Warscroll(
        "retributors", "Retributors", 4, 3, 7, 4, 5, 20, 220, (40, 40), (*_KEYWORDS, "PALADIN"), "BS15",
        (Weapon("lightning hammer", 1, 2, 3, 3, 1, 2, leader=1), Weapon("starsoul mace", 1, 1, 7, 7)),
        only("lightning hammer"), {"starsoul mace": Special(("starsoul mace",), 5)},
        (Modifier("Blast to Ashes", Effect.SIX_HIT_MORTAL, 2, weapons=("lightning hammer",)), _STARSOUL),
    ),
    Warscroll(
        "prosecutors_hammers", "Prosecutors with Celestial Hammers", 12, 2, 6, 4, 3, 12, 100, (40, 40),
        (*_KEYWORDS, "ANGELOS", "PROSECUTORS"), "BS16, BS17",
        (
            Weapon("thrown hammers", 18, 2, 4, 4, 0, 1, missile=True),
            Weapon("celestial hammers", 1, 2, 3, 3, 0, 1, leader=1),
            _GRANDHAMMER,
            _GRANDBLADE,
            Weapon("grandaxe", 1, 0, 3, 4, 1, 2, each=True),
        ),
        {
            "paired hammers": Build(("thrown hammers", "celestial hammers"), (Modifier("Paired Celestial Hammers", Effect.REROLL_HIT, 1, weapons=("thrown hammers", "celestial hammers")),)),
            "hammer and shield": Build(("thrown hammers", "celestial hammers"), (_SHIELD,)),
        },
        {name: Special((name,), 3) for name in ("grandhammer", "grandblade", "grandaxe")},
        (_FLY, *_HERALDS),
    ),
    Warscroll(
        "judicators", "Judicators", 5, 2, 6, 4, 5, 20, 160, (40, 40), (*_KEYWORDS, "JUSTICAR"), "BS15",
        (
            Weapon("skybolt bow", 24, 1, 3, 3, 1, 1, missile=True, leader_hit=1),
            Weapon("boltstorm crossbow", 12, 2, 3, 4, 0, 1, missile=True, leader_hit=1),
            Weapon("shockbolt bow", 24, 1, 3, 3, 1, 1, missile=True, leader_hit=1),
            Weapon("storm gladius", 1, 1, 3, 4, 0, 1, leader_hit=1),
            Weapon("thunderbolt crossbow", 18, 1, 7, 7, missile=True),
        ),
        {
            "bow": Build(("skybolt bow", "storm gladius")),
            "crossbow": Build(("boltstorm crossbow", "storm gladius"), (Modifier("Rapid Fire", Effect.ATTACKS, 1, (NOT_MOVED,), weapons=("boltstorm crossbow",)),)),
        },
        {"shockbolt bow": Special(("shockbolt bow", "storm gladius"), 5), "thunderbolt crossbow": Special(("thunderbolt crossbow", "storm gladius"), 5)},
        (
            Modifier("Eternal Judgement", Effect.REROLL_HIT, 1, (target_has("CHAOS"),), PhaseMask.SHOOTING),
            Modifier("Chained Lightning", Effect.WOUND_ROLLS, D6, weapons=("shockbolt bow",)),
            Modifier("Thunderbolt Crossbow", Effect.AUTO_SIZE, D3, weapons=("thunderbolt crossbow",)),
        ),
        role="battleline",
    ),
    Warscroll(
        "protectors", "Protectors", 4, 3, 7, 4, 5, 20, 200, (40, 40), (*_KEYWORDS, "PALADIN"), "BS15",
        (Weapon("stormstrike glaive", 3, 3, 3, 3, 1, 1, leader=1), Weapon("starsoul mace", 1, 1, 7, 7)),
        only("stormstrike glaive"), {"starsoul mace": Special(("starsoul mace",), 5)},
        (
            Modifier("Deathstrike", Effect.SIX_WOUND_DAMAGE, D6, (target_has("MONSTER"),), weapons=("stormstrike glaive",)),
            Modifier("Storm-shield", Effect.TO_BE_HIT, -1, phase=PhaseMask.SHOOTING),
            _STARSOUL,
        ),
    ),
    Warscroll(
        "decimators", "Decimators", 4, 3, 7, 4, 5, 20, 200, (40, 40), (*_KEYWORDS, "PALADIN"), "BS15, BS17",
        (Weapon("thunderaxe", 2, 0, 3, 3, 1, 1, each=True, leader_wound=1), Weapon("starsoul mace", 1, 1, 7, 7)),
        only("thunderaxe"), {"starsoul mace": Special(("starsoul mace",), 5)},
        (aura("Grim Harvesters", Effect.SHOCK, 2, 6, "", enemies=True), _STARSOUL),
    ),
    Warscroll(
        "lord_celestant", "Lord-Celestant", 5, 5, 9, 3, 1, 1, 100, (40, 40), (*_KEYWORDS, "HERO", "LORD-CELESTANT"), "BS15",
        (Weapon("runeblade", 1, 4, 3, 3, 1, 1), Weapon("warhammer", 1, 2, 4, 3, 0, 1)), only("runeblade", "warhammer"),
        modifiers=(Modifier("Inescapable Vengeance", Effect.ATTACKS, 1, (CHARGED,), _COMBAT),),
        powers=(
            ability("Sigmarite Warcloak", Target.ENEMY, Payload.BOLTS, 16, dice=D6, phase=When.SHOOTING),
            command("Furious Retribution", Target.NONE, Payload.EFFECT, 0, effects=(
                Named("Furious Retribution", (aura("Furious Retribution", Effect.HIT, 1, 9, "STORMCAST ETERNAL", itself=True, phase=_COMBAT),)),
            )),
        ),
        role="leader",
    ),
    Warscroll(
        "lord_castellant", "Lord-Castellant", 5, 6, 9, 3, 1, 1, 100, (40, 40), (*_KEYWORDS, "HERO", "LORD-CASTELLANT"), "BS15",
        (Weapon("castellant's halberd", 2, 3, 3, 3, 1, 2),), only("castellant's halberd"),
        powers=(
            ability("Warding Lantern (burn)", Target.ENEMY, Payload.LANTERN_BURN, 12, to="CHAOS", dice=D3, group="lantern"),
            ability("Warding Lantern (ward)", Target.FRIEND, Payload.EFFECT, 12, to="STORMCAST ETERNAL", group="lantern", effects=(
                Named("Warding Lantern", (Modifier("Warding Lantern", Effect.SAVE, 1), Modifier("Warding Lantern", Effect.SAVE_HEALS, 7))),
            )),
        ),
        role="leader",
    ),
    Warscroll(
        "gryph_hounds", "Gryph-hounds", 9, 3, 6, NO_SAVE, 1, 12, 40, (40, 40), ("ORDER", "CELESTIAL", "STORMCAST ETERNAL", "GRYPH-HOUNDS"), "BS15",
        (Weapon("beak and claws", 1, 2, 3, 4, 0, 1),), only("beak and claws"),
        modifiers=(
            Modifier("Loyal Companions", Effect.ATTACKS, 2, (when(Condition.TARGET_NEAR_KEYWORD, "LORD-CASTELLANT", 3),)),
            Modifier("Darting Attacks", Effect.MOVE_AFTER, D6),
            Modifier("Warning Cry", Effect.SETUP_ATTACK, 10),
        ),
    ),
    Warscroll(
        "knight_venator", "Knight-Venator", 12, 5, 9, 3, 1, 1, 120, (40, 40), (*_KEYWORDS, "HERO", "KNIGHT-VENATOR"), "BS17",
        (
            Weapon("realmhunter's bow", 30, 3, 2, 3, 1, 1, missile=True),
            Weapon("star-eagle (swoop)", 30, 3, 4, 3, 0, 1, missile=True),
            Weapon("star-eagle (talons)", 1, 3, 4, 3, 0, 1),
            Weapon("bow stave", 1, 2, 3, 4, 1, 1),
        ),
        only("realmhunter's bow", "star-eagle (swoop)", "star-eagle (talons)", "bow stave"),
        modifiers=(
            _FLY,
            Modifier("Celestial Strike", Effect.SIX_WOUND_REND, 3, weapons=("star-eagle (swoop)", "star-eagle (talons)")),
        ),
        powers=(
            ability("Star-fated Arrow", Target.NONE, Payload.EFFECT, 0, phase=When.SHOOTING, once=True, effects=(
                Named("Star-fated Arrow", (
                    Modifier("Star-fated Arrow", Effect.ATTACKS, -2, weapons=("realmhunter's bow",)),
                    Modifier("Star-fated Arrow", Effect.DAMAGE_IS, dice(1, 3, 3), weapons=("realmhunter's bow",)),
                    Modifier("Star-fated Arrow", Effect.DAMAGE_IS, dice(1, 6, 3), (target_has("HERO"),), weapons=("realmhunter's bow",)),
                    Modifier("Star-fated Arrow", Effect.DAMAGE_IS, dice(1, 6, 3), (target_has("MONSTER"),), weapons=("realmhunter's bow",)),
                ), "phase"),
            )),
        ),
        role="leader",
    ),
    Warscroll(
        "prosecutors_javelins", "Prosecutors with Stormcall Javelins", 12, 2, 6, 4, 3, 12, 80, (40, 40),
        (*_KEYWORDS, "ANGELOS", "PROSECUTORS"), "BS17",
        (
            Weapon("thrown javelin", 18, 1, 3, 3, 0, 1, missile=True, leader=1),
            Weapon("stormcall javelin", 1, 1, 4, 4, 0, 1),
            Weapon("thrown trident", 18, 1, 3, 3, 1, 2, missile=True, leader=1),
            Weapon("stormsurge trident", 1, 1, 4, 4, 1, 2),
        ),
        {"javelin and shield": Build(("thrown javelin", "stormcall javelin"), (_SHIELD,))},
        {"trident": Special(("thrown trident", "stormsurge trident"), 3)},
        (_FLY, *_HERALDS, Modifier("Stormcall Javelin", Effect.DAMAGE_IS, 2, (when(Condition.BEYOND, 9),), weapons=("thrown javelin",))),
    ),
)
