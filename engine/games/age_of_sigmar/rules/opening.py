"""From the roll-off to the first round: territories, set-up, generals, objectives, powers after set-up (R9, R10, R13-R16)."""

from __future__ import annotations

from engine.games.age_of_sigmar import columns
from engine.games.age_of_sigmar.data import SIDE_UNITS
from engine.games.age_of_sigmar.inlining import part, rule, verb
from engine.games.age_of_sigmar.rules.ground import beyond_line, fits_somewhere, half_of, lay_terrain
from engine.games.age_of_sigmar.rules.modifiers import total
from engine.games.age_of_sigmar.rules.powers import may_use
from engine.games.age_of_sigmar.rules.units import army_size, on_field
from engine.games.age_of_sigmar.rules.victory import may_be_named, outnumbered_side
from engine.games.age_of_sigmar.state import FAR, NOBODY, Chance, Objective, Resume, Stage, Standing, Why
from engine.games.age_of_sigmar.vocabulary import Effect, When
from engine.rng import roll, seed_stream
from engine.trace import EVERYBODY, note2, note3
from engine.types import Record, Stream, Trace

_SPLIT, _HALF, _DEPLOY = int(Stage.SPLIT), int(Stage.HALF), int(Stage.DEPLOY)
_GENERAL, _OBJECTIVE, _NAME = int(Stage.GENERAL), int(Stage.OBJECTIVE), int(Stage.OBJECTIVE_TARGET)
_AFTER_SETUP = int(Stage.AFTER_SETUP)
_TO_GENERALS, _TO_OBJECTIVES = int(Resume.GENERALS), int(Resume.OBJECTIVES)
_TO_AFTER_SET_UP, _TO_ROUND, _TO_SET_UP = int(Resume.AFTER_SET_UP), int(Resume.ROUND), int(Resume.SET_UP)
_WAITING = int(Standing.WAITING)
_ASSASSINATE, _BLUNT = int(Objective.ASSASSINATE), int(Objective.BLUNT)
_ENDURE, _SEIZE = int(Objective.ENDURE), int(Objective.SEIZE)
_ROLL_OFF = int(Chance.ROLL_OFF)
_DIE = int(Chance.DIE)
_WHY_TRIUMPH = int(Why.TRIUMPH)
_FREE_MOVE = int(Effect.FREE_MOVE)
_WHEN_AFTER_SETUP = int(When.AFTER_SETUP)


@verb
def new_initial_state(options: Record, state: Record, setup_key: Stream, play_key: Stream, trace: Trace) -> None:
    """Terrain, then the roll-off; its winner splits the battlefield (R9)."""
    seed_stream(state.setup_rng, setup_key)
    seed_stream(state.play_rng, play_key)
    for red in range(SIDE_UNITS):
        for blue in range(SIDE_UNITS):
            state.gap[red, blue] = FAR
    for side in range(2):
        state.general[side] = NOBODY
    state.objective_target = NOBODY
    state.acting, state.power, state.victim = NOBODY, NOBODY, NOBODY
    state.spell_target = NOBODY
    lay_terrain(options, state, trace)
    state.roll_winner = roll_off(state.setup_rng, trace)
    state.current_player = state.roll_winner
    state.stage = _SPLIT
    if options.split > 0:
        choose_split(state, options.split - 1)


@rule
def roll_apart(stream: Stream, trace: Trace) -> int:
    """Both roll a die, ties are rolled again; returns ten times red's die and blue's."""
    red, blue = roll(stream, 6), roll(stream, 6)
    while red == blue:
        red, blue = roll(stream, 6), roll(stream, 6)
    note2(trace, _ROLL_OFF, EVERYBODY, red, blue)
    return 10 * red + blue


@rule
def roll_off(stream: Stream, trace: Trace) -> int:
    """A roll-off; returns the seat with the higher die."""
    dice = roll_apart(stream, trace)
    return 0 if dice // 10 > dice % 10 else 1


@part
def choose_split(state: Record, split: int) -> None:
    """The winner has split the battlefield; the other picks a half."""
    state.split = split
    state.stage = _HALF
    state.current_player = 1 - state.roll_winner


@part
def choose_half(state: Record, half: int) -> None:
    """The half of who picked; set-up begins with the winner of the roll-off."""
    state.half = half if state.current_player == 0 else 1 - half
    state.picker = state.roll_winner
    state.resume = _TO_SET_UP


@rule
def can_deploy(options: Record, state: Record, side: int) -> bool:
    """Whether a side has a unit to set up and room for it."""
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + options.units[side]):
        if state.standing[unit] == _WAITING and fits_somewhere(options, state, unit):
            return True
    return False


@rule
def next_to_set_up(options: Record, state: Record) -> bool:
    """Ask who sets up next; True if somebody has to decide. Who is done first is noted (R9)."""
    for _ in range(2):
        side = state.picker
        if state.finished[side] == 0:
            if can_deploy(options, state, side):
                state.stage = _DEPLOY
                state.current_player = side
                return True
            finish_set_up(state, side)
        state.picker = 1 - side
    for side in range(2):
        count_models(options, state, side)
    state.resume = _TO_GENERALS
    state.picker = state.roll_winner
    return False


