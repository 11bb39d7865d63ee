"""The combat halves of the Event cards: 38 of the base game, 6 of Kings of Middle-earth.

Each is a row: who may print it, its initiative, what must hold for it to be played, and what it does. Modifiers are numbers;
other effects are one short function each in `rules/combat_effects.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.arrays import table

(
    ALWAYS,
    FELLOWSHIP_HERE,
    HOBBIT,
    COMPANION,
    GANDALF,
    HEIR,
    LEADER_OR_COMPANION,
    ENT_COUNTRY,
    FREE_LAND,
    FREE_DEFENDS_FIELD,
    FREE_ELITE,
    NAZGUL_TWO,
    NAZGUL_ONE,
    A_NAZGUL,
    NEAR_MORIA,
    ISENGARD_SIEGE,
    SOUTHRON_ELITE,
    SHADOW_ELITE,
    BANNER,
    AWAKENED_HERE,
    SOVEREIGN_HERE,
    A_MINION,
    SOVEREIGN_REGION,
) = range(23)
"""What must hold for a Combat card to be played."""

(
    MODIFIERS,
    BLADE,
    MIGHTY_ATTACK,
    ANDURIL,
    HEROIC_DEATH,
    DARING_DEFIANCE,
    FATEFUL_STRIKE,
    SUDDEN_STRIKE,
    BRAVE_STAND,
    DICE_CAP,
    EXTRA_HITS,
    SCOUTS,
    SHIELD_WALL,
    CONFUSION,
    CHARGE,
    CRUEL_AS_DEATH,
    THEY_ARE_TERRIBLE,
    DREAD_AND_DESPAIR,
    BLACK_BREATH,
    FOUL_STENCH,
    WORDS_OF_POWER,
    DURINS_BANE,
    ONSLAUGHT,
    RELENTLESS_ASSAULT,
    GREAT_HOST,
    MUMAKIL,
    SWARM_OF_BATS,
    WE_COME_TO_KILL,
    KINGS_BANNER,
    KING_OF_OLD,
    HOPE_FOR_VICTORY,
    SERVANT_OF_THE_SHADOW,
    BATTLE_IS_VAIN,
    HIS_POWER_WAXES,
) = range(34)
"""What a Combat card does."""


@dataclass(frozen=True)
class CombatCard:
    """A combat half: own and enemy modifiers are (Combat roll, Leader re-roll) pairs; `number` is the effect's own number."""

    title: str
    initiative: int
    need: int
    effect: int = MODIFIERS
    own: tuple[int, int] = (0, 0)
    enemy: tuple[int, int] = (0, 0)
    number: int = 0


