"""The Event cards: 96 of the base game, 19 of Kings of Middle-earth; one row a card, and nothing about a card stands elsewhere.

A card's effect is a list of steps, each a kind of frame and three numbers, carried out in order. Recruiting steps name a
nation, what is recruited (`what + 8 * how many`) and a place: a region, or `anywhere(set)` for a choice.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.arrays import table
from engine.games.war_of_the_ring import frames as f
from engine.games.war_of_the_ring.board import (
    ANGMAR,
    BREE_AND_SHIRE,
    CARROCK,
    COASTAL,
    DALE,
    DOL_AMROTH,
    DOL_GULDUR,
    DWARF_HALLS,
    DWARVES,
    EAST_EDGE,
    EDORAS,
    ELVES,
    EREBOR,
    ERED_LUIN,
    ETTENMOORS,
    EVERYWHERE,
    GONDOR,
    GORGOROTH,
    ISENGARD,
    LORIEN,
    MINAS_MORGUL,
    MINAS_TIRITH,
    MINES,
    MOUNT_GUNDABAD,
    NORTH,
    NORTH_DUNLAND,
    NURN,
    ORTHANC,
    RIVENDELL,
    ROHAN,
    ROHAN_SETTLEMENTS,
    SAURON,
    SAURON_STRONGHOLDS,
    SHIRE,
    SOUTH_DUNLAND,
    SOUTHRON_SETTLEMENTS,
    SOUTHRONS,
    TROLLSHAWS,
    WEATHER_HILLS,
    WOODLAND_REALM,
)
from engine.games.war_of_the_ring.combat_cards import COMBAT_NUMBER
from engine.games.war_of_the_ring.data import BLUE_0, BLUE_1, BLUE_2, BOROMIR, GIVE_IT, ON_ON, RING_IS_MINE, SHELOB

FREE_CHARACTER, FREE_STRATEGY, SHADOW_CHARACTER, SHADOW_STRATEGY = range(4)
DECK_NAMES = ("Free Peoples Character", "Free Peoples Strategy", "Shadow Character", "Shadow Strategy")
DECKS = 4
ICON_CHARACTER, ICON_ARMY, ICON_MUSTER = range(3)

ONE_REGULAR, ONE_ELITE, ONE_LEADER, ONE_UNIT, REGULAR_OR_LEADER, REGULAR_OR_NAZGUL = range(6)
"""What is recruited; ONE_LEADER is a Nazgul for Sauron; `8 * n` more make n + 1 of them."""

FREE_REGION, OWN_ARMY, ROHAN_REGION, BORDERS_DUNLAND = range(4)
"""What a region of a set must be, beside having room."""
_FIRST_SET = 105


def anywhere(members: int, condition: int = FREE_REGION) -> int:
    """The place of a recruiting step that lets the player choose a region of a set."""
    return _FIRST_SET + members + 32 * condition


def times(what: int, number: int) -> int:
    """`number` figures of a kind."""
    return what + 8 * (number - 1)


(
    NO_NEED,
    GIMLI_OR_LEGOLAS_INSIDE,
    BOROMIR_INSIDE,
    GANDALF_INSIDE,
    COMPANION_INSIDE,
    KING_WITH_ARMY_IN_THE_SOUTH,
    EAGLES_TARGET,
    WHITE_AND_FANGORN,
    HEIR_IN_ROHAN,
    BOROMIR_IN_GONDOR,
    HEIR_WITH_ARMY,
    ARAGORN_ABROAD,
    MIXED_ARMY,
    ITHILIEN_OR_OSGILIATH,
    GONDOR_ACTIVE,
    SIEGE_TO_RELIEVE,
    ROHAN_AT_WAR,
    COMPANION_WITH_ARMY,
    ELVES_AT_WAR,
    FELLOWSHIP_IN_THE_WILD,
    FELLOWSHIP_MOVED,
    FELLOWSHIP_REVEALED,
    SARUMAN_IN_PLAY,
    DREADFUL_TARGET,
    WITCH_KING_BESIEGES,
    WITCH_KING_IN_PLAY,
    ELVEN_STRONGHOLD_LOST,
    ISENGARD_BESIEGES,
    MINAS_TIRITH_BESIEGED,
    SHADOW_AT_WAR,
    FREE_WALK_IN_PEACE,
    SOUTHRONS_AT_WAR,
    ISENGARD_AT_WAR,
    SAURON_AT_WAR,
    ARAGORN_IN_PLAY,
    TEMPTED_BY_NAZGUL,
    ELVEN_STRONGHOLD_OR_CORRUPTED,
    DENETHOR_NOT_AWAKENED,
    ARAGORN_OR_DENETHOR,
    A_SOVEREIGN,
    COMPANION_ANYWHERE,
    A_SPARE_CHARACTER_DIE,
) = range(42)
"""What must hold for a card to be played as an event."""


@dataclass(frozen=True)
class Card:
    """An Event card. `replaces`: played with Kings of Middle-earth instead of the card of that code; `kings`: only with it."""

    code: str
    title: str
    icon: int
    need: int
    combat: str
    steps: tuple[tuple[int, ...], ...] = ()
    on_table: bool = False
    kings: bool = False
    replaces: str = ""


_C, _A, _M = ICON_CHARACTER, ICON_ARMY, ICON_MUSTER
_DRAW_STRATEGY = (f.DRAW, 1, 0)
_DRAW_TWO = (f.DRAW, 1, 1)

_BASE = (
    Card("FC01", "Elven Cloaks", _C, NO_NEED, "It Is a Gift", ((f.TILE_CARD, BLUE_0),)),
    Card("FC02", "Elven Rope", _C, NO_NEED, "It Is a Gift", ((f.TILE_CARD, BLUE_0),)),
    Card("FC03", "Phial of Galadriel", _C, NO_NEED, "It Is a Gift", ((f.TILE_CARD, BLUE_2),)),
    Card("FC04", "Sméagol Helps Nice Master", _C, NO_NEED, "It Is a Gift", ((f.TILE_CARD, BLUE_1),)),
    Card("FC05", "Mithril Coat and Sting", _C, NO_NEED, "Blade of Westernesse", on_table=True),
    Card("FC06", "Axe and Bow", _C, GIMLI_OR_LEGOLAS_INSIDE, "Mighty Attack", on_table=True),
    Card("FC07", "Horn of Gondor", _C, BOROMIR_INSIDE, "Mighty Attack", on_table=True),
    Card("FC08", "Wizard's Staff", _C, GANDALF_INSIDE, "Servant of the Secret Fire", on_table=True),
    Card("FC09", "Athelas", _C, NO_NEED, "Andúril", ((f.ATHELAS,),)),
    Card("FC10", "There Is Another Way", _C, NO_NEED, "Heroic Death", ((f.HEAL, 1, 0), (f.ANOTHER_WAY,))),
    Card("FC11", "I Will Go Alone", _C, COMPANION_INSIDE, "Daring Defiance", ((f.SEPARATE, 1), (f.HEAL, 1, 0))),
    Card("FC12", "Bilbo's Song", _C, NO_NEED, "Fateful Strike", ((f.HEAL, 1, 1),)),
    Card("FC13", "Mirror of Galadriel", _C, A_SPARE_CHARACTER_DIE, "Heroic Death", ((f.MIRROR,),)),
    Card("FC14", "Challenge of the King", _C, KING_WITH_ARMY_IN_THE_SOUTH, "Sudden Strike", ((f.CHALLENGE,),)),
    Card("FC15", "Gwaihir the Windlord", _C, COMPANION_ANYWHERE, "Daring Defiance", ((f.ROAM, 0, 1),)),
    Card("FC16", "We Prove the Swifter", _C, COMPANION_ANYWHERE, "Daring Defiance", ((f.ROAM, 2, 0),)),
    Card("FC17", "There and Back Again", _C, NO_NEED, "Brave Stand", ((f.SEPARATE, 1), (f.THERE_AND_BACK,))),
    Card("FC18", "The Eagles are Coming!", _C, EAGLES_TARGET, "Heroic Death", ((f.EAGLES,),)),
    Card("FC19", "The Ents Awake: Treebeard", _C, WHITE_AND_FANGORN, "Ents' Rage", ((f.ENTS,), (f.FREE_CARD,))),
    Card("FC20", "The Ents Awake: Huorns", _C, WHITE_AND_FANGORN, "Huorn-dark", ((f.ENTS,), (f.FREE_CARD,))),
    Card("FC21", "The Ents Awake: Entmoot", _C, WHITE_AND_FANGORN, "Nameless Wood", ((f.ENTS,), (f.FREE_CARD,))),
    Card("FC22", "Dead Men of Dunharrow", _C, HEIR_IN_ROHAN, "Sudden Strike", ((f.DEAD_MEN,),)),
    Card(
        "FC23",
        "House of the Stewards",
        _C,
        BOROMIR_IN_GONDOR,
        "Brave Stand",
        ((f.RECRUIT_WITH, GONDOR, ONE_UNIT, BOROMIR), _DRAW_TWO),
    ),
    Card("FC24", "The Grey Company", _C, HEIR_WITH_ARMY, "Brave Stand", ((f.GREY_COMPANY,), _DRAW_TWO)),
    Card("FS01", "The Last Battle", _A, ARAGORN_ABROAD, "Daylight", on_table=True),
    Card("FS02", "A Power too Great", _A, NO_NEED, "No Quarter", ((f.ADVANCE, ELVES),), on_table=True),
    Card("FS03", "The Power of Tom Bombadil", _A, NO_NEED, "Advantageous Position", ((f.ADVANCE, NORTH),), on_table=True),
    Card(
        "FS04",
        "Book of Mazarbul",
        _M,
        NO_NEED,
        "Advantageous Position",
        ((f.MOVE_COMPANIONS,), (f.ROUSE, DWARVES, DWARF_HALLS)),
    ),
    Card("FS05", "The Spirit of Mordor", _A, MIXED_ARMY, "Scouts", ((f.STRIKE_ARMY, 0, 5, 5),)),
    Card(
        "FS06",
        "Faramir's Rangers",
        _A,
        ITHILIEN_OR_OSGILIATH,
        "Shield-wall",
        ((f.STRIKE_ARMY, 1, 3, 5), (f.FARAMIR,)),
    ),
    Card("FS07", "Fear! Fire! Foes!", _M, NO_NEED, "Shield-wall", ((f.MOVE_COMPANIONS,), (f.ROUSE, NORTH, BREE_AND_SHIRE))),
    Card("FS08", "Wisdom of Elrond", _M, NO_NEED, "Confusion", ((f.WISDOM,),)),
    Card(
        "FS09",
        "The Red Arrow",
        _M,
        GONDOR_ACTIVE,
        "Scouts",
        ((f.ADVANCE, ROHAN), (f.RECRUIT, ROHAN, ONE_UNIT, EDORAS), (f.RECRUIT, ROHAN, ONE_LEADER, EDORAS)),
    ),
    Card("FS10", "Help Unlooked For", _A, SIEGE_TO_RELIEVE, "No Quarter", ((f.CARD_ATTACK, 4),)),
    Card("FS11", "Paths of the Woses", _A, ROHAN_AT_WAR, "Sudden Strike", ((f.WOSES_FROM,),)),
    Card("FS12", "Through a Day and a Night", _A, COMPANION_WITH_ARMY, "Confusion", ((f.FAR_FROM, 2, 0),)),
    Card("FS13", "Círdan's Ships", _M, ELVES_AT_WAR, "Charge", ((f.RECRUIT, ELVES, times(ONE_UNIT, 2), anywhere(COASTAL, OWN_ARMY)),)),
    Card(
        "FS14",
        "Guards of the Citadel",
        _M,
        NO_NEED,
        "Charge",
        ((f.RECRUIT, GONDOR, ONE_UNIT, MINAS_TIRITH), (f.RECRUIT, GONDOR, ONE_LEADER, MINAS_TIRITH)),
    ),
    Card("FS15", "Celeborn's Galadhrim", _M, NO_NEED, "Daylight", ((f.RECRUIT, ELVES, ONE_UNIT, LORIEN), _DRAW_STRATEGY)),
    Card(
        "FS16",
        "Riders of Théoden",
        _M,
        NO_NEED,
        "Daylight",
        ((f.RECRUIT, ROHAN, ONE_UNIT, anywhere(EVERYWHERE, ROHAN_REGION)), (f.RECRUIT_WITH, ROHAN, ONE_LEADER, 41)),
    ),
    Card(
        "FS17",
        "Grimbeorn the Old, Son of Beorn",
        _M,
        NO_NEED,
        "Scouts",
        ((f.RECRUIT, NORTH, ONE_UNIT, CARROCK), (f.RECRUIT, NORTH, ONE_LEADER, CARROCK)),
    ),
    Card(
        "FS18",
        "Imrahil of Dol Amroth",
        _M,
        NO_NEED,
        "Shield-wall",
        ((f.RECRUIT, GONDOR, ONE_UNIT, DOL_AMROTH), (f.RECRUIT, GONDOR, ONE_LEADER, DOL_AMROTH)),
    ),
    Card("FS19", "King Brand's Men", _M, NO_NEED, "Shield-wall", ((f.RECRUIT, NORTH, times(ONE_REGULAR, 2), DALE), _DRAW_STRATEGY)),
    Card(
        "FS20",
        "Swords in Eriador",
        _M,
        NO_NEED,
        "Advantageous Position",
        ((f.RECRUIT, NORTH, ONE_UNIT, SHIRE), (f.RECRUIT, DWARVES, ONE_UNIT, ERED_LUIN), _DRAW_STRATEGY),
    ),
    Card(
        "FS21",
        "Kindred of Glorfindel",
        _M,
        NO_NEED,
        "Advantageous Position",
        ((f.RECRUIT, ELVES, ONE_UNIT, RIVENDELL), _DRAW_STRATEGY),
    ),
    Card(
        "FS22",
        "Dáin Ironfoot's Guard",
        _M,
        NO_NEED,
        "Valour",
        ((f.RECRUIT, DWARVES, ONE_UNIT, EREBOR), (f.RECRUIT, DWARVES, ONE_LEADER, EREBOR)),
    ),
    Card(
        "FS23",
        "Éomer, Son of Éomund",
        _M,
        NO_NEED,
        "Valour",
        ((f.RECRUIT, ROHAN, ONE_UNIT, anywhere(ROHAN_SETTLEMENTS)), (f.RECRUIT_WITH, ROHAN, ONE_LEADER, 41)),
    ),
    Card("FS24", "Thranduil's Archers", _M, NO_NEED, "Valour", ((f.RECRUIT, ELVES, ONE_UNIT, WOODLAND_REALM), _DRAW_STRATEGY)),
    Card("SC01", "Shelob's Lair", _C, NO_NEED, "One for the Dark Lord", ((f.TILE_CARD, SHELOB),)),
    Card("SC02", "The Ring is Mine!", _C, NO_NEED, "One for the Dark Lord", ((f.TILE_CARD, RING_IS_MINE),)),
    Card("SC03", "On, On They Went", _C, NO_NEED, "One for the Dark Lord", ((f.TILE_CARD, ON_ON),)),
    Card("SC04", "Give it to Uss!", _C, NO_NEED, "One for the Dark Lord", ((f.TILE_CARD, GIVE_IT),)),
    Card("SC05", "Orc Patrol", _C, FELLOWSHIP_IN_THE_WILD, "Cruel as Death", ((f.EVENT_TILE, 3),)),
    Card("SC06", "Isildur's Bane", _C, FELLOWSHIP_IN_THE_WILD, "Cruel as Death", ((f.EVENT_TILE, 4),)),
    Card("SC07", "Foul Thing from the Deep", _C, FELLOWSHIP_IN_THE_WILD, "They Are Terrible", ((f.EVENT_TILE, 5),)),
    Card("SC08", "Candles of Corpses", _C, FELLOWSHIP_IN_THE_WILD, "Dread and Despair", ((f.CANDLES,),)),
    Card("SC09", "Nazgûl Search", _C, FELLOWSHIP_MOVED, "Foul Stench", ((f.NAZGUL_FROM, 1), (f.SEARCH,))),
    Card("SC10", "Cruel Weather", _C, FELLOWSHIP_MOVED, "Cruel as Death", ((f.WEATHER,),)),
    Card("SC11", "The Nazgûl Strike!", _C, FELLOWSHIP_MOVED, "Black Breath", ((f.NAZGUL_FROM, 1), (f.NAZGUL_STRIKE,))),
    Card("SC12", "Morgul Wound", _C, FELLOWSHIP_REVEALED, "Black Breath", ((f.WOUND,),)),
    Card("SC13", "Lure of the Ring", _C, FELLOWSHIP_REVEALED, "They Are Terrible", ((f.LURE,),)),
    Card("SC14", "The Breaking of the Fellowship", _C, FELLOWSHIP_REVEALED, "Dread and Despair", ((f.BREAKING,),)),
    Card("SC15", "Worn with Sorrow and Toil", _C, NO_NEED, "Words of Power", on_table=True),
    Card("SC16", "Flocks of Crebain", _C, NO_NEED, "They Are Terrible", on_table=True),
    Card("SC17", "Balrog of Moria", _C, NO_NEED, "Durin's Bane", on_table=True),
    Card("SC18", "The Lidless Eye", _C, NO_NEED, "Words of Power", ((f.LIDLESS, 3),)),
    Card("SC19", "Dreadful Spells", _C, DREADFUL_TARGET, "Devilry of Orthanc", ((f.STRIKE_ARMY, 2, 0, 5),)),
    Card("SC20", "Grond, Hammer of the Underworld", _C, WITCH_KING_BESIEGES, "Dread and Despair", ((f.CARD_ATTACK, 5),)),
    Card("SC21", "The Palantír of Orthanc", _C, SARUMAN_IN_PLAY, "Cruel as Death", on_table=True),
    Card("SC22", "Wormtongue", _C, SARUMAN_IN_PLAY, "Foul Stench", on_table=True),
    Card("SC23", "The Ringwraiths Are Abroad", _C, NO_NEED, "Words of Power", ((f.NAZGUL_FROM, 1), (f.ABROAD, 0))),
    Card("SC24", "The Black Captain Commands", _C, WITCH_KING_IN_PLAY, "Foul Stench", ((f.CAPTAIN_COMMANDS,), (f.ABROAD, 1))),
    Card("SS01", "Return to Valinor", _A, ELVEN_STRONGHOLD_LOST, "Deadly Strife", ((f.VALINOR, 6),)),
    Card("SS02", "The Fighting Uruk-hai", _A, ISENGARD_BESIEGES, "Onslaught", ((f.CARD_ATTACK, 6),)),
    Card("SS03", "Denethor's Folly", _A, MINAS_TIRITH_BESIEGED, "Devilry of Orthanc", ((f.FOLLY,),), on_table=True),
    Card("SS04", "The Day Without Dawn", _A, SHADOW_AT_WAR, "Relentless Assault", ((f.DAWN,),)),
    Card("SS05", "Threats and Promises", _M, NO_NEED, "Devilry of Orthanc", on_table=True),
    Card("SS06", "Stormcrow", _M, FREE_WALK_IN_PEACE, "Great Host", ((f.STORMCROW,),)),
    Card("SS07", "Shadows Gather", _A, NO_NEED, "Mûmakil", ((f.FAR_FROM, 3, 1),)),
    Card("SS08", "The Shadow Lengthens", _A, NO_NEED, "Mûmakil", ((f.FAR_FROM, 2, 2), (f.FAR_FROM, 2, 2))),
    Card("SS09", "The Shadow is Moving", _A, SHADOW_AT_WAR, "Swarm of Bats", ((f.MOVE_FROM, 4, 4),)),
    Card("SS10", "Corsairs of Umbar", _A, SOUTHRONS_AT_WAR, "Deadly Strife", ((f.CORSAIRS,),)),
    Card("SS11", "Rage of the Dunlendings", _M, ISENGARD_AT_WAR, "Relentless Assault", ((f.DUNLENDINGS,),)),
    Card(
        "SS12",
        "Return of the Witch-king",
        _M,
        WITCH_KING_IN_PLAY,
        "Swarm of Bats",
        ((f.RETURN_OF_THE_KING,), (f.RECRUIT, SAURON, times(ONE_REGULAR, 2), ANGMAR), (f.RECRUIT, SAURON, ONE_ELITE, ANGMAR)),
    ),
    Card(
        "SS13",
        "Half-orcs and Goblin-men",
        _A,
        ISENGARD_AT_WAR,
        "We Come to Kill",
        ((f.RECRUIT, ISENGARD, ONE_UNIT, anywhere(EVERYWHERE, OWN_ARMY)),),
    ),
    Card("SS14", "Olog-hai", _A, SAURON_AT_WAR, "We Come to Kill", ((f.RECRUIT, SAURON, ONE_UNIT, anywhere(EVERYWHERE, OWN_ARMY)),)),
    Card("SS15", "Hill-trolls", _A, SAURON_AT_WAR, "We Come to Kill", ((f.TROLLS, 2),)),
    Card(
        "SS16",
        "A New Power is Rising",
        _M,
        SARUMAN_IN_PLAY,
        "Great Host",
        (
            (f.RECRUIT, ISENGARD, times(ONE_REGULAR, 2), NORTH_DUNLAND),
            (f.RECRUIT, ISENGARD, times(ONE_REGULAR, 2), SOUTH_DUNLAND),
            (f.RECRUIT, ISENGARD, times(ONE_UNIT, 2), ORTHANC),
        ),
    ),
    Card(
        "SS17",
        "Many Kings to the Service of Mordor",
        _M,
        NO_NEED,
        "Great Host",
        ((f.THREE_SITES, SOUTHRONS, 3, SOUTHRON_SETTLEMENTS),),
    ),
    Card(
        "SS18",
        "The King is Revealed",
        _M,
        ARAGORN_IN_PLAY,
        "Relentless Assault",
        ((f.RECRUIT, SAURON, times(ONE_REGULAR, 5), MINAS_MORGUL), (f.RECRUIT, SAURON, ONE_LEADER, MINAS_MORGUL)),
    ),
    Card(
        "SS19",
        "Shadows on the Misty Mountains",
        _M,
        NO_NEED,
        "Onslaught",
        ((f.RECRUIT, SAURON, times(ONE_UNIT, 2), anywhere(MINES)), (f.RECRUIT_WITH, SAURON, ONE_LEADER, 41)),
    ),
    Card(
        "SS20",
        "Orcs Multiplying Again",
        _M,
        NO_NEED,
        "Onslaught",
        ((f.RECRUIT, SAURON, times(ONE_REGULAR, 3), DOL_GULDUR), (f.RECRUIT, SAURON, times(ONE_REGULAR, 3), MOUNT_GUNDABAD)),
    ),
    Card(
        "SS21",
        "Horde from the East",
        _M,
        SOUTHRONS_AT_WAR,
        "Deadly Strife",
        ((f.RECRUIT, SOUTHRONS, times(ONE_REGULAR, 5), anywhere(EAST_EDGE)),),
    ),
    Card(
        "SS22",
        "Monsters Roused",
        _M,
        NO_NEED,
        "Desperate Battle",
        (
            (f.RECRUIT, SAURON, ONE_REGULAR, ANGMAR),
            (f.RECRUIT, SAURON, ONE_REGULAR, ETTENMOORS),
            (f.RECRUIT, SAURON, ONE_REGULAR, WEATHER_HILLS),
            (f.RECRUIT, SAURON, ONE_ELITE, TROLLSHAWS),
        ),
    ),
    Card(
        "SS23",
        "Musterings of Long-planned War",
        _M,
        SHADOW_AT_WAR,
        "Desperate Battle",
        ((f.RECRUIT, SOUTHRONS, times(ONE_REGULAR, 5), GORGOROTH), (f.RECRUIT, SAURON, times(ONE_REGULAR, 5), NURN)),
    ),
    Card(
        "SS24",
        "Pits of Mordor",
        _M,
        SAURON_AT_WAR,
        "Desperate Battle",
        ((f.THREE_SITES, SAURON, 3, SAURON_STRONGHOLDS),),
    ),
)

_KINGS = (
    Card(
        "FC23k",
        "House of the Stewards",
        _C,
        BOROMIR_IN_GONDOR,
        "Brave Stand",
        ((f.STEWARDS,), _DRAW_TWO),
        replaces="FC23",
    ),
    Card("FC25k", "Aid in Time of Need", _C, NO_NEED, "The King's Banner", ((f.MOVE_COMPANIONS,), (f.IN_NEED,)), kings=True),
    Card("FC26k", "It Is Not So Dark Here", _C, NO_NEED, "Like a King of Old", ((f.ADVANCE_NATION, 1), (f.LOOK_AT_TILES, 0)), kings=True),
    Card("FS08k", "Wisdom of Elrond", _M, NO_NEED, "Confusion", ((f.WISDOM_OF_KINGS,),), replaces="FS08"),
    Card("FS16k", "Riders of Théoden", _M, NO_NEED, "Daylight", ((f.KING_CARD, 3),), replaces="FS16"),
    Card("FS19k", "King Brand's Men", _M, NO_NEED, "Shield-wall", ((f.KING_CARD, 0),), replaces="FS19"),
    Card("FS22k", "Dáin Ironfoot's Guard", _M, NO_NEED, "Valour", ((f.KING_CARD, 1),), replaces="FS22"),
    Card("FS24k", "Thranduil's Archers", _M, NO_NEED, "Valour", ((f.KING_CARD, 4),), replaces="FS24"),
    Card("FS25k", "Ever At Your Service", _M, NO_NEED, "There Is Hope for Victory", ((f.AT_YOUR_SERVICE,),), kings=True),
    Card("FS26k", "Men of Little Villages", _M, NO_NEED, "There Is Hope for Victory", ((f.FOUR_NATIONS, 4, 0),), kings=True),
    Card("SC25k", "Your Welcome Is Doubtful", _C, NO_NEED, "Servant of the Shadow", on_table=True, kings=True),
    Card("SC26k", "The West Has Failed", _C, TEMPTED_BY_NAZGUL, "Battle Is Vain", ((f.TEMPT, 1),), kings=True),
    Card("SS01k", "Return to Valinor", _A, ELVEN_STRONGHOLD_OR_CORRUPTED, "Deadly Strife", ((f.VALINOR, 5),), replaces="SS01"),
    Card("SS03k", "Denethor's Folly", _A, DENETHOR_NOT_AWAKENED, "Devilry of Orthanc", on_table=True, replaces="SS03"),
    Card("SS05k", "Threats and Promises", _M, NO_NEED, "Devilry of Orthanc", on_table=True, replaces="SS05"),
    Card("SS06k", "Stormcrow", _M, FREE_WALK_IN_PEACE, "Great Host", ((f.STORMCROW,),), replaces="SS06"),
    Card(
        "SS18k",
        "The King Is Revealed",
        _M,
        ARAGORN_OR_DENETHOR,
        "Relentless Assault",
        (
            (f.RECRUIT, SAURON, times(ONE_REGULAR, 5), MINAS_MORGUL),
            (f.RECRUIT, SAURON, ONE_LEADER, MINAS_MORGUL),
            (f.KING_IS_REVEALED,),
        ),
        replaces="SS18",
    ),
    Card("SS25k", "The Palantír of Barad-dûr", _M, NO_NEED, "His Power Waxes", on_table=True, kings=True),
    Card("SS26k", "Work of the Enemy", _M, A_SOVEREIGN, "His Power Waxes", ((f.ENEMY_WORK,),), kings=True),
)

CARDS = (*_BASE, *_KINGS)
CARD_COUNT = len(CARDS)
CARD_CODES = tuple(card.code for card in CARDS)
CARD_NUMBER = {code: number for number, code in enumerate(CARD_CODES)}
CARD_TITLES = tuple(card.title for card in CARDS)
CARD_NAMES = tuple(f"{card.title} ({card.code})" for card in CARDS)
MOST_STEPS = max(len(card.steps) for card in CARDS)


def _deck(code: str) -> int:
    return ("FC", "FS", "SC", "SS").index(code[:2])


def _in_game(card: Card) -> tuple[int, int]:
    """Whether the base game has the card, and whether the expansion's game has it."""
    if card.kings or card.replaces:
        return 0, 1
    return 1, int(all(other.replaces != card.code for other in CARDS))