@part
def finish_set_up(state: Record, side: int) -> None:
    """A side has set up all that it wants or can."""
    if state.finished[1 - side] == 0:
        state.first_finished = side
    state.finished[side] = 1


@rule
def count_models(options: Record, state: Record, side: int) -> None:
    """Count the army now, for the comparison of losses (R9, R12)."""
    total_models = 0
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + options.units[side]):
        total_models += state.alive[unit]
    state.set_up[side] = total_models


@rule
def next_general(state: Record) -> bool:
    """Both name a general, the winner of the roll-off first (R10); True if somebody has to decide."""
    for _ in range(2):
        if state.general[state.picker] < 0:
            state.stage = _GENERAL
            state.current_player = state.picker
            return True
        state.picker = 1 - state.picker
    state.resume = _TO_OBJECTIVES
    return False


@rule
def may_pick_objective(options: Record, state: Record, side: int, objective: int) -> bool:
    """Whether an objective has a legal target (R13)."""
    if objective in (_ASSASSINATE, _BLUNT):
        enemy = 1 - side
        for unit in range(enemy * SIDE_UNITS, enemy * SIDE_UNITS + options.units[enemy]):
            if may_be_named(options, state, objective, unit):
                return True
        return False
    if objective == _SEIZE:
        for feature in range(state.features):
            if feature_is_theirs(options, state, side, feature):
                return True
        return False
    return True


@part
def feature_is_theirs(options: Record, state: Record, side: int, feature: int) -> bool:
    """Whether a feature's centre lies in enemy territory."""
    half = half_of(state, 1 - side)
    return beyond_line(options, state.split, half, state.feature_x[feature], state.feature_y[feature], 0)


@rule
def next_objective(options: Record, state: Record, trace: Trace) -> bool:
    """Sudden death and its target, then triumphs; True if somebody has to decide."""
    side = outnumbered_side(options, state)
    if side >= 0 and state.objective == 0 and state.finished[0] == 1:
        state.objective_seat = side
        state.stage = _OBJECTIVE
        state.current_player = side
        return True
    if state.objective in (_ASSASSINATE, _BLUNT, _SEIZE) and state.objective_target < 0:
        state.stage = _NAME
        state.current_player = state.objective_seat if state.objective == _SEIZE else 1 - state.objective_seat
        return True
    roll_triumphs(options, state, trace)
    state.resume = _TO_AFTER_SET_UP
    state.picker = 0
    if pre_battle(options, state, 0) and pre_battle(options, state, 1):
        state.picker = roll_off(state.setup_rng, trace)
    elif not pre_battle(options, state, 0):
        state.picker = 1
    state.cursor = 0
    return False


@part
def pick_objective(state: Record, objective: int) -> None:
    """The smaller side has picked (0: none)."""
    state.objective = objective
    state.finished[0] = 2
    state.resume = _TO_OBJECTIVES


@rule
def roll_triumphs(options: Record, state: Record, trace: Trace) -> None:
    """Who won a major victory before rolls: blessed, inspired, or the general gains a wound (R14)."""
    for side in range(2):
        if options.triumphs >> side & 1:
            rolled = roll(state.setup_rng, 6)
            note3(trace, _DIE, EVERYBODY, _WHY_TRIUMPH, state.general[side], rolled)
            state.triumph[side] = (rolled + 1) // 2


@part
def may_move_freely(options: Record, state: Record, unit: int) -> bool:
    """Whether a unit may move after set-up and has not yet."""
    return on_field(state, unit) and state.done[unit] == 0 and total(options, state, unit, _FREE_MOVE) > 0


@rule
def pre_battle(options: Record, state: Record, side: int) -> bool:
    """Whether a side has something to do after set-up (R16)."""
    for unit in range(side * SIDE_UNITS, side * SIDE_UNITS + army_size(options, side)):
        if may_move_freely(options, state, unit):
            return True
    for power in range(options.powers):
        if may_use(options, state, power, side, _WHEN_AFTER_SETUP):
            return True
    return False


@rule
def next_after_set_up(options: Record, state: Record) -> bool:
    """Powers after set-up, one side after the other; True if somebody has to decide."""
    while state.cursor < 2:
        if pre_battle(options, state, state.picker):
            state.stage = _AFTER_SETUP
            state.current_player = state.picker
            return True
        skip_after_set_up(state)
    for unit in range(2 * SIDE_UNITS):
        state.done[unit] = 0
        state.moved[unit] = 0
    for power in range(options.powers):
        if options.power[power, columns.WHEN] == _WHEN_AFTER_SETUP:
            state.used[power] = 0
    state.resume = _TO_ROUND
    return False


@part
def skip_after_set_up(state: Record) -> None:
    """A side is done with its powers after set-up."""
    state.cursor += 1
    state.picker = 1 - state.picker
