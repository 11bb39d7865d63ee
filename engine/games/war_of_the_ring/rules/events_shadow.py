"""Effects of the Shadow's Event cards that are more than recruiting (cards sheet, section 5; Kings, 9)."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.actions import DONE, FIRST_CARD, FIRST_FIGURE, FIRST_NATION, FIRST_NUMBER, FIRST_REGION, YES
from engine.games.war_of_the_ring.board import (
    ANGMAR,
    ELVEN_STRONGHOLDS,
    ELVES,
    FP_NATIONS,
    GONDOR_COAST,
    ISENGARD,
    MINAS_MORGUL,
    MINAS_TIRITH,
    MORDOR_INTERIOR,
    NATION_OF,
    NEIGHBOUR_COUNT,
    NEIGHBOURS,
    NORTH_DUNLAND,
    REGION_COUNT,
    SAURON,
    SETS,
    SOUTH_DUNLAND,
    UMBAR,
)
from engine.games.war_of_the_ring.card_terms import BORDERS_DUNLAND, ONE_REGULAR, REGULAR_OR_NAZGUL, times
from engine.games.war_of_the_ring.cards import CARD_COUNT, DECK, FREE_CHARACTER
from engine.games.war_of_the_ring.data import (
    AWAKENED,
    BLUE,
    CHARACTER_COUNT,
    COMPANION_COUNT,
    CORRUPTED,
    DIE_VALUE,
    EYE_VALUE,
    FACE_EYE,
    FACE_WILL,
    FIRST_CHARACTER,
    FIRST_LEADER,
    FIRST_SOVEREIGN,
    FREE,
    GOLLUM,
    LEADER,
    LEVEL,
    NAZGUL,
    NO_FACE,
    SHADOW,
    SOVEREIGN_COUNT,
    SOVEREIGN_NATION,
    TILE_GROUP,
    TILE_VALUE,
    TO_WAR,
    WITCH_KING,
)
from engine.games.war_of_the_ring.rules.core import (
    at_war,
    fellowship_members,
    is_companion,
    is_open,
    kill,
    place,
    push,
    room,
    sovereigns_at,
)
from engine.games.war_of_the_ring.rules.events_free import roll_dice
from engine.games.war_of_the_ring.rules.fellowship import corrupt, lose_companion, random_companion, reveal
from engine.games.war_of_the_ring.rules.fighters import inflict_by_card
from engine.games.war_of_the_ring.rules.hunt import take_from_pool
from engine.games.war_of_the_ring.rules.politics import settle
from engine.games.war_of_the_ring.rules.recruit import can_elevate, card_region, enlist, meets
from engine.games.war_of_the_ring.state import NOBODY, ON_THE_TABLE, Chance
from engine.rng import roll
from engine.trace import EVERYBODY, note1
from engine.types import Actions, Record, Trace

_DIE_ROLLED = int(Chance.DIE_ROLLED)
_TWO_REGULARS = times(ONE_REGULAR, 2)


@rule
def candles(options: Record, state: Record, trace: Trace) -> None:
    """Three dice: Corruption on 4+, with Gollum as Guide on 6 (SC08)."""
    corrupt(options, state, roll_dice(state, 3, 6 if state.guide == GOLLUM else 4, trace))


@rule
def nazgul_with_fellowship(state: Record) -> bool:
    """Whether a Nazgul, or the Witch-king, shares the Fellowship's region."""
    if state.mordor != NOBODY:
        return False
    return state.army[state.place, NAZGUL] > 0 or state.where[WITCH_KING] == state.place


@rule
def search(state: Record) -> None:
    """Nazgul Search: a Nazgul beside the Fellowship reveals it (SC09)."""
    if nazgul_with_fellowship(state):
        reveal(state)


@rule
def weather_choices(options: Record, state: Record, out: Actions) -> int:
    """Neighbours that the figure may be moved to (SC10)."""
    n = 0
    for i in range(NEIGHBOUR_COUNT[state.place]):
        region = NEIGHBOURS[state.place, i]
        if not (options.interior_forbidden and SETS[MORDOR_INTERIOR, region]):
            out[n] = FIRST_REGION + region
            n += 1
    return n


