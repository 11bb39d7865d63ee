"""Combat cards: when they may be played, and what each does, one short function a card (cards sheet, section 3)."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring import combat_cards as cc
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.actions import DONE, FIRST_CHARACTER_ACTION, FIRST_FIGURE, FIRST_NUMBER
from engine.games.war_of_the_ring.cards import COMBAT_HALF, DECK
from engine.games.war_of_the_ring.data import (
    ARAGORN,
    AWAKENED,
    CHARACTER_COUNT,
    CORRUPTED,
    FIRST_CHARACTER,
    FIRST_LEADER,
    FIRST_SOVEREIGN,
    FREE,
    LEVEL,
    MIRKWOOD,
    NAZGUL,
    SERPENT,
    SHADOW,
    SOVEREIGN_COUNT,
    STRIDER,
    UGLUK,
)
from engine.games.war_of_the_ring.rules.combat_needs import grey_in_battle
from engine.games.war_of_the_ring.rules.core import acts_as_leader, push, sovereigns_at
from engine.games.war_of_the_ring.rules.fighters import (
    awakened_in_battle,
    character_leadership,
    fighter,
    fighting_companions,
    fighting_elites,
    fighting_leaders,
    fighting_minions,
    fighting_units,
    hit_number,
    inflict,
    leadership,
    lose_character,
    lose_fighter,
    nazgul_leadership,
)
from engine.games.war_of_the_ring.rules.sovereigns import awaken
from engine.games.war_of_the_ring.state import NOBODY, Chance
from engine.rng import roll
from engine.trace import EVERYBODY, note3
from engine.types import Actions, Record, Trace

_COMBAT_ROLLED = int(Chance.COMBAT_ROLLED)


@rule
def is_strategy(card: int) -> bool:
    """Whether a card is of a Strategy deck."""
    return DECK[card] & 1 == 1


@rule
def awake(state: Record, character: int) -> int:
    """The Sovereign's bit if he is awakened, else 0."""
    return 1 << character if state.sovereign[character - FIRST_SOVEREIGN] == AWAKENED else 0


@rule
def carry_out(options: Record, state: Record, side: int, initiative: int, trace: Trace) -> None:
    """The effect of a side's Combat card, or of the ability that replaces it, at one initiative."""
    card = state.combat_card[side]
    if card == NOBODY or state.cancelled[side]:
        return
    half = COMBAT_HALF[card]
    if state.ability[side] != NOBODY:
        chieftain_effect(state, half, state.ability[side], initiative)
        return
    effect = cc.COMBAT[half, cc.EFFECT]
    if effect == cc.MUMAKIL and initiative == 5:
        if state.hits[SHADOW] > state.hits[FREE] + state.first_hits[FREE]:
            state.hits[SHADOW] += 1
        return
    if cc.COMBAT[half, cc.INITIATIVE] != initiative:
        return
    if effect in (cc.MODIFIERS, cc.MUMAKIL):
        add_modifiers(state, side, half)
    elif initiative <= 2:
        early_effect(options, state, effect, half, trace)
    elif initiative == 3:
        strength_effect(options, state, effect, half)
    elif initiative == 4:
        reroll_effect(options, state, effect, half)
    elif initiative <= 6:
        late_effect(options, state, effect, half)
    else:
        last_effect(state, effect, trace)


@rule
def add_modifiers(state: Record, side: int, half: int) -> None:
    """Numbers added to each die of the rolls."""
    state.combat_bonus[side] += cc.COMBAT[half, cc.OWN_COMBAT]
    state.reroll_bonus[side] += cc.COMBAT[half, cc.OWN_REROLL]
    state.combat_bonus[1 - side] += cc.COMBAT[half, cc.ENEMY_COMBAT]
    state.reroll_bonus[1 - side] += cc.COMBAT[half, cc.ENEMY_REROLL]


@rule
def special_attack(state: Record, side: int, dice: int, target: int, trace: Trace) -> None:
    """Dice outside the Combat roll; the hits are taken at once."""
    hits = 0
    for _ in range(min(dice, 5)):
        value = roll(state.play_rng, 6)
        note3(trace, _COMBAT_ROLLED, EVERYBODY, side, value, target)
        if value > 1 and value >= target:
            hits += 1
    state.first_hits[side] += hits
    inflict(state, 1 - side, hits)


