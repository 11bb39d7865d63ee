"""Decisions and steps that wait: the kinds of frames on the state's stack.

A frame has a kind, a seat and three small numbers. The top frame is either a *decision*, which its seat answers, or a *step*,
which the rules carry out by themselves. A card's effect, a die's action, a Hunt and a battle are each a few frames pushed in
reverse order. Each kind says how large its numbers may be: `audit` refuses a state that says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.arrays import table

_REGION, _FIGURE, _CARD, _NUMBER, _SIDE, _NATION, _PLACE = 104, 41, 114, 30, 1, 7, 4000


@dataclass(frozen=True)
class Frame:
    """A kind of frame: whether a seat decides, the largest values of its three numbers, and what it is about in words."""

    decides: bool
    limits: tuple[int, int, int]
    text: str


FRAMES: list[Frame] = []


def _decision(text: str, a: int = 0, b: int = 0, c: int = 0) -> int:
    FRAMES.append(Frame(True, (a, b, c), text))
    return len(FRAMES) - 1


def _step(text: str, a: int = 0, b: int = 0, c: int = 0) -> int:
    FRAMES.append(Frame(False, (a, b, c), text))
    return len(FRAMES) - 1


NOTHING = _step("nothing waits")
SKIPPED = _step("a question that needs no answer any more")

# the turn
DISCARD = _decision("discard down to the hand limit")
FELLOWSHIP_PHASE = _decision("declare the Fellowship or enter Mordor")
CHOOSE_GUIDE = _decision("choose the Guide")
PATH = _decision("move the Fellowship's figure", 1, 12, 200)
ALLOCATE = _decision("put dice in the Hunt Box", 12, 12)
RULER_DISCARD = _decision("discard a die at the end of the roll")
ACTION = _decision("choose an action")
END_ACTION = _step("an action ends")
PLAY_CARD = _decision("play an Event card", 7)
PLAYED = _step("a played card leaves the hand", _CARD, 12)
DRAW = _decision("draw a card", 2, 4)
CLEAR_TABLE = _decision("clear a card from the table", 6)
PAY_CARD = _decision("discard a card to pay", 1)
ADVANCE_NATION = _decision("advance a nation", 1)
GUIDE_DRAW = _decision("Gandalf: draw a card of the played card's kind", 1)

# armies
MOVE_FROM = _decision("move an Army: from where", _NUMBER, 7)
MOVE_TO = _decision("move an Army: where to", _REGION, _NUMBER, 7)
FORCE = _decision("who goes along", _REGION, _REGION, 255)
ATTACK_FROM = _decision("attack: with which Army", 15)
ATTACK_TO = _decision("attack: whom", _REGION, 15)
TRIM = _decision("remove units above the limit", _REGION, _SIDE)
FAR_MOVE = _decision("move an Army further", _REGION, 3, 3)
RECRUIT_DIE = _decision("recruit", 2, _REGION + 1)
RECRUIT_AT = _decision("recruit in which region", _NATION, 127, _PLACE)
RECRUIT_WHAT = _decision("recruit which figure", _NATION, 7, _REGION)
RECRUIT = _step("recruit by a card", _NATION, 127, _PLACE)
UPGRADE_UNIT = _decision("turn a Regular into an Elite", _REGION, 1)
NAZGUL_FROM = _decision("move a Nazgûl or Minion", 1)
NAZGUL_TO = _decision("where a Nazgûl goes", _REGION)
MINION_TO = _decision("where a Minion goes", _FIGURE)
RECRUIT_SITE = _decision("recruit in which Settlement", 21, _REGION + 1, 2)
VOICE = _decision("Voice of Saruman")
MINION = _decision("bring in a Minion", 2)
MINION_AT = _decision("where a Minion enters", _FIGURE)

# companions
SEPARATE = _decision("separate Companions", 4, 1)
MOVE_COMPANIONS = _decision("move Companions on the map", 4, 1)
GROUP_TO = _decision("a group of Companions: join or go", 31, 3)
ROAM = _decision("separate or move one group", 4, 1)
UPGRADE = _decision("bring in Aragorn or Gandalf the White")
WHITE_AT = _decision("where Gandalf the White appears")
TRACK_ABILITY = _decision("advance by a Companion's ability")
TAKEN_ALIVE = _decision("Take Them Alive: where the Hobbit goes", _FIGURE)

# the Hunt
BOX_DIE = _step("the die goes to the Hunt Box")
HUNT = _step("the Hunt roll", 1)
CREBAIN = _decision("Flocks of Crebain: +1 to the Hunt roll", 1)
HUNT_ROLL = _step("roll for the Hunt", 1, 1)
TILE_DRAW = _step("a Hunt tile is drawn", 12, 10)
STAFF = _decision("Wizard's Staff: no tile is drawn", 12, 10)
TILE_TAKE = _step("a tile is taken from the pool", 12, 10)
MITHRIL = _decision("Mithril Coat: draw another tile", 12, 10)
TILE_RESOLVE = _step("a tile is resolved", 12, 10)
HUNT_DAMAGE = _decision("meet the damage of the Hunt")
HUNT_CLOSE = _step("the rest becomes Corruption")
HUNT_AFTER = _step("the Fellowship is revealed or advances")
WORN = _decision("Worn with Sorrow and Toil: discard a Character card")
PATH_TILES = _step("tiles for Shadow Strongholds on the way", 30, 3)
BALROG = _decision("Balrog of Moria: a tile", 1)

# battle
BATTLE_START = _step("the battle begins")
WHITE_RIDER = _decision("the White Rider")
BATTLE_ROUND = _step("a Combat round begins")
SIEGE_CHOICE = _decision("fight in the field or retreat into siege")
BATTLE_CARDS = _step("Combat cards are chosen")
COMBAT_CARD = _decision("choose a Combat card")
CHIEFTAIN = _decision("forfeit the card for a Chieftain's ability")
BATTLE_REVEAL = _step("Combat cards are revealed")
SORCERER = _decision("the Sorcerer: draw a card", 1)
HEIR_OF_BARD = _decision("forfeit the own card to cancel the other", 1)
BATTLE_STEP = _step("effects by initiative", 24)
CASUALTY = _decision("take casualties", 100, _REGION + 1, 1)
EFFECT_NUMBER = _decision("choose a number for the Combat card", 33)
EFFECT_FIGURE = _decision("choose a figure for the Combat card", 33)
AFTER_BLOOD = _step("roll for the hits taken", 4)
CEASE = _decision("cease or go on")
RETREAT = _decision("retreat or stand", 1)
EXTEND = _decision("extend the siege battle")
AFTER_BATTLE = _step("the battle is over")
FORCED_RETREAT = _decision("where the Army retreats", _REGION, 1)

# steps of cards
TILE_CARD = _step("a special tile is put in play", 15)
ATHELAS = _step("Athelas")
HEAL = _step("heal Corruption", 3, 3)
ANOTHER_WAY = _decision("hide or move with Gollum")
MIRROR = _step("Mirror of Galadriel")
CHALLENGE = _step("Challenge of the King")
THERE_AND_BACK = _step("There and Back Again")
EAGLES = _decision("the Eagles: which Army")
EAGLES_TO = _decision("the Eagles: where the Nazgûl flee", _REGION)
ENTS = _step("the Ents awake")
FREE_CARD = _decision("play another Character card")
DEAD_MEN = _decision("Dead Men of Dunharrow: where")
DEAD_MEN_JOIN = _decision("who goes along", _REGION, _REGION)
DEAD_MEN_STRIKE = _step("the Dead strike", _REGION)
DEAD_MEN_RECRUIT = _decision("recruit Gondor Regulars", _REGION, 3)
RECRUIT_WITH = _step("recruit beside a character", _NATION, 127, _FIGURE)
GREY_COMPANY = _step("the Grey Company")
ADVANCE = _step("a nation advances", _NATION)
ROUSE = _step("a nation may go to war", _NATION, _NUMBER)
STRIKE_ARMY = _decision("choose an Army to strike", 7, 5, 6)
STRIKE = _step("dice against an Army", _REGION, 100, 6)
FARAMIR = _step("Faramir's Rangers recruit")
WISDOM = _decision("activate and advance a nation")
CARD_ATTACK = _step("an attack by a card", 15)
WOSES_FROM = _decision("Paths of the Woses: from where")
WOSES_TO = _decision("Paths of the Woses: where to", _REGION)
FAR_FROM = _decision("which Army marches", 3, 2)
EVENT_TILE = _step("a card draws a Hunt tile", 10)
CANDLES = _step("Candles of Corpses")
SEARCH = _step("Nazgûl Search")
WEATHER = _decision("Cruel Weather: move the figure")
NAZGUL_STRIKE = _decision("the Nazgûl Strike")
WOUND = _step("Morgul Wound")
LURE = _step("Lure of the Ring")
LURE_CHOICE = _decision("Corruption or the Companion", _FIGURE)
BREAKING = _step("the Breaking of the Fellowship")
BREAKING_OUT = _decision("which Companion leaves", 7)
LIDLESS = _decision("change a die to an Eye", 3)
DREADFUL_TO = _decision("Dreadful Spells: against whom", _REGION)
ABROAD = _decision("move or attack", 1)
CAPTAIN_COMMANDS = _decision("recruit Nazgûl or move them")
VALINOR = _step("Return to Valinor", _NUMBER)
FOLLY = _decision("eliminate a Leader in Minas Tirith")
DAWN = _step("the Day Without Dawn")
STORMCROW = _decision("which nation falls back")
STORMCROW_LOSS = _decision("remove a figure", _NATION, 1)
CORSAIRS = _decision("the Corsairs sail where")
STORMCROW_FIGURE = _decision("which figure is removed", _NATION, _REGION, 1)
DUNLENDINGS = _decision("Rage of the Dunlendings: where")
DUNLENDINGS_BRING = _decision("bring units from the Dunlands", _REGION, 4)
RETURN_OF_THE_KING = _step("the Witch-king goes to Angmar")
TROLLS = _decision("a Regular becomes an Elite", 2)
THREE_SITES = _decision("recruit in three different regions", _NATION, 3, 31)

# Kings of Middle-earth
AWAKEN = _decision("awaken a Sovereign", 1)
AWAKEN_AT = _decision("where Brand is awakened", _FIGURE)
SOVEREIGN_ABILITY = _decision("a Sovereign's ability", 1, 6, 6)
REMOVE_SOVEREIGN = _decision("remove a Corrupted Sovereign")
RETURN_TILE = _decision("return a Corruption tile", _FIGURE)
TEMPT = _decision("which Sovereign is tempted", 1)
KEEP_TILE = _decision("which tile is kept", _FIGURE)
KING_CARD = _decision("recruit or return a tile", 4)
IN_NEED = _decision("awaken a Sovereign beside a Companion")
LOOK_AT_TILES = _decision("return a chosen tile of which Sovereign", 1)
CHOSEN_TILE = _decision("which tile is returned", 4)
AT_YOUR_SERVICE = _decision("which Sovereign is served")
FOUR_NATIONS = _decision("recruit in four nations", 4, 31)
ENEMY_WORK = _decision("Work of the Enemy: where")
FAR_SIGHTED = _decision("move the Fellowship or Companions")
SECOND_SITE = _decision("recruit in another Settlement", _NATION, 31, 2)
STEWARDS = _decision("recruit or return Denethor's tile")
WISDOM_OF_KINGS = _decision("a nation or a Sovereign")
RANDOM_TILE = _step("one tile is added to a Sovereign", 4)
KING_IS_REVEALED = _step("figures for each Awakened Sovereign")

FRAME_COUNT = len(FRAMES)
DECIDES = table([frame.decides for frame in FRAMES], "i1")
FRAME_LIMITS = table([frame.limits for frame in FRAMES], "i2")
STACK = 48
"""The most frames that wait."""