@rule
def strike_choices(state: Record, out: Actions) -> int:
    """The Nazgul Strike: a Hunt roll, or a Character card of the Free Peoples' on the table (SC11)."""
    if not nazgul_with_fellowship(state):
        out[0] = DONE
        return 1
    out[0] = YES
    return table_character_cards(state, out, 1)


@rule
def table_character_cards(state: Record, out: Actions, n: int) -> int:
    """Character cards of the Free Peoples on the table."""
    for card in range(CARD_COUNT):
        if DECK[card] == FREE_CHARACTER and state.card_at[card] == ON_THE_TABLE:
            out[n] = FIRST_CARD + card
            n += 1
    return n


@rule
def wound(options: Record, state: Record) -> None:
    """Morgul Wound: two points up to 3 Corruption, else one (SC12)."""
    corrupt(options, state, 2 if state.corruption <= 3 else 1)


@rule
def lure(options: Record, state: Record, trace: Trace) -> None:
    """A random Companion: his Level in Corruption, or his life (SC13)."""
    if state.guide == GOLLUM:
        corrupt(options, state, 1)
        return
    victim = random_companion(state, trace)
    if victim != NOBODY:
        push(state, f.LURE_CHOICE, FREE, victim, 0, 0)


@rule
def answer_lure(options: Record, state: Record, victim: int, gives_up: bool) -> None:
    """Corruption, or the Companion."""
    if gives_up:
        lose_companion(state, victim)
    else:
        corrupt(options, state, LEVEL[victim])


@rule
def breaking(options: Record, state: Record, trace: Trace) -> None:
    """A tile's number is how many Companions leave the Fellowship (SC14)."""
    if state.guide == GOLLUM:
        corrupt(options, state, 1)
        return
    kind = take_from_pool(state, trace)
    if kind == NOBODY or TILE_VALUE[kind] == EYE_VALUE or TILE_GROUP[kind] == BLUE:
        return
    number = TILE_VALUE[kind]
    if number == DIE_VALUE:
        number = roll(state.play_rng, 6)
        note1(trace, _DIE_ROLLED, EVERYBODY, number)
    if number > 0:
        push(state, f.BREAKING_OUT, FREE, min(number, 7), 0, 0)


@rule
def breaking_choices(state: Record, out: Actions) -> int:
    """Companions who may leave."""
    members = fellowship_members(state)
    n = 0
    for character in range(COMPANION_COUNT):
        if members >> character & 1:
            out[n] = FIRST_FIGURE + FIRST_CHARACTER + character
            n += 1
    if n == 0:
        out[0] = DONE
        n = 1
    return n


@rule
def lidless_choices(state: Record, out: Actions) -> int:
    """Faces of unused dice that may become Eyes (SC18)."""
    out[0] = DONE
    n = 1
    for face in range(FACE_EYE):
        if state.dice[SHADOW, face] > 0:
            out[n] = FIRST_NUMBER + face
            n += 1
    return n


@rule
def nazgul_in(state: Record, region: int) -> int:
    """Nazgul in a region, the Witch-king counted (SC19)."""
    return state.army[region, NAZGUL] + int(state.where[WITCH_KING] == region)


@rule
def dreadful_choices(state: Record, start: int, out: Actions) -> int:
    """Free Peoples Armies in the region or beside it (SC19)."""
    n = 0
    for region in range(REGION_COUNT):
        if state.units[FREE, region] > 0 and (region == start or is_beside(start, region)):
            out[n] = FIRST_REGION + region
            n += 1
    return n


@rule
def is_beside(one: int, other: int) -> bool:
    """Whether two regions are adjacent."""
    for i in range(NEIGHBOUR_COUNT[one]):
        if NEIGHBOURS[one, i] == other:
            return True
    return False


@rule
def dreadful_army(state: Record, region: int) -> bool:
    """A Shadow Army with Nazgul near a Free Peoples Army (SC19)."""
    if state.units[SHADOW, region] == 0 or nazgul_in(state, region) == 0:
        return False
    if state.units[FREE, region] > 0:
        return True
    for i in range(NEIGHBOUR_COUNT[region]):
        if state.units[FREE, NEIGHBOURS[region, i]] > 0:
            return True
    return False


