"""The Hunt for the Ring: moves, rolls, tiles, damage (section 4.3, 4.7, 4.8)."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.actions import DONE, FIRST_CARD, FIRST_NUMBER
from engine.games.war_of_the_ring.board import SITE, STRONGHOLD
from engine.games.war_of_the_ring.cards import (
    AXE_AND_BOW,
    CREBAIN,
    HORN_OF_GONDOR,
    LAST_BATTLE,
    MITHRIL_COAT,
    WIZARDS_STAFF,
    WORN,
)
from engine.games.war_of_the_ring.data import (
    BLUE,
    DIE_VALUE,
    EYE_VALUE,
    FREE,
    GOLLUM,
    LEVEL,
    MERIADOC,
    NAZGUL,
    NUMBERED_TO,
    PEREGRIN,
    SHADOW,
    STANDARD,
    TILE_GROUP,
    TILE_KINDS,
    TILE_REVEAL,
    TILE_STOP,
    TILE_VALUE,
    UGLUK,
    WITCH_KING,
)
from engine.games.war_of_the_ring.rules.core import count_house, discard_from_table, fellowship_members, push
from engine.games.war_of_the_ring.rules.fellowship import (
    corrupt,
    end_game,
    heal,
    lose_companion,
    on_track,
    random_companion,
    reveal,
)
from engine.games.war_of_the_ring.rules.recruit import beside
from engine.games.war_of_the_ring.state import NOBODY, ON_THE_TABLE, Chance, Ending, House, HuntMode
from engine.rng import draw_index, roll
from engine.trace import EVERYBODY, note1, note2
from engine.types import Actions, Record, Trace

MOVE, MORDOR, HOLD, EVENT, ISILDURS_BANE, FOUL_THING, BALROG, BALROG_HIDDEN = (int(mode) for mode in HuntMode)
HOBBIT, GOLLUM_REVEALS, LOSE_GUIDE, LOSE_ANYBODY = range(1, 5)
"""Numbers that answer HUNT_DAMAGE."""
MOST_DICE = 5
_HUNT_ROLLED = int(Chance.HUNT_ROLLED)
_TILE_DRAWN = int(Chance.TILE_DRAWN)
_DIE_ROLLED = int(Chance.DIE_ROLLED)
_RING_DESTROYED = int(Ending.RING_DESTROYED)
_NEW_GUIDE = int(House.NEW_GUIDE_ABILITY)
_HOBBIT_IN_MORDOR = int(House.HOBBIT_IN_MORDOR)
_GOLLUM_REVEALS = int(House.GOLLUM_REVEALS)


@rule
def move_fellowship(state: Record, die: bool, fewer: int) -> None:
    """Progress +1 and the Hunt, or a step on the Mordor Track; then the die goes into the Hunt Box (4.3, 4.8)."""
    state.tried = 1
    state.fellowship_moves += 1
    if die and state.card_at[LAST_BATTLE] != ON_THE_TABLE:
        push(state, f.BOX_DIE, FREE, 0, 0, 0)
    if on_track(state):
        push(state, f.TILE_DRAW, SHADOW, min(state.hunt_eyes + state.hunt_free, 12), MORDOR, 0)
        return
    state.progress = min(state.progress + 1, 12)
    push(state, f.HUNT, SHADOW, fewer, 0, 0)


@rule
def hunt(state: Record, fewer: int) -> None:
    """Without Shadow dice in the Hunt Box there is no Hunt; Flocks of Crebain may be used before the roll."""
    if state.hunt_eyes == 0:
        return
    kind = f.CREBAIN if state.card_at[CREBAIN] == ON_THE_TABLE else f.HUNT_ROLL
    push(state, kind, SHADOW, fewer, 0, 0)


@rule
def hunt_dice(state: Record, fewer: int) -> int:
    """Dice of a Hunt roll."""
    dice = min(state.hunt_eyes, MOST_DICE)
    return max(dice - 1, 1) if fewer else dice


@rule
def hunt_rerolls(state: Record) -> int:
    """Re-rolls: a Shadow-controlled Stronghold, a Shadow unit, a Nazgul in the figure's region (4.7)."""
    region = state.place
    rerolls = int(SITE[region] == STRONGHOLD and state.control[region] == SHADOW)
    rerolls += int(state.units[SHADOW, region] > 0)
    return rerolls + int(state.army[region, NAZGUL] > 0 or state.where[WITCH_KING] == region)


