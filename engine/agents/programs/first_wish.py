"""An agent as a program of its own, to copy in any language: the protocol is in `engine/agents/external.py`.

In a sweep file, with this file beside it:

    mine: {kind: external, command: [python3, first_wish.py], files: [first_wish.py], parameters: {wishes: [control, attack]}}

It takes the first legal action that holds the first of its wishes, or else any action, by the luck that it is handed.
"""

import json
import random
import sys
from typing import Any


def choose(request: dict[str, Any], wishes: list[str]) -> int:
    """One of the request's legal actions."""
    for wish in wishes:
        for action, parts in zip(request["legal"], request["parts"], strict=True):
            if wish in map(str, parts.values()):
                return action
    return random.Random(request["key"]).choice(request["legal"])


def main() -> None:
    """Answer every line with a line, until there are no more."""
    wishes = []
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"id": request["id"]}
        if request["call"] == "hello":
            wishes = [str(wish) for wish in request["parameters"].get("wishes", [])]
        elif request["call"] == "decide":
            reply["action"] = choose(request, wishes)
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
