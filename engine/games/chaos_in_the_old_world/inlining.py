"""How `greedy`'s thoughts are compiled: `@rule` apart, `@part` (a short function in a busy place) into its callers; see
`engine.linking`.

The rules of the game themselves are compiled into kernels: called one by one they play random games more slowly.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from engine.games.chaos_in_the_old_world.options_record import OPTIONS_DTYPE
from engine.games.chaos_in_the_old_world.state import STATE
from engine.linking import RuleCompiler


def _records() -> Mapping[str, np.dtype[np.void]]:
    return {"options": OPTIONS_DTYPE, "state": STATE}


_compiler = RuleCompiler(Path(__file__).parent, _records)
rule, part = _compiler.rule, _compiler.part
