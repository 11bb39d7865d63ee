"""The words in which warscrolls are written: effects, conditions, powers. Rules act on these words, never on a unit's name.

An ability is one or more *modifiers* (something is added or allowed while conditions hold), *powers* (something that a player
chooses to use) and *named effects* (modifiers that a power puts on a unit for a while).
"""

from __future__ import annotations

import enum


class Effect(enum.IntEnum):
    """What a modifier does. Up to `LAST_SUM` the values of several modifiers add up; after it the largest counts."""

    HIT = 1
    """Added to the unit's hit rolls."""
    WOUND = 2
    """Added to its wound rolls."""
    ATTACKS = 3
    """Added to the Attacks of each of its models; dice are rolled once a unit and weapon."""
    DAMAGE = 4
    """Added to its Damage."""
    REND = 5
    """Added to its Rend (positive numbers: how much saves suffer)."""
    SAVE = 6
    """Added to its save rolls."""
    TO_BE_HIT = 7
    """Added to hit rolls against it."""
    MOVE = 8
    """Added to its Move, in inches."""
    RUN = 9
    """Added to its run rolls."""
    CHARGE = 10
    """Added to its charge rolls."""
    BRAVERY = 11
    """Added to its Bravery."""
    SHOCK = 12
    """Added to its battleshock rolls."""
    CAST = 13
    """Added to its casting rolls."""
    UNBIND = 14
    """Added to its unbinding rolls."""
    RETREAT = 15
    """Added to its Move when it retreats."""
    SAVE_AGAINST_ONE = 16
    """Added to its save rolls against attacks of Damage 1."""
    REACH = 17
    """Added to the Range of its weapons, in inches; name no weapons, but a phase."""

    REROLL_HIT = 20
    """Hit rolls it re-rolls: 1 ones, 2 ones and twos, 3 failed ones."""
    REROLL_WOUND = 21
    REROLL_SAVE = 22
    REROLL_CHARGE = 23
    REROLL_RUN = 24
    REROLL_CAST = 25
    SIX_HIT_MORTAL = 26
    """Dice: mortal wounds of a hit roll of 6 or more, instead of its wound roll, save and damage."""
    SIX_HIT_ALSO_MORTAL = 27
    """Dice: mortal wounds of a hit roll of 6 or more; the attack then goes on."""
    SIX_HIT_ATTACKS = 28
    """More attacks for a hit roll of 6 or more; those make no more."""
    SIX_HIT_DAMAGE = 29
    """Damage of an attack whose hit roll was 6 or more."""
    SIX_WOUND_DAMAGE = 30
    """Damage of an attack whose wound roll was 6 or more."""
    SIX_WOUND_REND = 31
    """Rend of an attack whose wound roll was 6 or more."""
    SIX_WOUND_MORTAL = 32
    """Mortal wounds of a wound roll of 6 or more; the attack then goes on."""
    SIX_WOUND_ATTACKS = 33
    """More attacks for a wound roll of 6 or more; those make no more."""
    SIX_HIT_WOUNDED_MORTAL = 34
    """Mortal wounds, if the attack then wounds, of a hit roll of 6 or more; a natural 1 to wound costs the attacker one."""
    WOUND_ROLLS = 35
    """Dice: wound rolls that a hit makes."""
    CONTEST = 36
    """A wound roll of 6 or more allows no save: both roll a die, what the attacker's is higher by is mortal wounds."""
    WOUND_SLAYS = 37
    """After a wound: D6 - 1 of at least the target's wounds left slays the model."""
    AXE = 38
    """Models that this weapon wounded and that live are slain on this roll at the end of the combat phase."""
    HITS_ARE_AUTOMATIC = 39
    """Hits automatically if the weapon before it scored a hit."""

    IGNORE_REND_ONE = 45
    IGNORE_REND = 46
    IGNORE_WOUND = 47
    """Each wound (and mortal wound) is ignored on this roll."""
    IGNORE_MORTAL = 48
    """Each mortal wound is ignored on this roll."""
    IGNORE_SPELL = 49
    """Each wound of a spell is ignored on this roll."""
    SAVE_BACK = 50
    """Each successful save in combat, within 1 inch: on this roll the attacking unit suffers 1 mortal wound."""
    REROLL_BACK = 51
    """A save that succeeds when re-rolled: each enemy unit within this many inches suffers 1 mortal wound."""
    SAVE_IS = 52
    """The save characteristic is this, cover included."""
    SAVE_HEALS = 53
    """Each save roll of this or more heals a wound of the unit."""
    NO_SHOCK = 54
    """No battleshock tests."""
    SHOCK_ONE_SAFE = 55
    """A battleshock roll of 1 means that nobody flees."""
    STAY = 56
    """Each fleeing model stays on this roll."""
    SHOCK_TWO_DICE = 57
    """Battleshock with two dice: 1 keeps the lower, 2 the higher."""
    LEND_BRAVERY = 58
    """May use this Bravery for battleshock."""
    SHOCK_ONE_ADDS = 59
    """A battleshock roll of 1 adds this many (dice) slain models to the unit."""

    FLY = 65
    CHARGE_DICE = 66
    """2: two dice; 3: three dice, all count; 4: three dice, the best two."""
    CHARGE_RANGE = 67
    RUN_BEST = 68
    """Run with the best of two dice."""
    RUN_AND_SHOOT = 69
    RUN_AND_CHARGE = 70
    RETREAT_AND_CHARGE = 71
    MARCH = 72
    """May double its Move instead of running; it does not charge then."""
    NO_CHARGE = 73
    NO_RUN = 74
    CANNOT_MOVE = 75
    CANNOT_ACT = 76
    """Can't cast, move or attack."""
    CANNOT_PILE_IN = 77
    SHOOT_TWICE = 78
    NEEDS_NO_SIGHT = 79
    WITHDRAW = 80
    """Instead of piling in and attacking may withdraw this many inches, to 3 inches or more from enemies."""
    RETREAT_AFTER = 81
    """After attacking in combat, on this roll it may retreat at once."""
    MOVE_AFTER = 82
    """After attacking in combat it may move this many (dice) inches."""
    LAST_BLOW = 83
    """A model slain in the combat phase attacks before it is removed."""
    DEATH_MORTAL = 84
    """A model slain in combat: 4-5 one, 6 D3 mortal wounds to the attacker."""
    BLOOD_FURY = 85
    """A model slain makes an enemy model within 2 inches attack its own side."""
    STAND_AND_SHOOT = 86
    """When an enemy ends a charge within 3 inches, on this roll it shoots it, once a turn."""
    COUNTER_CHARGE = 87
    """After an enemy charge, if no enemy is within 3 inches, it may move this many (dice) inches to charge."""
    IMPACT = 88
    """After a charge each enemy unit within 1 inch suffers D3 mortal wounds on this roll."""
    BULK = 89
    """After a charge one enemy unit within 1 inch: this many dice, 1 mortal wound for each 4 or more."""
    OVERRUN = 90
    """Moves over enemies; the first unit rolled over suffers this many (dice) mortal wounds."""
    HEAL_ON_KILL = 91
    GROW_ON_HERO = 92
    """Slew a HERO: +1 Wounds for the rest of the battle."""
    SHOCK_PENALTY_ON_DAMAGE = 93
    """Did damage in combat: this much less Bravery for enemies within 12 inches in this turn's battleshock phase."""
    STREAM = 94
    """Units that this weapon wounded suffer D3 mortal wounds on this roll at the end of the shooting phase."""
    AFTER_FLIGHT = 95
    """If enemies flee within this many inches, may pile in and attack at the end of the battleshock phase."""
    AVENGE = 96
    """A KHORNE HERO slain within 6 inches: re-rolls failed hits and saves for the rest of the battle (its named effect)."""
    PORTAL = 97
    """While open: successful casting rolls within 18 inches must be re-rolled."""
    SETUP_ATTACK = 98
    """Reacts to enemy set-ups within 10 inches: 2D6 inches, then one weapon."""
    HIDDEN = 99
    """May start in reserve and appear anywhere in any movement phase of its side."""
    FREE_MOVE = 100
    """May move after set-up."""
    TOTEM_OF_DOUBLES = 101
    """Casting with a double costs D3 mortal wounds to the nearest ORRUK unit within 10 inches."""
    DICE_MOVE = 102
    """Move is this many (dice) inches."""
    ARCANE_VASSAL = 103
    """Spells may be measured from a friendly SKINK HERO within this many inches."""
    STOMP = 104
    """Start of the combat phase: enemies within 3 inches, on 4 or more -1 to hit in this phase."""
    AUTO_UNBIND = 105
    """Once a battle unbinds a spell without a roll."""
    DAMAGE_IS = 106
    """The Damage (dice) of its weapon."""
    COLLAR = 107
    """May unbind this many spells in each enemy hero phase as if a WIZARD."""
    MARCHING_SHOT = 108
    """Moved towards: runs only towards the nearest visible enemy."""
    WILD_DOUBLE = 109
    """May double its Move of 2D6 inches; on a double the enemy moves it."""
    AUTO_MORTAL = 110
    """The weapon makes no rolls: this many (dice) mortal wounds an attack."""
    AUTO_CANNON = 111
    """The weapon rolls a power die, then six dice: 1 mortal wound for each that is at least the power die."""
    AUTO_SIZE = 112
    """The weapon rolls a die (-1 against MONSTERS): at most the target's models, and it suffers (dice) mortal wounds."""
    SCREEN = 115
    """Subtracted from hit rolls of enemies that shoot across the unit at others of its side."""
    GROWN_ATTACKS = 116
    """Added to its Attacks for each HERO that it slew (see GROW_ON_HERO)."""
    CHARGE_AGAIN = 117
    """After a charge that leaves no enemy within 3 inches it may charge again."""
    NO_COVER = 114
    """Cover adds nothing: it is counted in the save already."""
    ATTACK_DICE = 113
    """Dice added to the Attacks, rolled once a unit and weapon."""


