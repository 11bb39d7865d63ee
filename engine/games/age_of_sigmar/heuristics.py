"""What a simple player wants: to trade well, to reach what he beats, to shoot and charge what matters, objectives.

Values are points of the enemy removed for points of one's own, in 1/100; only expected wounds and gaps between units are used.
"""

from __future__ import annotations

from engine.games.age_of_sigmar import columns
from engine.games.age_of_sigmar.actions import (
    AIM_WAYS,
    COLUMNS,
    DEPTHS,
    DETAIL,
    FEATURE,
    PARTS,
    POWER,
    TARGET,
    UNIT,
    VERB,
    Verb,
)
from engine.games.age_of_sigmar.data import INCH, SIDE_UNITS
from engine.games.age_of_sigmar.geometry import root_up, squared_distance
from engine.games.age_of_sigmar.inlining import part, rule, verb
from engine.games.age_of_sigmar.rules.units import (
    army_size,
    centre_x,
    centre_y,
    enemy_gap,
    full_wounds,
    has_all,
    nearest_gap,
    on_field,
    wounds_left,
)
from engine.games.age_of_sigmar.state import Objective, Stage, Standing, Why
from engine.games.age_of_sigmar.summary import points_left
from engine.games.age_of_sigmar.vocabulary import Payload, PowerKind
from engine.types import Record

_V = Verb
_DEPLOY, _PLACE, _GENERAL, _OBJECTIVE = int(_V.DEPLOY), int(_V.PLACE), int(_V.GENERAL), int(_V.OBJECTIVE)
_GO_FIRST, _GO_SECOND = int(_V.GO_FIRST), int(_V.GO_SECOND)
_NAME_UNIT, _NAME_FEATURE = int(_V.NAME_UNIT), int(_V.NAME_FEATURE)
_POWER, _FRIEND, _ITSELF, _SACRIFICE = int(_V.POWER), int(_V.POWER_ON_FRIEND), int(_V.POWER_ON_ITSELF), int(_V.SACRIFICE)
_UNBIND, _PICK, _TOWARDS, _RUN = int(_V.UNBIND), int(_V.PICK), int(_V.TOWARDS), int(_V.RUN_TOWARDS)
_KEEP, _TO_FEATURE, _RUN_FEATURE, _SUPPORT = (
    int(_V.KEEP_DISTANCE),
    int(_V.TO_FEATURE),
    int(_V.RUN_TO_FEATURE),
    int(_V.SUPPORT),
)
_RETREAT, _RETREAT_RUN, _AWAY, _MARCH = int(_V.RETREAT), int(_V.RETREAT_RUNNING), int(_V.AWAY), int(_V.MARCH)
_AIM, _CHARGE, _WRAP, _PILE_IN = int(_V.AIM), int(_V.CHARGE), int(_V.WRAP), int(_V.PILE_IN)
_STAY, _WITHDRAW, _ALLOCATE, _FLEE, _DONE = (
    int(_V.STAY),
    int(_V.WITHDRAW),
    int(_V.ALLOCATE),
    int(_V.FLEE),
    int(_V.DONE),
)

_BLESS, _REROLL, _SPEED, _EXACT = int(_V.BLESS), int(_V.REROLL), int(_V.SPEED), int(_V.EXACT)
_W_CHARGE, _W_RUN, _W_CASTING = int(Why.CHARGE), int(Why.RUN), int(Why.CASTING)
_W_UNBINDING, _W_PRAYER = int(Why.UNBINDING), int(Why.PRAYER)
_S_SLIP = int(Stage.SLIP_AWAY)
_WAITING = int(Standing.WAITING)
_ASSASSINATE, _BLUNT, _ENDURE, _SEIZE = (
    int(Objective.ASSASSINATE),
    int(Objective.BLUNT),
    int(Objective.ENDURE),
    int(Objective.SEIZE),
)
_COMMAND = int(PowerKind.COMMAND)
_HIDE, _HEAL, _SACRIFICE_PAYLOAD, _SUMMON = (
    int(Payload.HIDE),
    int(Payload.HEAL),
    int(Payload.SACRIFICE),
    int(Payload.SUMMON),
)
_COMBAT, _MISSILE = 0, 1
_NEAR_REACH = 4 * INCH
_VETERAN_BONUS = 400
_TOGETHER = 9 * INCH
_CRUSHED = 2
"""An enemy with so many times fewer points is overrun before he achieves an objective."""