@rule
def valinor(state: Record, target: int, trace: Trace) -> None:
    """Return to Valinor: a die for each Elven unit in a Stronghold that isn't besieged (SS01, SS01k)."""
    corrupted = 0
    for sovereign in range(SOVEREIGN_COUNT):
        corrupted += int(state.sovereign[sovereign] == CORRUPTED)
    wanted = 5 if target == 5 and corrupted > 1 else 6
    for region in range(REGION_COUNT):
        if SETS[ELVEN_STRONGHOLDS, region] and state.besieged[region] == NOBODY and state.control[region] == FREE:
            units = state.army[region, 2 * ELVES] + state.army[region, 2 * ELVES + 1]
            inflict_by_card(state, FREE, region, roll_dice(state, min(units, 5), wanted, trace), 0)


@rule
def folly_choices(state: Record, out: Actions) -> int:
    """Leaders in Minas Tirith (SS03)."""
    n = 0
    for kind in range(FIRST_LEADER, NAZGUL):
        if state.army[MINAS_TIRITH, kind] > 0:
            out[n] = FIRST_FIGURE + kind
            n += 1
    if n == 0:
        out[0] = DONE
        n = 1
    return n


@rule
def dawn(state: Record) -> None:
    """Unused Will of the West dice are spent (SS04)."""
    state.dice[FREE, FACE_WILL] = 0
    if state.ruler_die[FREE] == FACE_WILL:
        state.ruler_die[FREE] = NO_FACE


@rule
def walks_in(state: Record, nation: int) -> bool:
    """Stormcrow: a nation not At War with the Fellowship or a Companion inside its borders (SS06)."""
    if at_war(state, nation):
        return False
    if state.mordor == NOBODY and NATION_OF[state.place] == nation:
        return True
    for character in range(CHARACTER_COUNT):
        region = state.where[character]
        if region >= 0 and NATION_OF[region] == nation and is_companion(state, character):
            return True
    return False


@rule
def stormcrow_choices(state: Record, out: Actions) -> int:
    """Nations that can be named."""
    n = 0
    for nation in range(FP_NATIONS):
        if walks_in(state, nation):
            out[n] = FIRST_NATION + nation
            n += 1
    return n


@rule
def stormcrow(options: Record, state: Record, nation: int) -> None:
    """The nation falls back a step and loses a figure; with Kings a unit, and its grey Sovereign gets a tile (SS06, SS06k)."""
    if state.to_war[nation] < TO_WAR[nation]:
        state.to_war[nation] += 1
    push(state, f.STORMCROW_LOSS, FREE, nation, options.kings, 0)
    if options.kings:
        for sovereign in range(SOVEREIGN_COUNT):
            if SOVEREIGN_NATION[sovereign] == nation and state.where[FIRST_SOVEREIGN + sovereign] >= 0:
                push(state, f.RANDOM_TILE, SHADOW, sovereign, 0, 0)


@rule
def has_nation_figure(state: Record, region: int, nation: int, units_only: int) -> bool:
    """Whether a region holds a figure of a nation."""
    if state.army[region, 2 * nation] + state.army[region, 2 * nation + 1] > 0:
        return True
    return units_only == 0 and state.army[region, FIRST_LEADER + nation] > 0


@rule
def loss_regions(state: Record, nation: int, units_only: int, out: Actions) -> int:
    """Regions with a figure of the nation."""
    n = 0
    for region in range(REGION_COUNT):
        if has_nation_figure(state, region, nation, units_only):
            out[n] = FIRST_REGION + region
            n += 1
    if n == 0:
        out[0] = DONE
        n = 1
    return n


@rule
def loss_figures(state: Record, nation: int, region: int, units_only: int, out: Actions) -> int:
    """Figures of the nation in a region."""
    n = 0
    for kind in range(2 * nation, 2 * nation + 2):
        if state.army[region, kind] > 0:
            out[n] = FIRST_FIGURE + kind
            n += 1
    if units_only == 0 and state.army[region, FIRST_LEADER + nation] > 0:
        out[n] = FIRST_FIGURE + FIRST_LEADER + nation
        n += 1
    return n


@rule
def lose_figure(state: Record, region: int, kind: int) -> None:
    """A figure is eliminated by a card."""
    kill(state, region, kind)
    settle(state, region)


@rule
def corsair_goal(options: Record, state: Record, region: int) -> bool:
    """A Gondor coastal region that the Corsairs can attack or land in (SS10)."""
    if not SETS[GONDOR_COAST, region]:
        return False
    if state.units[FREE, region] > 0 and state.besieged[region] == NOBODY:
        return True
    return is_open(state, SHADOW, region) and room(options, state, SHADOW, region) > 0


