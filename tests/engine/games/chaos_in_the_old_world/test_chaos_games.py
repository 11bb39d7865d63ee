"""Whole games: every card changes some state, results are recorded, rates that balance asks for, dice as the sheet says."""

from __future__ import annotations

import json

import numpy as np
import pytest
from chaos_golden import CASES, FILE, fingerprint, play
from chaos_positions import GAME, Position

from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.batch import Batch, agent_keys
from engine.compilation import JIT_DISABLED
from engine.games.chaos_in_the_old_world.chaos_cards import TITLES
from engine.games.chaos_in_the_old_world.data import FIGURES
from engine.games.chaos_in_the_old_world.old_world_cards import OLD_WORLD_CARDS, OLD_WORLD_TITLES
from engine.games.chaos_in_the_old_world.rules.pieces import roll_dice
from engine.games.chaos_in_the_old_world.state import Chance, Ending
from engine.games.chaos_in_the_old_world.summary import OLD_WORLD_ROWS, UPGRADE_ROWS
from engine.games.chaos_in_the_old_world.upgrades import PRINTED_UPGRADES, UPGRADES, Ability
from engine.options import resolve_options
from engine.playout import as_argument
from engine.rng import seed_stream
from engine.trace import NO_TRACE

rule = pytest.mark.rule


@pytest.fixture(scope="module")
def random_games() -> Batch:
    return play({}, "random", 4000)


@pytest.fixture(scope="module")
def greedy_games() -> Batch:
    return play({}, "greedy", 1000)


@rule("golden")
@pytest.mark.parametrize("case", CASES)
def test_recorded_games_are_played_again_to_the_byte(case: str) -> None:
    """A change here changes results: raise `Game.version`, then run `support/chaos_golden.py` to record anew."""
    recorded = json.loads(FILE.read_text())
    assert recorded["version"] == GAME.version
    assert fingerprint(case) == recorded["games"][case]


@rule("coverage")
def test_every_card_and_upgrade_comes_into_play(random_games: Batch) -> None:
    _, summaries = random_games.settle()
    played = summaries["played"].sum(axis=(0, 1))
    drawn = summaries["drawn"].sum(axis=(0, 1))
    assert np.flatnonzero(played[:TITLES] == 0).tolist() == []
    assert np.flatnonzero(played[UPGRADE_ROWS : UPGRADE_ROWS + PRINTED_UPGRADES] == 0).tolist() == []
    assert np.flatnonzero(drawn[OLD_WORLD_ROWS : OLD_WORLD_ROWS + OLD_WORLD_TITLES] == 0).tolist() == []


@rule("coverage.effects")
def test_every_card_changes_some_state_by_its_text() -> None:
    """The same games with a card's text taken away go otherwise: none is only cardboard, with its magic and cost."""
    plain = course(muted_games())
    assert [title for title in range(TITLES) if course(muted_games(card_effect=(title, 0))) == plain] == []


@rule("coverage.upgrades")
def test_every_upgrade_changes_some_game_by_its_text_and_by_each_of_its_numbers() -> None:
    plain = course(muted_games())
    silent = []
    for number, upgrade in enumerate(UPGRADES):
        printed = next((f for f in FIGURES if (f.power, f.rank) == (upgrade.power, upgrade.rank)), None)
        texts = {"ability": 0} if upgrade.ability != Ability.NONE else {}
        numbers = {} if printed is None else {name: getattr(printed, name) for name in ("cost", "attack", "defense")}
        changed = {name: value for name, value in numbers.items() if value != getattr(upgrade, name)}
        for name, value in (texts | changed).items():
            if course(muted_games(**{f"upgrade_{name}": (number, value)})) == plain:
                silent.append((upgrade.name, name))
        assert texts or changed, upgrade.name
    assert silent == []


@rule("coverage.old_world")
def test_every_old_world_card_changes_some_game_by_each_part_of_its_text() -> None:
    plain = course(muted_games())
    silent = []
    for title, card in enumerate(OLD_WORLD_CARDS):
        parts = {"placement_count": len(card.placements), "once": card.once, "lasting": card.lasting}
        for name in (name for name, value in parts.items() if value):
            if course(muted_games(**{name: (title, 0)})) == plain:
                silent.append((card.name, name))
        assert any(parts.values()) or card.comet, card.name
    assert silent == []


def muted_games(games: int = 400, **muted: tuple[int, int]) -> Batch:
    """Random games with one entry of one field of the options record set to a value: (index, value)."""
    batch = Batch.from_seed(GAME, GAME.options(), games, seed=2009)
    record = GAME.options().to_record().copy()
    for name, (index, value) in muted.items():
        record[name][index] = value
    batch.record = as_argument(record)
    agents = np.zeros(batch.seats, AGENT_DTYPE)
    agents["kind"] = AgentKind.RANDOM
    keys = agent_keys(2009, "random", np.arange(games, dtype=np.int64), np.zeros(games, np.int64), batch.seats)
    batch.play(agents, keys)
    return batch


