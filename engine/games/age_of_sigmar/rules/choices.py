"""The legal actions of each stage, ascending."""

from __future__ import annotations

from engine.games.age_of_sigmar.actions import AIM_WAYS, DONE_ACTION, FIRST, SPOTS, Verb
from engine.games.age_of_sigmar.data import FEATURES, SIDE_UNITS
from engine.games.age_of_sigmar.inlining import part, rule, verb
from engine.games.age_of_sigmar.rules.charges import in_charge_reach, may_charge
from engine.games.age_of_sigmar.rules.exact import REFUSED, most_to_enter
from engine.games.age_of_sigmar.rules.fights import in_own_turn, may_fight, may_pile_in, may_withdraw
from engine.games.age_of_sigmar.rules.ground import fits_somewhere, set_out
from engine.games.age_of_sigmar.rules.magic import may_unbind
from engine.games.age_of_sigmar.rules.opening import feature_is_theirs, may_move_freely, may_pick_objective
from engine.games.age_of_sigmar.rules.orders import may_be_moved, may_march, may_run, may_run_anywhere, may_run_towards
from engine.games.age_of_sigmar.rules.powers import engaged, itself_is_legal, may_use, takes_itself, target_is_legal
from engine.games.age_of_sigmar.rules.rolls import may_bless, may_reroll
from engine.games.age_of_sigmar.rules.steps import may_shoot
from engine.games.age_of_sigmar.rules.targets import any_reaches, reachable, waits_for_second
from engine.games.age_of_sigmar.rules.turns import may_sacrifice
from engine.games.age_of_sigmar.rules.units import army_size, on_field, side_of
from engine.games.age_of_sigmar.rules.victory import has_models, may_be_named
from engine.games.age_of_sigmar.state import Phase, Stage, Standing, Triumph
from engine.games.age_of_sigmar.vocabulary import When
from engine.types import Actions, Record

_S_SPLIT, _S_HALF, _S_DEPLOY, _S_PLACE = int(Stage.SPLIT), int(Stage.HALF), int(Stage.DEPLOY), int(Stage.PLACE)
_S_FIRST, _S_GENERAL, _S_OBJECTIVE = int(Stage.FIRST_TURN), int(Stage.GENERAL), int(Stage.OBJECTIVE)
_S_NAME, _S_AFTER, _S_PRIORITY = int(Stage.OBJECTIVE_TARGET), int(Stage.AFTER_SETUP), int(Stage.PRIORITY)
_S_HERO, _S_UNBIND, _S_MOVE_UNIT, _S_MOVE = int(Stage.HERO), int(Stage.UNBIND), int(Stage.MOVE_UNIT), int(Stage.MOVE)
_S_SHOOT, _S_AIM, _S_CHARGE_UNIT, _S_CHARGE = (
    int(Stage.SHOOT_UNIT),
    int(Stage.AIM),
    int(Stage.CHARGE_UNIT),
    int(Stage.CHARGE),
)
_S_FIGHT, _S_PILE, _S_ALLOCATE, _S_FLEE = int(Stage.FIGHT_UNIT), int(Stage.PILE_IN), int(Stage.ALLOCATE), int(Stage.FLEE)
_S_ROLL, _S_POWERS, _S_SLIP = int(Stage.ROLL), int(Stage.COMBAT_POWERS), int(Stage.SLIP_AWAY)
_S_SPEED, _S_PICK_MODEL, _S_EXACT = int(Stage.SPEED), int(Stage.PICK_MODEL), int(Stage.EXACT)

