"""The six phases as one loop: carry on until somebody has to decide or the game is over."""

from __future__ import annotations

from engine.compilation import rule
from engine.games.chaos_in_the_old_world.data import Phase
from engine.games.chaos_in_the_old_world.rules.battle import battle_phase
from engine.games.chaos_in_the_old_world.rules.corruption import corruption_phase
from engine.games.chaos_in_the_old_world.rules.end import end_phase
from engine.games.chaos_in_the_old_world.rules.old_world import draw_phase, old_world_phase
from engine.games.chaos_in_the_old_world.rules.summoning import summoning_phase
from engine.types import Record, Trace

_OLD_WORLD = int(Phase.OLD_WORLD)
_DRAW = int(Phase.DRAW)
_SUMMONING = int(Phase.SUMMONING)
_BATTLE = int(Phase.BATTLE)
_CORRUPTION = int(Phase.CORRUPTION)


@rule
def advance(options: Record, state: Record, trace: Trace) -> None:
    """To the next decision, or to the end of the game (rulebook p. 9)."""
    while state.ask == 0 and state.terminal == 0:
        if state.phase == _SUMMONING:
            summoning_phase(options, state)
        elif state.phase == _BATTLE:
            battle_phase(options, state, trace)
        elif state.phase == _CORRUPTION:
            corruption_phase(options, state)
        elif state.phase == _OLD_WORLD:
            old_world_phase(options, state, trace)
        elif state.phase == _DRAW:
            draw_phase(options, state, trace)
        else:
            end_phase(options, state, trace)
