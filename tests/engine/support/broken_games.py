"""Toy Duel with one defect each, and the check of `engine.testing` that has to find it.

`BROKEN` maps check -> variants. A variant that breaks compiled rules is a game of its own, registered here, so that the
plain-Python children find it too; one that breaks a game's words is the clean game with another Python function.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np
import toy_duel as toy
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from engine.arrays import scratch, scratch_words
from engine.compilation import rule
from engine.game import Game, Mirror, register, state_dtype
from engine.rng import below, next_word, seed_stream, shuffle
from engine.types import Actions, Record, Stream, Trace

CARDS = toy.CARDS
RECORD_BYTES = toy.STATE.itemsize
RECORD_WORDS = RECORD_BYTES // 8
BROKEN: dict[str, dict[str, Game]] = {}


def broken_rules(check: str, name: str, *, audit: Any = toy.audit, **verbs: Any) -> None:
    """Register Toy Duel with other verbs; `check` must fail on it."""
    folder = f"broken_{name}"
    game = dataclasses.replace(
        toy.GAME,
        name=folder.replace("_", "-"),
        state=state_dtype(folder, Path(__file__).parent, toy.FIELDS),
        rules=dataclasses.replace(toy.RULES, **verbs),
        audit=audit,
    )
    BROKEN.setdefault(check, {})[name] = register(game)


def broken_words(check: str, name: str, **changes: Any) -> None:
    """Toy Duel with other Python functions or facts; `check` must fail on it."""
    BROKEN.setdefault(check, {})[name] = dataclasses.replace(toy.GAME, **changes)


@rule
def descending_actions(options: Record, state: Record, out: Actions) -> int:
    n = toy.legal_actions(options, state, out)
    for k in range(n // 2):
        out[k], out[n - 1 - k] = out[n - 1 - k], out[k]
    return n


@rule
def repeated_action(options: Record, state: Record, out: Actions) -> int:
    n = toy.legal_actions(options, state, out)
    if n == 2:
        out[n] = out[n - 1]
        return n + 1
    return n


@rule
def no_actions_at_the_second_step(options: Record, state: Record, out: Actions) -> int:
    return 0 if state.decisions == 1 else toy.legal_actions(options, state, out)


broken_rules("legality", "descending", legal_actions=descending_actions)
broken_rules("legality", "repeated", legal_actions=repeated_action)
broken_rules("legality", "second_step", legal_actions=no_actions_at_the_second_step)


@rule
def never_ends(options: Record, state: Record, action: int, trace: Trace) -> None:
    """The game goes in circles: the laid card comes back to the hand, the other seat is next."""
    state.current_player = 1 - state.current_player


broken_rules("termination", "endless", apply_action=never_ends)


@rule
def counts_decisions_itself(options: Record, state: Record, action: int, trace: Trace) -> None:
    toy.apply_action(options, state, action, trace)
    state.decisions += 1


@rule
def round_goes_back(options: Record, state: Record, action: int, trace: Trace) -> None:
    toy.apply_action(options, state, action, trace)
    if state.decisions == 6:
        state.round_number = 1


broken_rules("header", "own_count", apply_action=counts_decisions_itself)
broken_rules("header", "round_back", apply_action=round_goes_back)


@intrinsic
def clock(typing_context):  # type: ignore[no-untyped-def]
    """The processor's cycle counter: what a rule must never look at."""

    def codegen(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        kind = ir.FunctionType(ir.IntType(64), [])
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.readcyclecounter"), [])

    return types.uint64(), codegen


@rule
def looks_at_the_clock(options: Record, state: Record, action: int, trace: Trace) -> None:
    """From the second decision on, chance depends on the time of day."""
    toy.apply_action(options, state, action, trace)
    if state.decisions > 0:
        state.play_rng[0] ^= clock()


broken_rules("determinism", "clock", apply_action=looks_at_the_clock)


@rule
def has_a_twin_behind(state: Record) -> bool:
    """Whether the next record of the array is a game with the same set-up stream: only then can we write there safely."""
    return state.setup_rng[RECORD_WORDS] == state.setup_rng[0] and state.setup_rng[RECORD_WORDS + 1] == state.setup_rng[1]


@rule
def reaches_into_the_next_lane(options: Record, state: Record, action: int, trace: Trace) -> None:
    toy.apply_action(options, state, action, trace)
    if has_a_twin_behind(state):
        state.gone[RECORD_BYTES] = 1


@rule
def resamples_the_next_lane(options: Record, state: Record, seat: int, key: Stream) -> None:
    twin = has_a_twin_behind(state)
    toy.resample(options, state, seat, key)
    if twin:
        state.gone[RECORD_BYTES] = 1


@rule
def changes_the_options(options: Record, state: Record, action: int, trace: Trace) -> None:
    toy.apply_action(options, state, action, trace)
    if state.decisions == 0:
        options.high_card_wins = 1 - options.high_card_wins


broken_rules("copy_independence", "aliasing", apply_action=reaches_into_the_next_lane)
broken_rules("copy_independence", "aliasing_resample", resample=resamples_the_next_lane)
broken_rules("copy_independence", "options_changed", apply_action=changes_the_options)
BROKEN.setdefault("batch_size", {})["options_changed"] = BROKEN["copy_independence"]["options_changed"]


@rule
def legal_actions_take_luck(options: Record, state: Record, out: Actions) -> int:
    next_word(state.play_rng)
    return toy.legal_actions(options, state, out)


@rule
def observation_sorts_the_deck(options: Record, state: Record, seat: int, out: Record) -> None:
    toy.observation(options, state, seat, out)
    if state.deck_size == toy.DECK and state.deck[0] > state.deck[1]:
        state.deck[0], state.deck[1] = state.deck[1], state.deck[0]


broken_rules("verbs_that_read", "legal_takes_luck", legal_actions=legal_actions_take_luck)
broken_rules("verbs_that_read", "observing_sorts", observation=observation_sorts_the_deck)


@rule
def winners_before_the_end(options: Record, state: Record, action: int, trace: Trace) -> None:
    toy.apply_action(options, state, action, trace)
    if state.terminal == 0:
        state.winners = 1


broken_rules("codec", "early_winner", apply_action=winners_before_the_end)


@rule
def listener_takes_luck(options: Record, state: Record, action: int, trace: Trace) -> None:
    """Draws a number only to tell the listener."""
    toy.apply_action(options, state, action, trace)
    if trace.shape[0] > 0:
        below(state.play_rng, 6)


broken_rules("trace", "listener", apply_action=listener_takes_luck)
broken_words("trace", "silent_event", describe_event=lambda event: ("", {}))


@rule
def loses_a_card_at_the_second_step(options: Record, state: Record, action: int, trace: Trace) -> None:
    toy.apply_action(options, state, action, trace)
    if state.decisions == 1:
        state.deck[toy.DECK - 1] = 0


broken_rules("conservation", "lost_card", apply_action=loses_a_card_at_the_second_step)


@rule
def leaves_a_card_behind(options: Record, state: Record, action: int, trace: Trace) -> None:
    """The slot that an action vacated keeps its card, out of sight behind the hand."""
    toy.apply_action(options, state, action, trace)
    state.spare[state.decisions % 2] = action + 1


def padded_state() -> np.dtype[np.void]:
    """The clean state with a byte between two fields that no field covers."""
    names = list(toy.STATE.names or ())
    offsets = [toy.STATE.fields[name][1] for name in names]  # type: ignore[index]
    offsets[-1] += 1
    return np.dtype({"names": names, "formats": [toy.STATE[name] for name in names], "offsets": offsets})


broken_rules("equal_bytes", "dirty_slot", apply_action=leaves_a_card_behind, audit=lambda options, state: None)
broken_words("equal_bytes", "padding", state=padded_state())


broken_words(
    "symmetry", "no_mirror_at_all", mirror=Mirror(action=lambda action: toy.CARDS - 1 - action, state=lambda view: None)
)


@rule
def both_win(options: Record, state: Record, out: Stream) -> None:
    for seat in range(2):
        out[seat] = 1.0


@rule
def loser_takes_all(options: Record, state: Record, out: Stream) -> None:
    toy.returns(options, state, out)
    out[0], out[1] = out[1], out[0]


@rule
def winner_is_last(options: Record, state: Record, seat: int, out: Record) -> None:
    toy.summarize(options, state, seat, out)
    out.placement = 3 - out.placement


broken_rules("results", "both_win", returns=both_win)
broken_rules("results", "loser_takes_all", returns=loser_takes_all)
broken_rules("results", "winner_is_last", summarize=winner_is_last)
broken_words("results", "unnamed_outcome", outcomes={})


@rule
def deals_the_own_hand_too(options: Record, state: Record, seat: int, key: Stream) -> None:
    toy.resample(options, state, seat, key)
    for slot in range(toy.HAND):
        mine = state.hands[seat, slot]
        state.hands[seat, slot] = state.hands[1 - seat, slot]
        state.hands[1 - seat, slot] = mine


@rule
def forgets_a_stream(options: Record, state: Record, seat: int, key: Stream) -> None:
    first, second = state.play_rng[0], state.play_rng[1]
    toy.resample(options, state, seat, key)
    state.play_rng[0] = first
    state.play_rng[1] = second


broken_rules("resample_keeps_the_view", "own_hand", resample=deals_the_own_hand_too)
broken_rules("resample_keeps_the_view", "old_stream", resample=forgets_a_stream)


@rule
def shuffles_the_true_order(options: Record, state: Record, seat: int, key: Stream) -> None:
    """Pools the other hand and the deck as they lie, instead of in a fixed order."""
    stream = scratch_words(2)
    seed_stream(stream, key)
    pool = scratch(CARDS)
    n = 0
    for slot in range(toy.HAND):
        if state.hands[1 - seat, slot] != 0:
            pool[n] = state.hands[1 - seat, slot]
            n += 1
    hand_size = n
    for k in range(state.deck_size):
        pool[n] = state.deck[k]
        n += 1
    shuffle(stream, pool, n)
    toy.deal_hidden(state, seat, pool, hand_size)
    toy.start_streams(state, key)


@rule
def deals_nothing(options: Record, state: Record, seat: int, key: Stream) -> None:
    """Overwrites the streams and leaves the cards where they are."""
    toy.start_streams(state, key)


broken_rules("resample_depends_on_the_view_alone", "true_order", resample=shuffles_the_true_order)
broken_rules("resample_depends_on_the_view_alone", "no_deal", resample=deals_nothing)


@rule
def sees_the_deck(options: Record, state: Record, seat: int, out: Record) -> None:
    toy.observation(options, state, seat, out)
    if state.deck_size > 0:
        out.gone[0] = state.deck[0] > toy.CARDS // 2


@rule
def knows_the_other_hand(options: Record, state: Record, out: Actions) -> int:
    """The lowest card may not be laid while the other seat holds the ace."""
    n = toy.legal_actions(options, state, out)
    if n > 1 and state.hands[1 - state.current_player, 0] == 1:
        for k in range(1, n):
            out[k - 1] = out[k]
        return n - 1
    return n


@rule
def wants_by_the_other_hand(options: Record, state: Record, action: int) -> int:
    return abs(action + 1 - state.hands[1 - state.current_player, 0])


broken_rules("hidden_information", "sees_deck", observation=sees_the_deck)
broken_rules("hidden_information", "legal_leak", legal_actions=knows_the_other_hand)
broken_rules("hidden_information", "priority_leak", action_priority=wants_by_the_other_hand)
broken_words(
    "hidden_information", "picture_leak", render_text=lambda options, state, seat: toy.render_text(options, state, None)
)


broken_words("action_spec", "same_parts", decode_action=lambda action: {"card": action // 2 + 1})
broken_words("action_spec", "unknown_value", decode_action=lambda action: {"card": action})
broken_words("action_spec", "unknown_part", decode_action=lambda action: {"card": action + 1, "colour": "red"})


def narrow_observation_spec() -> Any:
    """Says that nobody ever wins a round."""
    spec = toy.spec()
    fields = [dataclasses.replace(field, high=0) if field.name == "rounds_won" else field for field in spec.fields]
    return dataclasses.replace(spec, fields=tuple(fields))


broken_words("observation_spec", "narrow", observation_spec=narrow_observation_spec)
broken_words(
    "observation_spec",
    "gap",
    observation_spec=lambda: dataclasses.replace(toy.spec(), fields=tuple(reversed(toy.spec().fields))),
)
broken_words("words", "same_words", describe_action=lambda options, state, action: "lay a card")
broken_words("words", "no_words", describe_action=lambda options, state, action: "")
broken_words("pictures", "broken_svg", render_svg=lambda options, state, seat: "<svg><g></svg>")
broken_words("pictures", "no_text", render_text=lambda options, state, seat: "")


@rule
def wraps_around(options: Record, state: Record, action: int, trace: Trace) -> None:
    """Counts in a field that is too small: compiled code cuts 128 to -128."""
    toy.apply_action(options, state, action, trace)
    state.spare[3] += 50


@rule
def reads_before_the_array(options: Record, state: Record, action: int) -> int:
    """Index -1 is the last entry in plain Python and a read before the field in compiled code."""
    return state.deck[state.deck_size - 1] + action


broken_rules("plain_python", "wrap", apply_action=wraps_around, audit=lambda options, state: None)
broken_rules("plain_python", "negative_index", action_priority=reads_before_the_array)
broken_rules("damaged_states", "no_audit", audit=lambda options, state: None)
