"""The state record of Age of Sigmar and its named constants.

Units have slots (seat 0: 0 .. 15, seat 1: 16 .. 31), models have places in their unit's range of model slots: the living ones
stand first, so that vacated places are zeros. Lengths are in 1/1000 inch. `gap` holds the distance between every two enemy
units on the battlefield, rounded up, which makes "within X inches" one comparison.
"""

from __future__ import annotations

import enum
from pathlib import Path

from engine.game import FIRST_GAME_OUTCOME, state_dtype
from engine.games.age_of_sigmar.data import FEATURES, MODELS, NAMED, POWERS, SIDE_UNITS, UNIT_MODELS, UNITS, WEAPONS

NOBODY = -1
FAR = 1_000_000
"""The gap of units that are not both on the battlefield: 1000 inches."""

STATE = state_dtype(
    "age_of_sigmar",
    Path(__file__).parent,
    [
        ("x", "i4", (MODELS,)),
        ("y", "i4", (MODELS,)),
        ("gap", "i4", (SIDE_UNITS, SIDE_UNITS)),  # unit of seat 0, unit of seat 1
        ("feature_x", "i4", (FEATURES,)),
        ("feature_y", "i4", (FEATURES,)),
        ("feature_w", "i4", (FEATURES,)),  # half width of a rectangle, or radius of a disc
        ("feature_h", "i4", (FEATURES,)),  # half height of a rectangle, 0 for a disc
        ("alive", "i2", (UNITS,)),  # living models on the battlefield
        ("slain", "i2", (UNITS,)),  # models slain in this turn
        ("kills", "i2", (UNITS,)),  # models that the unit slew in this battle
        ("pool", "i2", (UNITS,)),  # wounds that wait to be allocated
        ("axe", "i2", (UNITS,)),  # those of them that an axe of AXE made
        ("set_up", "i2", (2,)),  # models that were set up at the start
        ("lost", "i2", (2,)),  # models removed
        ("damage", "i2", (2,)),  # wounds inflicted by a seat
        ("draft", "i4", (2 * UNIT_MODELS,)),  # exact positions that are being entered: x, y by model
        ("hurt", "i1", (MODELS,)),  # wounds suffered
        ("kind", "i1", (MODELS,)),  # loadout
        ("marked", "i1", (MODELS,)),  # wounded by an axe of AXE in this phase
        ("standing", "i1", (UNITS,)),  # `Standing`
        ("moved", "i1", (UNITS,)),  # `Moved` in this turn
        ("charged", "i1", (UNITS,)),  # inches between it and its target when it charged, plus 1; 0 if it did not charge
        ("done", "i1", (UNITS,)),  # 1 if it has acted in this phase
        ("recent", "i1", (UNITS,)),  # 1 if it slew something since its side's last hero phase
        ("struck", "i1", (UNITS,)),  # 1 if it inflicted wounds in this turn's combat phase
        ("reacted", "i1", (UNITS,)),  # set of `Deed`
        ("late", "i1", (UNITS,)),  # 1 if it came to the battlefield after set-up
        ("bonus", "i1", (UNITS,)),  # added to the Wounds of its models
        ("cast", "i1", (UNITS,)),  # casting attempts in this turn
        ("unbound", "i1", (UNITS,)),  # unbinding attempts in this turn
        ("effects", "i1", (UNITS, NAMED)),  # how often a named effect is on a unit
        ("used", "i1", (POWERS,)),  # uses of a power (of its group) in this phase, or in the battle
        ("feature_kind", "i1", (FEATURES,)),  # `Feature`
        ("feature_flags", "i1", (FEATURES,)),  # `Flag`
        ("feature_used", "i1", (FEATURES,)),  # 1 if a sacrifice was made there in this phase
        ("aimed", "i1", (UNIT_MODELS, WEAPONS)),  # by model of the acting unit: enemy place it aims the weapon at, plus 1
        ("second", "i1", (WEAPONS,)),  # enemy place that the other half of one model's attacks goes to, plus 1
        ("general", "i1", (2,)),  # unit of the general, or NOBODY
        ("general_lost", "i1", (2,)),  # 1 if the general was slain
        ("commanded", "i1", (2,)),  # power of the command ability used in this hero phase, plus 1
        ("triumph", "i1", (2,)),  # `Triumph`
        ("finished", "i1", (2,)),  # 1 if set-up is finished
        ("objective", "i1"),  # `Objective`
        ("objective_seat", "i1"),
        ("objective_target", "i1"),  # unit or feature, or NOBODY
        ("features", "i1"),
        ("split", "i1"),  # 0 long, 1 short, 2 and 3 diagonals
        ("half", "i1"),  # the half that seat 0 has: 0 or 1
        ("stage", "i1"),  # `Stage`: what is decided now
        ("phase", "i1"),  # `Phase`
        ("active", "i1"),  # whose turn it is
        ("turn", "i1"),  # 0 in the first turn of a round, 1 in the second
        ("first_player", "i1"),  # who had the first turn of round one
        ("first_finished", "i1"),  # who finished set-up first
        ("roll_winner", "i1"),
        ("acting", "i1"),  # unit that acts, or NOBODY
        ("power", "i1"),  # power that is being used, or NOBODY
        ("spell_target", "i1"),  # unit that a cast spell is aimed at, or NOBODY
        ("victim", "i1"),  # the unit that suffers wounds or loses models that flee, or NOBODY
        ("rolled", "i1"),  # casting or charge roll
        ("resume", "i1"),  # `Resume`: what goes on when all wounds are allocated
        ("twice", "i1"),  # 1 if the acting unit may shoot again
        ("cursor", "i1"),  # how many units have been looked at for battleshock
        ("fleeing", "i1"),  # models of the victim that flee
        ("picker", "i1"),  # who picks the next unit to fight, to set up or to name
        ("pending", "i2"),  # what goes on when the roll in hand is settled: an action, or the unit that unbinds
        ("entered", "i2"),  # numbers of exact positions entered; -1 if they were refused
        ("back", "i1"),  # `Stage` of the decision that exact positions are for
        ("why", "i1"),  # what the roll in hand is for (`Why`), 0 if there is none
        ("roll", "i1"),  # its total
        ("best", "i1"),  # its total if one die is changed
        ("again", "i1"),  # 1 if it has been rolled again
    ],
)


