"""The options as compiled code sees them: one record with every number of the rules and every card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from engine.arrays import table
from engine.games.chaos_in_the_old_world.chaos_cards import CARDS, CHAOS_CARDS
from engine.games.chaos_in_the_old_world.data import (
    FIGURE_TYPES,
    FIGURES,
    POWER_KEYS,
    POWERS,
    RANKS,
    REGION_KEYS,
    REGIONS,
    RUINATION_CARDS,
    SLOTS,
    SLOTS_A_POWER,
    TOKEN_KEYS,
    TOKENS,
)
from engine.games.chaos_in_the_old_world.dials import DIAL_POSITIONS, parse_dial
from engine.games.chaos_in_the_old_world.extras import parse_card, parse_upgrade
from engine.games.chaos_in_the_old_world.house import HOUSE_OF_CARD, HOUSE_ROWS, HOUSE_VALUES, House
from engine.games.chaos_in_the_old_world.old_world_cards import (
    MAX_PLACEMENTS,
    OLD_WORLD_CARDS,
    OLD_WORLD_TITLES,
    Lasting,
)
from engine.games.chaos_in_the_old_world.upgrades import NO_RANK, UPGRADE_CARDS, UPGRADES, Ability

if TYPE_CHECKING:
    from engine.games.chaos_in_the_old_world.options import ChaosOptions

NOBODY = -1

ADVANCES = ("kills", "populous", "magic", "nobility")
KILLS, POPULOUS_TOKENS, MAGIC_TOKENS, NOBILITY_TOKENS = range(len(ADVANCES))
"""Dial conditions by number."""

PLACEMENT_COLUMNS = 6
TOKEN_COLUMN, WHERE_COLUMN, REGIONS_COLUMN, NUMBER_COLUMN, EACH_COLUMN, OTHERS_COLUMN = range(PLACEMENT_COLUMNS)

OPTIONS_DTYPE = np.dtype(
    [
        ("group", "i8", (FIGURE_TYPES,)),  # slots of a figure type
        ("owned", "i8", (POWERS,)),  # slots of a power
        ("rank_slots", "i8", (RANKS,)),  # slots of a class, whoever's
        ("populous", "i4"),  # set of regions
        ("comets", "i4"),  # sets of Old World titles
        ("clearing", "i4"),  # those that remove Event tokens and comet cards first
        ("stays", "i4"),
        ("placements", "i2", (OLD_WORLD_TITLES, MAX_PLACEMENTS, PLACEMENT_COLUMNS)),
        ("victory_points", "i2"),
        ("type_of_slot", "i1", (SLOTS,)),
        ("cost", "i1", (FIGURE_TYPES,)),
        ("attack", "i1", (FIGURE_TYPES,)),
        ("defense", "i1", (FIGURE_TYPES,)),
        ("card_power", "i1", (CARDS,)),
        ("card_copies", "i1", (CARDS,)),
        ("card_cost", "i1", (CARDS,)),
        ("card_magic", "i1", (CARDS,)),
        ("card_effect", "i1", (CARDS,)),
        ("card_amount", "i1", (CARDS,)),
        ("first_card", "i1", (POWERS,)),  # lowest and highest title of a power
        ("last_card", "i1", (POWERS,)),
        ("upgrade_power", "i1", (UPGRADE_CARDS,)),
        ("upgrade_type", "i1", (UPGRADE_CARDS,)),  # figure type, or NOBODY: a power upgrade
        ("upgrade_cost", "i1", (UPGRADE_CARDS,)),
        ("upgrade_attack", "i1", (UPGRADE_CARDS,)),
        ("upgrade_defense", "i1", (UPGRADE_CARDS,)),
        ("upgrade_ability", "i1", (UPGRADE_CARDS,)),
        ("upgrade_amount", "i1", (UPGRADE_CARDS,)),
        ("resistance", "i1", (REGIONS,)),
        ("conquest", "i1", (REGIONS,)),
        ("supply", "i1", (TOKENS,)),
        ("at_setup", "i1", (TOKENS,)),
        ("power_points", "i1", (POWERS,)),
        ("draw", "i1", (POWERS,)),
        ("draw_up_to", "i1", (POWERS,)),
        ("discards", "i1", (POWERS,)),
        ("advance_when", "i1", (POWERS,)),
        ("advance_number", "i1", (POWERS,)),
        ("advance_among", "i1", (POWERS,)),
        ("threat", "i1", (POWERS, DIAL_POSITIONS)),
        ("instruction", "i1", (POWERS, DIAL_POSITIONS)),
        ("instruction_amount", "i1", (POWERS, DIAL_POSITIONS)),
        ("dial_end", "i1", (POWERS,)),
        ("old_world_copies", "i1", (OLD_WORLD_TITLES,)),
        ("placement_count", "i1", (OLD_WORLD_TITLES,)),
        ("once", "i1", (OLD_WORLD_TITLES,)),
        ("lasting", "i1", (OLD_WORLD_TITLES,)),
        ("old_world_amount", "i1", (OLD_WORLD_TITLES,)),
        ("house_of_card", "i1", (OLD_WORLD_TITLES,)),
        ("ruiner_points", "i1", (RUINATION_CARDS,)),
        ("ruin_first", "i1", (REGIONS, RUINATION_CARDS)),
        ("ruin_second", "i1", (REGIONS, RUINATION_CARDS)),
        ("house", "i1", (HOUSE_VALUES,)),
        ("seat_of", "i1", (POWERS,)),  # NOBODY: the power doesn't play
        ("power_of", "i1", (POWERS,)),
        ("players", "i1"),
        ("old_world_deck", "i1"),
        ("starting_hand", "i1"),
        ("ruins_to_end", "i1"),
        ("ruin_at", "i1"),
        ("ruiner_by_step", "i1"),
        ("scoring_bonus", "i1"),
        ("hit_on", "i1"),
        ("explode_on", "i1"),
    ]
)
"""What rules see. Sets of slots, regions and titles are bit sets."""


def options_record(options: ChaosOptions) -> np.void:
    """One record of `OPTIONS_DTYPE`."""
    record = np.zeros((), OPTIONS_DTYPE)
    _fill_seats(options, record)
    _fill_figures(options, record)
    _fill_cards(options, record)
    _fill_upgrades(options, record)
    _fill_dials(options, record)
    _fill_map(options, record)
    _fill_old_world(options, record)
    record["house"] = [getattr(options.house, row.key) for row in HOUSE_ROWS]
    record["victory_points"] = options.victory_points
    record["ruins_to_end"] = options.ruins_to_end
    record["ruin_at"] = options.ruin_at
    record["starting_hand"] = options.starting_hand
    record["ruiner_by_step"] = options.ruiner_by == "step"
    record["scoring_bonus"] = options.scoring_bonus
    record["hit_on"] = options.dice.hit_on
    record["explode_on"] = options.dice.explode_on
    return cast("np.void", record[()])


def _fill_seats(options: ChaosOptions, record: Any) -> None:
    powers = options.powers()
    record["players"] = len(powers)
    record["seat_of"] = [powers.index(p) if p in powers else NOBODY for p in range(POWERS)]
    record["power_of"] = [*powers, *[NOBODY] * (POWERS - len(powers))]


def _fill_figures(options: ChaosOptions, record: Any) -> None:
    """An absent power has no figures: its slots belong to nobody."""
    record["type_of_slot"] = NOBODY
    for power in range(POWERS):
        sheet = getattr(options, POWER_KEYS[power])
        slot = SLOTS_A_POWER * power
        for figure_type, figure in enumerate(FIGURES):
            if figure.power != power:
                continue
            numbers = getattr(sheet, figure.key)
            record["cost"][figure_type] = numbers.cost
            record["attack"][figure_type] = numbers.attack
            record["defense"][figure_type] = numbers.defense
            if power not in options.powers():
                continue
            slots = ((1 << numbers.count) - 1) << slot
            record["type_of_slot"][slot : slot + numbers.count] = figure_type
            record["group"][figure_type] = slots
            record["owned"][power] |= slots
            record["rank_slots"][figure.rank] |= slots
            slot += numbers.count


def _fill_cards(options: ChaosOptions, record: Any) -> None:
    extra = [parse_card(text) for text in options.extra_cards]
    record["card_power"] = NOBODY
    for title, card in enumerate([*CHAOS_CARDS, *extra]):
        printed = title < len(CHAOS_CARDS)
        numbers: Any = getattr(getattr(options, POWER_KEYS[card.power]).cards, card.key) if printed else card
        record["card_power"][title] = card.power
        record["card_effect"][title] = card.effect
        for field in ("copies", "cost", "magic", "amount"):
            record[f"card_{field}"][title] = getattr(numbers, field)
    for power in range(POWERS):
        titles = np.flatnonzero(record["card_power"] == power)
        record["first_card"][power], record["last_card"][power] = titles[0], titles[-1]


def _fill_upgrades(options: ChaosOptions, record: Any) -> None:
    extra = [parse_upgrade(text) for text in options.extra_upgrades]
    record["upgrade_power"] = NOBODY
    record["upgrade_type"] = NOBODY
    for number, upgrade in enumerate([*UPGRADES, *extra]):
        if not _available(options, number):
            continue
        printed = number < len(UPGRADES)
        numbers: Any = getattr(getattr(options, POWER_KEYS[upgrade.power]).upgrades, upgrade.key) if printed else upgrade
        record["upgrade_power"][number] = upgrade.power
        record["upgrade_ability"][number] = upgrade.ability
        record["upgrade_amount"][number] = numbers.amount
        if upgrade.rank != NO_RANK:
            record["upgrade_type"][number] = RANKS * upgrade.power + upgrade.rank
            for field in ("cost", "attack", "defense"):
                record[f"upgrade_{field}"][number] = getattr(numbers, field)


def _house_value_of(number: int) -> int:
    if number >= len(UPGRADES) or not UPGRADES[number].house:
        return NOBODY
    return int(House.KEEPER_OF_SECRETS if UPGRADES[number].ability == Ability.TAKE_CULTIST else House.DAEMONETTES)


HOUSE_OF_UPGRADE = table([_house_value_of(number) for number in range(UPGRADE_CARDS)], "i1")
"""By upgrade: the house value that lets it be chosen, because its text was not found; NOBODY: its text is known."""


def _available(options: ChaosOptions, number: int) -> bool:
    value = _house_value_of(number)
    return value == NOBODY or bool(getattr(options.house, HOUSE_ROWS[value].key))


def _fill_dials(options: ChaosOptions, record: Any) -> None:
    for power in range(POWERS):
        sheet = getattr(options, POWER_KEYS[power])
        record["power_points"][power] = sheet.power_points
        record["draw"][power] = sheet.draw
        record["draw_up_to"][power] = sheet.draw_up_to
        record["discards"][power] = sheet.discards
        record["advance_when"][power] = ADVANCES.index(sheet.advance.when)
        record["advance_number"][power] = sheet.advance.number
        record["advance_among"][power] = sheet.advance.among
        for position, (threat, instruction, amount) in enumerate(parse_dial(sheet.dial)):
            record["threat"][power, position] = threat
            record["instruction"][power, position] = instruction
            record["instruction_amount"][power, position] = amount
            record["dial_end"][power] = position


def _fill_map(options: ChaosOptions, record: Any) -> None:
    for region, key in enumerate(REGION_KEYS):
        numbers, points = getattr(options.regions, key), getattr(options.ruination, key)
        record["resistance"][region] = numbers.resistance
        record["conquest"][region] = numbers.conquest
        record["populous"] |= numbers.populous << region
        record["ruin_first"][region] = points.first
        record["ruin_second"][region] = points.second
    record["ruiner_points"] = options.ruiner_points
    for token, key in enumerate(TOKEN_KEYS):
        record["supply"][token] = getattr(options.tokens, key).supply
        record["at_setup"][token] = getattr(options.tokens, key).at_setup


def _fill_old_world(options: ChaosOptions, record: Any) -> None:
    record["old_world_deck"] = options.old_world_deck()
    record["house_of_card"] = HOUSE_OF_CARD
    for title, card in enumerate(OLD_WORLD_CARDS):
        numbers = getattr(options.old_world, card.key)
        record["old_world_copies"][title] = options.old_world_copies(title)
        record["stays"] |= numbers.stays << title
        record["comets"] |= card.comet << title
        record["clearing"] |= (card.comet and (not card.house_stays or options.house.comets_clear)) << title
        guessed = card.house_lasting and not (options.house_cards and getattr(options.house, card.key, True))
        record["lasting"][title] = Lasting.NONE if guessed else card.lasting
        record["old_world_amount"][title] = numbers.amount
        record["once"][title] = card.once
        record["placement_count"][title] = len(card.placements)
        for index, place in enumerate(card.placements):
            record["placements"][title, index] = (
                place.token,
                place.where,
                place.regions,
                place.number,
                place.each,
                place.others,
            )
