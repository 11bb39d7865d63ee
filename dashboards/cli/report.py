"""`warhost report`: a run's tables and page."""

from __future__ import annotations

import io

from rich.text import Text

from cluster import RunResult, open_run
from cluster.component_rows import components_frame, house_uses_frame
from cluster.findings import effects_frame, ratings_frame, variants_of
from cluster.round_rows import curves_frame, endings_frame
from cluster.run_directory import RunDirectory
from dashboards.cli.console import err
from dashboards.cli.outcome import show_result
from dashboards.cli.parameters import Json, RunDir
from dashboards.html_report import report_page
from dashboards.words import examples
from workers.errors import StorageError

EXAMPLES = examples("warhost report runs/war-chest", "warhost report runs/war-chest --json > report.json")


def report(run_dir: RunDir, json: Json = False) -> None:
    """Print the tables of a run, finished or not, and write report/report.html there, with its figures beside it.

    The page is one file that needs nothing else. Beside it are estimates, components, uses of house values, scores by ending,
    ratings, effects and, if they were recorded, curves by round as .parquet and .csv.

    Figures rest on the blocks that are done, in design order, without a gap, so they depend on how far the run is and on
    nothing else. A directory that can't be written is reported on all the same.
    """
    result = open_run(run_dir)
    try:
        write_report(result)
    except StorageError as error:
        err().print(Text(f"note: {error}", style="yellow"))
    show_result(result, json)


def write_report(result: RunResult) -> None:
    """Write the page and the frames below the run directory; raises `StorageError`."""
    storage = RunDirectory(result.run_dir).storage
    variants = variants_of(result)
    frames = {
        "estimates": result.estimates,
        "components": components_frame(result),
        "house_values": house_uses_frame(result),
        "endings": endings_frame(result),
        **({} if (curves := curves_frame(result)).is_empty() else {"curves": curves}),
        "ratings": ratings_frame(variants),
        "effects": effects_frame(variants),
    }
    for name, frame in frames.items():
        parquet = io.BytesIO()
        frame.write_parquet(parquet)
        storage.put(f"report/{name}.parquet", parquet.getvalue())
        storage.put(f"report/{name}.csv", frame.write_csv().encode())
    storage.put("report/report.html", report_page(result, variants).encode())
    err().print(Text(f"Page: {result.run_dir}/report/report.html"))