@rule
def marches_day_and_night(state: Record) -> bool:
    """Ugluk in or beside the figure's region helps the Hunt's re-rolls (Kings, 8)."""
    region = state.where[UGLUK]
    return region >= 0 and not on_track(state) and (region == state.place or beside(region, state.place))


@rule
def roll_hunt(state: Record, dice: int, bonus: int, again: bool, trace: Trace) -> int:
    """Roll Hunt dice; 6 or more with the bonus succeeds, a natural 1 never; returns the successes."""
    successes = 0
    for _ in range(dice):
        value = roll(state.play_rng, 6)
        note2(trace, _HUNT_ROLLED, EVERYBODY, value, int(again))
        if value > 1 and value + bonus >= 6:
            successes += 1
    return successes


@rule
def hunt_roll(state: Record, fewer: int, crebain: int, trace: Trace) -> None:
    """The Hunt roll with its re-rolls; a success draws a tile (4.7)."""
    dice = hunt_dice(state, fewer)
    bonus = state.hunt_free + crebain
    successes = roll_hunt(state, dice, bonus, False, trace)
    again = min(dice - successes, hunt_rerolls(state))
    successes += roll_hunt(state, again, bonus + int(marches_day_and_night(state)), True, trace)
    if successes > 0:
        push(state, f.TILE_DRAW, SHADOW, successes, MOVE, 0)


@rule
def draw_tile(state: Record, eyes: int, mode: int) -> None:
    """The Wizard's Staff may stop the draw, before the tile is seen."""
    if state.card_at[WIZARDS_STAFF] == ON_THE_TABLE:
        push(state, f.STAFF, FREE, eyes, mode, 0)
    else:
        push(state, f.TILE_TAKE, SHADOW, eyes, mode, 0)


@rule
def pool_size(state: Record) -> int:
    """Tiles in the Hunt Pool."""
    total = 0
    for kind in range(TILE_KINDS):
        total += state.pool[kind]
    return total


@rule
def take_from_pool(state: Record, trace: Trace) -> int:
    """Draw a tile, or NOBODY; an empty pool gets all drawn standard tiles back (4.7)."""
    total = pool_size(state)
    if total == 0:
        for kind in range(NUMBERED_TO):
            state.pool[kind] = state.drawn[kind]
            state.drawn[kind] = 0
        total = pool_size(state)
        if total == 0:
            return NOBODY
    kind = draw_index(state.play_rng, state.pool, total)
    state.pool[kind] -= 1
    state.drawn[kind] += 1
    note1(trace, _TILE_DRAWN, EVERYBODY, kind)
    return kind


@rule
def take_tile(state: Record, eyes: int, mode: int, trace: Trace) -> None:
    """A tile is drawn; the Mithril Coat may replace it."""
    state.tile = take_from_pool(state, trace)
    if state.tile == NOBODY:
        return
    kind = f.MITHRIL if state.card_at[MITHRIL_COAT] == ON_THE_TABLE else f.TILE_RESOLVE
    push(state, kind, FREE, eyes, mode, 0)


@rule
def replace_tile(state: Record, trace: Trace) -> None:
    """Mithril Coat and Sting: another tile is drawn, the first goes back to the pool."""
    discard_from_table(state, MITHRIL_COAT)
    first = state.tile
    second = take_from_pool(state, trace)
    if second == NOBODY:
        return
    state.drawn[first] -= 1
    state.pool[first] += 1
    state.tile = second


