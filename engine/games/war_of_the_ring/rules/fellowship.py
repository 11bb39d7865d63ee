"""The Fellowship: Guide, declaring, revealing, Mordor, and Companions who leave it (section 4)."""

from __future__ import annotations

from engine.arrays import scratch
from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.actions import DONE, FIRST_CHARACTER_ACTION, FIRST_REGION
from engine.games.war_of_the_ring.board import (
    CITY,
    HOME_SIDE,
    MINAS_MORGUL,
    MORANNON,
    MORDOR_INTERIOR,
    MORIA,
    NATION_OF,
    NEIGHBOUR_COUNT,
    NEIGHBOURS,
    REGION_COUNT,
    SETS,
    SITE,
    STRONGHOLD,
)
from engine.games.war_of_the_ring.cards import (
    AXE_AND_BOW,
    BALROG,
    CREBAIN,
    HORN_OF_GONDOR,
    LAST_BATTLE,
    WIZARDS_STAFF,
    WORN,
)
from engine.games.war_of_the_ring.data import (
    BLUE_0,
    BOROMIR,
    CHARACTER_COUNT,
    COMPANION_COUNT,
    EYE_TILE,
    FREE,
    GANDALF_GREY,
    GIMLI,
    GOLLUM,
    GONE,
    IN_FELLOWSHIP,
    KINGS_1,
    LEGOLAS,
    LEVEL,
    MERIADOC,
    PEREGRIN,
    SHADOW,
)
from engine.games.war_of_the_ring.rules.core import (
    companions_at,
    discard_from_table,
    fellowship_members,
    highest_level,
    is_companion,
    push,
)
from engine.games.war_of_the_ring.rules.politics import BY_DECLARATION, activate, rouse
from engine.games.war_of_the_ring.rules.travel import group_level, move_group, reach
from engine.games.war_of_the_ring.state import NOBODY, ON_THE_TABLE, Chance, Ending
from engine.rng import below
from engine.trace import EVERYBODY, note1
from engine.types import Actions, Record, Trace

DECLARE, REVEAL = range(2)
"""What the figure's path is for."""
SEPARATING, WALKING, EITHER = range(3)
"""Whether a group leaves the Fellowship or moves on the map."""
_REGIONS = REGION_COUNT
_COMPANION_DRAWN = int(Chance.COMPANION_DRAWN)
_CORRUPTION = int(Ending.CORRUPTION)
_RING_DESTROYED = int(Ending.RING_DESTROYED)


@rule
def end_game(state: Record, outcome: int, winner: int) -> None:
    """The game is over."""
    if state.terminal == 0:
        state.terminal = 1
        state.outcome = outcome
        state.winners = 1 << winner


@rule
def on_track(state: Record) -> bool:
    """Whether the Fellowship is on the Mordor Track."""
    return state.mordor != NOBODY


@rule
def fellowship_in(state: Record, region: int) -> bool:
    """Whether the figure stands in a region; on the Mordor Track it is in none."""
    return state.mordor == NOBODY and state.place == region


@rule
def corrupt(options: Record, state: Record, points: int) -> None:
    """Corruption rises; at the limit the Shadow wins at once (section 8)."""
    state.corruption = min(state.corruption + points, 100)
    if state.corruption >= options.corruption_limit:
        end_game(state, _CORRUPTION, SHADOW)


@rule
def heal(state: Record, points: int) -> None:
    """Corruption falls, not below 0."""
    state.corruption = max(state.corruption - points, 0)


@rule
def in_own_haven(state: Record, region: int) -> bool:
    """A Free Peoples City or Stronghold that the Free Peoples control."""
    return SITE[region] in (CITY, STRONGHOLD) and HOME_SIDE[region] == FREE and state.control[region] == FREE


@rule
def shadow_hold(state: Record, region: int) -> bool:
    """A Stronghold of a Shadow nation that the Shadow controls."""
    return SITE[region] == STRONGHOLD and HOME_SIDE[region] == SHADOW and state.control[region] == SHADOW


@rule
def path_choices(options: Record, state: Record, mode: int, steps: int, out: Actions) -> int:
    """Stop here, or go on to a neighbour; a revealed figure doesn't end in an own City or Stronghold (4.4, 4.5)."""
    n = 0
    if mode == DECLARE or not in_own_haven(state, state.place):
        out[n] = DONE
        n += 1
    if steps == 0:
        return n
    for i in range(NEIGHBOUR_COUNT[state.place]):
        region = NEIGHBOURS[state.place, i]
        if options.interior_forbidden and SETS[MORDOR_INTERIOR, region]:
            continue
        if mode == REVEAL and steps == 1 and in_own_haven(state, region):
            continue
        out[n] = FIRST_REGION + region
        n += 1
    return n


@rule
def begin_path(state: Record, mode: int) -> None:
    """Let the Free Peoples move the figure up to its Progress, region by region."""
    seen = (1 if shadow_hold(state, state.place) else 0) + (64 if state.place == MORIA else 0)
    push(state, f.PATH, FREE, mode, state.progress, seen)


