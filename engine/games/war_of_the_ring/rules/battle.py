"""The course of a battle: start, rounds, rolls, casualties, retreats, sieges and advances (section 6)."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.actions import DONE, FIRST_CARD, FIRST_FIGURE
from engine.games.war_of_the_ring.board import (
    MINAS_TIRITH,
)
from engine.games.war_of_the_ring.cards import BALROG, CARD_COUNT, COMBAT_HALF, FOLLY, FOLLY_OF_KINGS, SIDE_OF_CARD
from engine.games.war_of_the_ring.data import (
    BRAND,
    CHARACTER_COUNT,
    DENETHOR,
    FIRST_CHARACTER,
    FIRST_CHIEFTAIN,
    FREE,
    GANDALF_WHITE,
    SHADOW,
    WITCH_KING,
)
from engine.games.war_of_the_ring.rules import combat_effects, combat_needs
from engine.games.war_of_the_ring.rules.aftermath import clear_round, end_round, has_refuge
from engine.games.war_of_the_ring.rules.core import (
    leave_hand,
    push,
    room,
)
from engine.games.war_of_the_ring.rules.fighters import (
    FIELD,
    SIEGE,
    SORTIE,
    fighting_characters,
    fighting_companions,
    hit_number,
    inflict,
    leadership,
    nazgul_leadership,
    strength,
)
from engine.games.war_of_the_ring.rules.politics import attack_politics
from engine.games.war_of_the_ring.rules.recruit import is_corrupted
from engine.games.war_of_the_ring.state import CHOSEN, IN_HAND, NOBODY, ON_THE_TABLE, Chance
from engine.rng import roll
from engine.trace import EVERYBODY, note3
from engine.types import Actions, Record, Trace

_COMBAT_ROLLED = int(Chance.COMBAT_ROLLED)
ROLL_STAGE, REROLL_STAGE, CASUALTY_STAGE, LAST_STAGE = 8, 11, 16, 19
"""Stages of a round: two for each initiative 0 .. 3 (defender first), the roll, two for 4, the re-roll, and so on."""


@rule
def begin_battle(state: Record, side: int, start: int, target: int) -> None:
    """The chosen force attacks: siege battle, sortie or field battle (section 6.2, 6.5)."""
    state.battle = FIELD
    if start == target:
        state.battle = SORTIE if state.besieged[target] == side else SIEGE
    state.attacker = side
    state.battle_from = start
    state.battle_at = target
    state.battle_round = 0
    if state.battles[side] < 32767:
        state.battles[side] += 1
    push(state, f.BATTLE_START, side, 0, 0, 0)


@rule
def battle_start(options: Record, state: Record) -> None:
    """Politics of the attack; the White Rider may give up his Leadership against the Nazgul's (sections 5, 7)."""
    push(state, f.BATTLE_ROUND, state.attacker, 0, 0, 0)
    white = fighting_characters(state, FREE) >> GANDALF_WHITE & 1
    if white and nazgul_leadership(options, state) > 0:
        push(state, f.WHITE_RIDER, FREE, 0, 0, 0)
    attack_politics(state, 1 - state.attacker, state.battle_at)


@rule
def battle_round(state: Record) -> None:
    """A Combat round begins; before it the defender may withdraw into his Stronghold."""
    clear_round(state)
    state.battle_round = min(state.battle_round + 1, 100)
    push(state, f.BATTLE_CARDS, state.attacker, 0, 0, 0)
    if has_refuge(state):
        push(state, f.SIEGE_CHOICE, 1 - state.attacker, 0, 0, 0)


@rule
def lay_siege(options: Record, state: Record, side: int, region: int) -> None:
    """The besiegers move in: the garrison is besieged, and its owner removes units above the limit (section 6.5)."""
    state.besieged[region] = 1 - side
    if room(options, state, 1 - side, region) < 0:
        push(state, f.TRIM, 1 - side, region, 1 - side, 0)


@rule
def may_play_combat(options: Record, state: Record, side: int, card: int) -> bool:
    """Whether a card may be played for its combat half; the Balrog from the table too (SC17)."""
    if SIDE_OF_CARD[card] != side:
        return False
    if state.card_at[card] != IN_HAND and not (card == BALROG and state.card_at[card] == ON_THE_TABLE):
        return False
    return combat_needs.need_holds(options, state, COMBAT_HALF[card])


@rule
def barred_from_cards(state: Record, side: int) -> bool:
    """Cards that forbid the Free Peoples Combat cards: Grond, the Fighting Uruk-hai, Denethor's Folly."""
    if side == SHADOW:
        return False
    if state.no_free_cards and state.battle_round == 1 and fighting_companions(state) == 0:
        return True
    region = state.battle_at
    if region == MINAS_TIRITH and (state.card_at[FOLLY] == ON_THE_TABLE or state.card_at[FOLLY_OF_KINGS] == ON_THE_TABLE):
        return True
    return state.card_at[FOLLY_OF_KINGS] == ON_THE_TABLE and state.where[DENETHOR] == region


@rule
def can_play_combat(options: Record, state: Record, side: int) -> bool:
    """Whether a side has a Combat card to play."""
    if barred_from_cards(state, side):
        return False
    for card in range(CARD_COUNT):
        if may_play_combat(options, state, side, card):
            return True
    return False


@rule
def combat_card_choices(options: Record, state: Record, side: int, out: Actions) -> int:
    """No card, or one whose requirement holds."""
    out[0] = DONE
    n = 1
    if barred_from_cards(state, side):
        return n
    for card in range(CARD_COUNT):
        if may_play_combat(options, state, side, card):
            out[n] = FIRST_CARD + card
            n += 1
    return n