@verb
def action_priority(options: Record, state: Record, action: int) -> int:
    """How much a simple player wants an action: see the head of this module."""
    verb = PARTS[action, VERB]
    side = state.current_player
    unit = side * SIDE_UNITS + PARTS[action, UNIT]
    target = (1 - side) * SIDE_UNITS + PARTS[action, TARGET]
    if verb == _EXACT:
        return -20_000
    if verb == _DONE:
        return 0
    if verb <= _NAME_FEATURE:
        return opening_priority(options, state, action, verb, unit)
    if verb <= _UNBIND:
        return magic_priority(options, state, PARTS[action, POWER], verb, unit, target)
    if verb == _PICK:
        return pick_priority(options, state, unit)
    if verb <= _MARCH:
        return move_priority(options, state, verb, unit, target, PARTS[action, FEATURE])
    return fight_priority(options, state, verb, target, PARTS[action, DETAIL])


@part
def value_of(options: Record, unit: int) -> int:
    """Worth of each wound of a unit, in 1/100 points: by its points, and as one of the models that a minor victory counts."""
    side = unit // SIDE_UNITS
    points = 100 * options.cost[unit] // max(options.models[unit] * options.wounds[unit], 1)
    share = 100 * options.army_points[side] // max(options.army_models[side] * options.wounds[unit], 1)
    return (points + share) // 2


@part
def trade(options: Record, state: Record, unit: int, target: int, kind: int) -> int:
    """Expected worth, in 1/100 points, that a unit removes of a target in one attack (kind 0 combat, 1 shooting)."""
    return min(expected(options, state, unit, target, kind), wounds_left(options, state, target)) * value_of(options, target)


@part
def expected(options: Record, state: Record, unit: int, target: int, kind: int) -> int:
    """Expected wounds of one attack of a unit on a target."""
    return options.threat[kind, unit, target] * state.alive[unit] // 1000


@rule
def outcome_of_fight(options: Record, state: Record, unit: int, target: int) -> int:
    """What a unit gains by fighting a target, less what it risks, which friends nearby share and a stronger army can afford."""
    gain = trade(options, state, unit, target, _COMBAT)
    if state.objective_target == target and state.objective in (_ASSASSINATE, _BLUNT):
        gain = gain * 2 + _VETERAN_BONUS
    if expected(options, state, unit, target, _COMBAT) >= wounds_left(options, state, target):
        return gain + gain // 4
    side = unit // SIDE_UNITS
    own, enemies = points_left(options, state, side), points_left(options, state, 1 - side)
    risk = trade(options, state, target, unit, _COMBAT) * enemies // max(own + enemies, 1)
    return gain - risk // (1 + friends_near(options, state, unit, target))


@rule
def friends_near(options: Record, state: Record, unit: int, target: int) -> int:
    """Other own units that stand near enough to a target to share in a fight with it."""
    side, friends = unit // SIDE_UNITS, 0
    for other in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
        friends += other != unit and enemy_gap(state, other, target) <= _TOGETHER
    return friends


