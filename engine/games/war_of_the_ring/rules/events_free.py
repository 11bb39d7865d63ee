"""Effects of the Free Peoples' Event cards that are more than recruiting (cards sheet, section 5)."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.actions import DONE, FIRST_CHARACTER_ACTION, FIRST_FIGURE, FIRST_REGION
from engine.games.war_of_the_ring.board import (
    DALE_AND_AROUND,
    DEAD_MEN,
    DWARVES,
    ELVES,
    FANGORN,
    GONDOR,
    HOME_SIDE,
    IS_SETTLEMENT,
    LORIEN,
    MINAS_TIRITH,
    NATION_COUNT,
    NATION_OF,
    NEIGHBOUR_COUNT,
    NEIGHBOURS,
    NORTH,
    ORTHANC,
    OSGILIATH,
    REGION_COUNT,
    ROHAN,
    SAURON_STRONGHOLDS,
    SETS,
)
from engine.games.war_of_the_ring.card_terms import ONE_LEADER, ONE_UNIT
from engine.games.war_of_the_ring.data import (
    ARAGORN,
    CHARACTER_COUNT,
    EYE_VALUE,
    FACE_CHARACTER,
    FACE_WILL,
    FIRST_SHADOW_UNIT,
    FREE,
    GANDALF_WHITE,
    GIMLI,
    GOLLUM,
    LEGOLAS,
    NAZGUL,
    SARUMAN,
    SHADOW,
    SIDE_OF_NATION,
    STRIDER,
    TILE_KINDS,
    TILE_VALUE,
)
from engine.games.war_of_the_ring.rules.core import companions_at, is_free, kill, nation_units, place, push, room
from engine.games.war_of_the_ring.rules.fellowship import companions_in_set, fellowship_in, heal
from engine.games.war_of_the_ring.rules.fighters import destroy_army, inflict_by_card, lose_character
from engine.games.war_of_the_ring.rules.hunt import take_from_pool
from engine.games.war_of_the_ring.rules.politics import (
    BY_CARD,
    activate,
    advance,
    attack_politics,
    is_unconquered,
    offer_tile,
)
from engine.games.war_of_the_ring.rules.recruit import can_elevate, enlist
from engine.games.war_of_the_ring.state import NOBODY, Chance
from engine.rng import roll
from engine.trace import EVERYBODY, note1
from engine.types import Actions, Record, Trace

_DIE_ROLLED = int(Chance.DIE_ROLLED)
MIXED, IN_ITHILIEN, WITH_NAZGUL = range(3)
"""Which Armies a card may strike (or strike with)."""


@rule
def roll_dice(state: Record, dice: int, target: int, trace: Trace) -> int:
    """Dice of a card; returns how many reach the target."""
    hits = 0
    for _ in range(dice):
        value = roll(state.play_rng, 6)
        note1(trace, _DIE_ROLLED, EVERYBODY, value)
        if value >= target:
            hits += 1
    return hits


@rule
def heir(state: Record) -> int:
    """Aragorn, else Strider, if he is on the map; else NOBODY."""
    if state.where[ARAGORN] >= 0:
        return ARAGORN
    return STRIDER if state.where[STRIDER] >= 0 else NOBODY


@rule
def heir_region(state: Record) -> int:
    """Where Strider or Aragorn stands, or NOBODY."""
    character = heir(state)
    return NOBODY if character == NOBODY else state.where[character]


@rule
def athelas(state: Record, trace: Trace) -> None:
    """Three dice heal on 5+, with Strider as Guide on 3+."""
    heal(state, roll_dice(state, 3, 3 if state.guide == STRIDER else 5, trace))


@rule
def heal_by_card(state: Record, points: int, with_gollum: int) -> None:
    """Heal, more with Gollum as Guide."""
    heal(state, points + (with_gollum if state.guide == GOLLUM else 0))


@rule
def mirror(state: Record) -> None:
    """A Character die becomes a Will of the West; rest in Lorien."""
    if state.dice[FREE, FACE_CHARACTER] > 0:
        state.dice[FREE, FACE_CHARACTER] -= 1
        state.dice[FREE, FACE_WILL] += 1
    elif state.ruler_die[FREE] == FACE_CHARACTER:
        state.ruler_die[FREE] = FACE_WILL
    if fellowship_in(state, LORIEN) and state.control[LORIEN] == FREE:
        heal(state, 1)


@rule
def challenge(state: Record, trace: Trace) -> None:
    """Three tiles: all Eyes cost Strider or Aragorn; else the Eyes leave the game and the others return."""
    eyes = 0
    drawn = 0
    for _ in range(3):
        kind = take_from_pool(state, trace)
        if kind == NOBODY:
            break
        drawn += 1
        state.drawn[kind] -= 1
        state.attempt[kind] += 1
        if TILE_VALUE[kind] == EYE_VALUE:
            eyes += 1
    failed = drawn == 3 and eyes == 3
    for kind in range(TILE_KINDS):
        if TILE_VALUE[kind] == EYE_VALUE and not failed:
            state.removed[kind] += state.attempt[kind]
        else:
            state.pool[kind] += state.attempt[kind]
        state.attempt[kind] = 0
    if failed and heir(state) != NOBODY:
        lose_character(state, heir(state))


@rule
def there_and_back(state: Record) -> None:
    """With Gimli or Legolas about Erebor: Dwarves and North become active; Dwarves, Elves and North advance."""
    found = False
    for friend in (LEGOLAS, GIMLI):
        if state.where[friend] >= 0 and SETS[DALE_AND_AROUND, state.where[friend]]:
            found = True
    if not found:
        return
    activate(state, DWARVES, BY_CARD, NOBODY)
    activate(state, NORTH, BY_CARD, NOBODY)
    for nation in (DWARVES, ELVES, NORTH):
        advance(state, nation, BY_CARD)


@rule
def rouse_by_card(state: Record, nation: int, members: int) -> None:
    """With a Companion in one of the regions the nation becomes active and goes to war (FS04, FS07)."""
    if not companions_in_set(state, members):
        return
    activate(state, nation, BY_CARD, NOBODY)
    if state.active[nation] and state.to_war[nation] > 0:
        state.to_war[nation] = 0
        offer_tile(state, nation)


@rule
def companion_army_near(state: Record, region: int) -> bool:
    """Whether a Free Peoples Army with a Companion is in a region or beside it."""
    if state.units[FREE, region] > 0 and companions_at(state, region):
        return True
    for i in range(NEIGHBOUR_COUNT[region]):
        other = NEIGHBOURS[region, i]
        if state.units[FREE, other] > 0 and companions_at(state, other):
            return True
    return False


@rule
def eagles_target(state: Record, region: int) -> bool:
    """A Shadow Army with Nazgul near such an Army (FC18)."""
    return state.army[region, NAZGUL] > 0 and state.units[SHADOW, region] > 0 and companion_army_near(state, region)


@rule
def eagles(state: Record, region: int, trace: Trace) -> None:
    """A die for each Nazgul, 5+ eliminates it; the others flee to a Sauron Stronghold."""
    for _ in range(roll_dice(state, min(state.army[region, NAZGUL], 5), 5, trace)):
        kill(state, region, NAZGUL)
    if state.army[region, NAZGUL] == 0:
        return
    for goal in range(REGION_COUNT):
        if SETS[SAURON_STRONGHOLDS, goal] and is_unconquered(state, goal):
            push(state, f.EAGLES_TO, FREE, region, 0, 0)
            return


@rule
def ents_awake(state: Record, trace: Trace) -> None:
    """Three dice on 4+ against Orthanc; Saruman without an Army is lost (FC19 .. FC21)."""
    if state.units[SHADOW, ORTHANC] > 0:
        attack_politics(state, SHADOW, ORTHANC)
        inflict_by_card(state, SHADOW, ORTHANC, roll_dice(state, 3, 4, trace), 1)
    elif state.where[SARUMAN] == ORTHANC:
        lose_character(state, SARUMAN)


@rule
def ents_go_on(state: Record) -> bool:
    """Gandalf the White in Fangorn or Rohan lets another Character card be played."""
    region = state.where[GANDALF_WHITE]
    return region >= 0 and (region == FANGORN or NATION_OF[region] == ROHAN)


@rule
def dead_men_strike(state: Record, region: int, trace: Trace) -> None:
    """One die is the number of hits; what survives must retreat; Gondor Regulars may follow (FC22)."""
    push(state, f.DEAD_MEN_RECRUIT, FREE, region, 3, 0)
    if state.units[SHADOW, region] == 0:
        return
    push(state, f.FORCED_RETREAT, SHADOW, region, 0, 0)
    attack_politics(state, SHADOW, region)
    value = roll(state.play_rng, 6)
    note1(trace, _DIE_ROLLED, EVERYBODY, value)
    inflict_by_card(state, SHADOW, region, value, 1)


@rule
def forced_retreat_choices(state: Record, region: int, out: Actions) -> int:
    """Free neighbours; DONE if there is none, or nobody left."""
    n = 0
    if state.units[SHADOW, region] > 0:
        for i in range(NEIGHBOUR_COUNT[region]):
            if is_free(state, SHADOW, NEIGHBOURS[region, i]):
                out[n] = FIRST_REGION + NEIGHBOURS[region, i]
                n += 1
    if n == 0:
        out[0] = DONE
        n = 1
    return n


@rule
def no_retreat(state: Record, region: int) -> None:
    """An Army that can't retreat is destroyed, with its Nazgul and Minions."""
    if state.units[SHADOW, region] > 0:
        destroy_army(state, SHADOW, region, 1)


