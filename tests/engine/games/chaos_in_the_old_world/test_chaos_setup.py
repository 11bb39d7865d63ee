"""Set-up, component counts, the map, dials, hidden information, component files, invariants of whole games."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from chaos_golden import play
from chaos_positions import GAME, KHORNE, NURGLE, Position
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.batch import Batch
from engine.debug import RecordView
from engine.games.chaos_in_the_old_world.chaos_cards import CHAOS_CARDS, TITLES
from engine.games.chaos_in_the_old_world.components import ComponentError, option_overrides
from engine.games.chaos_in_the_old_world.data import ADJACENT, FIGURES, POWERS, REGIONS
from engine.games.chaos_in_the_old_world.dials import DIALS, Instruction, parse_dial
from engine.games.chaos_in_the_old_world.house import HOUSE_ROWS
from engine.games.chaos_in_the_old_world.old_world_cards import OLD_WORLD_CARDS
from engine.games.chaos_in_the_old_world.options_record import OPTIONS_DTYPE
from engine.games.chaos_in_the_old_world.upgrades import UPGRADES
from engine.options import OptionError, iterate_options, resolve_options

rule = pytest.mark.rule


@rule("components.counts")
def test_the_box_has_96_chaos_20_upgrade_28_old_world_cards_and_45_figures() -> None:
    decks = Counter[int]()
    for card in CHAOS_CARDS:
        decks[card.power] += card.copies
    assert list(decks.values()) == [24] * 4
    costs = [sum(card.copies * card.cost for card in CHAOS_CARDS if card.power == power) for power in range(4)]
    assert costs == [26, 27, 19, 31], "deck costs as the sheet adds them up"
    assert len(UPGRADES) == 20
    assert sum(card.copies for card in OLD_WORLD_CARDS) == 28
    assert sum(card.comet for card in OLD_WORLD_CARDS) == 6
    assert sum(figure.count for figure in FIGURES) == 45


@rule("map")
def test_the_map_has_eleven_borders_and_each_region_touches_the_next() -> None:
    assert sum(bin(int(regions)).count("1") for regions in ADJACENT) == 22
    for one in range(REGIONS):
        for other in range(REGIONS):
            assert (ADJACENT[one] >> other & 1) == (ADJACENT[other] >> one & 1)
    chain = [(a, a + 1) for a in range(REGIONS - 1)]
    assert all(ADJACENT[a] >> b & 1 for a, b in chain)


@rule("dials")
def test_threats_never_tie_and_each_power_takes_three_upgrades() -> None:
    dials = [parse_dial(dial) for dial in DIALS]
    threats = [threat for dial in dials for threat, kind, _ in dial if kind != Instruction.VICTORY]
    assert sorted(threats) == list(range(1, 35))
    assert [sum(kind == Instruction.UPGRADE for _, kind, _ in dial) for dial in dials] == [3, 3, 3, 3]
    assert [len(dial) - 1 for dial in dials] == [9, 10, 8, 7]


@rule("setup.tokens", "setup.decks")
def test_set_up_of_four_players() -> None:
    for state in Batch.from_seed(GAME, n=50, seed=4).states:
        view = RecordView(state)
        if view.drawn_card < 0:
            continue
        assert sum(view.hand_size) == 12
        assert view.deck_size.tolist() == [21] * 4
        assert view.old_world_left == 6
    fresh = Batch.from_seed(GAME, resolve_options(GAME.options, {"house_cards": False}), n=200, seed=4)
    quiet = [s for s in fresh.states if s["drawn_card"] < 0 and OLD_WORLD_CARDS[int(s["revealed"].argmax())].copies == 4]
    assert quiet, "Plunged into Chaos places nothing"
    for state in quiet:
        assert state["tokens"].sum(axis=1).tolist() == [1] * 9
        assert state["tokens"].sum(axis=0).tolist() == [0, 0, 2, 4, 0, 3]


@rule("setup.three_players")
def test_a_missing_power_has_nothing_in_the_game() -> None:
    for absent, key in enumerate(("khorne", "nurgle", "tzeentch", "slaanesh")):
        batch = play({"without": key}, "random", 5)
        assert batch.seats == 3
        assert batch.states["victory_points"][:, absent].tolist() == [0] * 5
        assert batch.states["deck_size"][:, absent].tolist() == [0] * 5
        assert (batch.states["control"][:, absent] == 0).all()


@rule("hidden.hands", "hidden.old_world")
def test_other_hands_decks_and_the_old_world_deck_are_dealt_anew() -> None:
    batch = Batch.from_seed(GAME, n=40, seed=8)
    before = batch.states.copy()
    batch.resample(0, np.arange(80, dtype=np.uint64).reshape(40, 2) + np.uint64(1))
    own = [title for title in range(TITLES) if CHAOS_CARDS[title].power == KHORNE]
    others = [title for title in range(TITLES) if CHAOS_CARDS[title].power != KHORNE]
    assert (batch.states["hand"][:, own] == before["hand"][:, own]).all()
    assert (batch.states["hand"][:, others] != before["hand"][:, others]).any()
    assert (batch.states["hand_size"] == before["hand_size"]).all()
    assert (batch.states["old_world_deck"] != before["old_world_deck"]).any()
    assert (batch.states["deck"][:, KHORNE] != before["deck"][:, KHORNE]).any(), "the order of the own deck is hidden too"


@rule("options.sources")
def test_every_option_says_its_source_and_house_values_are_marked() -> None:
    infos = list(iterate_options(GAME.options()))
    assert len(infos) > 400
    assert all(info.source and info.text for info in infos)
    house = {info.path for info in infos if info.mark == "house"}
    assert {f"house.{row.key}" for row in HOUSE_ROWS} <= house
    assert {"house_cards", "tzeentch.discards"} <= house


@rule("options.errors")
@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("khorne.dial", ["3 start", "6 score 4"]),
        ("khorne.dial", ["3 begin", "35 victory"]),
        ("ruiner_points", [1, 2]),
        ("extra_cards", ["khorne | X | 1 copies | cost 1 | fly 2"]),
        ("extra_upgrades", ["khorne | X | power | early_strike 1"]),
        ("tokens.noble.at_setup", 9),
        ("nurgle.leper.count", 15),
    ],
)
def test_what_can_not_be_is_refused(path: str, value: object) -> None:
    with pytest.raises(OptionError):
        resolve_options(GAME.options, {path: value})


CHANGE = """
[[chaos_card]]
name = "Blood Frenzy"
cost = 1
"""

ADD = """
[[chaos_card]]
name = "Skull Harvest"
power = "khorne"
copies = 3
cost = 1
effect = "early_dice"
amount = 4

