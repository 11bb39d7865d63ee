"""The course of a battle: start, rounds, rolls, casualties, retreats, sieges and advances (section 6)."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.actions import DONE, FIRST_CARD, FIRST_FIGURE, FIRST_REGION, YES
from engine.games.war_of_the_ring.board import (
    EREBOR,
    MINAS_TIRITH,
    NATION_COUNT,
    NEIGHBOUR_COUNT,
    NEIGHBOURS,
    SITE,
    STRONGHOLD,
    WOODLAND_REALM,
)
from engine.games.war_of_the_ring.cards import BALROG, CARD_COUNT, COMBAT_HALF, FOLLY, FOLLY_OF_KINGS, SIDE_OF_CARD
from engine.games.war_of_the_ring.data import (
    BRAND,
    CHARACTER_COUNT,
    DAIN,
    DENETHOR,
    FIGURE_KINDS,
    FIRST_CHARACTER,
    FIRST_CHIEFTAIN,
    FREE,
    GANDALF_WHITE,
    LEVEL,
    SHADOW,
    SIDE_OF_KIND,
    THRANDUIL,
    WITCH_KING,
)
from engine.games.war_of_the_ring.rules import combat_effects
from engine.games.war_of_the_ring.rules.armies import ADVANCE, ENTER_SIEGE, enough_to_go
from engine.games.war_of_the_ring.rules.core import (
    characters_at,
    clear_force,
    closed_to_shadow,
    count_house,
    is_companion,
    is_free,
    leave_hand,
    push,
    room,
)
from engine.games.war_of_the_ring.rules.fighters import (
    FIELD,
    SIEGE,
    SORTIE,
    bury_army,
    fighting_characters,
    fighting_companions,
    fighting_units,
    hit_number,
    inflict,
    leadership,
    lose_fighter,
    nazgul_leadership,
    strength,
    wound_fighter,
)
from engine.games.war_of_the_ring.rules.politics import attack_politics, enter_region, rouse, settle
from engine.games.war_of_the_ring.rules.recruit import is_corrupted
from engine.games.war_of_the_ring.state import CHOSEN, IN_HAND, NOBODY, ON_THE_TABLE, OPEN_DISCARD, Chance, House
from engine.rng import roll
from engine.trace import EVERYBODY, note3
from engine.types import Actions, Record, Trace

_COMBAT_ROLLED = int(Chance.COMBAT_ROLLED)
_BOTH_WIPED_OUT = int(House.BOTH_WIPED_OUT)
_NO_REGULAR = int(House.NO_REGULAR_TO_EXTEND)
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
def clear_round(state: Record) -> None:
    """Forget what one Combat round remembered."""
    state.forfeited = 0
    state.muted = 0
    state.nazgul_forfeit = 0
    state.confused = 0
    state.card_open = 0
    for side in range(2):
        state.combat_card[side] = NOBODY
        state.ability[side] = NOBODY
        state.cancelled[side] = 0
        state.hits[side] = 0
        state.first_hits[side] = 0
        state.misses[side] = 0
        state.reroll_hits[side] = 0
        state.lost_dice[side] = 0
        state.dice_cap[side] = 5
        state.combat_bonus[side] = 0
        state.reroll_bonus[side] = 0
        state.no_reroll[side] = 0
        state.less_leadership[side] = 0


@rule
def after_battle(state: Record) -> None:
    """Forget the battle."""
    clear_round(state)
    state.battle = 0
    state.attacker = 0
    state.battle_from = 0
    state.battle_at = 0
    state.battle_round = 0
    state.free_rounds = 0
    state.no_free_cards = 0
    state.no_cease = 0
    state.relief = NOBODY
    state.no_nazgul = 0
    state.bard_used = 0
    state.extended = 0
    clear_force(state)


@rule
def has_refuge(state: Record) -> bool:
    """Whether the defender may withdraw into a Stronghold: a field battle in a region with its own one (section 6.5)."""
    region = state.battle_at
    defender = 1 - state.attacker
    return (
        state.battle == FIELD
        and SITE[region] == STRONGHOLD
        and state.control[region] == defender
        and state.besieged[region] == NOBODY
    )


@rule
def battle_round(state: Record) -> None:
    """A Combat round begins; before it the defender may withdraw into his Stronghold."""
    clear_round(state)
    state.battle_round = min(state.battle_round + 1, 100)
    push(state, f.BATTLE_CARDS, state.attacker, 0, 0, 0)
    if has_refuge(state):
        push(state, f.SIEGE_CHOICE, 1 - state.attacker, 0, 0, 0)


@rule
def withdraw(options: Record, state: Record) -> None:
    """The defender goes into his Stronghold; the battle ends, and the attacker may move in to besiege him."""
    push(state, f.AFTER_BATTLE, state.attacker, 0, 0, 0)
    side = state.attacker
    if enough_to_go(state, side, state.battle_from, state.battle_at, ADVANCE):
        push(state, f.FORCE, side, state.battle_from, state.battle_at, ENTER_SIEGE)


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
    return combat_effects.need_holds(options, state, COMBAT_HALF[card])


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
    for side in (1 - state.attacker, state.attacker):
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
    if both and combat_effects.north_fights(state):
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
    dice = min(min(leadership(options, state, side), 5), state.misses[side])
    target = hit_number(state, side)
    for _ in range(dice):
        value = roll(state.play_rng, 6)
        note3(trace, _COMBAT_ROLLED, EVERYBODY, side, value, target)
        if value == 6 or (value > 1 and value + state.reroll_bonus[side] >= target):
            state.reroll_hits[side] += 1
            state.hits[side] += 1


@rule
def discard_combat_cards(state: Record) -> None:
    """Combat cards are discarded after the round."""
    for side in range(2):
        if state.combat_card[side] != NOBODY:
            state.card_at[state.combat_card[side]] = OPEN_DISCARD


@rule
def end_round(options: Record, state: Record) -> None:
    """Destroyed Armies, fallen Strongholds; else the battle may go on (sections 6.3 .. 6.6)."""
    discard_combat_cards(state)
    attacker = state.attacker
    attacker_gone = fighting_units(state, attacker) == 0
    defender_gone = fighting_units(state, 1 - attacker) == 0
    clear_round(state)
    if not attacker_gone and not defender_gone:
        next_round(state)
        return
    if attacker_gone and defender_gone:
        count_house(state, _BOTH_WIPED_OUT)
    push(state, f.AFTER_BATTLE, attacker, 0, 0, 0)
    if attacker_gone:
        bury_army(state, attacker)
    if defender_gone:
        bury_army(state, 1 - attacker)
    if defender_gone and not attacker_gone:
        offer_advance(options, state)
    settle(state, state.battle_from)
    settle(state, state.battle_at)


@rule
def offer_advance(options: Record, state: Record) -> None:
    """The winner of a field battle may move any part of his force in (section 6.3)."""
    if state.battle == FIELD and fighting_units(state, state.attacker) > 0:
        push(state, f.FORCE, state.attacker, state.battle_from, state.battle_at, ADVANCE)


@rule
def next_round(state: Record) -> None:
    """A siege battle has one round, unless a card gives more or an Elite pays; others go on until somebody yields."""
    attacker = state.attacker
    if state.battle == SIEGE:
        if state.free_rounds > 1:
            state.free_rounds -= 1
            push(state, f.CEASE, attacker, 0, 0, 0)
        elif can_extend(state):
            push(state, f.EXTEND, attacker, 0, 0, 0)
        else:
            push(state, f.AFTER_BATTLE, attacker, 0, 0, 0)
    elif state.no_cease:
        go_on(state)
    else:
        push(state, f.CEASE, attacker, 0, 0, 0)


@rule
def go_on(state: Record) -> None:
    """Another round, unless the defender retreats; a besieged Army can't."""
    push(state, f.BATTLE_ROUND, state.attacker, 0, 0, 0)
    if state.battle != SIEGE and can_retreat(state):
        push(state, f.RETREAT, 1 - state.attacker, 0, 0, 0)


