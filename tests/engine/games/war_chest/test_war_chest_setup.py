"""Set-ups of War Chest: armies, bags, initiative, drafts, and the options that change them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from war_chest_positions import GAME, NUMBER, notation

from engine.batch import Batch
from engine.debug import RecordView
from engine.games.war_chest.audit import members_of_purse
from engine.games.war_chest.data import ROYAL, UNIT_COUNT, Unit
from engine.games.war_chest.options import UNIT_KEYS
from engine.options import OptionError, iterate_options, resolve_options

rule = pytest.mark.rule


def games(n: int = 1, seed: int = 1, **options: Any) -> Batch:
    return Batch.from_seed(
        GAME, resolve_options(GAME.options, {key.replace("__", "."): v for key, v in options.items()}), n, seed
    )


def army(state: RecordView, seat: int) -> list[str]:
    return [UNIT_KEYS[unit] for unit in range(UNIT_COUNT) if state.owner[unit] == seat]


def drafted(**options: Any) -> tuple[Batch, list[int], list[str]]:
    """A game after its draft (always the first unit offered), who decided at each step, and what."""
    batch = games(**options)
    seats, words = [], []
    while batch.view().draft_step:
        seats.append(batch.view().current_player)
        action = int(batch.legal_actions()[0])
        words.append(notation(action))
        batch.apply(action)
    return batch, seats, words


@rule("setup.bags")
def test_two_players_start_with_nine_coins_in_the_bag_and_the_rest_in_supply() -> None:
    state = games().view()
    for seat in range(2):
        kinds = members_of_purse(state, seat)
        assert len(kinds) == 5
        assert ROYAL + seat in kinds
        assert sum(state.bag[kind] + state.hand[kind] for kind in kinds) == 9
        for kind in kinds[:-1]:
            assert state.bag[kind] + state.hand[kind] == 2
            assert state.supply[kind] in (2, 3)
    assert [bin(markers).count("1") for markers in state.markers] == [2, 2]


@rule("setup.random")
def test_a_deal_gives_each_player_four_units_and_no_unit_to_two() -> None:
    batch = games(200)
    seen = set()
    for lane in range(200):
        state = batch.view(lane)
        armies = [army(state, seat) for seat in range(2)]
        assert [len(units) for units in armies] == [4, 4]
        assert not set(armies[0]) & set(armies[1])
        seen |= {*armies[0], *armies[1]}
    assert seen == set(UNIT_KEYS)


@rule("setup.random")
def test_every_unit_is_dealt_to_each_seat_equally_often() -> None:
    owner = games(4000).states["owner"]
    for seat in range(2):
        shares = (owner == seat).mean(axis=0)
        assert np.abs(shares - 0.25).max() < 0.03


@rule("setup.initiative", "q.3")
def test_the_marker_shows_each_faction_equally_often() -> None:
    assert abs(games(4000).states["initiative"].mean() - 0.5) < 0.03
    shares = np.bincount(games(4000, players=4).states["initiative"], minlength=4) / 4000
    assert np.abs(shares - 0.25).max() < 0.03


@rule("setup.first_game")
def test_first_game_sets_and_who_begins() -> None:
    state = games(setup="first_game").view()
    assert army(state, 0) == ["crossbowman", "light_cavalry", "pikeman", "swordsman"]
    assert army(state, 1) == ["archer", "cavalry", "lancer", "scout"]
    assert state.initiative == state.current_player == 0


@rule("setup.four_players")
def test_four_players_have_three_units_seven_coins_and_eight_markers_a_team() -> None:
    batch = games(players=4)
    state = batch.view()
    for seat in range(4):
        assert len(army(state, seat)) == 3
        assert sum(state.bag[kind] + state.hand[kind] for kind in members_of_purse(state, seat)) == 7
    assert [bin(markers).count("1") for markers in state.markers] == [3, 3]
    assert int(batch.options.to_record()["markers"]) == 8
    assert GAME.teams(batch.options) == (0, 1, 0, 1)
    assert GAME.seats(batch.options) == ("raven_1", "wolf_1", "raven_2", "wolf_2")
    assert GAME.factions(batch.options) == ("raven", "wolf", "raven", "wolf")


@rule("draft.two_players")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_players_draft_a_bb_aa_bb_a_and_the_second_drafter_begins(seed: int) -> None:
    batch, seats, words = drafted(setup="draft", seed=seed)
    first = seats[0]
    assert [seat == first for seat in seats] == [True, False, False, True, True, False, False, True]
    state = batch.view()
    assert state.initiative == state.first_player == 1 - first
    assert [state.pick[UNIT_KEYS.index(word.split()[1])] for word in words] == list(range(1, 9))
    assert [len(army(state, seat)) for seat in range(2)] == [4, 4]


@rule("draft.two_players")
def test_eight_units_lie_open_and_what_is_picked_is_gone() -> None:
    batch = games(setup="draft")
    assert len(batch.legal_actions()) == 8
    choice = int(batch.legal_actions()[3])
    batch.apply(choice)
    assert len(batch.legal_actions()) == 7
    assert choice not in batch.legal_actions()
    assert batch.view().round_number == 0
    assert sum(batch.view().in_hand) == 0


@rule("draft.four_players", "q.1", "q.2")
@pytest.mark.parametrize(
    ("order", "offsets"),
    [("snake", [0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 3]), ("rotating", [0, 1, 2, 3, 3, 2, 1, 0, 1, 2, 3, 0])],
)
def test_four_players_draft_around_the_table_and_back(order: str, offsets: list[int]) -> None:
    batch, seats, _ = drafted(setup="draft", players=4, draft_order=order)
    assert [(seat - seats[0]) % 4 for seat in seats] == offsets
    assert batch.view().initiative == (seats[0] + 1) % 4
    assert [len(army(batch.view(), seat)) for seat in range(4)] == [3, 3, 3, 3]


@rule("draft.elimination")
@pytest.mark.parametrize(
    ("options", "bans", "offered"),
    [({}, 2, 10), ({"players": 4}, 4, 16), ({"players": 4, "bans": 2}, 2, 14), ({"bans": 5}, 5, 13)],
)
def test_an_elimination_draft_bans_in_turn_first(options: dict[str, Any], bans: int, offered: int) -> None:
    start = games(setup="elimination_draft", **options)
    assert len(start.legal_actions()) == offered
    batch, seats, words = drafted(setup="elimination_draft", **options)
    players = batch.view().players
    assert [word.split()[0] for word in words[: bans + 1]] == ["ban"] * bans + ["pick"]
    assert seats[:bans] == [(seats[0] + k) % players for k in range(bans)]
    assert seats[bans] == seats[0]
    banned = {word.split()[1] for word in words[:bans]}
    assert not banned & {unit for seat in range(players) for unit in army(batch.view(), seat)}


@rule("setup.fixed")
def test_fixed_armies_are_given_and_completed_at_random() -> None:
    batch = games(50, setup="fixed", armies__raven=["archer"], armies__wolf=["knight", "scout", "lancer", "footman"])
    others = set()
    for lane in range(50):
        state = batch.view(lane)
        assert "archer" in army(state, 0)
        assert army(state, 1) == ["footman", "knight", "lancer", "scout"]
        others |= set(army(state, 0))
    assert len(others) == 12


@rule("setup.fixed", "q.16")
def test_the_famous_battle_that_is_known() -> None:
    overrides = GAME.lineups["famous-battles"]["gaugamela"]
    state = Batch.from_seed(GAME, resolve_options(GAME.options, overrides)).view()
    assert army(state, 0) == ["knight", "light_cavalry", "marshall", "pikeman"]
    assert army(state, 1) == ["cavalry", "footman", "mercenary", "royal_guard"]


@rule("options")
@pytest.mark.parametrize(
    ("overrides", "says"),
    [
        ({"setup": "fixed", "armies.raven": ["archer"], "armies.wolf": ["archer"]}, "archer named twice"),
        ({"setup": "fixed", "armies.raven": ["archer", "knight", "scout", "lancer", "footman"]}, "armies.raven: 5 units"),
        ({"setup": "fixed", "players": 4, "armies.wolf_2": ["archer", "knight", "scout", "lancer"]}, "armies.wolf_2: 4 units"),
        ({"setup": "first_game", "players": 4}, "2 players"),
        ({"setup": "elimination_draft", "players": 4, "bans": 5}, "more than 16"),
        ({"archer.coins": 1}, "2 coins can't start in the bag"),
        ({"archer.coins": 8}, "less than or equal to 7"),
        ({"players": 3}, "players"),
        ({"archr.coins": 3}, "did you mean archer.coins"),
        ({"armies.raven": ["Archer"], "setup": "fixed"}, "archer"),
    ],
)
def test_options_that_cannot_be_are_refused(overrides: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        resolve_options(GAME.options, overrides)


@rule("options")
def test_numbers_of_units_bags_hands_and_markers_are_options() -> None:
    batch = games(archer__coins=6, archer__bag=3, hand_size=4, markers__two_players=5, setup="fixed", armies__raven=["archer"])
    state = batch.view()
    assert state.bag[Unit.ARCHER] + state.hand[Unit.ARCHER] == 3
    assert state.supply[Unit.ARCHER] == 3
    assert state.in_hand[0] == 4
    assert int(batch.options.to_record()["markers"]) == 5


@rule("options")
def test_every_option_says_its_source_and_one_sentence() -> None:
    infos = list(iterate_options(GAME.options()))
    assert len({info.path for info in infos}) == len(infos)
    assert all(info.text.strip() and info.source.strip() and info.range for info in infos)
    assert {"players", "setup", "royal_guard.card", "max_rounds", "hand_size", "armies.raven", "archer.bag"} <= {
        i.path for i in infos
    }


def test_notation_names_every_action_once() -> None:
    assert len(NUMBER) == GAME.num_distinct_actions
