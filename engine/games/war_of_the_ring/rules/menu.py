"""The menu of a player's turn: what each unused die can do, Elven Rings, tokens, passing (section 2)."""

from __future__ import annotations

from engine.arrays import table
from engine.compilation import rule
from engine.games.war_of_the_ring.actions import (
    DONE,
    FIRST_CHARACTER_ACTION,
    FIRST_DIE,
    FIRST_NATION,
    FIRST_REGION,
    FIRST_RING,
    FIRST_TOKEN,
    PASS,
    TEMPT,
    USES,
    Use,
)
from engine.games.war_of_the_ring.board import (
    ARAGORN_CITIES,
    CITY,
    DWARVES,
    ELVEN_STRONGHOLDS,
    ELVES,
    EREBOR,
    FANGORN,
    GONDOR,
    NATION_COUNT,
    NATION_OF,
    REGION_COUNT,
    SETS,
    SITE,
    STRONGHOLD,
)
from engine.games.war_of_the_ring.cards import BARAD_DUR_STONE, THREATS, THREATS_OF_KINGS
from engine.games.war_of_the_ring.data import (
    ARAGORN,
    BOROMIR,
    CHARACTER_COUNT,
    DENETHOR,
    FACE_ARMY,
    FACE_EYE,
    FACE_WILL,
    FACES,
    FIRST_CHIEFTAIN,
    FIRST_MINION,
    FIRST_SOVEREIGN,
    FREE,
    GANDALF_GREY,
    GANDALF_WHITE,
    GIMLI,
    GONE,
    IN_FELLOWSHIP,
    LEGOLAS,
    LEVEL,
    MOUTH,
    NAZGUL,
    NO_FACE,
    SHADOW,
    SIDE_OF_NATION,
    SOVEREIGN_COUNT,
    STRIDER,
    WITCH_KING,
)
from engine.games.war_of_the_ring.rules import armies, corruption, sovereigns
from engine.games.war_of_the_ring.rules.core import fellowship_members, in_play, unused_dice
from engine.games.war_of_the_ring.rules.fellowship import any_walker, on_track
from engine.games.war_of_the_ring.rules.needs import playable_icons
from engine.games.war_of_the_ring.rules.politics import is_unconquered, may_advance
from engine.games.war_of_the_ring.rules.recruit import any_recruit, can_enter, can_use_voice
from engine.games.war_of_the_ring.rules.table_cards import can_clear
from engine.games.war_of_the_ring.state import ON_THE_TABLE
from engine.types import Actions, Record

SKIP, MOVE_LED, ATTACK_LED, MOVE, ATTACK, PLAY, DRAW, ADVANCE, RECRUIT = range(9)
FELLOWSHIP, HIDE, SEPARATE, COMPANIONS, UPGRADE, TRACK, NAZGUL_MOVE, MINION, VOICE = range(9, 18)
CLEAR_TABLE, AWAKEN, ABILITY, RULER_ABILITY, REMOVE_SOVEREIGN = range(18, 23)
MOUTH_MOVE, MOUTH_ATTACK, STONE_PLAY, STONE_DRAW = range(23, 27)

_CHARACTER_USES = (Use.MOVE_LED, Use.ATTACK_LED, Use.PLAY)
_ARMY_USES = (Use.MOVE, Use.ATTACK, Use.PLAY)
_MUSTER_USES = (Use.ADVANCE, Use.RECRUIT, Use.PLAY)
_FREE_CHARACTER = (*_CHARACTER_USES, Use.FELLOWSHIP, Use.HIDE, Use.SEPARATE, Use.COMPANIONS, Use.REMOVE_SOVEREIGN)
_FREE_MUSTER = (*_MUSTER_USES, Use.AWAKEN, Use.ABILITY)
_SHADOW_MUSTER = (*_MUSTER_USES, Use.MINION, Use.VOICE, Use.MOUTH_MOVE, Use.MOUTH_ATTACK, Use.STONE_PLAY, Use.STONE_DRAW)
_EVENT_USES = (Use.DRAW, Use.PLAY)


def _mask(*groups: tuple[Use, ...]) -> int:
    return sum({1 << int(use) for group in groups for use in group})