COMBAT_CARDS = (
    CombatCard("It Is a Gift", 3, FELLOWSHIP_HERE, own=(1, 1)),
    CombatCard("Blade of Westernesse", 6, HOBBIT, BLADE),
    CombatCard("Mighty Attack", 4, COMPANION, MIGHTY_ATTACK),
    CombatCard("Servant of the Secret Fire", 3, GANDALF, own=(1, 0)),
    CombatCard("Andúril", 4, HEIR, ANDURIL),
    CombatCard("Heroic Death", 6, LEADER_OR_COMPANION, HEROIC_DEATH),
    CombatCard("Daring Defiance", 0, COMPANION, DARING_DEFIANCE),
    CombatCard("Fateful Strike", 6, LEADER_OR_COMPANION, FATEFUL_STRIKE),
    CombatCard("Sudden Strike", 2, LEADER_OR_COMPANION, SUDDEN_STRIKE),
    CombatCard("Brave Stand", 3, COMPANION, BRAVE_STAND),
    CombatCard("Ents' Rage", 3, ENT_COUNTRY, own=(2, 0)),
    CombatCard("Huorn-dark", 3, ENT_COUNTRY, DICE_CAP, number=2),
    CombatCard("Nameless Wood", 5, ENT_COUNTRY, EXTRA_HITS, number=2),
    CombatCard("Daylight", 3, ALWAYS, DICE_CAP, number=3),
    CombatCard("No Quarter", 5, ALWAYS, EXTRA_HITS, number=1),
    CombatCard("Advantageous Position", 3, FREE_LAND, enemy=(-1, 0)),
    CombatCard("Scouts", 1, FREE_DEFENDS_FIELD, SCOUTS),
    CombatCard("Shield-wall", 6, ALWAYS, SHIELD_WALL),
    CombatCard("Confusion", 4, ALWAYS, CONFUSION),
    CombatCard("Charge", 2, FREE_ELITE, CHARGE),
    CombatCard("Valour", 3, FREE_ELITE, own=(1, 0)),
    CombatCard("One for the Dark Lord", 3, FELLOWSHIP_HERE, own=(1, 1)),
    CombatCard("Cruel as Death", 3, NAZGUL_TWO, CRUEL_AS_DEATH, own=(1, 0)),
    CombatCard("They Are Terrible", 4, NAZGUL_ONE, THEY_ARE_TERRIBLE, own=(0, 1)),
    CombatCard("Dread and Despair", 3, NAZGUL_ONE, DREAD_AND_DESPAIR),
    CombatCard("Black Breath", 6, A_NAZGUL, BLACK_BREATH),
    CombatCard("Foul Stench", 3, NAZGUL_ONE, FOUL_STENCH),
    CombatCard("Words of Power", 1, A_NAZGUL, WORDS_OF_POWER),
    CombatCard("Durin's Bane", 2, NEAR_MORIA, DURINS_BANE, number=3),
    CombatCard("Devilry of Orthanc", 3, ISENGARD_SIEGE, own=(1, 0)),
    CombatCard("Deadly Strife", 3, ALWAYS, own=(2, 2), enemy=(2, 2)),
    CombatCard("Desperate Battle", 3, ALWAYS, own=(1, 1), enemy=(1, 1)),
    CombatCard("Onslaught", 7, ALWAYS, ONSLAUGHT, number=4),
    CombatCard("Relentless Assault", 3, ALWAYS, RELENTLESS_ASSAULT, number=2),
    CombatCard("Great Host", 7, ALWAYS, GREAT_HOST),
    CombatCard("Mûmakil", 3, SOUTHRON_ELITE, MUMAKIL, own=(1, 0)),
    CombatCard("Swarm of Bats", 0, ALWAYS, SWARM_OF_BATS, own=(0, 1)),
    CombatCard("We Come to Kill", 7, SHADOW_ELITE, WE_COME_TO_KILL),
    CombatCard("The King's Banner", 4, BANNER, KINGS_BANNER),
    CombatCard("Like a King of Old", 2, AWAKENED_HERE, KING_OF_OLD),
    CombatCard("There Is Hope for Victory", 4, SOVEREIGN_HERE, HOPE_FOR_VICTORY, own=(0, 1)),
    CombatCard("Servant of the Shadow", 3, A_MINION, SERVANT_OF_THE_SHADOW),
    CombatCard("Battle Is Vain", 1, NAZGUL_ONE, BATTLE_IS_VAIN),
    CombatCard("His Power Waxes", 3, SOVEREIGN_REGION, HIS_POWER_WAXES, own=(1, 1)),
)
COMBAT_TITLES = tuple(card.title for card in COMBAT_CARDS)
COMBAT_NUMBER = {title: number for number, title in enumerate(COMBAT_TITLES)}
INITIATIVE, NEED, EFFECT, OWN_COMBAT, OWN_REROLL, ENEMY_COMBAT, ENEMY_REROLL, EFFECT_SIZE = range(8)
COMBAT = table([(c.initiative, c.need, c.effect, *c.own, *c.enemy, c.number) for c in COMBAT_CARDS], "i1")
"""By combat half and column."""
MUMAKIL_CARD = COMBAT_NUMBER["Mûmakil"]
RELENTLESS_CARD = COMBAT_NUMBER["Relentless Assault"]
DESPERATE_CARD = COMBAT_NUMBER["Desperate Battle"]
BATS_CARD = COMBAT_NUMBER["Swarm of Bats"]
