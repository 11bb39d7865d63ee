"""What a game is: its dtypes, its verbs, its words; and the register of games.

A game is a folder `engine/games/<game>` that ends in `GAME = register(Game(...))`. Third-party games come through the
entry-point group `warhost.games`: each entry names such a `GAME`.
"""

from __future__ import annotations

import enum
import hashlib
import importlib
import importlib.metadata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import numpy as np

from engine.compilation import CORE_HASH, hash_sources
from engine.options import GameOptions, near_word
from engine.trace import Event
from engine.types import AnyFunction

CREDITS_PER_GAME = 12
"""Returns are stored as integers in units of 1/12, which holds halves, thirds and quarters exactly."""

MAX_ACTIONS = 65536
MAX_SEATS = 8


class Outcome(enum.IntEnum):
    """How a game ended, as far as the engine knows; a game's own outcomes start at `FIRST_GAME_OUTCOME`."""

    RUNNING = 0
    DECISION_CAP = 1
    FORFEIT_ERROR = 2
    FORFEIT_ILLEGAL = 3
    FORFEIT_TIMEOUT = 4
    VOID = 5


FIRST_GAME_OUTCOME = 16

HEADER: tuple[tuple[Any, ...], ...] = (
    ("setup_rng", "u8", (2,)),
    ("play_rng", "u8", (2,)),
    ("decisions", "i4"),
    ("winners", "i4"),
    ("round_number", "i2"),
    ("outcome", "i2"),
    ("current_player", "i1"),
    ("terminal", "i1"),
)

SUMMARY_HEADER: tuple[tuple[Any, ...], ...] = (("first_player", "i1"), ("placement", "i1"))

COMPONENT_FIELDS = ("dealt", "drafted_pick", "drawn", "played", "first_round")
"""Summary arrays, one entry a component, that become rows of the `components` table."""

HOUSE_KIND = "house value"
"""Kind of the components that are house values: `played` at seat 0 says how often one decided something in the game.

They are nobody's pieces, so reports count them and look for no gain of theirs.
"""

_FORBIDDEN_NAMES = frozenset(dir(np.record))
_FIELD_CODES = frozenset({"i1", "i2", "i4", "i8"})


def _checked_fields(fields: Sequence[tuple[Any, ...]], unsigned: bool) -> list[tuple[Any, ...]]:
    for entry in fields:
        name, code = entry[0], np.dtype(entry[1]).str.lstrip("<|=")
        if name in _FORBIDDEN_NAMES:
            raise ValueError(f"field {name!r}: numpy.record has an attribute of that name")
        if code not in _FIELD_CODES and not (unsigned and code == "u8"):
            raise ValueError(f"field {name!r}: {entry[1]!r} is not one of {sorted(_FIELD_CODES)}")
    return list(fields)


def state_dtype(game: str, directory: str | Path, fields: Sequence[tuple[Any, ...]]) -> np.dtype[np.void]:
    """The dtype of a game's state: tag, header, then the game's own fields, without padding.

    The tag is a zero-size field named for the game and the hash of its and the engine's sources: no two games have equal
    dtypes, and code compiled from older rules is never found in a cache.

    Args:
        game: the game's folder name, such as `war_chest`.
        directory: the folder that holds its sources (`Path(__file__).parent`).
        fields: (name, code) or (name, code, shape), codes i1, i2, i4, i8, or u8 for streams and bit boards.
    """
    own = hash_sources(p for p in Path(directory).rglob("*") if p.suffix in {".py", ".toml", ".yaml", ".csv"})
    tag = f"{game}_{hash_text(CORE_HASH + own)}"
    return np.dtype([(tag, "u1", (0,)), *HEADER, *_checked_fields(fields, unsigned=True)])


def hash_text(text: str) -> str:
    """Twelve hexadecimal digits of a text's blake2b hash."""
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def summary_dtype(fields: Sequence[tuple[Any, ...]]) -> np.dtype[np.void]:
    """The dtype of what a game leaves in the results for one seat: `first_player`, `placement`, then the game's own.

    A scalar field becomes a typed column of the `games` table. A field named in `COMPONENT_FIELDS` has one entry a component
    and becomes rows of the `components` table.
    """
    return np.dtype([*SUMMARY_HEADER, *_checked_fields(fields, unsigned=False)])


def round_dtype(fields: Sequence[tuple[Any, ...]]) -> np.dtype[np.void]:
    """The dtype of what a game says of one seat at the end of a round: single numbers, columns of the `rounds` table."""
    checked = _checked_fields(fields, unsigned=False)
    if any(len(entry) > 2 for entry in checked):
        raise ValueError("what a round leaves are single numbers, no arrays")
    return np.dtype(checked)


def tag_of(dtype: np.dtype[Any]) -> str:
    """The tag in a state's dtype."""
    return (dtype.names or ("",))[0]