_FACE_USES = table(
    [
        [
            _mask(_FREE_CHARACTER),
            _mask(_ARMY_USES),
            _mask(_FREE_MUSTER),
            _mask(_ARMY_USES, _FREE_MUSTER),
            _mask(_EVENT_USES),
            _mask(_FREE_CHARACTER, _ARMY_USES, _FREE_MUSTER, _EVENT_USES, (Use.UPGRADE,)),
            0,
        ],
        [
            _mask((*_CHARACTER_USES, Use.NAZGUL)),
            _mask(_ARMY_USES),
            _mask(_SHADOW_MUSTER),
            _mask(_ARMY_USES, _SHADOW_MUSTER),
            _mask(_EVENT_USES),
            0,
            0,
        ],
    ],
    "i4",
)
"""By side and face: bit set of the uses that the result allows (section 2)."""
FACE_ICONS = table([1, 2, 4, 6, 7, 7, 0], "i1")
"""By face: the icons of the cards that it may play."""


@rule
def track_companion(state: Record, companion: int) -> bool:
    """Boromir, Legolas and Gimli at home advance their nation with any die (4.2)."""
    region = state.where[companion]
    if region < 0 or not is_unconquered(state, region):
        return False
    if companion == BOROMIR:
        return NATION_OF[region] == GONDOR and SITE[region] in (CITY, STRONGHOLD) and may_advance(state, GONDOR)
    if companion == LEGOLAS:
        return SETS[ELVEN_STRONGHOLDS, region] != 0 and may_advance(state, ELVES)
    return region == EREBOR and may_advance(state, DWARVES)


@rule
def any_track_companion(state: Record) -> bool:
    """Whether any of the three can."""
    return track_companion(state, BOROMIR) or track_companion(state, LEGOLAS) or track_companion(state, GIMLI)


@rule
def nation_of_companion(companion: int) -> int:
    """The nation that a Companion advances."""
    if companion == BOROMIR:
        return GONDOR
    return ELVES if companion == LEGOLAS else DWARVES


@rule
def advance_by_die(state: Record, nation: int) -> bool:
    """Whether a Muster die may advance a nation; Threats and Promises protect passive ones (SS05)."""
    if not may_advance(state, nation):
        return False
    if state.active[nation]:
        return True
    return state.card_at[THREATS] != ON_THE_TABLE and state.card_at[THREATS_OF_KINGS] != ON_THE_TABLE


@rule
def any_advance(state: Record, side: int) -> bool:
    """Whether a Muster die may advance any own nation."""
    for nation in range(NATION_COUNT):
        if SIDE_OF_NATION[nation] == side and advance_by_die(state, nation):
            return True
    return False


@rule
def may_be_aragorn(state: Record) -> bool:
    """Strider in an unconquered Minas Tirith, Dol Amroth or Pelargir (section 5)."""
    region = state.where[STRIDER]
    return region >= 0 and SETS[ARAGORN_CITIES, region] != 0 and is_unconquered(state, region)


@rule
def may_be_white(state: Record) -> bool:
    """Gandalf the Grey outside the Fellowship or dead, and a Minion is or was in play (section 5)."""
    if state.where[GANDALF_WHITE] == GONE or in_play(state, GANDALF_WHITE) or state.minion_seen == 0:
        return False
    if state.where[GANDALF_GREY] == IN_FELLOWSHIP:
        return False
    if in_play(state, GANDALF_GREY):
        return True
    for region in range(REGION_COUNT):
        if white_place(state, region):
            return True
    return False


@rule
def white_place(state: Record, region: int) -> bool:
    """Fangorn, or an unconquered Elven Stronghold."""
    return region == FANGORN or (SETS[ELVEN_STRONGHOLDS, region] != 0 and is_unconquered(state, region))


@rule
def anything_flies(state: Record, with_minions: bool) -> bool:
    """Whether a Nazgul, or a Minion that moves, is on the map and hasn't moved in this action."""
    for region in range(REGION_COUNT):
        if state.army[region, NAZGUL] > state.moved_nazgul[region]:
            return True
    for minion in range(FIRST_MINION, CHARACTER_COUNT):
        if may_travel(state, minion, with_minions):
            return True
    return False


@rule
def may_travel(state: Record, minion: int, with_minions: bool) -> bool:
    """Whether a Minion may still move: the Witch-king with the Nazgul, others only by a Character die."""
    if state.where[minion] < 0 or state.moved >> minion & 1 or LEVEL[minion] == 0:
        return False
    if minion == WITCH_KING:
        return True
    return with_minions and state.besieged[state.where[minion]] != SHADOW


@rule
def has_cards(state: Record, side: int) -> bool:
    """Whether a deck of a side still holds a card."""
    return state.deck_size[2 * side] + state.deck_size[2 * side + 1] > 0


