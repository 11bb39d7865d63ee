"""README's table of rules against code and tests: every file and mark that it names exists, and no mark goes unnamed."""

from __future__ import annotations

import re
from pathlib import Path

import engine.games.war_of_the_ring as ring
from engine.games.war_of_the_ring.cards import CARD_CODES
from engine.games.war_of_the_ring.combat_cards import COMBAT_CARDS
from engine.games.war_of_the_ring.data import CHARACTER_NAMES

HERE = Path(__file__).parent
HOUSE = Path(ring.__file__).parent
README = (HOUSE / "README.md").read_text()
TABLE = re.search(r"\| Rule \| Section.*?\n\n", README, re.DOTALL)
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in (TABLE[0] if TABLE else "").splitlines()[2:] if line]
MARK = re.compile(r'mark\.rule\("([^"]+)"\)|\brule\("([^"]+)"\)')


def marks() -> dict[str, set[str]]:
    """Mark -> the test files that bear it."""
    found: dict[str, set[str]] = {}
    for path in HERE.glob("test_ring_*.py"):
        for one, other in MARK.findall(path.read_text()):
            found.setdefault(one or other, set()).add(path.name)
    return found


def test_every_file_of_the_table_exists() -> None:
    assert len(ROWS) > 15
    for row in ROWS:
        for name in re.findall(r"`([\w/]+\.py)`", row[2]):
            assert (HOUSE / name).exists(), row
        for name in re.findall(r"`(test_\w+\.py)`", row[3]):
            assert (HERE / name).exists(), row


def test_every_mark_of_the_table_is_borne_by_a_test_in_a_named_file() -> None:
    borne = marks()
    for row in ROWS:
        files = set(re.findall(r"`(test_\w+\.py)`", row[3]))
        named = [word for words in re.findall(r"\(([^()]*)\)", row[3]) for word in words.split(", ")]
        assert named, row
        for word in named:
            holders = set().union(*(where for mark, where in borne.items() if mark == word or mark.startswith(word + ".")))
            assert holders & files, (word, row)


def test_every_mark_is_within_one_of_the_table() -> None:
    named = {word for row in ROWS for words in re.findall(r"\(([^()]*)\)", row[3]) for word in words.split(", ")}
    assert [mark for mark in sorted(marks()) if not any(mark == n or mark.startswith(n + ".") for n in named)] == []


def test_every_card_combat_half_and_character_is_named_by_a_test() -> None:
    """Many tests run over several cards, so the marks alone don't tell."""
    text = "".join(path.read_text() for path in HERE.glob("test_ring_*.py"))
    names = [f'"{code}"' for code in CARD_CODES] + [f'"{card.title}"' for card in COMBAT_CARDS]
    assert [name for name in names if name not in text] == []
    keys = [name.removeprefix("The ").lower().split(" ")[0].split("-")[0] for name in CHARACTER_NAMES]
    assert [key for key in keys if key not in text.lower()] == []