@rule
def early_effect(options: Record, state: Record, effect: int, half: int, trace: Trace) -> None:
    """Initiative 0 .. 2: cancelling, retreats, special attacks."""
    if effect == cc.DARING_DEFIANCE:
        state.forfeited |= fighting_companions(state)
        state.cancelled[SHADOW] = 1
    elif effect == cc.SWARM_OF_BATS:
        if state.combat_card[FREE] != NOBODY:
            state.cancelled[FREE] = 1
        else:
            state.reroll_bonus[SHADOW] += 1
    elif effect == cc.SCOUTS:
        push(state, f.RETREAT, FREE, 1, 0, 0)
    elif effect == cc.WORDS_OF_POWER:
        ask_for_figure(options, state, SHADOW, effect)
    elif effect == cc.BATTLE_IS_VAIN:
        push(state, f.EFFECT_NUMBER, SHADOW, effect, 0, 0)
    elif effect == cc.SUDDEN_STRIKE:
        special_attack(state, FREE, leadership(options, state, FREE), hit_number(state, FREE), trace)
    elif effect == cc.CHARGE:
        special_attack(state, FREE, fighting_elites(state, FREE), hit_number(state, FREE), trace)
    elif effect == cc.KING_OF_OLD:
        special_attack(state, FREE, best_leadership(options, state, awakened_in_battle(state)), 3, trace)
    elif effect == cc.DURINS_BANE:
        special_attack(state, SHADOW, cc.COMBAT[half, cc.EFFECT_SIZE], 4, trace)


@rule
def best_leadership(options: Record, state: Record, mask: int) -> int:
    """The highest Leadership in a group of characters."""
    best = 0
    for character in range(CHARACTER_COUNT):
        if mask >> character & 1:
            best = max(best, character_leadership(options, state, character))
    return best


@rule
def strength_effect(options: Record, state: Record, effect: int, half: int) -> None:
    """Initiative 3: dice and modifiers of the Combat roll."""
    if effect == cc.BRAVE_STAND:
        mask = fighting_companions(state) & ~state.muted
        while mask:
            state.lost_dice[SHADOW] += 1
            mask &= mask - 1
    elif effect == cc.DICE_CAP:
        state.dice_cap[SHADOW] = min(state.dice_cap[SHADOW], cc.COMBAT[half, cc.EFFECT_SIZE])
    elif effect == cc.CRUEL_AS_DEATH:
        if nazgul_leadership(options, state) >= 2:
            state.nazgul_forfeit += 2
            add_modifiers(state, SHADOW, half)
    elif effect == cc.FOUL_STENCH:
        ours = nazgul_leadership(options, state)
        if ours >= 1 and ours >= leadership(options, state, FREE):
            state.no_reroll[FREE] = 1
    elif effect in (cc.DREAD_AND_DESPAIR, cc.RELENTLESS_ASSAULT):
        push(state, f.EFFECT_NUMBER, SHADOW, effect, 0, 0)
    elif effect == cc.SERVANT_OF_THE_SHADOW:
        ask_for_figure(options, state, SHADOW, effect)
    elif effect == cc.HIS_POWER_WAXES:
        here = sovereigns_at(state, state.battle_at)
        add_modifiers(state, SHADOW, half)
        for sovereign in range(SOVEREIGN_COUNT):
            if here >> sovereign & 1 and state.sovereign[sovereign] == CORRUPTED:
                return
        add_modifiers(state, FREE, half)


@rule
def reroll_effect(options: Record, state: Record, effect: int, half: int) -> None:
    """Initiative 4: between the Combat roll and the Leader re-roll."""
    if effect == cc.MIGHTY_ATTACK:
        if state.misses[FREE] > 0:
            ask_for_figure(options, state, FREE, effect)
    elif effect == cc.ANDURIL:
        mask = fighting_companions(state) & ~state.muted
        turned = 2 if mask >> ARAGORN & 1 else int(mask >> STRIDER & 1)
        turned = min(turned, state.misses[FREE])
        if turned > 0:
            state.forfeited |= mask & (1 << ARAGORN | 1 << STRIDER)
            turn_misses(state, turned)
    elif effect == cc.CONFUSION:
        ones = state.confused
        state.misses[SHADOW] = max(state.misses[SHADOW] - ones, 0)
        state.hits[FREE] += ones
    elif effect == cc.THEY_ARE_TERRIBLE:
        if nazgul_leadership(options, state) >= 1:
            state.nazgul_forfeit += 1
            add_modifiers(state, SHADOW, half)
    elif effect == cc.KINGS_BANNER:
        ask_for_figure(options, state, FREE, effect)
    elif effect == cc.HOPE_FOR_VICTORY:
        add_modifiers(state, FREE, half)
        ask_for_figure(options, state, FREE, effect)