@dataclass(frozen=True)
class Component:
    """A card, unit or other piece whose use is counted: `kind` such as `unit`, and its name."""

    kind: str
    name: str


@dataclass(frozen=True)
class ActionPart:
    """One named part of an action (verb, source, target, component) and the values it can take."""

    name: str
    meaning: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class ActionSpec:
    """How actions are numbered and named. `version` changes when an action's number or parts do."""

    version: int
    num_distinct_actions: int
    parts: tuple[ActionPart, ...]


@dataclass(frozen=True)
class ObservationField:
    """One field of what a seat sees: its meaning and the range of its values."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    meaning: str
    low: int
    high: int
    offset: int
    """Where the field starts in the flat vector."""

    @property
    def size(self) -> int:
        """Number of entries in the flat vector."""
        return int(np.prod(self.shape, dtype=np.int64))


@dataclass(frozen=True)
class ObservationSpec:
    """What a seat sees, field by field; the flat vector holds the fields in order."""

    version: int
    fields: tuple[ObservationField, ...]

    @property
    def size(self) -> int:
        """Length of the flat vector."""
        return sum(f.size for f in self.fields)


def observation_spec(dtype: np.dtype[np.void], meanings: Mapping[str, tuple[str, int, int]], version: int) -> ObservationSpec:
    """Build the spec from the observation's dtype and each field's (meaning, low, high)."""
    if set(meanings) != set(dtype.names or ()):
        raise ValueError(f"meanings and fields differ: {set(meanings) ^ set(dtype.names or ())}")
    fields, offset = [], 0
    for name in dtype.names or ():
        kind = cast("Any", dtype.fields)[name][0]
        meaning, low, high = meanings[name]
        entry = ObservationField(name, kind.base.str.lstrip("<|"), kind.shape, meaning, low, high, offset)
        fields.append(entry)
        offset += entry.size
    return ObservationSpec(version, tuple(fields))


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The verbs of a game, each a function under `@rule`; `engine.verbs` gives their signatures and contracts."""

    new_initial_state: AnyFunction
    legal_actions: AnyFunction
    apply_action: AnyFunction
    returns: AnyFunction
    observation: AnyFunction
    resample: AnyFunction
    summarize: AnyFunction
    action_priority: AnyFunction
    position_value: AnyFunction
    summarize_round: AnyFunction | None = None
    """For games that keep figures by round (`Game.round_summary`)."""


DEFAULT_LEVELS: Mapping[str, Mapping[str, Any]] = {
    "fast": {"iterations": 100, "depth": 40},
    "standard": {"iterations": 500, "depth": 40},
    "strong": {"iterations": 2500, "depth": 40},
}
"""Levels of play of games that name none."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """A registered game.

    Attributes:
        name: as users type it, `war-chest`.
        title: as its publisher writes it.
        version: raised when a change alters results; results and saved states carry it.
        state: dtype from `state_dtype`.
        options: the options model; its defaults are the rulebook's game.
        options_dtype: dtype of `options().to_record()`.
        observation_dtype: integer fields; what one seat sees.
        summary: dtype from `summary_dtype`.
        components: names of the entries of the summary's component arrays.
        rules: the verbs.
        num_distinct_actions, max_legal_actions: bounds that are checked.
        decision_cap: default cap on the decisions of a game.
        outcomes: the game's own outcome codes (16 and up) and their names.
        seats, teams, factions: of given options; one entry a seat. `teams` numbers the sides from 0.
        action_spec, observation_spec: how numbers become words.
        decode_action: action -> its named parts, keys as in `action_spec`.
        describe_action: (options view, state view, action) -> the action in the rulebook's words.
        describe_event: trace event -> its words and named fields.
        render_text, render_svg: (options view, state view, seat or None for all) -> the position.
        audit: (options view, state view) -> nothing; raises `ValueError` if components were lost, or if any field could make
            compiled code index outside an array: states from elsewhere are played only after it.
        lineups: groups of line-ups; a group maps line-up names to option overrides.
        levels: `fast`, `standard`, `strong` -> parameters of `ismcts` (`engine.agents.search_specs`) at that level of play.
        round_summary: dtype from `round_dtype` of the figures that the game keeps by round; None if it keeps none.
        component_overrides: contents of component files, in order -> the option overrides (path to value) that they stand for;
            raises `engine.options.ComponentError`. None if the game takes no such files.
        mirror: for symmetric games, what the conformance suite turns positions and actions with; else None.
    """

    name: str
    title: str
    version: str
    state: np.dtype[np.void]
    options: type[GameOptions]
    options_dtype: np.dtype[np.void]
    observation_dtype: np.dtype[np.void]
    summary: np.dtype[np.void]
    components: tuple[Component, ...]
    rules: Rules
    num_distinct_actions: int
    max_legal_actions: int
    decision_cap: int
    outcomes: Mapping[int, str]
    seats: Callable[[Any], tuple[str, ...]]
    teams: Callable[[Any], tuple[int, ...]]
    factions: Callable[[Any], tuple[str, ...]]
    action_spec: Callable[[], ActionSpec]
    observation_spec: Callable[[], ObservationSpec]
    decode_action: Callable[[int], dict[str, Any]]
    describe_action: Callable[[Any, Any, int], str]
    describe_event: Callable[[Event], tuple[str, dict[str, Any]]]
    render_text: Callable[[Any, Any, int | None], str]
    render_svg: Callable[[Any, Any, int | None], str]
    audit: Callable[[Any, Any], None]
    lineups: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=lambda: {"default": {"default": {}}})
    levels: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: DEFAULT_LEVELS)
    round_summary: np.dtype[np.void] | None = None
    component_overrides: Callable[[Sequence[str]], dict[str, Any]] | None = None
    mirror: Mirror | None = None

    @property
    def tag(self) -> str:
        """The tag of the state's dtype: the game's name and the hash of its and the engine's sources."""
        return tag_of(self.state)

    @property
    def rules_version(self) -> str:
        """Version and source hash, as results carry them."""
        return f"{self.version}+{self.tag.rsplit('_', 1)[1]}"

    def outcome_name(self, code: int) -> str:
        """The name of an outcome code, the engine's or the game's."""
        if code in self.outcomes:
            return self.outcomes[code]
        return Outcome(code).name.lower()


