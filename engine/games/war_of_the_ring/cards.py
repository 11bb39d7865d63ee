"""The Event cards: 96 of the base game, 19 of Kings of Middle-earth; one row a card, and nothing about a card stands elsewhere.

A card's effect is a list of steps, each a kind of frame and three numbers, carried out in order. Recruiting steps name a
nation, what is recruited (`what + 8 * how many`) and a place: a region, or `anywhere(set)` for a choice.
"""

from __future__ import annotations

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
from engine.games.war_of_the_ring.card_terms import (
    A_SPARE_CHARACTER_DIE,
    ARAGORN_ABROAD,
    ARAGORN_IN_PLAY,
    ARM,
    BOROMIR_IN_GONDOR,
    BOROMIR_INSIDE,
    CHA,
    COMPANION_ANYWHERE,
    COMPANION_INSIDE,
    COMPANION_WITH_ARMY,
    DRAW_STRATEGY,
    DRAW_TWO,
    DREADFUL_TARGET,
    EAGLES_TARGET,
    ELVEN_STRONGHOLD_LOST,
    ELVES_AT_WAR,
    FELLOWSHIP_IN_THE_WILD,
    FELLOWSHIP_MOVED,
    FELLOWSHIP_REVEALED,
    FREE_WALK_IN_PEACE,
    GANDALF_INSIDE,
    GIMLI_OR_LEGOLAS_INSIDE,
    GONDOR_ACTIVE,
    HEIR_IN_ROHAN,
    HEIR_WITH_ARMY,
    ISENGARD_AT_WAR,
    ISENGARD_BESIEGES,
    ITHILIEN_OR_OSGILIATH,
    KING_WITH_ARMY_IN_THE_SOUTH,
    MINAS_TIRITH_BESIEGED,
    MIXED_ARMY,
    MUS,
    NO_NEED,
    ONE_ELITE,
    ONE_LEADER,
    ONE_REGULAR,
    ONE_UNIT,
    OWN_ARMY,
    ROHAN_AT_WAR,
    ROHAN_REGION,
    SARUMAN_IN_PLAY,
    SAURON_AT_WAR,
    SHADOW_AT_WAR,
    SIEGE_TO_RELIEVE,
    SOUTHRONS_AT_WAR,
    WHITE_AND_FANGORN,
    WITCH_KING_BESIEGES,
    WITCH_KING_IN_PLAY,
    Card,
    anywhere,
    times,
)
from engine.games.war_of_the_ring.cards_kings import KINGS_ROWS
from engine.games.war_of_the_ring.combat_cards import COMBAT_NUMBER
from engine.games.war_of_the_ring.data import BLUE_0, BLUE_1, BLUE_2, BOROMIR, GIVE_IT, ON_ON, RING_IS_MINE, SHELOB

FREE_CHARACTER, FREE_STRATEGY, SHADOW_CHARACTER, SHADOW_STRATEGY = range(4)
DECK_NAMES = ("Free Peoples Character", "Free Peoples Strategy", "Shadow Character", "Shadow Strategy")
DECKS = 4


