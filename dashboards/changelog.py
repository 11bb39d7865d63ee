"""What changed between two versions of warhost: sections of its CHANGELOG."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_PLACES = (Path(__file__).parent / "CHANGELOG.md", Path(__file__).parents[1] / "CHANGELOG.md")
"""Where an installed package has it, and a checkout."""

_HEADING = re.compile(r"^## (\S+)", re.MULTILINE)


def changes_between(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """The CHANGELOG's sections between two provenances, newest first; empty if rules and code are the same.

    Between two states of one version that is the version's own section: which of its lines apply is for the reader to judge.
    """
    if all(one.get(key) == other.get(key) for key in ("rules_version", "warhost")):
        return ""
    text = next((place.read_text() for place in _PLACES if place.is_file()), "")
    return sections(text, {str(one.get("warhost")), str(other.get("warhost"))})


def sections(text: str, versions: set[str]) -> str:
    """From the newest of the versions down to the oldest, which is left out unless it is the only one."""
    headings = [(found[1], found.start()) for found in _HEADING.finditer(text)]
    named = [place for place, (version, _) in enumerate(headings) if version in versions]
    if not named:
        return "CHANGELOG: says nothing of " + " and ".join(sorted(versions))
    first, last = named[0], named[-1] - (len(named) > 1)
    end = headings[last + 1][1] if last + 1 < len(headings) else len(text)
    return text[headings[first][1] : end].strip()
