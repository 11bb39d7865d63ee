"""What a game of Chaos in the Old World leaves in the results."""

from __future__ import annotations

from engine.bits import count
from engine.compilation import rule
from engine.game import HOUSE_KIND, Component, round_dtype, summary_dtype
from engine.games.chaos_in_the_old_world.chaos_cards import CARD_NAMES, CARDS
from engine.games.chaos_in_the_old_world.data import REGIONS
from engine.games.chaos_in_the_old_world.house import HOUSE_NAMES, HOUSE_VALUES
from engine.games.chaos_in_the_old_world.old_world_cards import OLD_WORLD_NAMES, OLD_WORLD_TITLES
from engine.games.chaos_in_the_old_world.rules.figures import regions_with
from engine.games.chaos_in_the_old_world.rules.pieces import threat
from engine.games.chaos_in_the_old_world.upgrades import UPGRADE_CARDS, UPGRADE_NAMES
from engine.types import Record

COMPONENTS = (
    *(Component("chaos card", name) for name in CARD_NAMES),
    *(Component("upgrade", name) for name in UPGRADE_NAMES),
    *(Component("old world card", name) for name in OLD_WORLD_NAMES),
    *(Component(HOUSE_KIND, name) for name in HOUSE_NAMES),
)
"""Whose use is counted. Chaos cards and upgrades count for their own seat. Old World cards: `dealt` and `drawn` for every seat,
`played` for the one that had the lowest threat. House values: `played` says how often one decided something, at seat 0 only.
"""

UPGRADE_ROWS = CARDS
OLD_WORLD_ROWS = UPGRADE_ROWS + UPGRADE_CARDS
HOUSE_ROW = OLD_WORLD_ROWS + OLD_WORLD_TITLES
_ROWS = len(COMPONENTS)

SUMMARY = summary_dtype(
    [
        ("power", "i1"),  # 0 Khorne .. 3 Slaanesh
        ("victory_points", "i2"),
        ("domination_points", "i2"),  # where the victory points came from
        ("ruin_points", "i2"),
        ("dial_points", "i2"),
        ("other_points", "i2"),
        ("dial", "i1"),  # position of the dial
        ("dial_left", "i1"),  # positions to Victory
        ("threat", "i1"),
        ("upgrades", "i1"),
        ("dominations", "i2"),
        ("corruption_placed", "i2"),
        ("kills", "i2"),
        ("losses", "i2"),
        ("peasants", "i1"),
        ("regions_ruined", "i1"),
        ("regions_held", "i1"),  # regions with a figure at the end
        ("dealt", "i1", (_ROWS,)),
        ("drafted_pick", "i1", (_ROWS,)),
        ("drawn", "i2", (_ROWS,)),
        ("played", "i2", (_ROWS,)),
        ("first_round", "i1", (_ROWS,)),
    ]
)

ROUND = round_dtype(
    [
        ("victory_points", "i2"),
        ("dial", "i1"),  # position of the dial
        ("threat", "i1"),
        ("upgrades", "i1"),
        ("dominations", "i2"),  # since the game began, as the figures below
        ("corruption_placed", "i2"),
        ("kills", "i2"),
        ("regions_ruined", "i1"),
    ]
)
"""What a power has come to at the end of a round, which is the first decision of the next one or the end of the game."""


@rule
def summarize_round(options: Record, state: Record, seat: int, out: Record) -> None:
    """Where a power stands at the end of a round."""
    power = options.power_of[seat]
    out.victory_points = state.victory_points[power]
    out.dial = state.dial[power]
    out.threat = threat(options, state, power)
    out.upgrades = upgrades_of(options, state, power)
    out.dominations = state.dominations[power]
    out.corruption_placed = state.corruption_placed[power]
    out.kills = state.kills[power]
    out.regions_ruined = state.ruins


@rule
def upgrades_of(options: Record, state: Record, power: int) -> int:
    """How many upgrades a power has chosen."""
    found = 0
    for upgrade in range(UPGRADE_CARDS):
        if options.upgrade_power[upgrade] == power and state.upgrades >> upgrade & 1:
            found += 1
    return found


@rule
def summarize(options: Record, state: Record, seat: int, out: Record) -> None:
    """Where a power stands, and what became of its cards."""
    power = options.power_of[seat]
    out.first_player = max(options.seat_of[state.first_choice], 0)
    out.placement = placement(options, state, seat)
    out.power = power
    out.victory_points = state.victory_points[power]
    out.domination_points = state.domination_points[power]
    out.ruin_points = state.ruin_points[power]
    out.dial_points = state.dial_points[power]
    out.other_points = state.other_points[power]
    out.dial = state.dial[power]
    out.dial_left = options.dial_end[power] - state.dial[power]
    out.threat = threat(options, state, power)
    out.dominations = state.dominations[power]
    out.corruption_placed = state.corruption_placed[power]
    out.kills = state.kills[power]
    out.losses = state.losses[power]
    out.peasants = state.peasants[power]
    out.regions_ruined = state.ruins
    out.regions_held = count(regions_with(state, state.control[power]) & ((1 << REGIONS) - 1))
    out.upgrades = upgrades_of(options, state, power)
    summarize_cards(options, state, power, out)
    summarize_old_world(options, state, power, out)
    if seat == 0:
        for value in range(HOUSE_VALUES):
            out.played[HOUSE_ROW + value] = state.house_used[value]


@rule
def placement(options: Record, state: Record, seat: int) -> int:
    """1 for winners; others by victory points, then threat, behind them. 0 for everybody if the Old World withstood."""
    if state.winners == 0:
        return 0
    if state.winners >> seat & 1:
        return 1
    power = options.power_of[seat]
    place = 1
    for other in range(options.players):
        rival = options.power_of[other]
        if other == seat:
            continue
        ahead = state.victory_points[rival] > state.victory_points[power]
        if state.victory_points[rival] == state.victory_points[power]:
            ahead = threat(options, state, rival) > threat(options, state, power)
        if ahead or state.winners >> other & 1:
            place += 1
    return place


@rule
def summarize_cards(options: Record, state: Record, power: int, out: Record) -> None:
    """Chaos cards and upgrades of the power."""
    for card in range(CARDS):
        if options.card_power[card] == power:
            out.dealt[card] = state.dealt[card]
            out.drawn[card] = state.drawn[card]
            out.played[card] = state.played[card]
            out.first_round[card] = state.first_round[card]
    for upgrade in range(UPGRADE_CARDS):
        if options.upgrade_power[upgrade] == power and state.upgrades >> upgrade & 1:
            out.played[UPGRADE_ROWS + upgrade] = 1
            out.first_round[UPGRADE_ROWS + upgrade] = state.upgrade_round[upgrade]


@rule
def summarize_old_world(options: Record, state: Record, power: int, out: Record) -> None:
    """Old World cards that were in the deck, that came, and whose choices the power made."""
    for title in range(OLD_WORLD_TITLES):
        row = OLD_WORLD_ROWS + title
        out.dealt[row] = state.revealed[title]
        out.drawn[row] = state.revealed[title]
        out.first_round[row] = state.revealed_round[title]
        out.played[row] = state.revealed_by[title] == power
    for place in range(state.old_world_left):
        out.dealt[OLD_WORLD_ROWS + state.old_world_deck[place]] += 1