@rule
def free_uses(options: Record, state: Record, icons: int) -> int:
    """Uses that the Free Peoples could make of a fitting die."""
    uses = 1 << SKIP
    if state.revealed == 0:
        uses |= 1 << FELLOWSHIP
    else:
        uses |= 1 << HIDE
    if fellowship_members(state) and not on_track(state):
        uses |= 1 << SEPARATE
    if any_walker(state, 0):
        uses |= 1 << COMPANIONS
    if may_be_aragorn(state) or may_be_white(state):
        uses |= 1 << UPGRADE
    if any_track_companion(state):
        uses |= 1 << TRACK
    if options.kings:
        if sovereigns.any_awakening(state, False):
            uses |= 1 << AWAKEN
        if sovereigns.any_sovereign(state, sovereigns.SOVEREIGNS_TO_ELEVATE):
            uses |= 1 << ABILITY
        if sovereigns.any_sovereign(state, sovereigns.SOVEREIGNS_TO_REMOVE):
            uses |= 1 << REMOVE_SOVEREIGN
    return uses


@rule
def shadow_uses(options: Record, state: Record, icons: int, common: int) -> int:
    """Uses that the Shadow could make of a fitting die."""
    uses = 1 << SKIP
    if anything_flies(state, True):
        uses |= 1 << NAZGUL_MOVE
    for minion in range(FIRST_MINION, CHARACTER_COUNT):
        if (options.kings or minion < FIRST_CHIEFTAIN) and can_enter(state, minion):
            uses |= 1 << MINION
    if can_use_voice(options, state):
        uses |= 1 << VOICE
    if in_play(state, MOUTH) and state.mouth_used == 0:
        if common >> MOVE & 1:
            uses |= 1 << MOUTH_MOVE
        if common >> ATTACK & 1:
            uses |= 1 << MOUTH_ATTACK
    if state.card_at[BARAD_DUR_STONE] == ON_THE_TABLE and state.stone_used == 0:
        if icons:
            uses |= 1 << STONE_PLAY
        if has_cards(state, SHADOW):
            uses |= 1 << STONE_DRAW
    return uses


@rule
def common_uses(options: Record, state: Record, side: int, wanted: int) -> int:
    """Uses that both sides know, of those that some die allows."""
    uses = 0
    if wanted >> MOVE & 1 and armies.any_move(options, state, side, armies.MOVE):
        uses |= 1 << MOVE
    if wanted >> MOVE_LED & 1 and armies.any_move(options, state, side, armies.MOVE_LED):
        uses |= 1 << MOVE_LED
    if wanted >> ATTACK & 1 and armies.any_attack(state, side, armies.ATTACK):
        uses |= 1 << ATTACK
    if wanted >> ATTACK_LED & 1 and armies.any_attack(state, side, armies.ATTACK_LED):
        uses |= 1 << ATTACK_LED
    if wanted >> ADVANCE & 1 and any_advance(state, side):
        uses |= 1 << ADVANCE
    if wanted >> RECRUIT & 1 and any_recruit(options, state, side):
        uses |= 1 << RECRUIT
    if wanted >> DRAW & 1 and has_cards(state, side):
        uses |= 1 << DRAW
    return uses


@rule
def wanted_uses(state: Record, side: int) -> int:
    """Uses that some unused die allows; a Muster that may serve as an Army with the Mouth too."""
    wanted = 0
    for face in range(FACES):
        if state.dice[side, face] > 0 or state.ruler_die[side] == face:
            wanted |= _FACE_USES[side, face]
    if wanted >> MOUTH_MOVE & 1:
        wanted |= 1 << MOVE | 1 << ATTACK
    return wanted


@rule
def uses_of_die(options: Record, state: Record, side: int, face: int, ruler: int, possible: int, icons: int) -> int:
    """Uses of one die: those of its face that are possible, and those that any die allows."""
    uses = _FACE_USES[side, face] & possible
    if icons & FACE_ICONS[face]:
        uses |= _FACE_USES[side, face] & 1 << PLAY
    uses |= 1 << SKIP
    if side == FREE:
        uses |= possible & 1 << TRACK
        if state.guide == STRIDER:
            uses |= possible & 1 << HIDE
    if can_clear(options, state, side, face):
        uses |= 1 << CLEAR_TABLE
    if ruler and side == FREE:
        if sovereigns.any_awakening(state, True):
            uses |= 1 << AWAKEN
        for sovereign in range(SOVEREIGN_COUNT):
            if (
                (face == FACE_WILL or face == sovereigns.second_face(sovereign))
                and FIRST_SOVEREIGN + sovereign != DENETHOR
                and sovereigns.can_use_second(options, state, sovereign, False)
            ):
                uses |= 1 << RULER_ABILITY
    elif ruler and any_chieftain_enters(state):
        uses |= 1 << MINION
    return uses