@rule
def turn_misses(state: Record, n: int) -> None:
    """Missed dice of the Free Peoples become hits."""
    state.misses[FREE] -= n
    state.hits[FREE] += n


@rule
def late_effect(options: Record, state: Record, effect: int, half: int) -> None:
    """Initiative 5 and 6: after the re-rolls."""
    if effect == cc.EXTRA_HITS:
        if state.hits[FREE] > 0:
            state.hits[FREE] += cc.COMBAT[half, cc.EFFECT_SIZE]
    elif effect == cc.SHIELD_WALL:
        if state.hits[SHADOW] >= 2:
            state.hits[SHADOW] -= 1
    elif effect == cc.BLADE or effect == cc.FATEFUL_STRIKE:
        if state.reroll_hits[FREE] > 0:
            ask_for_figure(options, state, FREE, effect)
    elif effect == cc.HEROIC_DEATH:
        if state.hits[SHADOW] > 0:
            ask_for_figure(options, state, FREE, effect)
    elif effect == cc.BLACK_BREATH and state.reroll_hits[SHADOW] > 0:
        ask_for_figure(options, state, SHADOW, effect)


@rule
def last_effect(state: Record, effect: int, trace: Trace) -> None:
    """Initiative 7: after casualties."""
    if effect == cc.ONSLAUGHT:
        if fighting_units(state, SHADOW) > 0 and fighting_units(state, FREE) > 0:
            push(state, f.EFFECT_NUMBER, SHADOW, effect, 0, 0)
    elif effect == cc.GREAT_HOST:
        enemies = fighting_units(state, FREE)
        if enemies > 0 and fighting_units(state, SHADOW) >= 2 * enemies:
            inflict(state, FREE, 1)
    elif effect == cc.WE_COME_TO_KILL:
        special_attack(state, SHADOW, fighting_elites(state, SHADOW), 5, trace)


@rule
def chieftain_effect(state: Record, half: int, chieftain: int, initiative: int) -> None:
    """A Chieftain's ability in place of the card's effects (Kings, 8)."""
    if chieftain == SERPENT and initiative == 3:
        state.combat_bonus[SHADOW] += 2 if half == cc.RELENTLESS_CARD else 1
        inflict(state, SHADOW, 1)
    elif chieftain == MIRKWOOD:
        if initiative == 0 and half == cc.BATS_CARD and state.combat_card[FREE] != NOBODY:
            state.cancelled[FREE] = 1
        if initiative == 4:
            state.forfeited |= 1 << MIRKWOOD
            state.reroll_bonus[SHADOW] += 1
    elif chieftain == UGLUK and initiative == 3:
        state.combat_bonus[SHADOW] += 1
        state.reroll_bonus[SHADOW] += 1
        if half != cc.DESPERATE_CARD:
            state.combat_bonus[FREE] += 1
            state.reroll_bonus[FREE] += 1


@rule
def number_limits(options: Record, state: Record, effect: int) -> tuple[int, int]:
    """The least and the most that a player may choose for an effect."""
    if effect == cc.DREAD_AND_DESPAIR:
        most = min(nazgul_leadership(options, state), 15)
        return min(1, most), most
    if effect == cc.BATTLE_IS_VAIN:
        return 0, min(nazgul_leadership(options, state), 5)
    hits = fighting_units(state, SHADOW) + fighting_elites(state, SHADOW)
    return 0, min(4 if effect == cc.ONSLAUGHT else 2, hits)


@rule
def number_choices(options: Record, state: Record, effect: int, out: Actions) -> int:
    """Numbers for an effect."""
    low, high = number_limits(options, state, effect)
    n = 0
    for number in range(low, high + 1):
        out[n] = FIRST_NUMBER + number
        n += 1
    return n


@rule
def apply_number(state: Record, effect: int, number: int) -> None:
    """The chosen number takes effect."""
    if effect == cc.DREAD_AND_DESPAIR:
        state.nazgul_forfeit += number
        state.lost_dice[FREE] += number
    elif effect == cc.BATTLE_IS_VAIN:
        state.nazgul_forfeit += number
        state.less_leadership[FREE] += number
    elif effect == cc.RELENTLESS_ASSAULT:
        state.combat_bonus[SHADOW] += number
        inflict(state, SHADOW, number)
    elif number > 0:
        push(state, f.AFTER_BLOOD, SHADOW, min(number, 4), 0, 0)
        inflict(state, SHADOW, number)


