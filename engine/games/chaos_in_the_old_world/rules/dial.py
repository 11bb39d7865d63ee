"""Threat dials (rulebook p. 21, 23): who has a counter ticks once, whoever has most once more; instructions are mandatory.

`turn` is the power whose dial ticks, `part` 1 while its instruction is carried out, `left` what is left to do of it; in the
step of the extra tick `used` is 1 once it was given.
"""

from __future__ import annotations

from engine.bits import lowest
from engine.compilation import rule
from engine.games.chaos_in_the_old_world.actions import CORRUPTION_FIRST, TOKEN_FIRST, UPGRADE_FIRST
from engine.games.chaos_in_the_old_world.data import POWERS, REGIONS, TOKENS, Token
from engine.games.chaos_in_the_old_world.dials import Instruction
from engine.games.chaos_in_the_old_world.house import use_house
from engine.games.chaos_in_the_old_world.options_record import HOUSE_OF_UPGRADE
from engine.games.chaos_in_the_old_world.rules.old_world import unruined
from engine.games.chaos_in_the_old_world.rules.pieces import (
    answered,
    ask,
    corruption_in,
    draw_cards,
    put_token,
    score,
    take_token,
    to_step,
)
from engine.games.chaos_in_the_old_world.state import NOBODY, Ask
from engine.games.chaos_in_the_old_world.upgrades import UPGRADE_CARDS
from engine.types import Actions, Record, Trace

_SCORE = int(Instruction.SCORE)
_UPGRADE = int(Instruction.UPGRADE)
_DRAW = int(Instruction.DRAW)
_REMOVE_CORRUPTION = int(Instruction.REMOVE_CORRUPTION)
_WARPSTONES = int(Instruction.WARPSTONES)
_NOBLES = int(Instruction.NOBLES)
_REMOVE_TOKENS = int(Instruction.REMOVE_TOKENS)
_DIAL_WARPSTONE = int(Ask.DIAL_WARPSTONE)
_DIAL_NOBLE = int(Ask.DIAL_NOBLE)
_DIAL_CORRUPTION = int(Ask.DIAL_CORRUPTION)
_DIAL_TOKEN = int(Ask.DIAL_TOKEN)
_ASK_UPGRADE = int(Ask.UPGRADE)
_WARPSTONE = int(Token.WARPSTONE)
_NOBLE = int(Token.NOBLE)
_EXTRA_STEP = 5
_CHECK_STEP = 6


@rule
def turn_dials(options: Record, state: Record, trace: Trace) -> None:
    """Each power with a counter, in power order, ticks once."""
    if state.part == 1:
        follow_instruction(options, state, state.turn, trace)
    elif state.turn == POWERS:
        to_step(state, _EXTRA_STEP)
    elif state.advances[state.turn] > 0:
        tick(options, state, state.turn)
    else:
        state.turn += 1


@rule
def extra_tick(options: Record, state: Record, trace: Trace) -> None:
    """The one power with most counters ticks once more; nobody does if several have most."""
    if state.part == 1:
        follow_instruction(options, state, state.turn, trace)
        return
    leader = one_with_most_advances(state)
    if state.used == 1 or leader == NOBODY:
        to_step(state, _CHECK_STEP)
        return
    state.used = 1
    state.turn = leader
    tick(options, state, leader)


@rule
def one_with_most_advances(state: Record) -> int:
    """The power with most dial advancement counters, or NOBODY if there is no such one."""
    most = 0
    leader = NOBODY
    for power in range(POWERS):
        if state.advances[power] > most:
            most = state.advances[power]
            leader = power
        elif state.advances[power] == most:
            leader = NOBODY
    return leader


@rule
def tick(options: Record, state: Record, power: int) -> None:
    """A dial goes on by a position, not beyond Victory."""
    if state.dial[power] == options.dial_end[power]:
        end_instruction(state)
        return
    state.dial[power] += 1
    state.part = 1
    kind = options.instruction[power, state.dial[power]]
    state.left = 1 if kind == _UPGRADE else options.instruction_amount[power, state.dial[power]]


@rule
def end_instruction(state: Record) -> None:
    """The instruction is done."""
    state.part = 0
    state.left = 0
    state.turn += 1


@rule
def follow_instruction(options: Record, state: Record, power: int, trace: Trace) -> None:
    """Carry the instruction out as far as it can be, or ask for its next choice."""
    kind = options.instruction[power, state.dial[power]]
    if kind == _SCORE:
        score(state, power, state.left, state.dial_points)
    elif kind == _DRAW:
        draw_cards(options, state, power, state.left, trace)
    elif state.left > 0 and instruction_is_possible(options, state, power, kind):
        ask(options, state, question_of(kind), power)
        return
    end_instruction(state)