LAST_SUM = int(Effect.REACH)
EFFECTS = max(Effect) + 1


class Condition(enum.IntEnum):
    """When a modifier counts; two arguments each. Distances are in inches."""

    ALWAYS = 0
    CHARGED = 1
    NOT_MOVED = 2
    STEADY = 3
    """Not moved in the movement phase, and no enemy within 3 inches."""
    AT_LEAST = 4
    """The unit has at least this many models."""
    TARGET_HAS = 5
    """The other unit has this keyword."""
    TARGET_WOUNDS = 6
    """The other unit's Wounds are at least this."""
    TARGET_SIZE = 7
    """The other unit has at least this many models."""
    TARGET_SMALLER = 8
    """The other unit has fewer models."""
    NEAR_UNIT = 9
    """Within (second argument) of the unit in this slot: how auras reach others."""
    NEAR_KEYWORD = 10
    """Within (second argument) of another friendly unit with this keyword."""
    TARGET_NEAR_KEYWORD = 11
    """The other unit is within (second argument) of a unit of the own side with this keyword."""
    BEYOND = 12
    WITHIN = 13
    """The other unit is more than, or at most, this far away."""
    OWN_TURN = 14
    ENEMY_WITHIN = 15
    UNDER = 16
    """The named effect of this number is on the unit."""
    IN_TERRAIN = 17
    NEAR_GENERAL = 18
    """Within (second argument) of the own general, who has this keyword."""
    KILLS_EXCEED = 19
    """Models it slew in this battle: more than its models (argument 1), at least twice as many (2)."""
    HAS_SLAIN = 20
    WHOLE_ATTACK = 21
    """The attacks are not split."""
    NO_ENEMY_WITHIN = 22
    TARGET_UNDER = 23
    """The named effect of this number is on the other unit."""
    TARGET_NEAREST = 24
    """The other unit is the one that the unit picked, within (argument) inches: here the closest."""
    ENEMY_WAS_HURT = 25
    """The aura's source (slot) did damage in this turn's combat phase, and is within (second argument)."""
    SHOOTING = 26
    COMBAT = 27
    HURT = 28
    """Wounds suffered by the single model: from argument 1 to argument 2."""
    SLAIN_LAST_TURN = 29
    """It slew something since its last hero phase."""
    NEAR_FEATURE_KIND = 30
    NEAR_KEYWORD_MODELS = 31
    """Within 10 inches stand at least this many models with this keyword (second argument: keyword)."""
    HAS_HURT = 32
    CAST_BY_SPELL = 33
    MODEL_NEAR_UNIT = 34
    """Counted model by model: within (second argument) of the unit in this slot."""
    MOVED_TO_CHARGE = 35
    """Its charge was made from at least this many inches."""
    SIDE_HAS = 36
    """The own side has a living unit with this keyword."""
    EACH_NEAR = 37
    """Counted once for each other friendly unit with this keyword within (second argument)."""
    UNIT_UNDER = 38
    """The named effect (second argument) is on the unit in this slot."""
    IN_REALM = 39
    """The battle is fought in this realm (R6), a word of `REALMS` in capitals."""