class Standing(enum.IntEnum):
    """Where a unit is."""

    WAITING = 0
    """Not set up (yet): reserve."""
    FIELD = 1
    DESTROYED = 2
    HIDDEN = 3


class Moved(enum.IntEnum):
    """What a unit did in the movement phase."""

    NO = 0
    MOVED = 1
    RAN = 2
    RETREATED = 3
    MARCHED = 4


class Deed(enum.IntFlag):
    """What a unit did or may do; all but `UNBOUND` end with the turn."""

    SHOT_BACK = 1
    """It shot at, or went to meet, a unit that charged."""
    UNBOUND = 2
    """It has used its automatic unbinding of the battle."""
    SAW_FLIGHT = 4
    """Enemies fled near it: it may attack at the end of the battleshock phase."""
    TRAMPLED = 8
    """Its charge has just ended."""


class Triumph(enum.IntEnum):
    """What a side gained by its last battle (R14)."""

    NONE = 0
    BLESSED = 1
    INSPIRED = 2
    EMPOWERED = 3
    SPENT = 4


class Flag(enum.IntEnum):
    """What a terrain feature does."""

    COVER = 1
    BLOCKS = 2
    IMPASSABLE = 4


class Objective(enum.IntEnum):
    """Sudden death (R13)."""

    NONE = 0
    ASSASSINATE = 1
    BLUNT = 2
    ENDURE = 3
    SEIZE = 4


class Phase(enum.IntEnum):
    """The phases of a turn (R16)."""

    SETUP = 0
    HERO = 1
    MOVEMENT = 2
    SHOOTING = 3
    CHARGE = 4
    COMBAT = 5
    BATTLESHOCK = 6