@rule
def is_ignored(tile: int, mode: int) -> bool:
    """Cards that draw a tile ignore Eyes and blue tiles; the Balrog ignores Eyes."""
    if mode in (EVENT, ISILDURS_BANE, FOUL_THING):
        return TILE_VALUE[tile] == EYE_VALUE or TILE_GROUP[tile] == BLUE
    return mode in (BALROG, BALROG_HIDDEN) and TILE_VALUE[tile] == EYE_VALUE


@rule
def does_reveal(state: Record, tile: int, mode: int) -> bool:
    """Whether a tile reveals the Fellowship; with Gollum as Guide numbered standard tiles don't (4.2)."""
    if not TILE_REVEAL[tile] or mode == BALROG_HIDDEN:
        return False
    return not (state.guide == GOLLUM and TILE_GROUP[tile] == STANDARD and TILE_VALUE[tile] != EYE_VALUE)


@rule
def resolve_tile(options: Record, state: Record, eyes: int, mode: int, trace: Trace) -> None:
    """Damage of a tile; then reductions, the Ring, the reveal (4.7)."""
    tile = state.tile
    if is_ignored(tile, mode):
        state.tile = NOBODY
        return
    value = TILE_VALUE[tile]
    if value == EYE_VALUE:
        value = 0 if mode == HOLD else eyes
    elif value == DIE_VALUE:
        value = roll(state.play_rng, 6)
        note1(trace, _DIE_ROLLED, EVERYBODY, value)
    elif value < 0:
        heal(state, -value)
        value = 0
    state.hunt_damage = value
    state.hunt_mode = mode
    state.hunt_reveal = int(does_reveal(state, tile, mode))
    push(state, f.HUNT_AFTER, FREE, 0, 0, 0)
    push(state, f.HUNT_CLOSE, FREE, 0, 0, 0)
    if value == 0 or mode == ISILDURS_BANE:
        return
    if mode == FOUL_THING:
        victim = random_companion(state, trace)
        if victim != NOBODY:
            take_casualty(state, victim)
        return
    if can_reduce(state):
        push(state, f.HUNT_DAMAGE, FREE, 0, 0, 0)


@rule
def can_reduce(state: Record) -> bool:
    """Whether the Free Peoples can reduce the damage of a tile."""
    if state.hunt_damage <= 0:
        return False
    if state.hunt_card == 0 and (state.card_at[AXE_AND_BOW] == ON_THE_TABLE or state.card_at[HORN_OF_GONDOR] == ON_THE_TABLE):
        return True
    if state.guide in (MERIADOC, PEREGRIN) or gollum_may_reveal(state):
        return True
    return state.hunt_casualty == 0 and fellowship_members(state) != 0


@rule
def gollum_may_reveal(state: Record) -> bool:
    """Gollum: unless the Hunt reveals the Fellowship anyway, revealing it reduces the damage by 1 (4.2)."""
    return state.guide == GOLLUM and state.hunt_reveal == 0 and state.revealed == 0


@rule
def damage_choices(state: Record, out: Actions) -> int:
    """Take the Corruption, use the Guide, take a casualty, use one card."""
    out[0] = DONE
    n = 1
    if state.guide in (MERIADOC, PEREGRIN):
        out[n] = FIRST_NUMBER + HOBBIT
        n += 1
    if gollum_may_reveal(state):
        out[n] = FIRST_NUMBER + GOLLUM_REVEALS
        n += 1
    members = fellowship_members(state)
    if state.hunt_casualty == 0 and members != 0:
        out[n] = FIRST_NUMBER + LOSE_GUIDE
        n += 1
        if members & (members - 1):
            out[n] = FIRST_NUMBER + LOSE_ANYBODY
            n += 1
    if state.hunt_card == 0:
        for card in (AXE_AND_BOW, HORN_OF_GONDOR):
            if state.card_at[card] == ON_THE_TABLE:
                out[n] = FIRST_CARD + card
                n += 1
    return n