@dataclass(frozen=True)
class Mirror:
    """A symmetry of a game, such as left and right or the two sides of a board: used by the conformance suite.

    Attributes:
        action: action -> its mirror image.
        state: (state view) -> None; turns the position into its mirror image in place.
    """

    action: Callable[[int], int]
    state: Callable[[Any], None]


class UnknownGameError(ValueError):
    """No game of that name is registered."""


class RegistrationError(ValueError):
    """A game that can't be registered, and why."""


BUILT_IN_GAMES: dict[str, str] = {
    "age-of-sigmar": "engine.games.age_of_sigmar",
    "chaos-in-the-old-world": "engine.games.chaos_in_the_old_world",
    "connect-four": "engine.games.connect_four",
    "war-chest": "engine.games.war_chest",
    "war-of-the-ring": "engine.games.war_of_the_ring",
}
"""Built-in games and the modules that register them, loaded when asked for."""

_games: dict[str, Game] = {}
_tags: dict[str, Game] = {}


def register(game: Game) -> Game:
    """Add a game to the register and return it.

    Raises:
        RegistrationError: the name is taken by another game, another game has an equal state dtype, or a bound is out of range.
    """
    if not 0 < game.num_distinct_actions <= MAX_ACTIONS:
        raise RegistrationError(f"{game.name}: num_distinct_actions must be 1 .. {MAX_ACTIONS}")
    if not 0 < game.max_legal_actions <= game.num_distinct_actions:
        raise RegistrationError(f"{game.name}: max_legal_actions must be 1 .. num_distinct_actions")
    if any(code < FIRST_GAME_OUTCOME for code in game.outcomes):
        raise RegistrationError(f"{game.name}: a game's own outcomes start at {FIRST_GAME_OUTCOME}")
    names = game.state.names or ()
    if tuple(names[1 : 1 + len(HEADER)]) != tuple(entry[0] for entry in HEADER):
        raise RegistrationError(f"{game.name}: the state's dtype must come from engine.game.state_dtype")
    if (game.round_summary is None) != (game.rules.summarize_round is None):
        raise RegistrationError(f"{game.name}: figures by round need both a dtype, round_summary, and a verb, summarize_round")
    if names[0] in _tags and _tags[names[0]].name != game.name:
        raise RegistrationError(f"{game.name}: {_tags[names[0]].name} has an equal state dtype; they would share rules")
    if game.name in _games and _games[game.name].tag != game.tag:
        raise RegistrationError(f"{game.name}: another game of that name is registered")
    _games[game.name] = game
    _tags[names[0]] = game
    return game


def game_names() -> list[str]:
    """Names of all games: registered ones, built-in ones and those of installed packages."""
    entry_points = importlib.metadata.entry_points(group="warhost.games")
    return sorted({*_games, *BUILT_IN_GAMES, *(entry.name for entry in entry_points)})


def get_game(name: str) -> Game:
    """The game of that name, loaded if need be.

    Raises:
        UnknownGameError: there is none; names the nearest word.
    """
    if name not in _games:
        if name in BUILT_IN_GAMES:
            importlib.import_module(BUILT_IN_GAMES[name])
        else:
            for entry in importlib.metadata.entry_points(group="warhost.games", name=name):
                register(entry.load())
    if name not in _games:
        raise UnknownGameError(f"unknown game {name!r}{near_word(name, game_names())}; there are {', '.join(game_names())}")
    return _games[name]


def game_of_tag(tag: str) -> Game | None:
    """The registered game whose state has this tag."""
    return _tags.get(tag)
