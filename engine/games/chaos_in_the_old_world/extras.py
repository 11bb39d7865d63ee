"""Cards and upgrades that options add, one line of text each, as `components.py` writes them.

A card: `khorne | Skull Harvest | 2 copies | cost 1 | early_dice 3 | magic` (the last part only if it bears the symbol).
An upgrade: `khorne | Brass Legion | warrior 2/3/1 | early_strike 0`, or `nurgle | Bounty | power | power_points 1`.
"""

from __future__ import annotations

from typing import TypeVar

from engine.games.chaos_in_the_old_world.chaos_cards import ChaosCard, Effect
from engine.games.chaos_in_the_old_world.data import POWER_KEYS, Power, Rank
from engine.games.chaos_in_the_old_world.upgrades import NO_RANK, Ability, Upgrade

E = TypeVar("E", Effect, Ability)

MAX_NUMBER = 20


def _number(text: str, what: str) -> int:
    if not text.isdigit() or int(text) > MAX_NUMBER:
        raise ValueError(f"{what}: {text!r} is not a number 0 .. {MAX_NUMBER}")
    return int(text)


def _power(text: str) -> Power:
    if text not in POWER_KEYS:
        raise ValueError(f"power {text!r}: there are {', '.join(POWER_KEYS)}")
    return Power(POWER_KEYS.index(text))


def _effect(text: str, kinds: type[E]) -> tuple[E, int]:
    word, _, amount = text.partition(" ")
    if word.upper() not in kinds.__members__:
        raise ValueError(f"effect {word!r}: there are {', '.join(name.lower() for name in kinds.__members__)}")
    return kinds[word.upper()], _number(amount or "0", f"number of {word}")


def _parts(text: str, what: str, fewest: int, most: int) -> list[str]:
    parts = [part.strip() for part in text.split("|")]
    if not fewest <= len(parts) <= most or not all(parts):
        raise ValueError(f"{what} {text!r}: {len(parts)} parts, see engine/games/chaos_in_the_old_world/extras.py")
    return parts


def card_text(card: ChaosCard) -> str:
    """A card as one line."""
    magic = " | magic" if card.magic else ""
    effect = f"{card.effect.name.lower()} {card.amount}"
    return f"{POWER_KEYS[card.power]} | {card.name} | {card.copies} copies | cost {card.cost} | {effect}{magic}"


def parse_card(text: str) -> ChaosCard:
    """A card from one line.

    Raises:
        ValueError: the line is none.
    """
    parts = _parts(text, "card", 5, 6)
    if len(parts) == 6 and parts[5] != "magic":
        raise ValueError(f"card {text!r}: the last part can only be `magic`")
    copies = _number(parts[2].removesuffix("copies").strip(), "copies")
    cost = _number(parts[3].removeprefix("cost").strip(), "cost")
    effect, amount = _effect(parts[4], Effect)
    return ChaosCard(_power(parts[0]), parts[1], copies, cost, len(parts) == 6, effect, amount)


def upgrade_text(upgrade: Upgrade) -> str:
    """An upgrade as one line."""
    line = "power"
    if upgrade.rank != NO_RANK:
        line = f"{Rank(upgrade.rank).name.lower()} {upgrade.cost}/{upgrade.attack}/{upgrade.defense}"
    return f"{POWER_KEYS[upgrade.power]} | {upgrade.name} | {line} | {upgrade.ability.name.lower()} {upgrade.amount}"


_POWER_ABILITIES = (Ability.POWER_POINTS, Ability.CARDS, Ability.POINTS_PER_RUIN)


def parse_upgrade(text: str) -> Upgrade:
    """An upgrade from one line.

    Raises:
        ValueError: the line is none.
    """
    parts = _parts(text, "upgrade", 4, 4)
    ability, amount = _effect(parts[3], Ability)
    if parts[2] == "power":
        if ability not in _POWER_ABILITIES:
            raise ValueError(f"upgrade {text!r}: a power upgrade can't have {ability.name.lower()}")
        return Upgrade(_power(parts[0]), parts[1], NO_RANK, 0, 0, 0, ability, amount)
    rank, _, line = parts[2].partition(" ")
    numbers = line.split("/")
    if rank.upper() not in Rank.__members__ or len(numbers) != 3:
        raise ValueError(f"upgrade {text!r}: {parts[2]!r} is not `power` or `cultist|warrior|daemon COST/ATTACK/DEFENSE`")
    if ability in _POWER_ABILITIES:
        raise ValueError(f"upgrade {text!r}: a follower upgrade can't have {ability.name.lower()}")
    cost, attack, defense = (_number(number, "cost/attack/defense") for number in numbers)
    if defense < 1:
        raise ValueError(f"upgrade {text!r}: defense must be at least 1")
    return Upgrade(_power(parts[0]), parts[1], Rank[rank.upper()], cost, attack, defense, ability, amount)