_SPLIT, _HALF, _DEPLOY, _PLACE = FIRST[Verb.SPLIT], FIRST[Verb.HALF], FIRST[Verb.DEPLOY], FIRST[Verb.PLACE]
_GO_FIRST, _GO_SECOND, _GENERAL = FIRST[Verb.GO_FIRST], FIRST[Verb.GO_SECOND], FIRST[Verb.GENERAL]
_OBJECTIVE, _NAME_UNIT, _NAME_FEATURE = FIRST[Verb.OBJECTIVE], FIRST[Verb.NAME_UNIT], FIRST[Verb.NAME_FEATURE]
_POWER, _POWER_FRIEND, _POWER_ITSELF = (
    FIRST[Verb.POWER],
    FIRST[Verb.POWER_ON_FRIEND],
    FIRST[Verb.POWER_ON_ITSELF],
)
_SACRIFICE, _UNBIND, _PICK = FIRST[Verb.SACRIFICE], FIRST[Verb.UNBIND], FIRST[Verb.PICK]
_TOWARDS, _RUN_TOWARDS, _KEEP = FIRST[Verb.TOWARDS], FIRST[Verb.RUN_TOWARDS], FIRST[Verb.KEEP_DISTANCE]
_TO_FEATURE, _RUN_TO_FEATURE, _SUPPORT = FIRST[Verb.TO_FEATURE], FIRST[Verb.RUN_TO_FEATURE], FIRST[Verb.SUPPORT]
_RETREAT, _RETREAT_RUNNING, _AWAY = FIRST[Verb.RETREAT], FIRST[Verb.RETREAT_RUNNING], FIRST[Verb.AWAY]
_MARCH, _AIM, _CHARGE, _WRAP = FIRST[Verb.MARCH], FIRST[Verb.AIM], FIRST[Verb.CHARGE], FIRST[Verb.WRAP]
_PILE_IN, _STAY, _WITHDRAW = FIRST[Verb.PILE_IN], FIRST[Verb.STAY], FIRST[Verb.WITHDRAW]
_ALLOCATE, _FLEE, _BLESS = FIRST[Verb.ALLOCATE], FIRST[Verb.FLEE], FIRST[Verb.BLESS]
_REROLL, _SPEED = FIRST[Verb.REROLL], FIRST[Verb.SPEED]
_EXACT, _NUMBER = FIRST[Verb.EXACT], FIRST[Verb.NUMBER]
_INSPIRED = int(Triumph.INSPIRED)
_WHEN_SHOCK = int(When.BATTLESHOCK)

_WAITING = int(Standing.WAITING)
_SEIZE = 4
_WHEN_HERO, _WHEN_SHOOTING, _WHEN_COMBAT, _WHEN_AFTER = (
    int(When.HERO),
    int(When.SHOOTING),
    int(When.COMBAT),
    int(When.AFTER_SETUP),
)
_MASK_SHOOTING, _MASK_COMBAT = 1, 2
_P_MOVEMENT, _P_SHOOTING, _P_COMBAT = int(Phase.MOVEMENT), int(Phase.SHOOTING), int(Phase.COMBAT)


@verb
def legal_actions(options: Record, state: Record, out: Actions) -> int:
    """The menu of the stage: see `Stage`."""
    stage = state.stage
    if stage <= _S_AFTER or stage == _S_PRIORITY:
        return opening_choices(options, state, stage, out)
    if stage in (_S_HERO, _S_POWERS):
        return power_choices(options, state, when_of_powers(state, stage), out)
    if stage in (_S_MOVE_UNIT, _S_SHOOT, _S_CHARGE_UNIT, _S_FIGHT):
        return unit_choices(options, state, stage, out)
    if stage == _S_MOVE:
        return move_choices(options, state, out)
    if stage == _S_EXACT:
        return put_range(out, 0, _NUMBER, most_to_enter(options, state) + 1)
    if stage == _S_AIM:
        return aim_choices(options, state, out)
    return short_choices(options, state, stage, out)


@part
def when_of_powers(state: Record, stage: int) -> int:
    """The phase whose powers are offered."""
    if stage == _S_HERO:
        return _WHEN_HERO
    return _WHEN_COMBAT if state.phase == _P_COMBAT else _WHEN_SHOCK


@rule
def put(out: Actions, n: int, action: int) -> int:
    """Append one action."""
    out[n] = action
    return n + 1


@part
def put_range(out: Actions, n: int, first: int, count: int) -> int:
    """Append `count` actions from `first` on."""
    for step in range(count):
        out[n + step] = first + step
    return n + count