@rule
def may_follow_the_dead(options: Record, state: Record, region: int) -> bool:
    """Whether another Gondor Regular may be recruited where the Dead struck."""
    return state.reinforcements[GONDOR, 0] > 0 and state.units[SHADOW, region] == 0 and room(options, state, FREE, region) > 0


@rule
def follow_the_dead(state: Record, region: int, left: int) -> None:
    """A Gondor Regular; the Free Peoples control the region again."""
    enlist(state, 2 * GONDOR, region)
    if IS_SETTLEMENT[region] and HOME_SIDE[region] == FREE:
        state.control[region] = FREE
    if left > 1:
        push(state, f.DEAD_MEN_RECRUIT, FREE, region, left - 1, 0)


@rule
def dead_men_choices(state: Record, out: Actions) -> int:
    """Erech, Lamedon or Pelargir."""
    n = 0
    for region in range(REGION_COUNT):
        if SETS[DEAD_MEN, region]:
            out[n] = FIRST_REGION + region
            n += 1
    return n


@rule
def join_choices(state: Record, start: int, out: Actions) -> int:
    """Companions who go with Strider or Aragorn."""
    out[0] = DONE
    n = 1
    others = companions_at(state, start) & ~state.group
    for character in range(CHARACTER_COUNT):
        if others >> character & 1:
            out[n] = FIRST_CHARACTER_ACTION + character
            n += 1
    return n