[[upgrade]]
name = "Brass Legion"
power = "khorne"
rank = "warrior"
cost = 1
attack = 3
defense = 1
ability = "early_strike"
"""


@rule("components.change")
def test_a_file_changes_a_cards_cost() -> None:
    overrides = option_overrides([CHANGE])
    assert overrides == {"khorne.cards.blood_frenzy.cost": 1}
    board = Position(overrides).hand("Blood Frenzy").set(power_points={NURGLE: 1}).turn(KHORNE, 2).play("Blood Frenzy", "K")
    assert board.state.power_points[KHORNE] == 1


@rule("components.add")
def test_a_file_adds_a_card_and_an_upgrade_from_existing_effects() -> None:
    overrides = option_overrides([ADD])
    batch = play(overrides, "random", 200)
    _, summaries = batch.settle()
    assert summaries["played"][:, 0, TITLES].sum() > 0
    assert summaries["drawn"][:, 1:, TITLES].sum() == 0
    assert (batch.states["upgrades"] >> len(UPGRADES) & 1).any()


@rule("components.errors")
@pytest.mark.parametrize(
    "text",
    [
        "[[chaos_card]\n",
        "[[cards]]\nname = 'x'\n",
        "[[chaos_card]]\nname = 'New'\npower = 'khorne'\neffect = 'fly'\n",
        "[[chaos_card]]\nname = 'New'\npower = 'malal'\n",
        "[[chaos_card]]\nname = 'Blood Frenzy'\neffect = 'teleport'\n",
        "[[chaos_card]]\nname = 'Blood Frenzy'\nprice = 3\n",
        "[[upgrade]]\nname = 'New'\npower = 'khorne'\nrank = 'giant'\n",
        "[[upgrade]]\nname = 'New'\npower = 'khorne'\nability = 'early_strike'\n",
    ],
)
def test_files_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(ComponentError):
        option_overrides([text])


@rule("house.counted")
def test_a_run_counts_how_often_house_values_decided() -> None:
    names = [component.name for component in GAME.components if component.kind == "house value"]
    assert names == [row.key for row in HOUSE_ROWS]
    _, summaries = play({}, "random", 300).settle()
    counted = summaries["played"][:, 0, -len(names) :].sum(axis=0)
    assert (counted > 0).mean() > 0.8
    assert summaries["played"][:, 1:, -len(names) :].sum() == 0, "at seat 0 only"


@rule("invariants")
@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 2**31),
    without=st.sampled_from(["none", "khorne", "nurgle", "tzeentch", "slaanesh"]),
    cost=st.integers(0, 4),
    ruin_at=st.integers(3, 20),
    house=st.lists(st.sampled_from([row.key for row in HOUSE_ROWS]), max_size=4, unique=True),
)
def test_no_piece_is_lost_and_every_state_passes_the_audit(
    seed: int, without: str, cost: int, ruin_at: int, house: list[str]
) -> None:
    overrides = {"without": without, "khorne.bloodsworn.cost": cost, "ruin_at": ruin_at} | {
        f"house.{key}": False for key in house
    }
    batch = Batch.from_seed(GAME, resolve_options(GAME.options, overrides), 1, seed=seed)
    options, chance = RecordView(batch.options.to_record()), np.random.default_rng(seed)
    points = [0] * POWERS
    for decision in range(400):
        if batch.states["terminal"][0]:
            break
        batch.apply(int(chance.choice(batch.legal_actions())))
        now = batch.states["victory_points"][0].tolist()
        assert all(new >= old for new, old in zip(now, points, strict=True)), "victory points are never lost"
        points = now
        if decision % 5 == 0:
            GAME.audit(options, batch.view())


def test_the_options_record_has_no_floats_and_no_padding() -> None:
    assert OPTIONS_DTYPE.itemsize == sum(OPTIONS_DTYPE[name].itemsize for name in OPTIONS_DTYPE.names or ())
    assert {OPTIONS_DTYPE[name].base.kind for name in OPTIONS_DTYPE.names or ()} == {"i"}