REALMS = ("fire", "metal", "beasts", "life", "light", "death", "shadow")
"""The seven Mortal Realms (R6)."""

KEYWORD_ARGUMENTS = {
    Condition.TARGET_HAS: 0,
    Condition.NEAR_KEYWORD: 0,
    Condition.TARGET_NEAR_KEYWORD: 0,
    Condition.NEAR_GENERAL: 0,
    Condition.SIDE_HAS: 0,
    Condition.EACH_NEAR: 0,
    Condition.IN_REALM: 0,
    Condition.NEAR_KEYWORD_MODELS: 1,
}
"""Which argument of a condition is a set of keywords, such as `KHORNE+HERO`; the others are numbers."""


class PhaseMask(enum.IntEnum):
    """In which attacks a modifier counts."""

    ANY = 0
    SHOOTING = 1
    COMBAT = 2


class PowerKind(enum.IntEnum):
    """Who may use a power and how it is paid for."""

    SPELL = 1
    ABILITY = 2
    COMMAND = 3


class When(enum.IntEnum):
    """The phase in which a power is used."""

    HERO = 1
    SHOOTING = 2
    COMBAT = 3
    AFTER_SETUP = 4
    BATTLESHOCK = 5


class Target(enum.IntEnum):
    """What a power is aimed at."""

    NONE = 0
    """Its user, or all that it reaches."""
    ENEMY = 1
    FRIEND = 2
    """A friendly unit, the user included."""
    ANY = 3
    OTHER_FRIEND = 4