@rule
def walk_path(options: Record, state: Record, mode: int, steps: int, seen: int, region: int) -> None:
    """One step of the figure; Strongholds of the Shadow on the way are counted, Moria is remembered."""
    state.place = region
    if shadow_hold(state, region):
        seen += 1
    if region == MORIA:
        seen |= 64
    if steps > 1:
        push(state, f.PATH, FREE, mode, steps - 1, seen)
    else:
        end_path(state, mode, seen)


@rule
def end_path(state: Record, mode: int, seen: int) -> None:
    """The figure has arrived."""
    state.progress = 0
    haven = in_own_haven(state, state.place)
    if mode == REVEAL:
        push(state, f.PATH_TILES, SHADOW, seen & 63, 0, 0)
    if seen & 64 and state.card_at[BALROG] == ON_THE_TABLE:
        push(state, f.BALROG, SHADOW, int(haven and mode == DECLARE), 0, 0)
    if mode == DECLARE:
        declared(state, haven)


@rule
def declared(state: Record, haven: bool) -> None:
    """Effects of a declaration: rest in a haven, its nation, cards that end (4.4)."""
    state.declared = 1
    discard_from_table(state, LAST_BATTLE)
    region = state.place
    if haven:
        heal(state, 1)
        discard_from_table(state, WORN)
        discard_from_table(state, CREBAIN)
    if SITE[region] in (CITY, STRONGHOLD) and HOME_SIDE[region] == FREE:
        activate(state, NATION_OF[region], BY_DECLARATION, region)


@rule
def reveal(state: Record) -> None:
    """The Fellowship is revealed: on the Mordor Track it just turns over; elsewhere the figure must move (4.5)."""
    if state.revealed:
        return
    state.revealed = 1
    discard_from_table(state, LAST_BATTLE)
    if on_track(state):
        return
    if state.progress == 0:
        push(state, f.PATH_TILES, SHADOW, int(shadow_hold(state, state.place)), 0, 0)
        if state.place == MORIA and state.card_at[BALROG] == ON_THE_TABLE:
            push(state, f.BALROG, SHADOW, 0, 0, 0)
    else:
        begin_path(state, REVEAL)


@rule
def may_enter_mordor(state: Record) -> bool:
    """The figure stands in Morannon or Minas Morgul (4.8)."""
    return not on_track(state) and state.place in (MORANNON, MINAS_MORGUL)


@rule
def enter_mordor(state: Record) -> None:
    """Step 0; drawn Eyes return to the pool and the special tiles in play join it (4.8)."""
    state.mordor = 0
    state.place = MORANNON
    state.progress = 0
    state.mordor_turn = state.round_number
    state.pool[EYE_TILE] += state.drawn[EYE_TILE]
    state.drawn[EYE_TILE] = 0
    for kind in range(BLUE_0, KINGS_1):
        state.pool[kind] += state.ready[kind]
        state.ready[kind] = 0


@rule
def add_special_tile(state: Record, kind: int) -> None:
    """A special tile is put in play (4.7)."""
    if on_track(state):
        state.pool[kind] += 1
    else:
        state.ready[kind] += 1


@rule
def update_guide(state: Record) -> None:
    """The Guide is a Companion of the highest Level present; the Free Peoples choose among equals; else Gollum (4.2)."""
    members = fellowship_members(state)
    if members == 0:
        state.guide = GOLLUM
        return
    best = highest_level(members)
    if state.guide < COMPANION_COUNT and members >> state.guide & 1 and LEVEL[state.guide] == best:
        return
    first = NOBODY
    equals = 0
    for character in range(COMPANION_COUNT):
        if members >> character & 1 and LEVEL[character] == best:
            equals += 1
            if first == NOBODY:
                first = character
    state.guide = first
    if equals > 1:
        push(state, f.CHOOSE_GUIDE, FREE, 0, 0, 0)


@rule
def guide_choices(state: Record, out: Actions) -> int:
    """Companions who may be Guide."""
    members = fellowship_members(state)
    best = highest_level(members)
    n = 0
    for character in range(COMPANION_COUNT):
        if members >> character & 1 and LEVEL[character] == best:
            out[n] = FIRST_CHARACTER_ACTION + character
            n += 1
    return n


@rule
def several_guides(state: Record) -> bool:
    """Whether two Companions of the Fellowship are equally high."""
    members = fellowship_members(state)
    best = highest_level(members)
    equals = 0
    for character in range(COMPANION_COUNT):
        if members >> character & 1 and LEVEL[character] == best:
            equals += 1
    return equals > 1


@rule
def check_inner_cards(state: Record) -> None:
    """Table cards that need a Companion in the Fellowship leave with him."""
    if state.where[GIMLI] != IN_FELLOWSHIP and state.where[LEGOLAS] != IN_FELLOWSHIP:
        discard_from_table(state, AXE_AND_BOW)
    if state.where[BOROMIR] != IN_FELLOWSHIP:
        discard_from_table(state, HORN_OF_GONDOR)
    if state.where[GANDALF_GREY] != IN_FELLOWSHIP:
        discard_from_table(state, WIZARDS_STAFF)