@rule
def best_fight(options: Record, state: Record, unit: int) -> int:
    """The largest gain of a unit against any enemy on the battlefield, weighed by nearness."""
    enemy = 1 - state.current_player
    best = -1_000_000
    for target in range(enemy * SIDE_UNITS, enemy * SIDE_UNITS + army_size(options, enemy)):
        if on_field(state, target):
            best = max(best, outcome_of_fight(options, state, unit, target) - enemy_gap(state, unit, target) // 500)
    return best


@rule
def opening_priority(options: Record, state: Record, action: int, verb: int, unit: int) -> int:
    """Set-up: dear units last, in the middle and in front; fighters forward, shooters and wizards behind."""
    detail = PARTS[action, DETAIL]
    if verb == _DEPLOY:
        return deploy_priority(options, state, unit)
    if verb == _PLACE:
        column, depth = detail // DEPTHS % COLUMNS, detail % DEPTHS
        behind = options.reach[state.acting, _MISSILE] > 0 or options.casts[state.acting] > 0
        wanted = 1 if behind else 0
        return 100 - 10 * abs(column - COLUMNS // 2) - 15 * abs(depth - wanted)
    if verb == _GENERAL:
        return general_priority(options, unit)
    if verb == _OBJECTIVE:
        return objective_priority(detail)
    if verb == _NAME_UNIT:
        return wounds_left(options, state, unit) * 100 - options.cost[unit]
    if verb == _NAME_FEATURE:
        return 0
    return 10 if verb == _GO_FIRST else 0


@rule
def deploy_priority(options: Record, state: Record, unit: int) -> int:
    """The most points for each model first; no unit that would give a finished enemy of some size his sudden death (R13)."""
    side = unit // SIDE_UNITS
    if state.finished[1 - side] and options.sudden_death:
        enemies, enemy_points = standing_models(state, 1 - side), points_left(options, state, 1 - side)
        own = standing_models(state, side) + options.models[unit]
        if 3 * own >= 4 * enemies and enemy_points * _CRUSHED > points_left(options, state, side):
            return -1
    return 1 + 100 * options.cost[unit] // options.models[unit]


@part
def standing_models(state: Record, side: int) -> int:
    """Models of a side on the battlefield."""
    models = 0
    for unit in range(side * SIDE_UNITS, (side + 1) * SIDE_UNITS):
        models += state.alive[unit]
    return models


@part
def objective_priority(objective: int) -> int:
    """Endure is the safest, then killing what the enemy names, then ground."""
    if objective == _ENDURE:
        return 30
    if objective == _ASSASSINATE:
        return 20
    return 10 if objective > 0 else 0


@rule
def general_priority(options: Record, unit: int) -> int:
    """A hero with a command ability, the toughest first."""
    commands = 0
    for power in range(options.powers):
        commands += options.power[power, columns.OWNER] == unit and options.power[power, columns.KIND] == _COMMAND
    hero = has_all(options, unit, options.set_hero)
    return 1000 * commands + 100 * int(hero) + options.wounds[unit]


@rule
def magic_priority(options: Record, state: Record, power: int, verb: int, unit: int, target: int) -> int:
    """Harm to what is dear, help for what fights; sacrifices and hiding only when nothing else is to do."""
    if verb == _UNBIND:
        return 10
    if verb == _SACRIFICE:
        return -10
    payload = options.power[power, columns.PAYLOAD]
    if payload == _HIDE or payload == _SACRIFICE_PAYLOAD:
        return -5
    if verb == _POWER:
        bonus = 500 if state.objective_target == target and state.objective == _ASSASSINATE else 0
        return 200 + min(value_of(options, target), 2000) // 10 + bonus
    if verb == _FRIEND:
        near = near_reach(options, state, unit)
        return 100 + options.cost[unit] * (2 if near else 1) // 2
    return 150 if payload != _SUMMON else 300


@rule
def near_reach(options: Record, state: Record, unit: int) -> bool:
    """Whether an enemy is so near that there will be a fight."""
    enemy = 1 - state.current_player
    for target in range(enemy * SIDE_UNITS, enemy * SIDE_UNITS + army_size(options, enemy)):
        if enemy_gap(state, unit, target) <= 12 * INCH:
            return True
    return False


@part
def pick_priority(options: Record, state: Record, unit: int) -> int:
    """Whoever trades best goes first."""
    return 10_000 + best_fight(options, state, unit) // 10


@rule
def move_priority(options: Record, state: Record, verb: int, unit: int, target: int, feature: int) -> int:
    """Towards what it beats; shooters keep their distance; support where nothing else pays; objectives of sudden death."""
    acting = state.acting
    if state.stage == _S_SLIP:
        return 5 if verb == _TOWARDS else 0
    shoots = shooting_value(options, state, acting)
    if verb in (_TOWARDS, _RUN, _KEEP, _MARCH):
        return approach_priority(options, state, verb, acting, target, shoots)
    if verb in (_RETREAT, _RETREAT_RUN):
        gain = best_fight(options, state, acting)
        return -gain // 2 - 100
    if verb in (_TO_FEATURE, _RUN_FEATURE):
        return feature_priority(options, state, verb, acting, feature)
    if verb == _SUPPORT:
        return 20 + options.cost[unit] // 10 if options.casts[acting] and not options.casts[unit] else 0
    return -200


@rule
def shooting_value(options: Record, state: Record, unit: int) -> int:
    """The best that a unit can do by shooting, whatever is in range."""
    if options.reach[unit, _MISSILE] == 0:
        return 0
    enemy, best = 1 - state.current_player, 0
    for target in range(enemy * SIDE_UNITS, enemy * SIDE_UNITS + army_size(options, enemy)):
        if on_field(state, target):
            best = max(best, trade(options, state, unit, target, _MISSILE))
    return best


@rule
def approach_priority(options: Record, state: Record, verb: int, unit: int, target: int, shoots: int) -> int:
    """How much an enemy is worth going to: gain less the way."""
    gap = enemy_gap(state, unit, target)
    value = outcome_of_fight(options, state, unit, target) + 600 - gap // 40
    if verb == _KEEP:
        reach = options.reach[unit, _MISSILE] * INCH
        shot = trade(options, state, unit, target, _MISSILE)
        return shot * 2 + 500 - max(gap - reach, 0) // 40
    if verb == _RUN:
        far = gap > (options.move[unit] + 12) * INCH
        return value + (100 if far and shoots == 0 else -400)
    if verb == _MARCH:
        return value + (50 if gap > (options.move[unit] * 2 + 3) * INCH else -500)
    return value


@rule
def feature_priority(options: Record, state: Record, verb: int, unit: int, feature: int) -> int:
    """The ground to seize; cover for shooters nearby."""
    apart = root_up(
        squared_distance(
            centre_x(options, state, unit), centre_y(options, state, unit), state.feature_x[feature], state.feature_y[feature]
        )
    )
    if state.objective == _SEIZE and state.objective_seat == state.current_player and state.objective_target == feature:
        return 2500 - apart // 40
    return -100 - apart // 1000 - (50 if verb == _RUN_FEATURE else 0)


@rule
def fight_priority(options: Record, state: Record, verb: int, target: int, detail: int) -> int:
    """Aims, charges, piling in, casualties."""
    unit = state.acting
    if verb == _AIM:
        kind = _COMBAT if state.charged[unit] or enemy_gap(state, unit, target) <= _NEAR_REACH else _MISSILE
        value = 1000 + trade(options, state, unit, target, kind)
        if state.objective_target == target and state.objective in (_ASSASSINATE, _BLUNT):
            value += 1000
        return value + (AIM_WAYS - detail if detail == 0 else 0)
    if verb in (_CHARGE, _WRAP):
        wide = full_wounds(options, state, target) * 2 > 0 and state.alive[unit] > state.alive[target]
        return 300 + outcome_of_fight(options, state, unit, target) + (1 if wide == (verb == _WRAP) else 0)
    if verb == _PILE_IN:
        return 10
    if verb == _WITHDRAW:
        return 20 if best_fight(options, state, unit) < 0 else -10
    if verb in (_ALLOCATE, _FLEE):
        return 10 if detail == 0 else 0
    if verb == _SPEED:
        return -5
    if verb == _BLESS or verb == _REROLL:
        return roll_priority(options, state)
    return 5 if verb not in (_STAY,) else 0


@part
def roll_priority(options: Record, state: Record) -> int:
    """A roll is made again, or a die changed, where it fails as it stands; inspiration is for whoever fights first."""
    if state.why == _W_CHARGE:
        return 5 if nearest_gap(options, state, state.acting) > state.roll * INCH + INCH // 2 else -5
    if state.why == _W_CASTING or state.why == _W_PRAYER:
        return 5 if state.roll < options.power[state.power, columns.ROLL] else -5
    if state.why == _W_UNBINDING:
        return 5 if state.roll <= state.rolled else -5
    if state.why == _W_RUN:
        return 5 if state.roll < 3 else -5
    return 5


@verb
def position_value(options: Record, state: Record, seat: int) -> float:
    """The chances of a side by what both have left, to the fourth power; as the last round nears, by the parts lost (R12).

    In 20,000 positions of greedy battles a power of 3.75 fits best. Wounds, not models: of models with two wounds each, a
    blow that slays none weakens a unit, too.
    """
    own, other = strength_left(options, state, seat), strength_left(options, state, 1 - seat)
    own, other = own * own * own * own, other * other * other * other
    ahead = part_lost(state, 1 - seat) - part_lost(state, seat)
    gone = state.round_number / options.max_rounds
    late = gone * gone * gone * gone
    value = (1.0 - late) * own / (own + other) + late * min(max(0.5 + 2.0 * ahead, 0.0), 1.0)
    return min(max(value, 0.02), 0.98)


@rule
def strength_left(options: Record, state: Record, side: int) -> float:
    """Points of an army pro rata by the wounds that it can still suffer, plus 1; what is yet to be set up counts in full."""
    points = 1.0
    setting_up = state.round_number == 0 and state.finished[side] == 0
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + options.units[side]):
        if setting_up and state.standing[unit] == _WAITING:
            points += options.cost[unit]
        elif state.alive[unit] > 0:
            full = options.models[unit] * full_wounds(options, state, unit)
            points += options.cost[unit] * wounds_left(options, state, unit) / full
    return points


@part
def part_lost(state: Record, side: int) -> float:
    """Models lost of those that a side set up, 0 .. 1."""
    return min(max(state.lost[side] / max(state.set_up[side], 1), 0.0), 1.0)
