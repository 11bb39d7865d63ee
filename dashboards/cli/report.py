"""`warhost report`: a run's tables."""

from __future__ import annotations

import io

from rich.text import Text

from cluster import RunResult, open_run
from cluster.run_directory import RunDirectory
from dashboards.cli.console import err
from dashboards.cli.outcome import show_result
from dashboards.cli.parameters import Json, RunDir
from dashboards.words import examples
from workers.errors import StorageError

EXAMPLES = examples("warhost report runs/war-chest", "warhost report runs/war-chest --json > report.json")


def report(run_dir: RunDir, json: Json = False) -> None:
    """Print the tables of a run, finished or not, and write its estimates to report/estimates.parquet and .csv there.

    Figures rest on the blocks that are done, in design order, without a gap, so they depend on how far the run is and on
    nothing else. A directory that can't be written is reported on all the same.
    """
    result = open_run(run_dir)
    try:
        write_estimates(result)
    except StorageError as error:
        err().print(Text(f"note: {error}", style="yellow"))
    show_result(result, json)


def write_estimates(result: RunResult) -> None:
    """Write the `estimates` frame below the run directory; raises `StorageError`."""
    storage = RunDirectory(result.run_dir).storage
    parquet = io.BytesIO()
    result.estimates.write_parquet(parquet)
    storage.put("report/estimates.parquet", parquet.getvalue())
    storage.put("report/estimates.csv", result.estimates.write_csv().encode())
