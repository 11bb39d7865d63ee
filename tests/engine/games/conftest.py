"""Games under construction are tested in plain Python only (`NUMBA_DISABLE_JIT=1`): they are not registered yet.

`.ci/run` has a step for them. A game leaves this list with its line in `engine.game.BUILT_IN_GAMES`.
"""

from engine.compilation import JIT_DISABLED

UNDER_CONSTRUCTION = ["war_of_the_ring"]

collect_ignore = [] if JIT_DISABLED else UNDER_CONSTRUCTION