@rule
def may_retreat_to(state: Record, side: int, region: int) -> bool:
    """A free region that isn't closed."""
    if side == SHADOW and closed_to_shadow(state, region):
        return False
    return is_free(state, side, region)


@rule
def can_retreat(state: Record) -> bool:
    """Whether the defender has a region to retreat to."""
    for i in range(NEIGHBOUR_COUNT[state.battle_at]):
        if may_retreat_to(state, 1 - state.attacker, NEIGHBOURS[state.battle_at, i]):
            return True
    return False


@rule
def retreat_choices(state: Record, scouts: bool, out: Actions) -> int:
    """Stand, withdraw into the Stronghold (Scouts), or go to a free neighbour; Scouts must, if they can."""
    n = 0
    refuge = scouts and has_refuge(state)
    possible = can_retreat(state)
    if not scouts or not (refuge or possible):
        out[n] = DONE
        n += 1
    if refuge:
        out[n] = YES
        n += 1
    for i in range(NEIGHBOUR_COUNT[state.battle_at]):
        region = NEIGHBOURS[state.battle_at, i]
        if may_retreat_to(state, 1 - state.attacker, region):
            out[n] = FIRST_REGION + region
            n += 1
    return n


@rule
def lead_away(options: Record, state: Record, side: int, start: int, to: int) -> None:
    """A whole Army leaves a region; characters of Level 0 stay; too many units at the goal are removed (6.1, 6.3)."""
    here = characters_at(state, side, start)
    for kind in range(FIGURE_KINDS):
        n = state.army[start, kind]
        if n > 0 and SIDE_OF_KIND[kind] == side:
            state.army[start, kind] = 0
            state.army[to, kind] += n
    moved = state.units[side, start]
    state.units[side, start] = 0
    state.units[side, to] += moved
    for character in range(CHARACTER_COUNT):
        if here >> character & 1 and LEVEL[character] > 0:
            state.where[character] = to
            if is_companion(state, character):
                rouse(state, character)
    if room(options, state, side, to) < 0:
        push(state, f.TRIM, side, to, side, 0)
    enter_region(state, side, to)
    settle(state, start)