@rule
def battle_cards(options: Record, state: Record) -> None:
    """The attacker chooses first, then the defender; both cards stay hidden until then (section 6.3)."""
    push(state, f.BATTLE_REVEAL, state.attacker, 0, 0, 0)
    for turn in range(2):
        side = state.attacker if turn else 1 - state.attacker
        if can_play_combat(options, state, side):
            push(state, f.COMBAT_CARD, side, 0, 0, 0)


@rule
def choose_combat_card(state: Record, side: int, card: int) -> None:
    """A side lays down its Combat card; a Chieftain in the battle may replace its effects."""
    if state.card_at[card] == IN_HAND:
        leave_hand(state, card, CHOSEN)
    else:
        state.card_at[card] = CHOSEN
    state.combat_card[side] = card
    if side == SHADOW and fighting_characters(state, SHADOW) >> FIRST_CHIEFTAIN != 0:
        push(state, f.CHIEFTAIN, SHADOW, 0, 0, 0)


@rule
def chieftain_choices(state: Record, out: Actions) -> int:
    """Use the card, or forfeit its effects for a Chieftain's ability (Kings, 8)."""
    out[0] = DONE
    n = 1
    mask = fighting_characters(state, SHADOW)
    for character in range(FIRST_CHIEFTAIN, CHARACTER_COUNT):
        if mask >> character & 1:
            out[n] = FIRST_FIGURE + FIRST_CHARACTER + character
            n += 1
    return n


@rule
def battle_reveal(state: Record) -> None:
    """Both cards are turned over; abilities that answer to them."""
    state.card_open = 1
    push(state, f.BATTLE_STEP, state.attacker, 0, 0, 0)
    for side in range(2):
        if state.combat_card[side] != NOBODY:
            state.card_fought[state.combat_card[side]] = state.round_number
    shadow_card = state.combat_card[SHADOW]
    both = shadow_card != NOBODY and state.combat_card[FREE] != NOBODY
    if both and combat_needs.north_fights(state):
        if fighting_characters(state, FREE) & ~state.muted & combat_effects.awake(state, BRAND) and state.bard_used & 1 == 0:
            push(state, f.HEIR_OF_BARD, FREE, 0, 0, 0)
        if is_corrupted(state, BRAND) and state.bard_used & 2 == 0:
            push(state, f.HEIR_OF_BARD, SHADOW, 1, 0, 0)
    if shadow_card != NOBODY and state.battle_round == 1 and fighting_characters(state, SHADOW) >> WITCH_KING & 1:
        push(state, f.SORCERER, SHADOW, int(combat_effects.is_strategy(shadow_card)), 0, 0)


@rule
def battle_step(options: Record, state: Record, stage: int, trace: Trace) -> None:
    """One stage of a round."""
    if stage < LAST_STAGE:
        push(state, f.BATTLE_STEP, state.attacker, stage + 1, 0, 0)
    if stage == ROLL_STAGE:
        combat_roll(state, state.attacker, trace)
        combat_roll(state, 1 - state.attacker, trace)
    elif stage == REROLL_STAGE:
        leader_reroll(options, state, state.attacker, trace)
        leader_reroll(options, state, 1 - state.attacker, trace)
    elif stage == CASUALTY_STAGE:
        inflict(state, 1 - state.attacker, state.hits[state.attacker])
        inflict(state, state.attacker, state.hits[1 - state.attacker])
    elif stage == LAST_STAGE:
        end_round(options, state)
    else:
        initiative, is_defender = initiative_of(stage)
        side = 1 - state.attacker if is_defender else state.attacker
        combat_effects.carry_out(options, state, side, initiative, trace)


@rule
def initiative_of(stage: int) -> tuple[int, bool]:
    """The initiative of a stage, and whether it is the defender's."""
    if stage < ROLL_STAGE:
        return stage >> 1, stage & 1 == 0
    if stage < REROLL_STAGE:
        return 4, stage == ROLL_STAGE + 1
    if stage < CASUALTY_STAGE:
        return 5 + (stage - REROLL_STAGE - 1) // 2, (stage - REROLL_STAGE) & 1 == 1
    return 7, stage == CASUALTY_STAGE + 1


@rule
def combat_roll(state: Record, side: int, trace: Trace) -> None:
    """At most five dice, less what cards take; 1 misses, 6 hits."""
    dice = min(strength(state, side), 5)
    if dice == 0:
        return
    lost = state.lost_dice[side]
    if side == SHADOW and state.relief != NOBODY:
        lost += state.units[FREE, state.relief]
    if lost > 0:
        dice = max(dice - lost, 1)
    dice = min(dice, state.dice_cap[side])
    target = hit_number(state, side)
    for _ in range(dice):
        value = roll(state.play_rng, 6)
        note3(trace, _COMBAT_ROLLED, EVERYBODY, side, value, target)
        if value == 6 or (value > 1 and value + state.combat_bonus[side] >= target):
            state.hits[side] += 1
        else:
            state.misses[side] += 1
        if side == SHADOW and value == 1:
            state.confused += 1


@rule
def leader_reroll(options: Record, state: Record, side: int, trace: Trace) -> None:
    """As many missed dice as Leadership allows, five at most."""
    if state.no_reroll[side]:
        return
    dice = min(leadership(options, state, side), 5, state.misses[side])
    target = hit_number(state, side)
    for _ in range(dice):
        value = roll(state.play_rng, 6)
        note3(trace, _COMBAT_ROLLED, EVERYBODY, side, value, target)
        if value == 6 or (value > 1 and value + state.reroll_bonus[side] >= target):
            state.reroll_hits[side] += 1
            state.hits[side] += 1
