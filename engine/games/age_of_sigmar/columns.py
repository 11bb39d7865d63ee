"""Columns of the tables in the options record: the ways in which compiled rules read warscrolls."""

from __future__ import annotations

import numpy as np

from engine.games.age_of_sigmar.data import FIXED, KEYWORD_SETS, LOADOUTS, NAMED, POWERS, ROWS, UNITS, WEAPONS
from engine.games.age_of_sigmar.vocabulary import EFFECTS

(
    REACH,
    ATTACKS,
    HIT,
    WOUND,
    REND,
    DAMAGE,
    MISSILE,
    MORE_ATTACKS,
    MORE_HIT,
    MORE_WOUND,
    EACH,
) = range(11)
"""Columns of a weapon; `MORE_*` are the leader's."""
WEAPON_COLUMNS = 11

EFFECT, VALUE, PHASE, WEAPON_SET = range(4)
CLAUSES = 4
"""Three clauses follow in a row of `rows`: condition and two arguments each."""
ROW_COLUMNS = 13

(
    OWNER,
    SIDE,
    KIND,
    WHEN,
    ROLL,
    RANGE,
    SIGHT,
    TARGET,
    KEYSET,
    PAYLOAD,
    DICE,
    NAME,
    USES,
    GROUP,
    ONCE,
    EXTRA,
) = range(16)
"""Columns of a power. OWNER is a unit slot, or -1 for the general, whoever that is. NAME is its first named effect,
or -1. EXTRA depends on the payload (`vocabulary.Payload`)."""
POWER_COLUMNS = 16

NAME_LENGTH = 40

OPTIONS_DTYPE = np.dtype(
    [
        ("keywords", "i8", (UNITS,)),
        ("keyword_sets", "i8", (KEYWORD_SETS,)),
        ("board", "i4", (2,)),
        ("radius", "i4", (UNITS,)),
        ("threat", "i4", (2, UNITS, UNITS)),  # expected wounds of one model in combat (0) or shooting (1), in 1/1000
        ("units", "i2", (2,)),  # units of each army; summoned ones stand behind them
        ("army_points", "i2", (2,)),
        ("army_models", "i2", (2,)),
        ("slots", "i2", (2,)),  # unit slots in use: units, and those that may be summoned
        ("models", "i2", (UNITS,)),
        ("first", "i2", (UNITS,)),  # first model slot
        ("room", "i2", (UNITS,)),  # model slots
        ("loadout_models", "i2", (UNITS, LOADOUTS)),
        ("loadout_weapons", "i2", (UNITS, LOADOUTS)),
        ("cost", "i2", (UNITS,)),
        ("weapon", "i2", (UNITS, WEAPONS, WEAPON_COLUMNS)),
        ("rows", "i2", (UNITS, ROWS, ROW_COLUMNS)),
        ("row_start", "i2", (UNITS, EFFECTS + 1)),
        ("power", "i2", (POWERS, POWER_COLUMNS)),
        ("powers", "i2"),
        ("named", "i2"),
        ("named_lasts", "i1", (NAMED,)),
        ("named_side", "i1", (NAMED,)),
        ("fixed_to", "i8", (FIXED,)),  # bit set of the unit slots that an aura fixed at the start of a phase may reach
        ("fixed", "i2", (FIXED, 5)),  # such auras: source, effect that it needs (or -1), inches, phase, effect that it puts
        ("fixed_auras", "i2"),
        ("common", "i1", (2, 8)),  # named effects that every army has, by `Common`
        ("move", "i1", (UNITS,)),
        ("wounds", "i1", (UNITS,)),
        ("bravery", "i1", (UNITS,)),
        ("save", "i1", (UNITS,)),
        ("weapons", "i1", (UNITS,)),
        ("casts", "i1", (UNITS,)),
        ("unbinds", "i1", (UNITS,)),
        ("summoned", "i1", (UNITS,)),
        ("reach", "i1", (UNITS, 2)),  # longest reach in inches in combat (0) and shooting (1), 0 without such weapons
        ("set_hero", "i1"),
        ("set_khorne_hero", "i1"),
        ("set_monster", "i1"),
        ("set_target", "i1", (4,)),  # HERO, WIZARD, PRIEST, MONSTER
        ("set_orruk", "i1"),
        ("set_daemon", "i1"),
        ("set_chaos_daemon", "i1"),
        ("set_skink_hero", "i1"),
        ("set_realm", "i1"),  # the realm's name, as a keyword
        ("realm", "i1"),  # its place in `vocabulary.REALMS`
        ("per_square", "i1"),
        ("choice", "i1"),
        ("blocking", "i1"),
        ("scenery", "i1"),  # kind of all features (`vocabulary.Feature`), 7: rolled
        ("sudden_death", "i1"),
        ("strict", "i1"),
        ("models_block", "i1"),
        ("cover_test", "i1"),
        ("once_per_side", "i1"),
        ("split", "i1"),
        ("max_rounds", "i1"),
        ("first_round_roll", "i1"),
        ("rule_of_one", "i1"),
        ("save_dash", "i1"),
        ("attacks_per_model", "i1"),
        ("damage_per_unit", "i1"),
        ("free_allocation", "i1"),
        ("stacks", "i1"),
        ("reroll_always", "i1"),
        ("triumphs", "i1"),
        ("exact", "i1"),
        ("strict_pile_in", "i1"),
        ("retreat_and_run", "i1"),
        ("unit_name", "i1", (UNITS, NAME_LENGTH)),
        ("weapon_name", "i1", (UNITS, WEAPONS, NAME_LENGTH)),
        ("power_name", "i1", (POWERS, NAME_LENGTH)),
        ("effect_name", "i1", (NAMED, NAME_LENGTH)),
    ]
)
"""What rules see of the options. Everything about a unit is by its slot; words stand at the end."""