def course(batch: Batch) -> bytes:
    """How games went, without what a state remembers of the cards' numbers."""
    return b"".join(batch.states[name].tobytes() for name in ("decisions", "victory_points", "dial", "corruption", "tokens"))


@rule("ending.all")
def test_random_games_end_by_their_own_rules_within_seven_rounds(random_games: Batch) -> None:
    assert set(random_games.states["outcome"].tolist()) <= {int(ending) for ending in Ending}
    assert random_games.states["round_number"].max() <= 7


@rule("three_players.rounds")
def test_three_players_play_at_most_eight_rounds() -> None:
    for overrides in GAME.lineups["all-3"].values():
        assert play(overrides, "random", 60).states["round_number"].max() <= 8


@rule("balance")
@pytest.mark.parametrize("lineup", ["all-4", *GAME.lineups["all-3"]])
def test_with_greedy_players_every_power_wins_some_and_none_wins_most(lineup: str, request: pytest.FixtureRequest) -> None:
    whole = lineup == "all-4"
    games: Batch = request.getfixturevalue("greedy_games") if whole else play(GAME.lineups["all-3"][lineup], "greedy", 2000)
    twelfths, _ = games.settle()
    share = twelfths.mean(axis=0) / 12
    assert share.min() > 0.05, share
    assert share.max() < 0.60, share
    rounds = games.states["round_number"]
    assert ((rounds >= 4) & (rounds <= 7)).mean() > 0.9


@rule("balance.ways")
def test_khorne_wins_mostly_by_dial_and_nurgle_mostly_by_points(greedy_games: Batch) -> None:
    twelfths, _ = greedy_games.settle()
    outcome = greedy_games.states["outcome"]
    khorne, nurgle = outcome[twelfths[:, 0] > 0], outcome[twelfths[:, 1] > 0]
    assert (khorne == Ending.DIAL).mean() > 0.5
    assert (nurgle != Ending.DIAL).mean() > 0.5


@rule("dice.table")
def test_dice_are_as_the_sheet_says() -> None:
    """Sheet 10.4: P(at least k hits) of 4 exploding dice, from 4,000 battles."""
    hits = []
    board = Position().figures("bloodletter", "K", 2).figures("leper", "K", 6).turn(0, 1)
    start = board.batch.states[0].copy()
    for number in range(4000):
        board.batch.states[0] = start
        seed_stream(board.batch.states[0]["play_rng"], np.array([number, 0], np.uint64))
        board.events = []
        board.fight()
        results = [event.values[2] for event in board.events if event.kind == Chance.DIE and event.values[1] == 0]
        hits.append(sum(result >= 4 for result in results))
    share = [np.mean(np.array(hits) >= k) for k in range(1, 5)]
    np.testing.assert_allclose(share, [0.937, 0.729, 0.434, 0.197], atol=0.025)


@rule("dice.table")
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        (1, (0.500, 0.083, 0.014, 0.002)),
        (2, (0.750, 0.333, 0.090, 0.021)),
        (3, (0.875, 0.562, 0.250, 0.082)),
        (4, (0.937, 0.729, 0.434, 0.197)),
        (6, (0.984, 0.906, 0.730, 0.493)),
        (8, (0.996, 0.970, 0.890, 0.737)),
    ],
)
def test_each_row_of_the_dice_table(dice: int, expected: tuple[float, ...]) -> None:
    board = Position()
    state = board.state if JIT_DISABLED else board.batch.states[0]
    hits = np.array([roll_dice(board.batch.record, state, dice, 0, 0, NO_TRACE) for _ in range(4000)])
    np.testing.assert_allclose([(hits >= k).mean() for k in range(1, 5)], expected, atol=0.03)
    assert hits.mean() == pytest.approx(0.6 * dice, rel=0.1)


@rule("options.sweep")
def test_numbers_of_the_game_are_options() -> None:
    overrides = {"khorne.bloodletter.cost": 3, "khorne.cards.blood_frenzy.copies": 0, "victory_points": 30}
    overrides |= {"regions.kislev.resistance": 1, "nurgle.dial": ["1 start", "9 victory"], "old_world.meteor_showers.copies": 4}
    batch = play(overrides, "random", 50)
    assert set(batch.states["outcome"].tolist()) <= {int(ending) for ending in Ending}
    assert resolve_options(GAME.options, overrides).khorne.bloodletter.cost == 3
