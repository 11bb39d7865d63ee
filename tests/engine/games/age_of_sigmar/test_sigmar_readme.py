"""The README's "Add a warscroll", followed to the letter."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

import engine.games.age_of_sigmar as game
from dashboards.cli.main import app
from engine.games.age_of_sigmar.components import load
from engine.options import resolve_options

README = Path(game.__file__).parent / "README.md"


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language in the section."""
    text = README.read_text()
    section = text[text.index("## Add a warscroll") : text.index("## Odds")]
    return re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL)


def test_the_steps_to_add_a_warscroll(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("lanterns.toml").write_text("\n".join(blocks("toml")))
    outputs = []
    for line in "".join(blocks("bash")).splitlines():
        program, *arguments = shlex.split(line)
        assert program == "warhost"
        shown = CliRunner().invoke(app, arguments)
        assert shown.exit_code == 0, shown.output
        outputs.append(shown.stdout)
    assert "lantern_guard:10 attacks bloodreavers:10" in outputs[0]
    assert json.loads(outputs[1])["slain"]["distribution"].get("5") is None
    options = resolve_options(game.GAME.options, {**load(["lanterns.toml"]), "armies.red.list": "lanterns"})
    record = options.to_record()
    assert list(record["models"][:3]) == [10, 5, 1]
    assert record["wounds"][0] == 1