@rule
def opening_choices(options: Record, state: Record, stage: int, out: Actions) -> int:
    """Set-up and who goes first."""
    if stage == _S_SPLIT:
        return put_range(out, 0, _SPLIT, 4)
    if stage == _S_HALF:
        return put_range(out, 0, _HALF, 2)
    if stage in (_S_FIRST, _S_PRIORITY):
        return put_range(out, 0, _GO_FIRST, 2)
    if stage == _S_PLACE:
        return spot_choices(options, state, out)
    if stage == _S_NAME and state.objective == _SEIZE:
        return feature_choices(options, state, out)
    if stage == _S_OBJECTIVE:
        n = 0
        for objective in range(5):
            if may_pick_objective(options, state, state.current_player, objective):
                n = put(out, n, _OBJECTIVE + objective)
        return n
    if stage == _S_AFTER:
        return after_set_up_choices(options, state, out)
    return naming_choices(options, state, stage, out)


@rule
def naming_choices(options: Record, state: Record, stage: int, out: Actions) -> int:
    """Units to set up, to make general, or to name for an objective."""
    side, n = state.current_player, 0
    for place in range(options.units[side]):
        unit = side * SIDE_UNITS + place
        if stage == _S_DEPLOY:
            if state.standing[unit] == _WAITING and fits_somewhere(options, state, unit):
                n = put(out, n, _DEPLOY + place)
        elif stage == _S_GENERAL:
            if on_field(state, unit):
                n = put(out, n, _GENERAL + place)
        elif may_be_named(options, state, state.objective, unit):
            n = put(out, n, _NAME_UNIT + place)
    if stage == _S_DEPLOY and has_models(options, state, side):
        n = put(out, n, DONE_ACTION)
    return n


@rule
def spot_choices(options: Record, state: Record, out: Actions) -> int:
    """Spots where the acting unit fits; out of hiding anywhere, or nowhere."""
    n = 0
    hidden = state.phase == _P_MOVEMENT
    for spot in range(SPOTS):
        if set_out(options, state, state.acting, spot, hidden, False):
            n = put(out, n, _PLACE + spot)
    return put_exact(options, state, out, n, False)


@part
def feature_choices(options: Record, state: Record, out: Actions) -> int:
    """Features in enemy territory."""
    n = 0
    for feature in range(state.features):
        if feature_is_theirs(options, state, state.objective_seat, feature):
            n = put(out, n, _NAME_FEATURE + feature)
    return n


@rule
def after_set_up_choices(options: Record, state: Record, out: Actions) -> int:
    """Powers after set-up, and units that may move then."""
    side = state.current_player
    n = put_powers(options, state, _WHEN_AFTER, out, 0)
    for place in range(army_size(options, side)):
        if may_move_freely(options, state, side * SIDE_UNITS + place):
            n = put(out, n, _PICK + place)
    return put(out, n, DONE_ACTION)


@rule
def put_powers(options: Record, state: Record, when: int, out: Actions, n: int) -> int:
    """Every use of a power of a phase: on enemies, then on friends, then without a target."""
    side = state.current_player
    for power in range(options.powers):
        if usable(options, state, power, side, when) and not takes_itself(options, power):
            for place in range(army_size(options, 1 - side)):
                if target_is_legal(options, state, power, (1 - side) * SIDE_UNITS + place):
                    n = put(out, n, _POWER + power * SIDE_UNITS + place)
    for power in range(options.powers):
        if usable(options, state, power, side, when) and not takes_itself(options, power):
            for place in range(army_size(options, side)):
                if target_is_legal(options, state, power, side * SIDE_UNITS + place):
                    n = put(out, n, _POWER_FRIEND + power * SIDE_UNITS + place)
    for power in range(options.powers):
        if (
            usable(options, state, power, side, when)
            and takes_itself(options, power)
            and itself_is_legal(options, state, power)
        ):
            n = put(out, n, _POWER_ITSELF + power)
    return n


@part
def usable(options: Record, state: Record, power: int, side: int, when: int) -> bool:
    """Whether a power may be used now; command abilities of the combat phase only in the own turn."""
    if not may_use(options, state, power, side, when):
        return False
    return when < _WHEN_COMBAT or in_own_turn(options, state, power, side)