class Stage(enum.IntEnum):
    """What the current player decides."""

    SPLIT = 0
    HALF = 1
    DEPLOY = 2
    PLACE = 3
    """Where the acting unit is set up."""
    FIRST_TURN = 4
    GENERAL = 5
    OBJECTIVE = 6
    OBJECTIVE_TARGET = 7
    AFTER_SETUP = 8
    PRIORITY = 9
    HERO = 10
    UNBIND = 11
    MOVE_UNIT = 12
    MOVE = 13
    SHOOT_UNIT = 14
    AIM = 15
    CHARGE_UNIT = 16
    CHARGE = 17
    FIGHT_UNIT = 18
    PILE_IN = 19
    ALLOCATE = 20
    FLEE = 21
    ROLL = 22
    """Whether a roll is made again, or a die of it is changed."""
    COMBAT_POWERS = 23
    """Powers of the start of the combat or battleshock phase."""
    SLIP_AWAY = 24
    """After its attacks a unit may move or retreat."""
    SPEED = 25
    """Whether a random Move is doubled."""
    PICK_MODEL = 26
    """Which model a spell may slay."""
    EXACT = 27
    """The next number of exact positions."""


class Resume(enum.IntEnum):
    """What goes on when nobody has to decide and all wounds are allocated: the steps of a battle in order."""

    SET_UP = 0
    GENERALS = 1
    OBJECTIVES = 2
    AFTER_SET_UP = 3
    ROUND = 4
    TURN = 5
    HERO = 6
    SPELL = 7
    """A cast spell takes effect."""
    MOVEMENT = 8
    SHOOTING = 9
    AIMING = 10
    SHOT = 11
    CHARGES = 12
    CHARGED = 13
    COMBAT = 14
    COMBAT_POWERS = 15
    FIGHTS = 16
    PILED_IN = 17
    FOUGHT = 18
    COMBAT_END = 19
    SHOCK = 20
    AFTERMATH = 21
    TURN_END = 22
    SHOCK_POWERS = 23
    TRANSMUTED = 24


class Ending(enum.IntEnum):
    """How a battle ends by its own rules."""

    ANNIHILATION = FIRST_GAME_OUTCOME
    """Major victory: the enemy has no models on the battlefield (R11)."""
    SUDDEN_DEATH = FIRST_GAME_OUTCOME + 1
    """Major victory: the objective of sudden death was achieved (R13)."""
    MINOR_VICTORY = FIRST_GAME_OUTCOME + 2
    """The smaller loss after the last round (R12)."""
    EQUAL_LOSSES = FIRST_GAME_OUTCOME + 3
    """A draw after the last round."""
    MUTUAL_DESTRUCTION = FIRST_GAME_OUTCOME + 4
    """A draw: both armies were wiped out in one step."""


OUTCOMES = {int(ending): ending.name.lower() for ending in Ending}


class Chance(enum.IntEnum):
    """Kinds of trace events."""

    ROLL_OFF = 1
    """Die of red, die of blue."""
    FEATURE = 2
    """A terrain feature: number, kind."""
    DIE = 3
    """A die for a purpose: `Why`, unit, result."""
    ATTACKS = 4
    """Attacks resolved: attacker, target, attacks, wounds to allocate, mortal wounds among them."""
    SLAIN = 5
    """Models removed: unit, how many, 1 if they fled."""
    VICTORY = 6
    """The battle ended: outcome, winners."""
    REFUSED = 7
    """Exact positions were refused: unit, set of `rules.judge.Broken`."""


class Why(enum.IntEnum):
    """What a die was rolled for."""

    RUN = 1
    CHARGE = 2
    CASTING = 3
    UNBINDING = 4
    BATTLESHOCK = 5
    PRAYER = 6
    DEADLY = 7
    MYSTICAL = 8
    TRIUMPH = 9
    MOVE = 10
    REACTION = 11
    PRIORITY = 12
    WARNING = 13
