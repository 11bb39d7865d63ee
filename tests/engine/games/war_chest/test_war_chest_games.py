"""Whole games of War Chest: invariants, reach of every branch, recorded games, and how `greedy` plays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from war_chest_golden import CASES, FILE, fingerprint
from war_chest_positions import GAME, notation

from engine.agents.compiled import AGENT_DTYPE, AgentKind
from engine.batch import Batch, agent_keys
from engine.debug import RecordView
from engine.games.war_chest.actions import ACTIONS, Verb
from engine.games.war_chest.data import NO_COIN, ROYAL, UNIT_CARDS, UNIT_OF_STACK, Tactic, Unit
from engine.games.war_chest.options import UNIT_KEYS
from engine.games.war_chest.state import NOBODY, Pending
from engine.options import resolve_options

rule = pytest.mark.rule

OPTIONS = st.fixed_dictionaries(
    {
        "players": st.sampled_from([2, 4]),
        "setup": st.sampled_from(["random", "draft", "elimination_draft"]),
        "royal_guard.card": st.sampled_from(["classic", "revised"]),
        "footman.second_act": st.sampled_from(["mandatory", "optional"]),
        "hand_size": st.sampled_from([1, 3, 5]),
        "max_rounds": st.sampled_from([0, 4]),
        "scout.coins": st.sampled_from([2, 5, 7]),
    }
)


@rule("invariants")
@settings(max_examples=40, deadline=None)
@given(options=OPTIONS, seed=st.integers(0, 2**31), greed=st.sampled_from([0.0, 0.5, 1.0]))
def test_every_state_of_a_game_passes_the_audit(options: dict[str, Any], seed: int, greed: float) -> None:
    batch = Batch.from_seed(GAME, resolve_options(GAME.options, options), 1, seed)
    record = RecordView(batch.options.to_record())
    chance = np.random.default_rng(seed)
    claims_in_round: dict[int, int] = {}
    for _ in range(120):
        GAME.audit(record, batch.view())
        legal = batch.legal_actions()
        if not len(legal):
            break
        assert len(legal) <= GAME.max_legal_actions
        action = int(chance.choice(legal))
        if chance.random() < greed:
            action = int(legal[np.argmax(batch.priorities(0, legal))])
        if ACTIONS[action].verb == Verb.CLAIM_INITIATIVE:
            number = batch.view().round_number
            claims_in_round[number] = claims_in_round.get(number, 0) + 1
        batch.apply(action)
    assert all(count == 1 for count in claims_in_round.values())


# Reach: what happened, in words that name a branch of the rules.


def branches_of(before: RecordView, action: int, after: RecordView) -> Iterator[str]:
    """The branches of the rules that a decision went through."""
    parts = ACTIONS[action]
    verb = parts.verb.name.lower()
    waiting = Pending(before.pending_kind[before.pending - 1]).name.lower() if before.pending else ""
    if parts.coin == NO_COIN:
        yield f"{waiting}: {verb}"
        if waiting == "footmen_act":
            second = before.pending_detail[before.pending - 1] != NOBODY
            yield f"footmen_act: {'second' if second else 'first'} {verb}"
    else:
        name = "royal coin" if parts.coin == ROYAL else UNIT_KEYS[parts.coin]
        yield f"{name}: {verb}"
        if waiting:
            yield f"drawn coin: {verb}"
    attacked = parts.verb == Verb.ATTACK or (parts.target != -1)
    if attacked:
        yield from attack_branches(before, parts.target, after)
    if after.pending > before.pending or (after.pending and waiting):
        ordered = parts.coin in (Unit.ENSIGN, Unit.MARSHALL) and parts.verb == Verb.TACTIC
        yield f"{Pending(after.pending_kind[after.pending - 1]).name.lower()} after {name_of(parts) if ordered else verb}"
    if (
        parts.coin == Unit.SCOUT
        and parts.verb == Verb.DEPLOY
        and not before.markers[before.current_player & 1] >> parts.destination & 1
    ):
        yield "scout: deploy beside a friend"
    if parts.coin == Unit.FOOTMAN and parts.verb == Verb.DEPLOY and before.hex_of[Unit.FOOTMAN] != NOBODY:
        yield "footman: deploy a second"


def name_of(parts: Any) -> str:
    return f"{UNIT_KEYS[parts.coin]}'s order"


def attack_branches(before: RecordView, target: int, after: RecordView) -> Iterator[str]:
    stack = before.stack_at[target]
    unit = UNIT_OF_STACK[stack]
    if unit == Unit.PIKEMAN:
        lost = sum(after.box) - sum(before.box)
        yield f"pikeman: attacked, {lost} coins lost"
    if unit == Unit.KNIGHT:
        yield "knight: attacked"
    if unit == Unit.ROYAL_GUARD and before.supply[Unit.ROYAL_GUARD] == 0:
        yield "royal_guard: attacked without supply"
    if before.height[stack] == 1 and after.stack_at[target] != stack:
        yield "attack: kill"


def expected_branches() -> set[str]:
    """Every branch that has to be reached."""
    branches = set()
    for unit, key in enumerate(UNIT_KEYS):
        card = UNIT_CARDS[unit]
        verbs = ["pass", "claim_initiative", "recruit", "deploy", "bolster", "move", "control"]
        verbs += ["attack"] * card.attacks
        verbs += ["tactic"] * (card.tactic != Tactic.NONE and unit != Unit.ROYAL_GUARD)
        branches |= {f"{key}: {verb}" for verb in verbs}
    branches |= {f"royal coin: {verb}" for verb in ("pass", "claim_initiative", "recruit", "tactic")}
    for waiting in ("repeat", "free_maneuver"):
        branches |= {f"{waiting}: {verb}" for verb in ("control", "move", "attack", "decline")}
    branches |= {"free_move: move", "free_move: decline", "soak: lose_from_stack", "soak: lose_from_supply"}
    branches |= {f"footmen_act: {which} {verb}" for which in ("first", "second") for verb in ("control", "move", "attack")}
    branches |= {"footmen_act: decline", "scout: deploy beside a friend", "footman: deploy a second", "attack: kill"}
    branches |= {
        f"drawn coin: {verb}"
        for verb in ("pass", "claim_initiative", "recruit", "deploy", "bolster", "move", "control", "attack")
    }
    branches |= {"drawn coin: tactic", "knight: attacked", "royal_guard: attacked without supply"}
    branches |= {"pikeman: attacked, 1 coins lost", "pikeman: attacked, 2 coins lost"}
    branches |= {f"repeat after {verb}" for verb in ("move", "attack", "control", "ensign's order", "marshall's order")}
    branches |= {
        f"use_drawn_coin after {verb}"
        for verb in ("attack", "control", "lose_from_supply", "lose_from_stack", "marshall's order")
    }
    branches |= {f"soak after {verb}" for verb in ("attack", "tactic", "marshall's order")}
    branches |= {
        "free_move after attack",
        "free_move after marshall's order",
        "free_maneuver after recruit",
        "footmen_act after tactic",
    }
    return branches


ARMIES = [
    ("berserker ensign marshall warrior_priest", "royal_guard pikeman knight mercenary"),
    ("swordsman marshall footman scout", "royal_guard pikeman knight archer"),
    ("warrior_priest mercenary berserker footman", "royal_guard crossbowman lancer pikeman"),
    ("cavalry light_cavalry swordsman warrior_priest", "royal_guard knight scout ensign"),
    ("archer crossbowman lancer marshall", "royal_guard footman pikeman swordsman"),
    ("royal_guard warrior_priest footman marshall", "knight swordsman pikeman berserker"),
    ("marshall swordsman warrior_priest scout", "royal_guard footman knight mercenary"),
]
MOST_ROUNDS_OF_ARMIES = 12


@rule("reach")
def test_every_branch_of_every_unit_is_reached() -> None:
    missing = expected_branches()
    for number, (raven, wolf) in enumerate(ARMIES * MOST_ROUNDS_OF_ARMIES):
        overrides = {
            "setup": "fixed",
            "armies.raven": raven.split(),
            "armies.wolf": wolf.split(),
            "footman.second_act": ("mandatory", "optional")[number % 2],
            "royal_guard.card": ("classic", "revised")[number // 2 % 2],
        }
        missing -= branches_of_games(overrides, number)
        if not missing:
            break
    assert missing == set()


def branches_of_games(overrides: dict[str, Any], seed: int) -> set[str]:
    batch = Batch.from_seed(GAME, resolve_options(GAME.options, overrides), 12, seed)
    chance = np.random.default_rng(seed)
    seen: set[str] = set()
    for lane in range(len(batch)):
        for _ in range(160):
            legal = batch.legal_actions(lane)
            if not len(legal):
                break
            action = chosen(chance, legal)
            before = RecordView(batch.states[lane : lane + 1].copy()[0])
            batch.apply(action, lane)
            seen |= set(branches_of(before, action, batch.view(lane)))
    return seen


WILD = (Verb.ATTACK, Verb.TACTIC, Verb.CONTROL)
BUILDING = (Verb.DEPLOY, Verb.BOLSTER)


def chosen(chance: np.random.Generator, legal: np.ndarray) -> int:
    """A random action, more often one that fights, takes or places: random play alone seldom brings units together."""
    wanted = (WILD, BUILDING, tuple(Verb))[chance.choice(3, p=[0.45, 0.2, 0.35])]
    matching = [int(action) for action in legal if ACTIONS[int(action)].verb in wanted]
    return int(chance.choice(matching or legal))


# Recorded games


@rule("golden")
@pytest.mark.parametrize("case", CASES)
def test_recorded_games_come_out_the_same(case: str) -> None:
    """A change here changes results: raise `Game.version`, then run `support/war_chest_golden.py` to record anew."""
    recorded = json.loads(FILE.read_text())
    assert recorded["version"] == GAME.version
    assert fingerprint(case) == recorded["games"][case]


# Greedy


def played(options: dict[str, Any], kinds: list[AgentKind], n: int = 400) -> Batch:
    batch = Batch.from_seed(GAME, resolve_options(GAME.options, options), n, 11)
    agents = np.zeros(batch.seats, AGENT_DTYPE)
    agents["kind"] = kinds
    batch.play(agents, agent_keys(11, "greedy", np.arange(n, dtype=np.int64), np.zeros(n, np.int64), batch.seats))
    return batch


@rule("greedy")
@pytest.mark.parametrize("options", [{}, {"setup": "first_game"}, {"players": 4}], ids=["random", "first_game", "four_players"])
@pytest.mark.parametrize("team", [0, 1])
def test_greedy_beats_random_from_both_sides(options: dict[str, Any], team: int) -> None:
    seats = options.get("players", 2)
    kinds = [AgentKind.GREEDY if seat & 1 == team else AgentKind.RANDOM for seat in range(seats)]
    states = played(options, kinds).states
    won = states["winners"] != 0
    assert won.mean() > 0.9
    assert (states["winners"][won] >> team & 1).mean() >= 0.9


@rule("greedy")
@pytest.mark.parametrize("options", [{}, {"setup": "first_game"}, {"setup": "draft"}, {"players": 4}])
def test_greedy_games_end_by_control_in_a_plausible_number_of_rounds(options: dict[str, Any]) -> None:
    states = played(options, [AgentKind.GREEDY] * options.get("players", 2)).states
    assert (states["outcome"] == 16).mean() > 0.99
    assert 7 <= np.median(states["round_number"]) <= 16
    assert np.percentile(states["round_number"], 95) <= 25


@rule("greedy")
def test_greedy_does_not_care_which_side_it_plays() -> None:
    states = played({}, [AgentKind.GREEDY] * 2, 2000).states
    assert abs((states["winners"] == 1).mean() - 0.5) < 0.05


def test_notation_of_a_legal_action_is_unique() -> None:
    batch = played({}, [AgentKind.RANDOM] * 2, 1)
    assert batch.view().terminal
    fresh = Batch.from_seed(GAME)
    words = [notation(int(action)) for action in fresh.legal_actions()]
    assert len(words) == len(set(words))