@rule
def question_of(kind: int) -> int:
    """The decision that an instruction asks for."""
    if kind == _UPGRADE:
        return _ASK_UPGRADE
    if kind == _WARPSTONES:
        return _DIAL_WARPSTONE
    if kind == _NOBLES:
        return _DIAL_NOBLE
    return _DIAL_CORRUPTION if kind == _REMOVE_CORRUPTION else _DIAL_TOKEN


@rule
def instruction_is_possible(options: Record, state: Record, power: int, kind: int) -> bool:
    """Whether an instruction that needs choices has one."""
    if kind == _UPGRADE:
        return available_upgrades(options, state, power) != 0
    if kind == _WARPSTONES:
        return state.supply[_WARPSTONE] > 0 and unruined(state) != 0
    if kind == _NOBLES:
        return state.supply[_NOBLE] > 0 and unruined(state) != 0
    if kind == _REMOVE_CORRUPTION:
        return any_corruption(state)
    return kind == _REMOVE_TOKENS and any_token(state)


@rule
def any_corruption(state: Record) -> bool:
    """Whether a corruption token lies on the board."""
    tokens = 0
    for region in range(REGIONS):
        tokens += corruption_in(state, region)
    return tokens > 0


@rule
def any_token(state: Record) -> bool:
    """Whether an Old World token lies on the board."""
    for region in range(REGIONS):
        for token in range(TOKENS):
            if state.tokens[region, token] > 0:
                return True
    return False


@rule
def available_upgrades(options: Record, state: Record, power: int) -> int:
    """The upgrade cards of a power that are not in play, as a set (rulebook p. 26)."""
    upgrades = 0
    for upgrade in range(UPGRADE_CARDS):
        if options.upgrade_power[upgrade] == power and not state.upgrades >> upgrade & 1:
            upgrades |= 1 << upgrade
    return upgrades


@rule
def take_upgrade(options: Record, state: Record, upgrade: int) -> None:
    """An upgrade card comes into play; a follower upgrade replaces its line."""
    answered(state)
    state.left -= 1
    state.upgrades |= 1 << upgrade
    state.upgrade_round[upgrade] = state.round_number
    use_house(state, HOUSE_OF_UPGRADE[upgrade])
    figure = options.upgrade_type[upgrade]
    if figure != NOBODY:
        state.cost[figure] = options.upgrade_cost[upgrade]
        state.attack[figure] = options.upgrade_attack[upgrade]
        state.defense[figure] = options.upgrade_defense[upgrade]
        state.ability[figure] = options.upgrade_ability[upgrade]
        state.ability_amount[figure] = options.upgrade_amount[upgrade]


@rule
def place_by_dial(options: Record, state: Record, region: int) -> None:
    """A Warpstone or Noble of an instruction is placed."""
    token = _WARPSTONE if state.ask == _DIAL_WARPSTONE else _NOBLE
    answered(state)
    put_token(state, region, token, 1)
    state.left -= 1


@rule
def remove_corruption(state: Record, region: int, owner: int) -> None:
    """A corruption token of any owner leaves the board."""
    answered(state)
    state.corruption[region, owner] -= 1
    state.left -= 1


@rule
def remove_token(state: Record, region: int, token: int) -> None:
    """An Old World token goes back to the supply."""
    answered(state)
    take_token(state, region, token)
    state.left -= 1


@rule
def put_all_corruption(state: Record, out: Actions) -> int:
    """A choice for each power's corruption in each region."""
    n = 0
    for power in range(POWERS):
        for region in range(REGIONS):
            if state.corruption[region, power] > 0:
                out[n] = CORRUPTION_FIRST + power * REGIONS + region
                n += 1
    return n


@rule
def put_all_tokens(state: Record, out: Actions) -> int:
    """A choice for each kind of token in each region."""
    n = 0
    for token in range(TOKENS):
        for region in range(REGIONS):
            if state.tokens[region, token] > 0:
                out[n] = TOKEN_FIRST + token * REGIONS + region
                n += 1
    return n


@rule
def put_upgrades(options: Record, state: Record, out: Actions) -> int:
    """A choice for each upgrade card that can be taken."""
    n = 0
    upgrades = available_upgrades(options, state, state.asked)
    while upgrades:
        out[n] = UPGRADE_FIRST + lowest(upgrades)
        n += 1
        upgrades &= upgrades - 1
    return n
