"""An action is chosen: the die is spent and its use begins (section 2)."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.actions import FACE, PARTS, PASS, RULER, TEMPT, VALUE, VERB, Verb
from engine.games.war_of_the_ring.cards import BARAD_DUR_STONE, PALANTIR, POWER_TOO_GREAT, TOM_BOMBADIL
from engine.games.war_of_the_ring.data import (
    DENETHOR,
    FACE_ARMY_MUSTER,
    FACE_EVENT,
    FACE_EYE,
    FACE_MUSTER,
    FACE_WILL,
    FIRST_SOVEREIGN,
    FREE,
    NO_FACE,
    SHADOW,
)
from engine.games.war_of_the_ring.rules import attacks, menu, sovereigns
from engine.games.war_of_the_ring.rules.cards_played import draw_by_stewardship
from engine.games.war_of_the_ring.rules.core import count_house, discard_from_table, push, unused_dice
from engine.games.war_of_the_ring.rules.hunt import move_fellowship
from engine.games.war_of_the_ring.state import House
from engine.types import Record

_RING = int(Verb.RING)
_TOKEN = int(Verb.TOKEN)
_ARMY_CARD = int(House.ARMY_CARD_DISCARDED)


@rule
def answer_menu(options: Record, state: Record, side: int, action: int) -> None:
    """Pass, an Elven Ring, a token, a temptation, or a die."""
    verb = PARTS[action, VERB]
    value = PARTS[action, VALUE]
    if verb == _RING:
        use_ring(state, side, PARTS[action, FACE], value, PARTS[action, RULER])
        return
    push(state, f.END_ACTION, side, 0, 0, 0)
    if action == PASS:
        return
    if action == TEMPT:
        push(state, f.TEMPT, side, 0, 0, 0)
    elif verb == _TOKEN:
        use_token(state, value)
    else:
        face = PARTS[action, FACE]
        ruler = PARTS[action, RULER]
        if ruler:
            state.ruler_die[side] = NO_FACE
        else:
            state.dice[side, face] -= 1
        begin_use(options, state, side, value, face, ruler)


@rule
def use_ring(state: Record, side: int, face: int, new: int, ruler: int) -> None:
    """Change a die; the Ring goes to the Shadow, or out of the game; an Eye goes to the Hunt Box (section 2)."""
    spend_ring(state, side)
    if ruler:
        state.ruler_die[side] = NO_FACE if new == FACE_EYE else new
    else:
        state.dice[side, face] -= 1
        if new != FACE_EYE:
            state.dice[side, new] += 1
    if new == FACE_EYE:
        state.hunt_eyes += 1
    if unused_dice(state, side) > 0:
        push(state, f.ACTION, side, 0, 0, 0)
    else:
        push(state, f.END_ACTION, side, 0, 0, 0)


@rule
def spend_ring(state: Record, side: int) -> None:
    """An Elven Ring is used: one a turn."""
    state.rings[side] -= 1
    state.ring_used[side] = 1
    if side == FREE:
        state.rings[SHADOW] += 1


@rule
def use_token(state: Record, sovereign: int) -> None:
    """A token sets the Ruler die and uses the Sovereign's second ability at once (Kings, 5.2)."""
    state.tokens &= ~(1 << sovereign)
    state.token_used = 1
    state.ruler_die[FREE] = NO_FACE
    if FIRST_SOVEREIGN + sovereign == DENETHOR:
        state.event_die = 3
        push(state, f.SOVEREIGN_ABILITY, FREE, 1, sovereign + 1, FACE_EVENT)
    else:
        sovereigns.use_second(state, sovereign)


