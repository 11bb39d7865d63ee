"""Which rules and abilities have a test: what is listed here as missing is the whole list."""

from __future__ import annotations

import re
from pathlib import Path

from engine.games.age_of_sigmar.warscrolls import WARSCROLLS

TEXT = "".join(p.read_text() for p in Path(__file__).parent.glob("test_*.py") if p.name != Path(__file__).name)
RULES_WITHOUT = [1, 4, 6, 16, 17, 22, 23, 30, 31, 36]
ABILITIES_WITHOUT = [
    "Celestial Configuration",
    "Chained Lightning",
    "Constellation: The Great Drake",
    "Constellation: The Hunter's Steed",
    "Daemonblades",
    "First into the Fray",
    "Heartwood Staff",
    "Impale",
    "Intolerable Damage",
    "Lightning Hammer",
    "Lord of the Host",
    "Loyal Companions",
    "More-more Speed!",
    "Paired weapons",
    "Reality-splitting Axe",
    "Sigmarite Thundershield",
    "Skittering Leap of Faith",
    "Slaughterous Charge",
    "Soultearer",
    "Starsoul Mace",
    "Stormstrike Glaive",
    "Thunderbolt Crossbow",
    "Warding Lantern (ward)",
    "Warning Cry",
    "Wary Fighters",
]


def abilities() -> set[str]:
    """Every ability of every warscroll by its name."""
    return {
        entry.name
        for scroll in WARSCROLLS.values()
        for source in (scroll, *scroll.builds.values())
        for entry in (*source.modifiers, *source.powers)
    }


def test_every_rule_has_a_test_but_those_listed() -> None:
    tagged = {int(number) for words in re.findall(r'mark\.rule\("([^"]*)"\)', TEXT) for number in re.findall(r"R(\d+)", words)}
    assert sorted(set(range(1, 37)) - tagged) == RULES_WITHOUT


def test_every_ability_has_a_test_but_those_listed() -> None:
    assert sorted(name for name in abilities() if name not in TEXT) == ABILITIES_WITHOUT