@rule
def upgrade_choices(state: Record, region: int, out: Actions) -> int:
    """Nations of an Army with a Regular that can become an Elite."""
    n = 0
    for nation in range(NATION_COUNT):
        if SIDE_OF_NATION[nation] == FREE and can_elevate(state, nation, region):
            out[n] = FIRST_FIGURE + 2 * nation
            n += 1
    if n == 0:
        out[0] = DONE
        n = 1
    return n


@rule
def is_mixed(state: Record, region: int) -> bool:
    """A Shadow Army of two nations or more (FS05)."""
    nations = 0
    for nation in range(FIRST_SHADOW_UNIT // 2, NATION_COUNT):
        nations += int(nation_units(state, region, nation) > 0)
    return nations > 1


@rule
def woses_goal(options: Record, state: Record, region: int) -> bool:
    """Minas Tirith, or, if it is lost or besieged, a neighbour of it (FS11)."""
    barred = state.control[MINAS_TIRITH] != FREE or state.besieged[MINAS_TIRITH] == FREE
    if not barred and region != MINAS_TIRITH:
        return False
    if barred:
        near = False
        for i in range(NEIGHBOUR_COUNT[MINAS_TIRITH]):
            if NEIGHBOURS[MINAS_TIRITH, i] == region:
                near = True
        if not near:
            return False
    return state.units[SHADOW, region] == 0 and room(options, state, FREE, region) > 0


@rule
def faramir(state: Record) -> None:
    """With an Army in Osgiliath: a Gondor unit and a Leader there (FS06)."""
    if state.units[FREE, OSGILIATH] > 0:
        push(state, f.RECRUIT, FREE, GONDOR, ONE_LEADER, OSGILIATH)
        push(state, f.RECRUIT, FREE, GONDOR, ONE_UNIT, OSGILIATH)


@rule
def fly_away(state: Record, start: int, to: int) -> None:
    """All Nazgul of a region go to another."""
    n = state.army[start, NAZGUL]
    place(state, start, NAZGUL, -n)
    place(state, to, NAZGUL, n)