@rule
def begin_use(options: Record, state: Record, side: int, use: int, face: int, ruler: int) -> None:
    """The first decision of a use."""
    if use == menu.PLAY or use == menu.DRAW:
        note_event_die(state, face, ruler)
    if use == menu.MOVE_LED:
        push(state, f.MOVE_FROM, side, 1, attacks.LED, 0)
    elif use in (menu.MOVE, menu.MOUTH_MOVE):
        push(state, f.MOVE_FROM, side, 2, attacks.PLAIN, 0)
    elif use in (menu.ATTACK, menu.MOUTH_ATTACK):
        push(state, f.ATTACK_FROM, side, attacks.PLAIN, 0, 0)
    elif use == menu.ATTACK_LED:
        push(state, f.ATTACK_FROM, side, attacks.LED, 0, 0)
    elif use == menu.PLAY:
        push(state, f.PLAY_CARD, side, menu.FACE_ICONS[face], 0, 0)
    elif use == menu.DRAW:
        if side == FREE:
            draw_by_stewardship(state)
        push(state, f.DRAW, side, 2, 0, 0)
    elif use == menu.ADVANCE:
        push(state, f.ADVANCE_NATION, side, 0, 0, 0)
    elif use == menu.RECRUIT:
        push(state, f.RECRUIT_DIE, side, 2, 0, 0)
    elif side == FREE:
        begin_free_use(options, state, use, face, ruler)
    else:
        begin_shadow_use(state, use, face, ruler)
    if use in (menu.MOUTH_MOVE, menu.MOUTH_ATTACK):
        state.mouth_used = 1


@rule
def note_event_die(state: Record, face: int, ruler: int) -> None:
    """Bit 0: an Event face pays; bit 1: an Event result of the Ruler die."""
    state.event_die = int(face == FACE_EVENT)
    if ruler and face in (FACE_EVENT, FACE_WILL):
        state.event_die |= 2


@rule
def begin_free_use(options: Record, state: Record, use: int, face: int, ruler: int) -> None:
    """Uses that the Free Peoples alone know."""
    if use == menu.FELLOWSHIP:
        move_fellowship(state, True, 0)
    elif use == menu.HIDE:
        state.revealed = 0
        state.tried = 1
    elif use == menu.SEPARATE:
        push(state, f.SEPARATE, FREE, 0, 0, 0)
    elif use == menu.COMPANIONS:
        push(state, f.MOVE_COMPANIONS, FREE, 0, 0, 0)
    elif use == menu.UPGRADE:
        push(state, f.UPGRADE, FREE, 0, 0, 0)
    elif use == menu.TRACK:
        push(state, f.TRACK_ABILITY, FREE, 0, 0, 0)
    elif use == menu.CLEAR_TABLE:
        push(state, f.CLEAR_TABLE, FREE, face, 0, 0)
    elif use == menu.AWAKEN:
        push(state, f.AWAKEN, FREE, ruler, 0, 0)
    elif use == menu.ABILITY:
        push(state, f.SOVEREIGN_ABILITY, FREE, 0, 0, 0)
    elif use == menu.RULER_ABILITY:
        push(state, f.SOVEREIGN_ABILITY, FREE, 1, 0, face)
    elif use == menu.REMOVE_SOVEREIGN:
        push(state, f.REMOVE_SOVEREIGN, FREE, 0, 0, 0)


@rule
def begin_shadow_use(state: Record, use: int, face: int, ruler: int) -> None:
    """Uses that the Shadow alone knows."""
    if use == menu.NAZGUL_MOVE:
        push(state, f.NAZGUL_FROM, SHADOW, 0, 0, 0)
    elif use == menu.MINION:
        only_chieftains = ruler == 1 and face not in (FACE_MUSTER, FACE_ARMY_MUSTER)
        push(state, f.MINION, SHADOW, int(only_chieftains), 0, 0)
    elif use == menu.VOICE:
        push(state, f.VOICE, SHADOW, 0, 0, 0)
    elif use == menu.CLEAR_TABLE:
        push(state, f.CLEAR_TABLE, SHADOW, face, 0, 0)
    elif use == menu.STONE_PLAY:
        state.stone_used = 1
        state.event_die = 1
        push(state, f.PLAY_CARD, SHADOW, 7, 0, 0)
    elif use == menu.STONE_DRAW:
        state.stone_used = 1
        push(state, f.DRAW, SHADOW, 2, 0, 0)


@rule
def clear_table(state: Record, side: int, card: int, face: int) -> None:
    """A card leaves the opponent's table; some need cards or an Elven Ring on top of the die."""
    discard_from_table(state, card)
    if card in (POWER_TOO_GREAT, TOM_BOMBADIL):
        count_house(state, _ARMY_CARD)
        push(state, f.PAY_CARD, SHADOW, 1, 0, 0)
        push(state, f.PAY_CARD, SHADOW, 0, 0, 0)
    elif card in (PALANTIR, BARAD_DUR_STONE) and face != FACE_WILL:
        spend_ring(state, side)