@rule
def meet_damage(options: Record, state: Record, choice: int, trace: Trace) -> None:
    """One answer to the damage; the question comes back while more can be done."""
    push(state, f.HUNT_DAMAGE, FREE, 0, 0, 0)
    slot = state.depth - 1
    if choice == HOBBIT:
        if state.hunt_casualty:
            count_house(state, _NEW_GUIDE)
        if on_track(state):
            count_house(state, _HOBBIT_IN_MORDOR)
        state.hunt_damage -= 1
        lose_hobbit(state, state.guide)
    elif choice == GOLLUM_REVEALS:
        count_house(state, _GOLLUM_REVEALS)
        state.hunt_damage -= 1
        state.hunt_reveal = 1 if options.gollum_reveal_moves else 2
    else:
        victim = state.guide if choice == LOSE_GUIDE else random_companion(state, trace)
        if 0 <= victim < MERIADOC + 2:
            take_casualty(state, victim)
    if not can_reduce(state):
        state.stack_kind[slot] = f.SKIPPED


@rule
def use_table_card(state: Record, card: int) -> None:
    """Axe and Bow or the Horn of Gondor: damage -1."""
    discard_from_table(state, card)
    state.hunt_card = 1
    state.hunt_damage -= 1
    if can_reduce(state):
        push(state, f.HUNT_DAMAGE, FREE, 0, 0, 0)


@rule
def lose_hobbit(state: Record, hobbit: int) -> None:
    """A Hobbit as Guide is separated to reduce the damage; on the Mordor Track he is lost (4.2, 4.8)."""
    lose_companion(state, hobbit)


@rule
def take_casualty(state: Record, victim: int) -> None:
    """One Companion falls: the damage is less by his Level (4.7)."""
    state.hunt_casualty = 1
    state.hunt_damage = max(state.hunt_damage - LEVEL[victim], 0)
    if state.card_at[WORN] == ON_THE_TABLE:
        push(state, f.WORN, SHADOW, 0, 0, 0)
    lose_companion(state, victim)


@rule
def close_hunt(options: Record, state: Record) -> None:
    """What is left of the damage becomes Corruption."""
    corrupt(options, state, state.hunt_damage)
    state.hunt_damage = 0
    state.hunt_casualty = 0
    state.hunt_card = 0


@rule
def step_in_mordor(options: Record, state: Record) -> None:
    """One step on the Mordor Track; at the Crack of Doom the Free Peoples win (4.8)."""
    state.mordor = min(state.mordor + 1, options.mordor_steps)
    if state.mordor >= options.mordor_steps:
        end_game(state, _RING_DESTROYED, FREE)


@rule
def stop_draw(options: Record, state: Record, mode: int) -> None:
    """The Wizard's Staff: no tile; on the Mordor Track nothing stops the Fellowship then (FC08)."""
    discard_from_table(state, WIZARDS_STAFF)
    if mode == MORDOR:
        step_in_mordor(options, state)


@rule
def after_hunt(options: Record, state: Record) -> None:
    """On the Mordor Track a step unless the tile stops it, and the Crack of Doom; then the reveal (4.7, 4.8)."""
    tile = state.tile
    reveals = state.hunt_reveal
    if state.hunt_mode == MORDOR and tile != NOBODY and not TILE_STOP[tile]:
        step_in_mordor(options, state)
    state.tile = NOBODY
    state.hunt_mode = 0
    state.hunt_reveal = 0
    if reveals == 1:
        reveal(state)
    elif reveals == 2 and state.revealed == 0:
        state.revealed = 1
        state.progress = 0


@rule
def path_tiles(state: Record, left: int) -> None:
    """One tile for each Shadow Stronghold on a revealed path (4.5)."""
    if left > 1:
        push(state, f.PATH_TILES, SHADOW, left - 1, 0, 0)
    if left > 0:
        push(state, f.TILE_DRAW, SHADOW, 0, HOLD, 0)