@rule
def after_blood(state: Record, dice: int, trace: Trace) -> None:
    """Onslaught: a die for each hit taken, 4 or more hits."""
    special_attack(state, SHADOW, dice, 4, trace)


@rule
def may_be_left(options: Record, effect: int) -> bool:
    """Whether the player may name nobody."""
    if effect == cc.BLADE:
        return options.blade_optional != 0
    return effect in (cc.HEROIC_DEATH, cc.BLACK_BREATH)


@rule
def candidates(options: Record, state: Record, effect: int) -> int:
    """Bit set of the characters that an effect may name."""
    companions = fighting_companions(state)
    if effect in (cc.BLADE, cc.SERVANT_OF_THE_SHADOW):
        return fighting_minions(state)
    if effect == cc.FATEFUL_STRIKE:
        return fighting_minions(state) if state.reroll_hits[FREE] > 1 else 0
    if effect == cc.WORDS_OF_POWER:
        return companions
    if effect == cc.MIGHTY_ATTACK:
        return companions & ~(state.forfeited | state.muted)
    if effect == cc.KINGS_BANNER:
        return (awakened_in_battle(state) | companions & 1 << ARAGORN) & ~(state.forfeited | state.muted)
    if effect == cc.HOPE_FOR_VICTORY:
        return grey_in_battle(state)
    if effect == cc.HEROIC_DEATH:
        return companions | grey_in_battle(state)
    found = grey_in_battle(state)
    for character in range(CHARACTER_COUNT):
        if companions >> character & 1 and LEVEL[character] <= state.reroll_hits[SHADOW]:
            found |= 1 << character
    return found


@rule
def figure_choices(options: Record, state: Record, effect: int, out: Actions) -> int:
    """Figures that an effect may name."""
    n = 0
    if may_be_left(options, effect):
        out[n] = DONE
        n += 1
    if effect in (cc.HEROIC_DEATH, cc.BLACK_BREATH):
        for kind in range(FIRST_LEADER, NAZGUL):
            if fighter(state, FREE, kind) > 0:
                out[n] = FIRST_FIGURE + kind
                n += 1
    if effect == cc.FATEFUL_STRIKE and fighter(state, SHADOW, NAZGUL) > 0:
        out[n] = FIRST_FIGURE + NAZGUL
        n += 1
    mask = candidates(options, state, effect)
    for character in range(CHARACTER_COUNT):
        if mask >> character & 1:
            out[n] = FIRST_CHARACTER_ACTION + character
            n += 1
    return n


@rule
def ask_for_figure(options: Record, state: Record, side: int, effect: int) -> None:
    """Ask whom an effect names, if there is anybody."""
    anybody = candidates(options, state, effect) != 0
    if effect in (cc.HEROIC_DEATH, cc.BLACK_BREATH):
        anybody = anybody or fighting_leaders(state) > 0
    if effect == cc.FATEFUL_STRIKE:
        anybody = anybody or fighter(state, SHADOW, NAZGUL) > 0
    if anybody:
        push(state, f.EFFECT_FIGURE, side, effect, 0, 0)


@rule
def apply_figure(options: Record, state: Record, effect: int, figure: int) -> None:
    """The named figure is affected."""
    if figure < FIRST_CHARACTER:
        lose_fighter(state, SHADOW if figure == NAZGUL else FREE, figure)
        if effect == cc.HEROIC_DEATH:
            state.hits[SHADOW] -= 1
        return
    character = figure - FIRST_CHARACTER
    if effect == cc.WORDS_OF_POWER:
        state.muted |= 1 << character
    elif effect == cc.MIGHTY_ATTACK:
        state.forfeited |= 1 << character
        turn_misses(state, 1)
    elif effect == cc.KINGS_BANNER:
        state.forfeited |= 1 << character
        state.no_reroll[SHADOW] = 1
    elif effect == cc.SERVANT_OF_THE_SHADOW:
        state.lost_dice[FREE] += character_leadership(options, state, character)
        state.forfeited |= 1 << character
    elif effect == cc.HOPE_FOR_VICTORY:
        awaken(state, character - FIRST_SOVEREIGN)
    else:
        if effect == cc.HEROIC_DEATH:
            saved = 1 if acts_as_leader(state, character) else LEVEL[character]
            state.hits[SHADOW] -= min(saved, state.hits[SHADOW])
        elif effect == cc.BLADE:
            state.hits[FREE] -= 1
            state.reroll_hits[FREE] -= 1
        lose_character(state, character)