def _padded(card: Card) -> list[tuple[int, ...]]:
    steps = [(*step, *[0] * (4 - len(step))) for step in card.steps]
    return [*steps, *[(0, 0, 0, 0)] * (MOST_STEPS - len(steps))]


DECK = table([_deck(card.code) for card in CARDS], "i1")
SIDE_OF_CARD = table([_deck(card.code) // 2 for card in CARDS], "i1")
ICON = table([card.icon for card in CARDS], "i1")
CARD_NEED = table([card.need for card in CARDS], "i1")
ON_TABLE = table([card.on_table for card in CARDS], "i1")
COMBAT_HALF = table([COMBAT_NUMBER[card.combat] for card in CARDS], "i1")
IN_GAME = table([_in_game(card) for card in CARDS], "i1")
"""By card: in the base game; in the game with Kings of Middle-earth."""
STEP_COUNT = table([len(card.steps) for card in CARDS], "i1")
STEPS = table([_padded(card) for card in CARDS], "i2")
DECK_SIZE = 26
"""The most cards of a deck."""


def numbers(codes: str) -> tuple[int, ...]:
    """Card numbers of codes separated by spaces."""
    return tuple(CARD_NUMBER[code] for code in codes.split())


MITHRIL_COAT, AXE_AND_BOW, HORN_OF_GONDOR, WIZARDS_STAFF = numbers("FC05 FC06 FC07 FC08")
LAST_BATTLE, POWER_TOO_GREAT, TOM_BOMBADIL = numbers("FS01 FS02 FS03")
WORN, CREBAIN, BALROG, PALANTIR, WORMTONGUE = numbers("SC15 SC16 SC17 SC21 SC22")
FOLLY, THREATS, FOLLY_OF_KINGS, THREATS_OF_KINGS = numbers("SS03 SS05 SS03k SS05k")
DOUBTFUL, BARAD_DUR_STONE = numbers("SC25k SS25k")
DREADFUL_SPELLS = CARD_NUMBER["SC19"]