@rule
def power_choices(options: Record, state: Record, when: int, out: Actions) -> int:
    """Powers of the hero phase with sacrifices, or of the start of the combat phase."""
    n = put_powers(options, state, when, out, 0)
    if when == _WHEN_HERO:
        side = state.current_player
        for place in range(army_size(options, side)):
            for feature in range(state.features):
                if may_sacrifice(options, state, side * SIDE_UNITS + place, feature):
                    n = put(out, n, _SACRIFICE + place * FEATURES + feature)
    return put(out, n, DONE_ACTION)


@rule
def unit_choices(options: Record, state: Record, stage: int, out: Actions) -> int:
    """Units that may be picked; in combat one must be (R25)."""
    side, n = state.current_player, 0
    if stage == _S_SHOOT:
        n = put_powers(options, state, _WHEN_SHOOTING, out, 0)
    for place in range(army_size(options, side)):
        unit = side * SIDE_UNITS + place
        if stage == _S_MOVE_UNIT:
            may = may_be_moved(options, state, unit)
        elif stage == _S_SHOOT:
            may = may_shoot(options, state, unit)
        elif stage == _S_CHARGE_UNIT:
            may = may_charge(options, state, unit)
        else:
            may = may_fight(options, state, unit)
        if may:
            n = put(out, n, _PICK + place)
    return n if stage == _S_FIGHT else put(out, n, DONE_ACTION)


@rule
def move_choices(options: Record, state: Record, out: Actions) -> int:
    """Orders for the acting unit: near an enemy only to retreat (R20)."""
    unit, side, n = state.acting, state.current_player, 0
    if side_of(unit) != side:  # out of control: the enemy steers
        n = put_range(out, n, _TO_FEATURE, state.features)
        return put(out, put(out, n, _AWAY), DONE_ACTION)
    if engaged(options, state, unit):
        n = put(out, n, _RETREAT)
        if options.retreat_and_run and may_run(options, state, unit) and may_run_anywhere(options, state, unit):
            n = put(out, n, _RETREAT_RUNNING)
            return put(out, put_exact(options, state, out, n, True), DONE_ACTION)
        return put(out, put_exact(options, state, out, n, False), DONE_ACTION)
    free = state.phase != _P_MOVEMENT
    runs = may_run(options, state, unit) and not free
    n = put_enemies(options, state, _TOWARDS, out, n)
    if runs:
        for place in range(army_size(options, 1 - side)):
            target = (1 - side) * SIDE_UNITS + place
            if on_field(state, target) and may_run_towards(options, state, unit, target):
                n = put(out, n, _RUN_TOWARDS + place)
    if options.reach[unit, 1] > 0:
        n = put_enemies(options, state, _KEEP, out, n)
    n = put_range(out, n, _TO_FEATURE, state.features)
    if runs and may_run_anywhere(options, state, unit):
        n = put_range(out, n, _RUN_TO_FEATURE, state.features)
    for place in range(army_size(options, side)):
        if side * SIDE_UNITS + place != unit and on_field(state, side * SIDE_UNITS + place):
            n = put(out, n, _SUPPORT + place)
    n = put(out, n, _AWAY)
    if may_march(options, state, unit) and not free:
        n = put_enemies(options, state, _MARCH, out, n)
    return put(out, put_exact(options, state, out, n, runs and may_run_anywhere(options, state, unit)), DONE_ACTION)


@part
def put_exact(options: Record, state: Record, out: Actions, n: int, runs: bool) -> int:
    """Append the choice to hand in exact positions, if the options have it and none were refused."""
    if options.exact and state.entered != REFUSED:
        n = put(out, n, _EXACT)
        if runs:
            n = put(out, n, _EXACT + 1)
    return n


@rule
def put_enemies(options: Record, state: Record, first: int, out: Actions, n: int) -> int:
    """Append an order for each enemy unit on the battlefield."""
    enemy = 1 - state.current_player
    for place in range(army_size(options, enemy)):
        if on_field(state, enemy * SIDE_UNITS + place):
            n = put(out, n, first + place)
    return n


