"""Any registered game as a PettingZoo environment: `pip install 'warhost[pettingzoo]'`.

    from engine.adapters.pettingzoo import env

    table = env("war-chest", {"players": 4}, render_mode="ansi")
    table.reset(seed=7)
    for seat in table.agent_iter():
        observation, reward, termination, truncation, info = table.last()
        over = termination or truncation
        table.step(None if over else table.action_space(seat).sample(observation["action_mask"]))

PettingZoo's agents are warhost's seats, by name. What the rules let players choose at the same time is asked one after the
other, and stays hidden until all have chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from engine.agents.python import Observations
from engine.batch import Batch, block_keys
from engine.game import CREDITS_PER_GAME, Outcome, get_game
from engine.options import resolve_options

Observation: TypeAlias = dict[str, npt.NDArray[Any]]
RenderMode: TypeAlias = Literal["ansi", "svg"]

_RENDER_MODES = ("ansi", "svg")
_NO_KEYS = np.zeros((1, 2), np.uint64)
"""PettingZoo's agents bring their own luck."""


def env(game: str, options: Mapping[str, Any] | None = None, **settings: Any) -> OrderEnforcingWrapper:
    """`GameEnv` in the wrapper that tells of calls in a wrong order; arguments as there."""
    return OrderEnforcingWrapper(GameEnv(game, options, **settings))


class GameEnv(AECEnv):
    """One game, as PettingZoo's agent environment cycle.

    An observation holds `observation`, f4, the flat vector that agents in Python get (`engine.agents.python.Observations`),
    and `action_mask`, i1, one entry an action: 1 where it is legal; all 0 for a seat that isn't to decide. An info holds
    `decisions`, those made in the game so far, by all seats, and at the end of the game its `outcome`.

    Rewards are 0 before the end, and then the seat's score, 0 .. 1. A game that ends by the rules terminates; one that reaches
    the decision cap is truncated.
    """

    def __init__(
        self,
        game: str,
        options: Mapping[str, Any] | None = None,
        *,
        render_mode: RenderMode | None = None,
        viewer: str | None = None,
        decision_cap: int | None = None,
        skip_forced: bool = True,
    ) -> None:
        """Prepare; `reset` begins.

        Args:
            game: name of a registered game.
            options: option path -> value, as in a sweep file; the rulebook's game if not given.
            render_mode: `ansi`: text; `svg`: the source of a picture.
            viewer: the seat whose view is drawn; all seats together if not given.
            decision_cap: cap on the decisions of a game; the game's default if not given.
            skip_forced: carry out decisions with one legal action by itself, as tournaments do.

        Raises:
            UnknownGameError: there is no such game.
            OptionError: an option doesn't fit.
            ValueError: no such render mode or seat.
        """
        super().__init__()
        self.game = get_game(game)
        self.options = resolve_options(self.game.options, dict(options or {}))
        self.possible_agents = list(self.game.seats(self.options))
        self.agents: list[str] = []
        self.metadata = {"name": self.game.name, "render_modes": list(_RENDER_MODES), "is_parallelizable": False}
        if render_mode is not None and render_mode not in _RENDER_MODES:
            raise ValueError(f"render_mode {render_mode!r}: ansi or svg are possible")
        if viewer is not None and viewer not in self.possible_agents:
            raise ValueError(f"viewer {viewer!r}: the seats are {', '.join(self.possible_agents)}")
        self.render_mode = render_mode
        self._viewer = None if viewer is None else self.possible_agents.index(viewer)
        self._decision_cap = decision_cap or self.game.decision_cap
        self._skip_forced = skip_forced
        self._spec = self.game.observation_spec()
        self.observation_spaces = {seat: self._observation_space() for seat in self.possible_agents}
        self.action_spaces = {seat: gymnasium.spaces.Discrete(self.game.num_distinct_actions) for seat in self.possible_agents}
        self._seed: int | None = None
        self._episode = 0
        self._batch: Batch
        self._legal = np.zeros(0, np.int32)

    def _observation_space(self) -> gymnasium.spaces.Dict:
        low, high = (
            np.concatenate([np.full(field.size, getattr(field, end), np.float32) for field in self._spec.fields])
            for end in ("low", "high")
        )
        mask = gymnasium.spaces.Box(0, 1, (self.game.num_distinct_actions,), np.int8)
        return gymnasium.spaces.Dict({"observation": gymnasium.spaces.Box(low, high, dtype=np.float32), "action_mask": mask})

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """The space of a seat's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """The space of actions, the same for all seats."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game.

        Args:
            seed: 0 and up: this game and those of further resets without a seed are fixed by it, as blocks 0, 1, ... of a run
                with this seed. Without any the first one is random.
            options: not used: a game's options are fixed, since seats and spaces depend on them.
        """
        if seed is not None:
            self._seed, self._episode = seed, 0
        elif self._seed is None:
            self._seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> 1)
        block = np.array([self._episode], np.int64)
        self._episode += 1
        setup_keys, play_keys = (block_keys(self._seed, purpose, block) for purpose in ("setup", "play"))
        self._batch = Batch.new(self.game, self.options, setup_keys, play_keys)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._go_on()

    def step(self, action: int | None) -> None:
        """Carry out a decision of the seat to decide; None for a seat whose game is over.

        Raises:
            ValueError: the action isn't legal. Nothing has happened then.
        """
        seat = self.agent_selection
        if self.terminations[seat] or self.truncations[seat]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self._legal:
            raise ValueError(f"{seat}: action {action} is not legal here; observations have an action_mask")
        self._batch.apply(int(action), decision_cap=self._decision_cap)
        self._cumulative_rewards[seat] = 0.0
        self._clear_rewards()
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Play until somebody has a choice, or to the end, and say how things stand."""
        self._legal = self._batch.legal_actions()
        while self._skip_forced and len(self._legal) == 1:
            self._batch.apply(int(self._legal[0]), decision_cap=self._decision_cap)
            self._legal = self._batch.legal_actions()
        state = self._batch.states[0]
        self.infos: dict[str, dict[str, Any]] = {seat: {"decisions": int(state["decisions"])} for seat in self.agents}
        if not state["terminal"]:
            self.agent_selection = self.possible_agents[int(state["current_player"])]
            return
        credit, _ = self._batch.settle()
        was_cut = int(state["outcome"]) == Outcome.DECISION_CAP
        for number, seat in enumerate(self.agents):
            self.rewards[seat] = int(credit[0, number]) / CREDITS_PER_GAME
            self.terminations[seat], self.truncations[seat] = not was_cut, was_cut
            self.infos[seat]["outcome"] = self.game.outcome_name(int(state["outcome"]))
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Observation:
        """What a seat sees now: see the class."""
        number = self.possible_agents.index(agent)
        mask = np.zeros(self.game.num_distinct_actions, np.int8)
        if agent == self.agent_selection:
            mask[self._legal] = 1
        seen = self._batch.observe(number)
        row = Observations(self._spec, seen, ["0"], np.array([number], np.int8), self._batch.states["decisions"], _NO_KEYS)
        return {"observation": row.flat[0], "action_mask": mask}

    def render(self) -> str | None:
        """The position as text or as the source of an SVG picture, as `render_mode` says; None without one."""
        if self.render_mode is None:
            return None
        draw = self.game.render_text if self.render_mode == "ansi" else self.game.render_svg
        return draw(self._batch.options_view, self._batch.view(), self._viewer)

    def close(self) -> None:
        """Nothing is held open."""
