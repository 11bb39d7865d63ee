"""Every check of the conformance suite finds the defects that it is there for, and finds none in the clean game."""

from __future__ import annotations

import broken_games
import pytest
import toy_duel

from engine.game import Game
from engine.testing import CHECKS, ConformanceError, check_game, subject_of

VARIANTS = [
    pytest.param(check, game, id=f"{check}-{name}")
    for check, variants in broken_games.BROKEN.items()
    for name, game in variants.items()
]


@pytest.mark.parametrize("high_card_wins", [1, 0])
def test_the_clean_game_passes_every_check(high_card_wins: int) -> None:
    assert check_game(toy_duel.GAME, {"high_card_wins": high_card_wins}) == list(CHECKS)


def test_every_check_has_a_broken_game() -> None:
    assert set(broken_games.BROKEN) == set(CHECKS)


@pytest.mark.parametrize(("check", "game"), VARIANTS)
def test_a_broken_game_fails_the_check_meant_for_it(check: str, game: Game) -> None:
    with pytest.raises(ConformanceError) as caught:
        CHECKS[check](subject_of(game))
    assert caught.value.check == check
    assert caught.value.game == game.name
    assert "raised" not in caught.value.text or check == "plain_python", caught.value.text


@pytest.mark.parametrize(
    ("name", "check", "decision"),
    [("second_step", "legality", 1), ("lost_card", "conservation", 2), ("clock", "determinism", 2)],
)
def test_a_defect_is_reported_where_it_shows(name: str, check: str, decision: int) -> None:
    with pytest.raises(ConformanceError) as caught:
        CHECKS[check](subject_of(broken_games.BROKEN[check][name]))
    assert (caught.value.lane, caught.value.decision) == (0, decision)
    assert f"lane 0, decision {decision}" in str(caught.value)


def test_an_unknown_check_is_named_with_the_near_word() -> None:
    with pytest.raises(ValueError, match="did you mean legality"):
        check_game("connect-four", checks=["legalty"])