@rule
def aim_choices(options: Record, state: Record, out: Actions) -> int:
    """Targets for what the acting unit has not aimed: all of it, half, or one weapon where there are several targets (R27)."""
    unit, n = state.acting, 0
    phase = _MASK_SHOOTING if state.phase == _P_SHOOTING else _MASK_COMBAT
    if waits_for_second(options, state, unit):
        for place in range(army_size(options, 1 - state.current_player)):
            if on_field(state, (1 - state.current_player) * SIDE_UNITS + place):
                n = put(out, n, _AIM + place * AIM_WAYS)
        return n
    targets = reachable(options, state, unit, phase, -1)
    several = targets & (targets - 1) != 0
    for place in range(SIDE_UNITS):
        if targets >> place & 1 == 0:
            continue
        n = put(out, n, _AIM + place * AIM_WAYS)
        if not several:
            continue
        n = put(out, n, _AIM + place * AIM_WAYS + 1)
        if options.weapons[unit] > 1:
            target = (1 - state.current_player) * SIDE_UNITS + place
            for weapon in range(options.weapons[unit]):
                if any_reaches(options, state, unit, phase, weapon, target):
                    n = put(out, n, _AIM + place * AIM_WAYS + 2 + weapon)
    return n


@rule
def short_choices(options: Record, state: Record, stage: int, out: Actions) -> int:
    """Stages with a few choices."""
    unit = state.acting
    if stage == _S_UNBIND:
        return unbind_choices(options, state, out)
    if stage == _S_CHARGE:
        return charge_choices(options, state, out)
    if stage == _S_PILE:
        n = put(out, 0, _PILE_IN) if may_pile_in(options, state, unit) else 0
        n = put(out, n, _STAY)
        if may_withdraw(options, state, unit):
            n = put(out, n, _WITHDRAW)
        if state.triumph[state.current_player] == _INSPIRED:
            n = put(out, n, _BLESS)
        return put_exact(options, state, out, n, False) if may_pile_in(options, state, unit) else n
    if stage == _S_PICK_MODEL:
        return put_range(out, 0, _ALLOCATE, 2)
    if stage == _S_ALLOCATE:
        return put_range(out, 0, _ALLOCATE, 3 if options.free_allocation else 2)
    if stage == _S_FLEE:
        return put_range(out, 0, _FLEE, 2)
    if stage == _S_SLIP:
        n = put(out, 0, _TOWARDS)
        return put(out, put(out, n, _AWAY), DONE_ACTION)
    n = 0
    if stage == _S_SPEED:
        n = put(out, n, _SPEED)
    elif may_bless(state, state.current_player):
        n = put(out, n, _BLESS)
    if stage == _S_ROLL and may_reroll(options, state):
        n = put(out, n, _REROLL)
    return put(out, n, DONE_ACTION)


@rule
def unbind_choices(options: Record, state: Record, out: Actions) -> int:
    """Wizards that may try to unbind the spell that was cast."""
    side, n = state.current_player, 0
    for place in range(army_size(options, side)):
        if may_unbind(options, state, side * SIDE_UNITS + place, state.acting):
            n = put(out, n, _UNBIND + place)
    return put(out, n, DONE_ACTION)


@rule
def charge_choices(options: Record, state: Record, out: Actions) -> int:
    """Enemy units that the charge roll reaches: straight, or wrapping around them; or no charge."""
    enemy, n = 1 - state.current_player, 0
    reached = 0
    for place in range(army_size(options, enemy)):
        if in_charge_reach(options, state, state.acting, enemy * SIDE_UNITS + place):
            reached |= 1 << place
    for place in range(SIDE_UNITS):
        if reached >> place & 1:
            n = put(out, n, _CHARGE + place)
    if state.alive[state.acting] > 1:
        for place in range(SIDE_UNITS):
            if reached >> place & 1:
                n = put(out, n, _WRAP + place)
    return put(out, put_exact(options, state, out, n, False), DONE_ACTION)
