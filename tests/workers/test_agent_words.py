"""What is told of an agent that can't be set up: what is wrong and where, in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.agents.player import AgentSetupError, PythonPlayer
from engine.agents.specs import PythonSpec
from engine.game import get_game
from workers.agent_words import in_one_line

GAME = get_game("connect-four")
AGENTS = """
from engine.agents.python import PythonAgent

class Hasty(PythonAgent):
    def setup(self, context):
        int("many\\nlines")

class Needy(PythonAgent):
    def setup(self, context):
        import no_such_library
"""


def told(folder: Path, path: str, **settings: object) -> str:
    spec = PythonSpec(kind="python", path=path, **settings)
    with PythonPlayer(spec, GAME, GAME.options(), base_directory=folder) as player, pytest.raises(AgentSetupError) as raised:
        player.start()
    assert len(str(raised.value).splitlines()) > 3
    return in_one_line(str(raised.value))


def test_one_line_says_what_is_wrong_and_where(tmp_path: Path) -> None:
    (tmp_path / "hasty_agents.py").write_text(AGENTS)
    (tmp_path / "unfinished.py").write_text("x = (")
    assert told(tmp_path, "hasty_agents:Hasty") == (
        "agent hasty_agents:Hasty: ValueError: invalid literal for int() with base 10: 'many\\nlines' "
        f"({tmp_path}/hasty_agents.py, line 6)"
    )
    assert told(tmp_path, "hasty_agents:Needy").endswith(
        f"No module named 'no_such_library' ({tmp_path}/hasty_agents.py, line 10)"
    )
    assert f"SyntaxError: '(' was never closed ({tmp_path}/unfinished.py, line 1)" in told(tmp_path, "unfinished:Agent")
    assert told(tmp_path, "hasty_agents:Hastie") == (
        "agent hasty_agents:Hastie: AttributeError: module 'hasty_agents' has no attribute 'Hastie'"
    )
    assert "No module named 'hastie'; it is looked for beside the sweep file" in told(tmp_path, "hastie:Agent")
    assert told(tmp_path, "preferences", parameters={"prefer": {"row": [1]}}) == (
        "agent preferences: ValueError: actions of connect-four have no part 'row'; they have column"
    )


def test_other_words_are_left_as_they_are() -> None:
    assert in_one_line("agent mute.py: no answer within 1 s\n") == "agent mute.py: no answer within 1 s"
