"""Sweeps, plans, schedules and run directories: what a job script needs.

from cluster import load_sweep, run

result = run(load_sweep("war-chest", games=10_000))
print(result.estimates)
"""

from cluster.api import default_run_dir, extend, open_run, run
from cluster.plan import Plan, PlanError, make_plan
from cluster.results import RunResult
from cluster.run_directory import ChangedRunError, RunDirectoryError, RunLockedError
from cluster.spec import SpecError, SweepSpec, load_sweep
from cluster.status import CellStatus, RunStatus

__all__ = [
    "CellStatus",
    "ChangedRunError",
    "Plan",
    "PlanError",
    "RunDirectoryError",
    "RunLockedError",
    "RunResult",
    "RunStatus",
    "SpecError",
    "SweepSpec",
    "default_run_dir",
    "extend",
    "load_sweep",
    "make_plan",
    "open_run",
    "run",
]
