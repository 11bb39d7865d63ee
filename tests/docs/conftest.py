"""Makes the small runs of `tests/cluster/support/` importable by name."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "cluster" / "support"))
