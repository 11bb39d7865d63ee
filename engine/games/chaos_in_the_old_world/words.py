"""Actions, decisions and trace events of Chaos in the Old World in the rulebook's words."""

from __future__ import annotations

from typing import Any

from engine.games.chaos_in_the_old_world.actions import (
    ACTIONS,
    CARD,
    CONTROLLER,
    FIGURE,
    ORIGIN,
    REGION,
    SIDE,
    TOKEN,
    UPGRADE,
    VARIANT,
    VARIANT_NAMES,
    VERB,
    Verb,
)
from engine.games.chaos_in_the_old_world.chaos_cards import CARD_NAMES
from engine.games.chaos_in_the_old_world.data import (
    FIGURE_NAMES,
    FIGURES,
    POWER_NAMES,
    POWERS,
    REGION_NAMES,
    RESERVE,
    SIDES,
    TOKEN_NAMES,
)
from engine.games.chaos_in_the_old_world.old_world_cards import OLD_WORLD_NAMES
from engine.games.chaos_in_the_old_world.state import Ask, Chance
from engine.games.chaos_in_the_old_world.upgrades import UPGRADE_NAMES
from engine.trace import Event

_REASONS = {
    Ask.OLD_WORLD_REGION: "place tokens of {old_world} in",
    Ask.WHICH_FIGURE: "summon",
    Ask.CALL_REGION: "call figures from",
    Ask.CALL_FIGURE: "call",
    Ask.DECAY: "All Things Decay: remove",
    Ask.TELEPORT_FIGURE: "teleport",
    Ask.TELEPORT_REGION: "teleport to",
    Ask.SHIELD: "shield",
    Ask.MEDDLE: "let the Skaven meddle with",
    Ask.INFLUENCE_TOKEN: "Dark Influence: move",
    Ask.INFLUENCE_REGION: "Dark Influence: to",
    Ask.CONTROL: "take control of",
    Ask.EARLY_HITS: "early hits: kill",
    Ask.HITS: "kill",
    Ask.RETALIATE: "strike back: kill",
    Ask.TAKE_CULTIST: "Keeper of Secrets: take control of",
    Ask.ROT: "The Final Rotting: kill",
    Ask.REAVERS: "the Reavers kill",
    Ask.HERO: "the Hero takes",
    Ask.LOSS_REGION: "{old_world}: lose a figure in",
    Ask.LOSS_FIGURE: "{old_world}: lose",
    Ask.DIAL_WARPSTONE: "place a Warpstone in",
    Ask.DIAL_NOBLE: "place a Noble in",
    Ask.DIAL_CORRUPTION: "remove",
    Ask.DIAL_TOKEN: "remove",
}

_YES_NO = {
    Ask.CARRY: ("carry the Warpstone along", "leave the Warpstone"),
    Ask.OLD_WORLD_EITHER: ("Heroes to Norsca and Kislev", "Heroes to Troll Country and The Empire"),
    Ask.CARD_SPACE: ("", "stay off the card spaces"),
    Ask.DISCARD_BEFORE_DRAW: ("", "discard nothing more"),
    Ask.CALL_REGION: ("", "call nobody"),
    Ask.CALL_FIGURE: ("", "call no more"),
    Ask.EARLY_HITS: ("", "keep the hits for the normal roll"),
}


def old_world_card_at_work(state: Any) -> str:
    """The Old World card that a decision is about."""
    if state.drawn_card >= 0:
        return OLD_WORLD_NAMES[state.drawn_card]
    return OLD_WORLD_NAMES[state.track[state.part]] if state.part < len(state.track) else "Old World"


def figure_words(figure: int, controller: int, variant: int) -> str:
    """`a Leper`, `a Leper that Slaanesh controls (shielded)`."""
    words = f"a {FIGURE_NAMES[figure]}"
    if controller != FIGURES[figure].power:
        words += f" that {POWER_NAMES[controller]} controls"
    return words + (f" ({VARIANT_NAMES[variant]})" if variant else "")


def _reason(state: Any) -> str:
    text = _REASONS.get(Ask(state.ask), "choose")
    return text.format(old_world=old_world_card_at_work(state)) if "{" in text else text


