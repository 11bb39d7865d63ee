"""`warhost plan`: what a sweep would play."""

from __future__ import annotations

from typing import Any

from cluster.plan import CellPlan, make_plan
from cluster.plan_summary import plan_summary
from cluster.spec import load_sweep
from dashboards.cli.console import out, print_json
from dashboards.cli.parameters import Games, Json, Seed, Settings, SweepSource
from dashboards.plan_tables import plan_report
from dashboards.words import examples

EXAMPLES = examples(
    "warhost plan war-chest",
    "warhost plan sweep.yaml --games 100000",
    "warhost plan sweep.yaml --set archer.coins=5 --json",
)


def plan(source: SweepSource, games: Games = None, seed: Seed = None, settings: Settings = None, json: Json = False) -> None:
    """Check a sweep and show what it would play: cells, seatings, blocks, games, estimated core time and disk.

    Nothing is played. Estimates come from a table of what games and agents cost, so they are the right order of magnitude.
    """
    planned = make_plan(load_sweep(source, games=games, seed=seed, set=settings or ()))
    summary = plan_summary(planned)
    if json:
        document = summary.to_plain()
        cells = zip(document["cells"], planned.cells, strict=True)
        print_json({**document, "cells": [{**figures, **_players(cell)} for figures, cell in cells]})
    else:
        out().print(plan_report(planned, summary))


def _players(cell: CellPlan) -> dict[str, Any]:
    """Who plays in a cell, where, by what options."""
    return {
        "options": dict(cell.job.options),
        "agents": {name: dict(cell.job.agents[name]) for name in cell.agents},
        "factions": list(cell.factions),
        "teams": list(cell.teams),
        "seatings": [list(seating) for seating in cell.job.seatings],
    }