BASE_ROWS = (
    Card("FC01", "Elven Cloaks", CHA, NO_NEED, "It Is a Gift", ((f.TILE_CARD, BLUE_0),)),
    Card("FC02", "Elven Rope", CHA, NO_NEED, "It Is a Gift", ((f.TILE_CARD, BLUE_0),)),
    Card("FC03", "Phial of Galadriel", CHA, NO_NEED, "It Is a Gift", ((f.TILE_CARD, BLUE_2),)),
    Card("FC04", "Sméagol Helps Nice Master", CHA, NO_NEED, "It Is a Gift", ((f.TILE_CARD, BLUE_1),)),
    Card("FC05", "Mithril Coat and Sting", CHA, NO_NEED, "Blade of Westernesse", on_table=True),
    Card("FC06", "Axe and Bow", CHA, GIMLI_OR_LEGOLAS_INSIDE, "Mighty Attack", on_table=True),
    Card("FC07", "Horn of Gondor", CHA, BOROMIR_INSIDE, "Mighty Attack", on_table=True),
    Card("FC08", "Wizard's Staff", CHA, GANDALF_INSIDE, "Servant of the Secret Fire", on_table=True),
    Card("FC09", "Athelas", CHA, NO_NEED, "Andúril", ((f.ATHELAS,),)),
    Card("FC10", "There Is Another Way", CHA, NO_NEED, "Heroic Death", ((f.HEAL, 1, 0), (f.ANOTHER_WAY,))),
    Card("FC11", "I Will Go Alone", CHA, COMPANION_INSIDE, "Daring Defiance", ((f.SEPARATE, 1), (f.HEAL, 1, 0))),
    Card("FC12", "Bilbo's Song", CHA, NO_NEED, "Fateful Strike", ((f.HEAL, 1, 1),)),
    Card("FC13", "Mirror of Galadriel", CHA, A_SPARE_CHARACTER_DIE, "Heroic Death", ((f.MIRROR,),)),
    Card("FC14", "Challenge of the King", CHA, KING_WITH_ARMY_IN_THE_SOUTH, "Sudden Strike", ((f.CHALLENGE,),)),
    Card("FC15", "Gwaihir the Windlord", CHA, COMPANION_ANYWHERE, "Daring Defiance", ((f.ROAM, 0, 1),)),
    Card("FC16", "We Prove the Swifter", CHA, COMPANION_ANYWHERE, "Daring Defiance", ((f.ROAM, 2, 0),)),
    Card("FC17", "There and Back Again", CHA, NO_NEED, "Brave Stand", ((f.SEPARATE, 1), (f.THERE_AND_BACK,))),
    Card("FC18", "The Eagles are Coming!", CHA, EAGLES_TARGET, "Heroic Death", ((f.EAGLES,),)),
    Card("FC19", "The Ents Awake: Treebeard", CHA, WHITE_AND_FANGORN, "Ents' Rage", ((f.ENTS,), (f.FREE_CARD,))),
    Card("FC20", "The Ents Awake: Huorns", CHA, WHITE_AND_FANGORN, "Huorn-dark", ((f.ENTS,), (f.FREE_CARD,))),
    Card("FC21", "The Ents Awake: Entmoot", CHA, WHITE_AND_FANGORN, "Nameless Wood", ((f.ENTS,), (f.FREE_CARD,))),
    Card("FC22", "Dead Men of Dunharrow", CHA, HEIR_IN_ROHAN, "Sudden Strike", ((f.DEAD_MEN,),)),
    Card(
        "FC23",
        "House of the Stewards",
        CHA,
        BOROMIR_IN_GONDOR,
        "Brave Stand",
        ((f.RECRUIT_WITH, GONDOR, ONE_UNIT, BOROMIR), DRAW_TWO),
    ),
    Card("FC24", "The Grey Company", CHA, HEIR_WITH_ARMY, "Brave Stand", ((f.GREY_COMPANY,), DRAW_TWO)),
    Card("FS01", "The Last Battle", ARM, ARAGORN_ABROAD, "Daylight", on_table=True),
    Card("FS02", "A Power too Great", ARM, NO_NEED, "No Quarter", ((f.ADVANCE, ELVES),), on_table=True),
    Card("FS03", "The Power of Tom Bombadil", ARM, NO_NEED, "Advantageous Position", ((f.ADVANCE, NORTH),), on_table=True),
    Card(
        "FS04",
        "Book of Mazarbul",
        MUS,
        NO_NEED,
        "Advantageous Position",
        ((f.MOVE_COMPANIONS,), (f.ROUSE, DWARVES, DWARF_HALLS)),
    ),
    Card("FS05", "The Spirit of Mordor", ARM, MIXED_ARMY, "Scouts", ((f.STRIKE_ARMY, 0, 5, 5),)),
    Card(
        "FS06",
        "Faramir's Rangers",
        ARM,
        ITHILIEN_OR_OSGILIATH,
        "Shield-wall",
        ((f.STRIKE_ARMY, 1, 3, 5), (f.FARAMIR,)),
    ),
    Card("FS07", "Fear! Fire! Foes!", MUS, NO_NEED, "Shield-wall", ((f.MOVE_COMPANIONS,), (f.ROUSE, NORTH, BREE_AND_SHIRE))),
    Card("FS08", "Wisdom of Elrond", MUS, NO_NEED, "Confusion", ((f.WISDOM,),)),
    Card(
        "FS09",
        "The Red Arrow",
        MUS,
        GONDOR_ACTIVE,
        "Scouts",
        ((f.ADVANCE, ROHAN), (f.RECRUIT, ROHAN, ONE_UNIT, EDORAS), (f.RECRUIT, ROHAN, ONE_LEADER, EDORAS)),
    ),
    Card("FS10", "Help Unlooked For", ARM, SIEGE_TO_RELIEVE, "No Quarter", ((f.CARD_ATTACK, 4),)),
    Card("FS11", "Paths of the Woses", ARM, ROHAN_AT_WAR, "Sudden Strike", ((f.WOSES_FROM,),)),
    Card("FS12", "Through a Day and a Night", ARM, COMPANION_WITH_ARMY, "Confusion", ((f.FAR_FROM, 2, 0),)),
    Card(
        "FS13",
        "Círdan's Ships",
        MUS,
        ELVES_AT_WAR,
        "Charge",
        ((f.RECRUIT, ELVES, times(ONE_UNIT, 2), anywhere(COASTAL, OWN_ARMY)),),
    ),
    Card(
        "FS14",
        "Guards of the Citadel",
        MUS,
        NO_NEED,
        "Charge",
        ((f.RECRUIT, GONDOR, ONE_UNIT, MINAS_TIRITH), (f.RECRUIT, GONDOR, ONE_LEADER, MINAS_TIRITH)),
    ),
    Card("FS15", "Celeborn's Galadhrim", MUS, NO_NEED, "Daylight", ((f.RECRUIT, ELVES, ONE_UNIT, LORIEN), DRAW_STRATEGY)),
    Card(
        "FS16",
        "Riders of Théoden",
        MUS,
        NO_NEED,
        "Daylight",
        ((f.RECRUIT, ROHAN, ONE_UNIT, anywhere(EVERYWHERE, ROHAN_REGION)), (f.RECRUIT_WITH, ROHAN, ONE_LEADER, 41)),
    ),
    Card(
        "FS17",
        "Grimbeorn the Old, Son of Beorn",
        MUS,
        NO_NEED,
        "Scouts",
        ((f.RECRUIT, NORTH, ONE_UNIT, CARROCK), (f.RECRUIT, NORTH, ONE_LEADER, CARROCK)),
    ),
    Card(
        "FS18",
        "Imrahil of Dol Amroth",
        MUS,
        NO_NEED,
        "Shield-wall",
        ((f.RECRUIT, GONDOR, ONE_UNIT, DOL_AMROTH), (f.RECRUIT, GONDOR, ONE_LEADER, DOL_AMROTH)),
    ),
    Card(
        "FS19",
        "King Brand's Men",
        MUS,
        NO_NEED,
        "Shield-wall",
        ((f.RECRUIT, NORTH, times(ONE_REGULAR, 2), DALE), DRAW_STRATEGY),
    ),
    Card(
        "FS20",
        "Swords in Eriador",
        MUS,
        NO_NEED,
        "Advantageous Position",
        ((f.RECRUIT, NORTH, ONE_UNIT, SHIRE), (f.RECRUIT, DWARVES, ONE_UNIT, ERED_LUIN), DRAW_STRATEGY),
    ),
    Card(
        "FS21",
        "Kindred of Glorfindel",
        MUS,
        NO_NEED,
        "Advantageous Position",
        ((f.RECRUIT, ELVES, ONE_UNIT, RIVENDELL), DRAW_STRATEGY),
    ),
    Card(
        "FS22",
        "Dáin Ironfoot's Guard",
        MUS,
        NO_NEED,
        "Valour",
        ((f.RECRUIT, DWARVES, ONE_UNIT, EREBOR), (f.RECRUIT, DWARVES, ONE_LEADER, EREBOR)),
    ),
    Card(
        "FS23",
        "Éomer, Son of Éomund",
        MUS,
        NO_NEED,
        "Valour",
        ((f.RECRUIT, ROHAN, ONE_UNIT, anywhere(ROHAN_SETTLEMENTS)), (f.RECRUIT_WITH, ROHAN, ONE_LEADER, 41)),
    ),
    Card(
        "FS24",
        "Thranduil's Archers",
        MUS,
        NO_NEED,
        "Valour",
        ((f.RECRUIT, ELVES, ONE_UNIT, WOODLAND_REALM), DRAW_STRATEGY),
    ),
    Card("SC01", "Shelob's Lair", CHA, NO_NEED, "One for the Dark Lord", ((f.TILE_CARD, SHELOB),)),
    Card("SC02", "The Ring is Mine!", CHA, NO_NEED, "One for the Dark Lord", ((f.TILE_CARD, RING_IS_MINE),)),
    Card("SC03", "On, On They Went", CHA, NO_NEED, "One for the Dark Lord", ((f.TILE_CARD, ON_ON),)),
    Card("SC04", "Give it to Uss!", CHA, NO_NEED, "One for the Dark Lord", ((f.TILE_CARD, GIVE_IT),)),
    Card("SC05", "Orc Patrol", CHA, FELLOWSHIP_IN_THE_WILD, "Cruel as Death", ((f.EVENT_TILE, 3),)),
    Card("SC06", "Isildur's Bane", CHA, FELLOWSHIP_IN_THE_WILD, "Cruel as Death", ((f.EVENT_TILE, 4),)),
    Card("SC07", "Foul Thing from the Deep", CHA, FELLOWSHIP_IN_THE_WILD, "They Are Terrible", ((f.EVENT_TILE, 5),)),
    Card("SC08", "Candles of Corpses", CHA, FELLOWSHIP_IN_THE_WILD, "Dread and Despair", ((f.CANDLES,),)),
    Card("SC09", "Nazgûl Search", CHA, FELLOWSHIP_MOVED, "Foul Stench", ((f.NAZGUL_FROM, 1), (f.SEARCH,))),
    Card("SC10", "Cruel Weather", CHA, FELLOWSHIP_MOVED, "Cruel as Death", ((f.WEATHER,),)),
    Card("SC11", "The Nazgûl Strike!", CHA, FELLOWSHIP_MOVED, "Black Breath", ((f.NAZGUL_FROM, 1), (f.NAZGUL_STRIKE,))),
    Card("SC12", "Morgul Wound", CHA, FELLOWSHIP_REVEALED, "Black Breath", ((f.WOUND,),)),
    Card("SC13", "Lure of the Ring", CHA, FELLOWSHIP_REVEALED, "They Are Terrible", ((f.LURE,),)),
    Card("SC14", "The Breaking of the Fellowship", CHA, FELLOWSHIP_REVEALED, "Dread and Despair", ((f.BREAKING,),)),
    Card("SC15", "Worn with Sorrow and Toil", CHA, NO_NEED, "Words of Power", on_table=True),
    Card("SC16", "Flocks of Crebain", CHA, NO_NEED, "They Are Terrible", on_table=True),
    Card("SC17", "Balrog of Moria", CHA, NO_NEED, "Durin's Bane", on_table=True),
    Card("SC18", "The Lidless Eye", CHA, NO_NEED, "Words of Power", ((f.LIDLESS, 3),)),
    Card("SC19", "Dreadful Spells", CHA, DREADFUL_TARGET, "Devilry of Orthanc", ((f.STRIKE_ARMY, 2, 0, 5),)),
    Card("SC20", "Grond, Hammer of the Underworld", CHA, WITCH_KING_BESIEGES, "Dread and Despair", ((f.CARD_ATTACK, 5),)),
    Card("SC21", "The Palantír of Orthanc", CHA, SARUMAN_IN_PLAY, "Cruel as Death", on_table=True),
    Card("SC22", "Wormtongue", CHA, SARUMAN_IN_PLAY, "Foul Stench", on_table=True),
    Card("SC23", "The Ringwraiths Are Abroad", CHA, NO_NEED, "Words of Power", ((f.NAZGUL_FROM, 1), (f.ABROAD, 0))),
    Card(
        "SC24",
        "The Black Captain Commands",
        CHA,
        WITCH_KING_IN_PLAY,
        "Foul Stench",
        ((f.CAPTAIN_COMMANDS,), (f.ABROAD, 1)),
    ),
    Card("SS01", "Return to Valinor", ARM, ELVEN_STRONGHOLD_LOST, "Deadly Strife", ((f.VALINOR, 6),)),
    Card("SS02", "The Fighting Uruk-hai", ARM, ISENGARD_BESIEGES, "Onslaught", ((f.CARD_ATTACK, 6),)),
    Card("SS03", "Denethor's Folly", ARM, MINAS_TIRITH_BESIEGED, "Devilry of Orthanc", ((f.FOLLY,),), on_table=True),
    Card("SS04", "The Day Without Dawn", ARM, SHADOW_AT_WAR, "Relentless Assault", ((f.DAWN,),)),
    Card("SS05", "Threats and Promises", MUS, NO_NEED, "Devilry of Orthanc", on_table=True),
    Card("SS06", "Stormcrow", MUS, FREE_WALK_IN_PEACE, "Great Host", ((f.STORMCROW,),)),
    Card("SS07", "Shadows Gather", ARM, NO_NEED, "Mûmakil", ((f.FAR_FROM, 3, 1),)),
    Card("SS08", "The Shadow Lengthens", ARM, NO_NEED, "Mûmakil", ((f.FAR_FROM, 2, 2), (f.FAR_FROM, 2, 2))),
    Card("SS09", "The Shadow is Moving", ARM, SHADOW_AT_WAR, "Swarm of Bats", ((f.MOVE_FROM, 4, 4),)),
    Card("SS10", "Corsairs of Umbar", ARM, SOUTHRONS_AT_WAR, "Deadly Strife", ((f.CORSAIRS,),)),
    Card("SS11", "Rage of the Dunlendings", MUS, ISENGARD_AT_WAR, "Relentless Assault", ((f.DUNLENDINGS,),)),
    Card(
        "SS12",
        "Return of the Witch-king",
        MUS,
        WITCH_KING_IN_PLAY,
        "Swarm of Bats",
        ((f.RETURN_OF_THE_KING,), (f.RECRUIT, SAURON, times(ONE_REGULAR, 2), ANGMAR), (f.RECRUIT, SAURON, ONE_ELITE, ANGMAR)),
    ),
    Card(
        "SS13",
        "Half-orcs and Goblin-men",
        ARM,
        ISENGARD_AT_WAR,
        "We Come to Kill",
        ((f.RECRUIT, ISENGARD, ONE_UNIT, anywhere(EVERYWHERE, OWN_ARMY)),),
    ),
    Card(
        "SS14",
        "Olog-hai",
        ARM,
        SAURON_AT_WAR,
        "We Come to Kill",
        ((f.RECRUIT, SAURON, ONE_UNIT, anywhere(EVERYWHERE, OWN_ARMY)),),
    ),
    Card("SS15", "Hill-trolls", ARM, SAURON_AT_WAR, "We Come to Kill", ((f.TROLLS, 2),)),
    Card(
        "SS16",
        "A New Power is Rising",
        MUS,
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
        MUS,
        NO_NEED,
        "Great Host",
        ((f.THREE_SITES, SOUTHRONS, 3, SOUTHRON_SETTLEMENTS),),
    ),
    Card(
        "SS18",
        "The King is Revealed",
        MUS,
        ARAGORN_IN_PLAY,
        "Relentless Assault",
        ((f.RECRUIT, SAURON, times(ONE_REGULAR, 5), MINAS_MORGUL), (f.RECRUIT, SAURON, ONE_LEADER, MINAS_MORGUL)),
    ),
    Card(
        "SS19",
        "Shadows on the Misty Mountains",
        MUS,
        NO_NEED,
        "Onslaught",
        ((f.RECRUIT, SAURON, times(ONE_UNIT, 2), anywhere(MINES)), (f.RECRUIT_WITH, SAURON, ONE_LEADER, 41)),
    ),
    Card(
        "SS20",
        "Orcs Multiplying Again",
        MUS,
        NO_NEED,
        "Onslaught",
        ((f.RECRUIT, SAURON, times(ONE_REGULAR, 3), DOL_GULDUR), (f.RECRUIT, SAURON, times(ONE_REGULAR, 3), MOUNT_GUNDABAD)),
    ),
    Card(
        "SS21",
        "Horde from the East",
        MUS,
        SOUTHRONS_AT_WAR,
        "Deadly Strife",
        ((f.RECRUIT, SOUTHRONS, times(ONE_REGULAR, 5), anywhere(EAST_EDGE)),),
    ),
    Card(
        "SS22",
        "Monsters Roused",
        MUS,
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
        MUS,
        SHADOW_AT_WAR,
        "Desperate Battle",
        ((f.RECRUIT, SOUTHRONS, times(ONE_REGULAR, 5), GORGOROTH), (f.RECRUIT, SAURON, times(ONE_REGULAR, 5), NURN)),
    ),
    Card(
        "SS24",
        "Pits of Mordor",
        MUS,
        SAURON_AT_WAR,
        "Desperate Battle",
        ((f.THREE_SITES, SAURON, 3, SAURON_STRONGHOLDS),),
    ),
)


CARDS = (*BASE_ROWS, *KINGS_ROWS)
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