def describe_action(options: Any, state: Any, action: int) -> str:
    """An action in words: `summon a Leper from the reserve to Kislev`."""
    row = ACTIONS[action]
    verb = row[VERB]
    if verb == Verb.SUMMON:
        origin = "the reserve" if row[ORIGIN] == RESERVE else REGION_NAMES[row[ORIGIN]]
        return f"summon a {FIGURE_NAMES[row[FIGURE]]} from {origin} to {REGION_NAMES[row[REGION]]}"
    if verb == Verb.PLAY:
        return f"play {CARD_NAMES[row[CARD]]} in {REGION_NAMES[row[REGION]]}, {SIDES[row[SIDE]]} space"
    if verb == Verb.PASS:
        return "pass: no more power points this round"
    if verb == Verb.HIT_PEASANT:
        return f"capture a Peasant in {REGION_NAMES[state.region]}"
    if verb in (Verb.ACCEPT, Verb.DECLINE):
        return _YES_NO.get(Ask(state.ask), ("yes", "no"))[verb == Verb.DECLINE] or ("yes", "no")[verb == Verb.DECLINE]
    return _describe_choice(state, row)


def _describe_choice(state: Any, row: tuple[int, ...]) -> str:
    verb = row[VERB]
    if verb == Verb.CHOOSE_FIGURE:
        return f"{_reason(state)} {figure_words(row[FIGURE], row[CONTROLLER], row[VARIANT])}"
    if verb == Verb.CHOOSE_REGION:
        return f"{_reason(state)} {REGION_NAMES[row[REGION]]}"
    if verb == Verb.CHOOSE_TOKEN:
        return f"{_reason(state)} a {TOKEN_NAMES[row[TOKEN]]} token in {REGION_NAMES[row[REGION]]}"
    if verb == Verb.CHOOSE_CORRUPTION:
        return f"{_reason(state)} a corruption token of {POWER_NAMES[row[CONTROLLER]]} in {REGION_NAMES[row[REGION]]}"
    if verb == Verb.DISCARD:
        return f"discard {CARD_NAMES[row[CARD]]}"
    if verb == Verb.TAKE_UPGRADE:
        return f"take the upgrade {UPGRADE_NAMES[row[UPGRADE]]}"
    if verb == Verb.CHOOSE_POWER:
        return f"{_reason(state)} {POWER_NAMES[row[CONTROLLER]]}"
    return f"the {SIDES[row[SIDE]]} card space of {REGION_NAMES[row[REGION]]}"


def describe_event(event: Event) -> tuple[str, dict[str, Any]]:
    """A trace event in words and as named fields."""
    kind, values = Chance(event.kind), event.values
    if kind == Chance.SETUP_TOKEN:
        region, token = REGION_NAMES[values[0]], TOKEN_NAMES[values[1]]
        return f"{region} gets a {token} token", {"event": "setup_token", "region": region, "token": token}
    if kind == Chance.OLD_WORLD_CARD:
        name = OLD_WORLD_NAMES[values[0]]
        return f"Old World card: {name}", {"event": "old_world_card", "card": name}
    if kind == Chance.DIE:
        return _describe_die(values)
    power = POWER_NAMES[values[0]]
    if kind == Chance.RESHUFFLED:
        return f"{power} shuffles {values[1]} discards", {"event": "reshuffled", "power": power, "cards": values[1]}
    card = CARD_NAMES[values[1]]
    word = "draws" if kind == Chance.DRAWN else "discards at random"
    return f"{power} {word} {card}", {"event": kind.name.lower(), "power": power, "card": card}


def _describe_die(values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    region, power, result, exploded = values
    who = POWER_NAMES[power] if power < POWERS else "Norse Reavers"
    words = f"{who} roll{'s' if power < POWERS else ''} a {result} in {REGION_NAMES[region]}"
    fields = {"event": "die", "region": REGION_NAMES[region], "power": who, "result": result, "explosion": bool(exploded)}
    return words + (" (explosion)" if exploded else ""), fields