class Payload(enum.IntEnum):
    """What a power does. `dice` and `effect` are the power's own columns."""

    MORTAL = 1
    """`dice` mortal wounds, then the named effect if there is one."""
    EFFECT = 2
    """The named effect; `extra` 1: on the user as well."""
    HEAL = 3
    """Heals `dice` wounds of the model with most, then the named effect if there is one."""
    EFFECT_ALL = 4
    """The named effect on each own unit with the keyword within range, and on the user if it has the keyword."""
    BREATH = 5
    """A point on the target: every unit within 2 inches of it suffers `dice` mortal wounds on a 4 or more."""
    BOLTS = 6
    """`dice` bolts at the target, 1 mortal wound for each 4 or more."""
    EACH_MODEL = 7
    """A die for each model of the target, 1 mortal wound for each 6."""
    CONTEST = 8
    """Both roll a die and add Bravery; the difference is mortal wounds if the user's is higher."""
    FIREBALL = 9
    """A die: 1-2 one, 3-4 D3, 5-6 D6 mortal wounds."""
    CHAIN = 10
    """D3 mortal wounds, then D3 on a 6 to each other enemy unit within 6 inches of the target."""
    TRANSMUTE = 11
    """The target's owner picks a model; it is slain if a die is higher than its wounds left. Spells only."""
    FOOT = 12
    """`dice` mortal wounds, and again on another eligible unit for each 4 or more."""
    LINE = 13
    """A straight line of 2D6 inches towards the target: each enemy unit crossed suffers `dice` mortal wounds."""
    GAZE = 14
    """A die: 1 nothing, 2-5 one, 6 D3 mortal wounds; up to three targets."""
    REVIVE = 17
    """Returns `dice` slain models to the target."""
    SUMMON = 18
    """Sets up the summoned unit of `dice` models."""
    REFORM = 19
    """Each model but one moves up to 3 inches."""
    BLOOD_BIND = 20
    """The target must run as far as it can towards the nearest of the user's units."""
    ARK = 21
    """Up to six enemy units within range are numbered, twelve dice, 1 mortal wound for each match."""
    WAAAGH = 22
    """A die of at most the IRONJAWZ units within 10 inches: the named effect for all; a 6 with six or more: the next one."""
    CONSTELLATION = 23
    """A die: 1-2, 3-4, 5-6: the named effect, the next one, or the one after it on all SERAPHON; `extra` 1 .. 3 chooses."""
    HIDE = 24
    """Back to reserve."""
    LANTERN_BURN = 25
    """1 mortal wound, `dice` to a DAEMON."""
    SACRIFICE = 26
    """Slays a model of the target for the named effect on the user."""
    STARLIGHT = 27
    """The named effect; `dice` mortal wounds to CHAOS DAEMONS."""
    RECKLESS = 28
    """As MORTAL; a failed cast costs the user `dice`."""
    BURST = 29
    """Weapon pushed too far: more dice, and a 1 hurts the user."""


class Feature(enum.IntEnum):
    """What the Scenery Table made of a terrain feature."""

    NONE = 0
    DAMNED = 1
    ARCANE = 2
    INSPIRING = 3
    DEADLY = 4
    MYSTICAL = 5
    SINISTER = 6
