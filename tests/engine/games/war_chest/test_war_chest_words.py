"""How War Chest speaks: actions, events, positions, summaries."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pytest
from war_chest_positions import GAME, NUMBER, Position, notation, unit_number

from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.batch import Batch, agent_keys
from engine.games.war_chest.actions import ACTIONS
from engine.options import resolve_options
from engine.trace import Event, new_trace, read_trace

rule = pytest.mark.rule


def described(position: Position, action: str) -> str:
    assert action in position.legal()
    return GAME.describe_action(position.options, position.state, NUMBER[action])


@rule("words")
def test_actions_are_told_in_the_rulebooks_words() -> None:
    position = Position(raven="cavalry marshall ensign lancer", wolf="knight scout", options={"hand_size": 5})
    position.stack("cavalry", "D4", 2).stack("marshall", "D3").stack("lancer", "F4").stack("ensign", "E4").stack(
        "knight", "C6"
    ).stack("scout", "F2")
    position.hand(raven="cavalry marshall ensign lancer royal").to_move("raven", "wolf")
    for action, words in {
        "cavalry: tactic >D5 xC6": "Cavalry: tactic, move to D5 and attack the Knight on C6 (face-up Cavalry coin)",
        "cavalry: bolster": "Cavalry: bolster",
        "cavalry: control": "Cavalry: control (face-up Cavalry coin)",
        "lancer: tactic F2": "Lancer: tactic, charge to F3 and attack the Scout on F2 (face-up Lancer coin)",
        "ensign: tactic D4>D5": "Ensign: tactic, the Cavalry on D4 moves to D5 (face-up Ensign coin)",
        "royal: claim_initiative": "claim initiative (face-down Royal Coin)",
        "ensign: recruit cavalry": "recruit: Cavalry (face-down Ensign coin)",
        "marshall: pass": "pass (face-down Marshall coin)",
    }.items():
        assert described(position, action) == words


@rule("words")
def test_deployments_orders_and_answers_in_words() -> None:
    position = Position(raven="marshall scout knight", wolf="royal_guard").stack("marshall", "F4").stack("scout", "F3")
    position.stack("royal_guard", "F2").hand(raven="marshall knight", wolf="royal")
    assert described(position, "knight: deploy E2") == "Knight: deploy to E2"
    expected = "Marshall: tactic, the Scout on F3 attacks the Royal Guard on F2 (face-up Marshall coin)"
    assert described(position, "marshall: tactic F3xF2") == expected
    position.play("marshall: tactic F3xF2")
    assert described(position, "lose_from_supply") == "Royal Guard: the coin comes from the supply"
    assert described(position, "lose_from_stack") == "Royal Guard: the coin comes from its stack"


@rule("words")
def test_decisions_inside_a_turn_say_why_they_are_asked() -> None:
    position = (
        Position(raven="berserker mercenary", wolf="scout").stack("berserker", "F4", 2).hand(raven="berserker", wolf="royal")
    )
    position.play("berserker: move F3")
    assert described(position, "move F3>F2") == "the Berserker on F3: move to F2 (coin of its stack)"
    assert described(position, "decline") == "do without (coin of its stack)"


@rule("words")
def test_decoded_parts_are_those_that_apply() -> None:
    assert GAME.decode_action(NUMBER["cavalry: tactic >C5 xC6"]) == {
        "verb": "tactic",
        "coin": "Cavalry",
        "destination": "C5",
        "target": "C6",
    }
    assert GAME.decode_action(NUMBER["royal: recruit warrior_priest"]) == {
        "verb": "recruit",
        "coin": "Royal Coin",
        "unit": "Warrior Priest",
    }
    assert GAME.decode_action(NUMBER["move F4>F5"]) == {"verb": "move", "origin": "F4", "destination": "F5"}
    assert GAME.decode_action(NUMBER["decline"]) == {"verb": "decline"}


@rule("words")
def test_every_action_has_parts_of_its_own() -> None:
    parts = [tuple(GAME.decode_action(number).items()) for number in range(len(ACTIONS))]
    assert len(set(parts)) == len(parts) == GAME.num_distinct_actions
    assert len({notation(number) for number in range(len(ACTIONS))}) == len(parts)


@rule("words", "hidden.events")
def test_draws_are_told_to_the_drawer_alone() -> None:
    trace = new_trace()
    Position(raven="archer", wolf="scout").hand(raven="royal").play("royal: pass", trace=trace)
    events = [(event, *GAME.describe_event(event)) for event in read_trace(trace)]
    draws = [(event, words) for event, words, fields in events if fields["event"] == "drawn"]
    assert len(draws) == 6
    for event, words in draws:
        seat = event.values[0]
        assert words.startswith(("Raven draws ", "Wolf draws ")[seat])
        assert event.seen_by(seat)
        assert not event.seen_by(1 - seat)


@rule("words")
def test_events_of_set_up_in_words() -> None:
    for setup, names in (("random", {"dealt", "initiative", "drawn"}), ("draft", {"offered", "initiative"})):
        batch = Batch.from_seed(GAME, resolve_options(GAME.options, {"setup": setup}))
        trace = new_trace()
        keys = np.ones((1, 2), np.uint64)
        Batch.new(GAME, batch.options, keys, keys, trace)
        events = [GAME.describe_event(event) for event in read_trace(trace)]
        assert {fields["event"] for _, fields in events} == names
    assert GAME.describe_event(Event(4, 1, (0, 0, 2)))[0] == "Raven draws an Archer coin"
    assert GAME.describe_event(Event(4, 1, (3, 19, 4)))[0] == "Wolf 2 draws the Royal Coin"
    assert GAME.describe_event(Event(5, -1, (1, 6, 2)))[0] == "Wolf puts 6 discards into the bag"
    with pytest.raises(ValueError, match="unknown event"):
        GAME.describe_event(Event(99, -1, ()))


@rule("pictures")
@pytest.mark.parametrize("players", [2, 4])
def test_pictures_show_every_hex_unit_and_location(players: int) -> None:
    seat = "raven" if players == 2 else "raven_1"
    position = Position(players, **{seat: "knight"}).stack("knight", "F4", 3).hand(**{seat: "royal"})
    for view in (None, *range(players)):
        root = ET.fromstring(GAME.render_svg(position.options, position.state, view))
        titles = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}title")]
        assert len(titles) == (37 if players == 2 else 47)
        assert "F4; Raven's Knight, height 3" in titles
        assert sum("location" in title for title in titles) == (10 if players == 2 else 14)
    text = GAME.render_text(position.options, position.state, None)
    assert "F4. Kn3" in text
    assert "1 Royal Coin" in text


@rule("pictures", "hidden.view")
def test_pictures_hide_the_other_hand() -> None:
    position = Position(raven="knight", wolf="scout").hand(raven="royal", wolf="scout")
    assert "hand: 1 Scout" in GAME.render_text(position.options, position.state, 1)
    for render in (GAME.render_text, GAME.render_svg):
        assert "hand: 1 Scout" not in render(position.options, position.state, 0)
        assert "hand: 1 coins" in render(position.options, position.state, 0)


@rule("summary")
def test_summary_counts_what_units_did() -> None:
    position = Position(raven="knight", wolf="scout").stack("scout", "F5").hand(raven="knight royal", wolf="royal")
    position.control(raven="E2 H1 G3 I2 E5").stack("knight", "D4").to_move("raven", "wolf")
    position.play("royal: claim_initiative", "royal: recruit scout", "knight: control")
    raven, wolf = position.batch.settle()[1][0]
    knight, scout = unit_number("knight"), unit_number("scout")
    assert (raven["placement"], wolf["placement"]) == (1, 2)
    assert (raven["markers"], wolf["markers"]) == (6, 2)
    assert (raven["initiative_claims"], wolf["coins_recruited"]) == (1, 1)
    assert (raven["coins_on_board"], wolf["coins_on_board"]) == (1, 1)
    assert (raven["played"][knight], raven["first_round"][knight], raven["dealt"][knight]) == (1, 1, 1)
    assert (wolf["played"][scout], wolf["dealt"][scout], raven["dealt"][scout]) == (0, 1, 0)
    assert raven["first_player"] == wolf["first_player"]


@rule("summary")
def test_summaries_of_many_games_add_up() -> None:
    batch = Batch.from_seed(GAME, resolve_options(GAME.options, {"setup": "draft"}), 50, 3)
    agents = np.zeros(2, AGENT_DTYPE)
    agents["kind"] = AgentKind.GREEDY
    batch.play(agents, agent_keys(3, "sum", np.arange(50), np.zeros(50, np.int64), 2))
    _, summaries = batch.settle()
    assert (summaries["dealt"].sum(axis=2) == 4).all()
    assert (np.sort(summaries["drafted_pick"].max(axis=1), axis=1)[:, -8:] == np.arange(1, 9)).all()
    assert (summaries["played"] <= summaries["drawn"]).all()
    assert ((summaries["first_round"] > 0) == (summaries["played"] > 0)).all()
    assert (summaries["coins_boxed"].sum(axis=1) <= batch.states["box"].sum(axis=1)).all()
