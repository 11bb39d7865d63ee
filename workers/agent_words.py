"""What an agent's process said when it failed, in one line for people."""

from __future__ import annotations

import re

_FRAME = re.compile(r'^  File "(?P<file>.+)", line (?P<line>\d+)(?:, in .+)?$', re.MULTILINE)
_NOT_THE_AUTHORS = re.compile(r"/engine/agents/|/importlib/|/site-packages/|^<")
_NO_MODULE = re.compile(r"ModuleNotFoundError: No module named '(?P<name>[\w.]+)'$")


def in_one_line(text: str) -> str:
    """The text of an error; of a traceback in it, what was raised, and the last place in the author's own code.

    An agent that can't even be found has no such place.
    """
    head, found, trace = text.partition("Traceback (most recent call last):\n")
    if not found:
        return " ".join(text.split())
    lines = trace.rstrip().splitlines()
    raised = next((number for number in range(len(lines), 0, -1) if lines[number - 1].startswith(" ")), 0)
    said = " ".join(" ".join(lines[raised:]).split())
    places = [(frame["file"], frame["line"]) for frame in _FRAME.finditer(trace) if not _NOT_THE_AUTHORS.search(frame["file"])]
    if places:
        return "{}{} ({}, line {})".format(head, said, *places[-1])
    missing = _NO_MODULE.match(said)
    if missing and f"agent {missing['name']}" in head:
        said += "; it is looked for beside the sweep file, or here if there is none, and where Python finds modules"
    return f"{head}{said}"