@rule
def corsair_choices(options: Record, state: Record, out: Actions) -> int:
    """Where the Corsairs sail; DONE if no Army is free to."""
    n = 0
    if state.units[SHADOW, UMBAR] > 0 and state.besieged[UMBAR] != SHADOW:
        for region in range(REGION_COUNT):
            if corsair_goal(options, state, region):
                out[n] = FIRST_REGION + region
                n += 1
    if n == 0:
        out[0] = DONE
        n = 1
    return n


@rule
def dunlending_choices(state: Record, out: Actions) -> int:
    """Free regions that border a Dunland (SS11)."""
    n = 0
    for region in range(REGION_COUNT):
        if card_region(state, SHADOW, region) and meets(state, SHADOW, region, BORDERS_DUNLAND):
            out[n] = FIRST_REGION + region
            n += 1
    if n == 0:
        out[0] = DONE
        n = 1
    return n


@rule
def gather_dunlendings(state: Record, region: int) -> None:
    """Two Regulars there, and up to four units from the Dunlands."""
    push(state, f.DUNLENDINGS_BRING, SHADOW, region, 4, 0)
    push(state, f.RECRUIT, SHADOW, ISENGARD, _TWO_REGULARS, region)


@rule
def bring_choices(options: Record, state: Record, region: int, out: Actions) -> int:
    """A Regular or Elite out of North (0, 1) or South Dunland (2, 3)."""
    out[0] = DONE
    n = 1
    if room(options, state, SHADOW, region) <= 0:
        return n
    for choice in range(4):
        start = NORTH_DUNLAND if choice < 2 else SOUTH_DUNLAND
        if start != region and state.army[start, 2 * ISENGARD + (choice & 1)] > 0:
            out[n] = FIRST_NUMBER + choice
            n += 1
    return n


@rule
def bring(state: Record, region: int, choice: int) -> None:
    """The unit goes there."""
    start = NORTH_DUNLAND if choice < 2 else SOUTH_DUNLAND
    kind = 2 * ISENGARD + (choice & 1)
    place(state, start, kind, -1)
    place(state, region, kind, 1)
    settle(state, start)


@rule
def witch_king_returns(state: Record) -> None:
    """The Witch-king goes to Angmar (SS12)."""
    if state.where[WITCH_KING] >= 0:
        state.where[WITCH_KING] = ANGMAR


@rule
def troll_choices(state: Record, out: Actions) -> int:
    """Regions with a Sauron Regular that can become an Elite (SS15)."""
    n = 0
    for region in range(REGION_COUNT):
        if can_elevate(state, SAURON, region):
            out[n] = FIRST_REGION + region
            n += 1
    if n == 0:
        out[0] = DONE
        n = 1
    return n


@rule
def king_is_revealed(state: Record) -> None:
    """A Sauron Regular or Nazgul in Minas Morgul for each Awakened Sovereign (SS18k)."""
    for sovereign in range(SOVEREIGN_COUNT):
        if state.sovereign[sovereign] == AWAKENED:
            push(state, f.RECRUIT, SHADOW, SAURON, REGULAR_OR_NAZGUL, MINAS_MORGUL)


@rule
def work_choices(state: Record, out: Actions) -> int:
    """Regions with a Sovereign and a Free Peoples Army (SS26k)."""
    n = 0
    for region in range(REGION_COUNT):
        if state.units[FREE, region] > 0 and sovereigns_at(state, region):
            out[n] = FIRST_REGION + region
            n += 1
    if n == 0:
        out[0] = DONE
        n = 1
    return n


@rule
def work_target(state: Record, region: int) -> int:
    """4+ beside a Corrupted Sovereign, else 5+."""
    for sovereign in range(SOVEREIGN_COUNT):
        if state.where[FIRST_SOVEREIGN + sovereign] == region and state.sovereign[sovereign] == CORRUPTED:
            return 4
    return 5


@rule
def black_captain_recruits(state: Record) -> None:
    """Two Nazgul where the Witch-king is (SC24)."""
    region = state.where[WITCH_KING]
    for _ in range(2):
        if region >= 0 and state.reinforcements[SAURON, LEADER] > 0:
            enlist(state, NAZGUL, region)
