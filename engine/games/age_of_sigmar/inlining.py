"""How this game's rules are compiled: `@rule`, `@part` (a short function in a busy place) and `@verb`; see `engine.linking`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from engine import compilation
from engine.linking import RuleCompiler


def _records() -> Mapping[str, np.dtype[np.void]]:
    from engine.games.age_of_sigmar.columns import OPTIONS_DTYPE  # noqa: PLC0415  (rules are imported before what imports them)
    from engine.games.age_of_sigmar.state import STATE  # noqa: PLC0415

    return {"options": OPTIONS_DTYPE, "state": STATE}


_compiler = RuleCompiler(Path(__file__).parent, _records)
rule, part = _compiler.rule, _compiler.part

verb = compilation.rule
"""A verb: called by the engine's kernels, which choose it by the state's type."""
