"""`warhost doctor`: what to mend before a run is begun."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer
from rich.text import Text

from cluster.doctor import examine, worst
from dashboards.cli.console import out, print_json, results_alone
from dashboards.cli.parameters import Address, Json
from dashboards.words import examples

EXAMPLES = examples(
    "warhost doctor",
    "warhost doctor --run-dir /shared/runs/first --address auto",
    "warhost doctor --run-dir s3://bucket/runs/first --json",
)

TO_MEND = 1
"""Exit code if something has to be mended."""

_STYLES = {"ok": "green", "warn": "yellow", "mend": "bold red"}


def doctor(
    run_dir: Annotated[
        str | None, typer.Option(metavar="DIR", help="A run directory, begun or not; without it no storage is looked at.")
    ] = None,
    address: Address = None,
    json: Json = False,
) -> None:
    """Look at everything that a run uses, on all nodes of the cluster, and say what to mend.

    Ray and its token, versions of code and libraries, compiled kernels, shared memory, clocks; and whether the run directory
    does what a run needs and every node reaches it. Storage is really tried: files are written, flushed, replaced, created,
    locked, and removed again.

    Each line is **ok**, **warn** (a run can be played, and something should be known) or **mend**. Exit codes: 0, or 1 if
    something has to be mended.
    """
    with results_alone():
        findings = examine(address, run_dir)
    if json:
        print_json({"level": worst(findings), "findings": [asdict(finding) for finding in findings]})
    else:
        console = out()
        for finding in findings:
            advice = f"\n     -> {finding.advice}" if finding.advice else ""
            level = (f"{finding.level:4} ", _STYLES[finding.level])
            console.print(Text.assemble(level, f"{finding.subject}: {finding.words}{advice}"), soft_wrap=True)
    if worst(findings) == "mend":
        raise typer.Exit(TO_MEND)