@rule
def retreat_from_battle(options: Record, state: Record, region: int) -> None:
    """The defender retreats: the battle is over, the attacker may advance."""
    discard_combat_cards(state)
    push(state, f.AFTER_BATTLE, state.attacker, 0, 0, 0)
    offer_advance(options, state)
    lead_away(options, state, 1 - state.attacker, state.battle_at, region)


@rule
def can_extend(state: Record) -> bool:
    """An Elite that can become a Regular extends a siege battle; a Weakness lets a Regular pay, once (Kings, 7.2)."""
    lacking = False
    for nation in range(NATION_COUNT):
        if state.force[2 * nation + 1] > 0:
            if regular_for(state, nation):
                return True
            lacking = True
    if lacking:
        count_house(state, _NO_REGULAR)
    return weakness_extends(state)


@rule
def regular_for(state: Record, nation: int) -> bool:
    """Whether there is a Regular to replace an Elite."""
    if state.reinforcements[nation, 0] > 0:
        return True
    return state.attacker == FREE and nation < 5 and state.casualties[nation, 0] > 0


@rule
def weakness_extends(state: Record) -> bool:
    """Fate of the Lonely Mountain, of the White Tower, of Mirkwood."""
    if state.attacker != SHADOW or state.extended:
        return False
    region = state.battle_at
    fated = (
        (region == EREBOR and is_corrupted(state, DAIN))
        or (region == MINAS_TIRITH and is_corrupted(state, DENETHOR))
        or (region == WOODLAND_REALM and is_corrupted(state, THRANDUIL))
    )
    if not fated or fighting_units(state, SHADOW) < 2:
        return False
    for nation in range(NATION_COUNT):
        if state.force[2 * nation] > 0:
            return True
    return False


@rule
def extend_choices(state: Record, out: Actions) -> int:
    """Stop, or the unit that pays for another round."""
    out[0] = DONE
    n = 1
    by_weakness = weakness_extends(state)
    for nation in range(NATION_COUNT):
        if by_weakness and state.force[2 * nation] > 0:
            out[n] = FIRST_FIGURE + 2 * nation
            n += 1
        if state.force[2 * nation + 1] > 0 and regular_for(state, nation):
            out[n] = FIRST_FIGURE + 2 * nation + 1
            n += 1
    return n


@rule
def extend(state: Record, kind: int) -> None:
    """Pay for another round of the siege battle."""
    if kind & 1:
        wound_fighter(state, state.attacker, kind)
    else:
        state.extended = 1
        lose_fighter(state, state.attacker, kind)
    push(state, f.BATTLE_ROUND, state.attacker, 0, 0, 0)