@rule
def lose_companion(state: Record, character: int) -> None:
    """A Companion inside the Fellowship is eliminated; a Hobbit is taken alive, not in Mordor (4.2)."""
    state.where[character] = GONE
    update_guide(state)
    check_inner_cards(state)
    if character in (MERIADOC, PEREGRIN) and not on_track(state):
        state.where[character] = state.place
        push(state, f.TAKEN_ALIVE, FREE, character, 0, 0)


@rule
def random_companion(state: Record, trace: Trace) -> int:
    """One of the Companions in the Fellowship at random, or NOBODY."""
    members = fellowship_members(state)
    total = 0
    for character in range(COMPANION_COUNT):
        total += members >> character & 1
    if total == 0:
        return NOBODY
    ticket = below(state.play_rng, total)
    for character in range(COMPANION_COUNT):
        if members >> character & 1:
            if ticket == 0:
                note1(trace, _COMPANION_DRAWN, EVERYBODY, character)
                return character
            ticket -= 1
    return NOBODY


@rule
def start_of_group(state: Record, mode: int) -> int:
    """Where a group starts: at the Fellowship's figure, or where its members stand."""
    if mode == SEPARATING:
        return state.place
    for character in range(CHARACTER_COUNT):
        if state.group >> character & 1:
            return max(state.where[character], 0)
    return 0


@rule
def group_range(state: Record, mode: int, bonus: int, level_four: int) -> int:
    """Regions that a group may walk (4.9): its Level, for a separation and Progress."""
    steps = 4 if level_four else group_level(state.group)
    return steps + bonus + (state.progress if mode == SEPARATING else 0)


@rule
def may_walk(state: Record, character: int, level_four: int) -> bool:
    """Whether a Companion on the map may still move in this action."""
    if not is_companion(state, character) or state.where[character] < 0 or state.moved >> character & 1:
        return False
    return level_four != 0 or state.besieged[state.where[character]] != FREE


@rule
def any_walker(state: Record, level_four: int) -> bool:
    """Whether any Companion on the map may move."""
    for character in range(CHARACTER_COUNT):
        if may_walk(state, character, level_four):
            return True
    return False


@rule
def first_of_group(state: Record, mode: int, level_four: int, out: Actions, n: int) -> int:
    """Companions with whom a group can begin."""
    for character in range(CHARACTER_COUNT):
        inside = state.where[character] == IN_FELLOWSHIP and not on_track(state)
        if (inside and mode != WALKING) or (mode != SEPARATING and may_walk(state, character, level_four)):
            out[n] = FIRST_CHARACTER_ACTION + character
            n += 1
    return n


@rule
def begin_group(state: Record, character: int, bonus: int, level_four: int) -> None:
    """The first Companion of a group is chosen."""
    mode = SEPARATING if state.where[character] == IN_FELLOWSHIP else WALKING
    state.group = 1 << character
    push(state, f.GROUP_TO, FREE, bonus + 8 * level_four, mode, 0)


@rule
def group_choices(state: Record, packed: int, mode: int, out: Actions) -> int:
    """Others who may join, and where the group may go."""
    bonus = packed & 7
    level_four = packed >> 3
    start = start_of_group(state, mode)
    n = 0
    for character in range(CHARACTER_COUNT):
        if state.group >> character & 1:
            continue
        if mode == SEPARATING:
            joins = state.where[character] == IN_FELLOWSHIP
        else:
            joins = state.where[character] == start and may_walk(state, character, level_four)
        if joins:
            out[n] = FIRST_CHARACTER_ACTION + character
            n += 1
    near = scratch(_REGIONS)
    reach(state, FREE, start, group_range(state, mode, bonus, level_four), level_four != 0, near)
    for region in range(REGION_COUNT):
        if near[region] >= 0 and (region != start or mode == SEPARATING):
            out[n] = FIRST_REGION + region
            n += 1
    return n


@rule
def send_group(state: Record, mode: int, region: int) -> None:
    """A group arrives."""
    mask = state.group
    state.group = 0
    state.moved |= mask
    if mode == SEPARATING:
        for character in range(COMPANION_COUNT):
            if mask >> character & 1:
                state.entered[character] = state.round_number
    move_group(state, mask, region)
    if mode == SEPARATING:
        update_guide(state)
        check_inner_cards(state)


@rule
def alive_choices(state: Record, character: int, out: Actions) -> int:
    """Where a Hobbit who was taken alive re-enters: as if just separated."""
    near = scratch(_REGIONS)
    reach(state, FREE, state.place, state.progress + LEVEL[character], False, near)
    n = 0
    for region in range(REGION_COUNT):
        if near[region] >= 0:
            out[n] = FIRST_REGION + region
            n += 1
    return n


@rule
def settle_hobbit(state: Record, character: int, region: int) -> None:
    """A Hobbit stands outside the Fellowship now."""
    state.where[character] = region
    state.entered[character] = state.round_number
    rouse(state, character)


@rule
def companions_in_set(state: Record, members: int) -> bool:
    """Whether a Companion stands in a region of a set."""
    for region in range(REGION_COUNT):
        if SETS[members, region] and companions_at(state, region):
            return True
    return False
