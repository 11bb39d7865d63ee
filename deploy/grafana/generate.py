"""Makes the Grafana dashboards: `python deploy/grafana/generate.py` writes dashboards/*.json beside it.

The panels stand in panels.yaml. The JSON is checked in, so that Grafana needs no Python; a test says that it is what this
script makes, and asks a Prometheus that has scraped a real run every query. Needs grafana-foundation-sdk (in the extra `test`).
What a panel says of a metric is that metric's help in `cluster.metrics.METRICS`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from grafana_foundation_sdk.builders import common, dashboard, heatmap, prometheus, stat, table, timeseries
from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.models.common import BigValueGraphMode, LegendDisplayMode, LegendPlacement, VisibilityMode
from grafana_foundation_sdk.models.dashboard import DataSourceRef, DataTransformerConfig, VariableRefresh
from grafana_foundation_sdk.models.prometheus import PromQueryFormat

from cluster.metrics import METRICS

HERE = Path(__file__).parent

PICKED = 'job="$job", instance=~"$instance"'
"""Which drivers a dashboard looks at."""

GAME = f'{PICKED}, game=~"$game"'
"""And which games."""

Builder = stat.Panel | timeseries.Panel | heatmap.Panel | table.Panel


Panel = dict[str, Any]
"""A panel as in panels.yaml."""

_SOURCE = DataSourceRef(type_val="prometheus", uid="${datasource}")
_HELP = {spec.name: spec.help for spec in METRICS}


def read_panels() -> dict[str, Any]:
    """Dashboard -> what panels.yaml says of it."""
    found: dict[str, Any] = yaml.safe_load((HERE / "panels.yaml").read_text(encoding="utf-8"))
    return found


def _targets(panel: Panel) -> Iterator[prometheus.Dataquery]:
    for number, asked in enumerate(panel["queries"]):
        expression, legend = asked["query"].replace("PICKED", PICKED).replace("GAME", GAME), asked["legend"]
        query = prometheus.Dataquery().expr(expression).legend_format(legend).ref_id("ABCDEFGH"[number]).datasource(_SOURCE)
        if panel["kind"] == "table":
            query = query.instant().format(PromQueryFormat.TABLE)
        elif panel["kind"] == "heatmap":
            query = query.format(PromQueryFormat.HEATMAP)
        yield query


def _builder(panel: Panel) -> Builder:
    if panel["kind"] == "stat":
        last = common.ReduceDataOptions().calcs(["lastNotNull"])
        return stat.Panel().graph_mode(BigValueGraphMode.AREA).reduce_options(last).height(4)
    if panel["kind"] == "heatmap":
        return heatmap.Panel().calculate(calculate=False).height(8)
    if panel["kind"] == "table":
        return table.Panel().with_transformation(DataTransformerConfig(id_val="merge", options={})).height(9)
    legend = common.VizLegendOptions().display_mode(LegendDisplayMode.LIST).placement(LegendPlacement.BOTTOM).show_legend(True)
    lines = timeseries.Panel().height(8).line_width(2).fill_opacity(8).show_points(VisibilityMode.NEVER).legend(legend)
    if panel["kind"] == "bars":
        lines = lines.fill_opacity(60).line_width(1).stacking(common.StackingConfig().mode("normal"))
    return lines


def make_panel(panel: Panel) -> Builder:
    """A panel for Grafana."""
    told = [_HELP[panel["metric"]]] if "metric" in panel else []
    words = " ".join([*told, panel["note"]] if "note" in panel else told)
    builder = _builder(panel).title(panel["title"]).description(words).unit(panel["unit"]).span(panel["width"])
    builder = builder.datasource(_SOURCE)
    for target in _targets(panel):
        builder = builder.with_target(target)
    return builder


def make_dashboard(name: str) -> str:
    """The JSON of a dashboard."""
    told = read_panels()[name]
    made = (
        dashboard.Dashboard(told["title"])
        .uid(name)
        .description(told["description"])
        .tags(["warhost"])
        .readonly()
        .refresh("10s")
        .time("now-1h", "now")
        .timezone("browser")
        .with_variable(dashboard.DatasourceVariable("datasource").label("Prometheus").type("prometheus"))
        .with_variable(_variable("job", "label_values(warhost_workers_alive, job)"))
        .with_variable(_variable("instance", 'label_values(warhost_workers_alive{job="$job"}, instance)', every=True))
        .with_variable(_variable("game", f"label_values(warhost_games_planned{{{PICKED}}}, game)", every=True))
    )
    for row, panels in told["rows"].items():
        made = made.with_row(dashboard.Row(row))
        for panel in panels:
            made = made.with_panel(make_panel(panel))
    return json.dumps(json.loads(JSONEncoder(sort_keys=True, indent=2).encode(made.build())), sort_keys=True, indent=2) + "\n"


def _variable(name: str, query: str, every: bool = False) -> dashboard.QueryVariable:
    variable = dashboard.QueryVariable(name).query(query).datasource(_SOURCE).refresh(VariableRefresh.ON_TIME_RANGE_CHANGED)
    return variable.multi(True).include_all(True).all_value(".*") if every else variable


def main() -> None:
    """Write all dashboards."""
    (HERE / "dashboards").mkdir(exist_ok=True)
    for name in read_panels():
        (HERE / "dashboards" / f"{name}.json").write_text(make_dashboard(name), encoding="utf-8")


if __name__ == "__main__":
    main()