@rule
def any_chieftain_enters(state: Record) -> bool:
    """Whether a Dark Chieftain may be brought in."""
    for chieftain in range(FIRST_CHIEFTAIN, CHARACTER_COUNT):
        if can_enter(state, chieftain):
            return True
    return False


@rule
def menu(options: Record, state: Record, side: int, out: Actions) -> int:
    """All that a player may do on his turn."""
    n = 0
    if unused_dice(state, side) < unused_dice(state, 1 - side):
        out[n] = PASS
        n += 1
    if side == SHADOW and corruption.attempt_allowed(options, state):
        out[n] = TEMPT
        n += 1
    if state.rings[side] > 0 and state.ring_used[side] == 0 and (side == SHADOW or state.token_used == 0):
        n = ring_choices(state, side, out, n)
    icons = playable_icons(state, side)
    if side == FREE and state.tokens and state.ruler_die[FREE] != NO_FACE and state.ring_used[FREE] + state.token_used == 0:
        n = token_choices(options, state, icons, out, n)
    wanted = wanted_uses(state, side)
    possible = common_uses(options, state, side, wanted)
    if side == FREE:
        possible |= free_uses(options, state, icons)
    else:
        possible |= shadow_uses(options, state, icons, possible)
    for face in range(FACE_EYE):
        if state.dice[side, face] > 0:
            n = die_choices(uses_of_die(options, state, side, face, 0, possible, icons), face, 0, out, n)
    face = state.ruler_die[side]
    if face != NO_FACE and face != FACE_EYE:
        n = die_choices(uses_of_die(options, state, side, face, 1, possible, icons), face, 1, out, n)
    return n


@rule
def die_choices(uses: int, face: int, ruler: int, out: Actions, n: int) -> int:
    """One action for each use of a die."""
    first = FIRST_DIE + (ruler * FACES + face) * USES
    for use in range(USES):
        if uses >> use & 1:
            out[n] = first + use
            n += 1
    return n


@rule
def ring_faces(side: int, face: int, new: int) -> bool:
    """Whether an Elven Ring may turn a face into another: no Will for the Free Peoples, a Shadow Eye stays (section 2)."""
    if face == new or (new == FACE_ARMY and side == FREE):
        return False
    return new != FACE_WILL and (new != FACE_EYE or side == SHADOW)


@rule
def ring_choices(state: Record, side: int, out: Actions, n: int) -> int:
    """An Elven Ring changes an unused die."""
    for ruler in range(2):
        for face in range(FACES):
            has = state.ruler_die[side] == face if ruler else state.dice[side, face] > 0
            if not has or (face == FACE_EYE and side == SHADOW):
                continue
            for new in range(FACES):
                if ring_faces(side, face, new):
                    out[n] = FIRST_RING + (ruler * FACES + face) * FACES + new
                    n += 1
    return n


@rule
def token_choices(options: Record, state: Record, icons: int, out: Actions, n: int) -> int:
    """A Ruler token sets the Ruler die to its Sovereign's second ability (Kings, 5.2)."""
    for sovereign in range(SOVEREIGN_COUNT):
        if state.tokens >> sovereign & 1 and (
            sovereigns.can_use_second(options, state, sovereign, icons != 0 or has_cards(state, FREE))
        ):
            out[n] = FIRST_TOKEN + sovereign
            n += 1
    return n


@rule
def nation_choices(state: Record, side: int, by_die: bool, out: Actions) -> int:
    """Nations that may advance."""
    n = 0
    for nation in range(NATION_COUNT):
        if SIDE_OF_NATION[nation] == side and (advance_by_die(state, nation) if by_die else may_advance(state, nation)):
            out[n] = FIRST_NATION + nation
            n += 1
    if n == 0:
        out[0] = DONE
        n = 1
    return n


@rule
def upgrade_choices(state: Record, out: Actions) -> int:
    """Aragorn, Gandalf the White."""
    n = 0
    if may_be_aragorn(state):
        out[n] = FIRST_CHARACTER_ACTION + ARAGORN
        n += 1
    if may_be_white(state):
        out[n] = FIRST_CHARACTER_ACTION + GANDALF_WHITE
        n += 1
    return n


@rule
def white_places(state: Record, out: Actions) -> int:
    """Where Gandalf the White may appear when the Grey is gone."""
    n = 0
    for region in range(REGION_COUNT):
        if white_place(state, region):
            out[n] = FIRST_REGION + region
            n += 1
    return n


@rule
def track_choices(state: Record, out: Actions) -> int:
    """Companions who can advance their nation."""
    n = 0
    for companion in (BOROMIR, LEGOLAS, GIMLI):
        if track_companion(state, companion):
            out[n] = FIRST_CHARACTER_ACTION + companion
            n += 1
    return n
