"""The page of a run: what is on it, in which order, that it needs nothing else, and how it looks in a real browser."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from browser_pages import CHROMIUM, chromium
from cluster_samples import begin, play_all, play_some, sweep

from cluster import load_sweep, make_plan, open_run
from cluster.findings import variants_of
from cluster.ladder import rung_of
from cluster.run_directory import RunDirectory
from dashboards.findings_tables import sentence
from dashboards.html_report import report_page
from dashboards.html_report.charts import Point, Scale, bar_chart, curve_chart, interval_chart
from dashboards.html_report.markup import Markup, table, tag

Warhost = Callable[..., Any]

SWEEP: dict[str, Any] = {
    "title": "Two <b>moves</b> & more",
    "game": "war-chest",
    "cells": {"grid": {"archer.coins": [3, 4, 5]}, "reference": {"archer.coins": 4}},
    "agents": {"keen": {"kind": "greedy"}, "bold": {"kind": "greedy"}},
    "design": [{"mirror": ["keen", "bold"]}, {"round_robin": ["keen", "bold"]}],
    "games": 120,
    "seed": 5,
    "metrics": None,
}

ORDER = ["answers", "differences", "agents", "basis", "curve", "ratings", "effects", "lengths", "ends", "endings", "components"]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = RunDirectory(tmp_path_factory.mktemp("page") / "run")
    play_all(directory, make_plan(load_sweep(SWEEP)))
    return directory.path


@pytest.fixture(scope="module")
def page(run: Path) -> str:
    return report_page(open_run(run))


class Outline(HTMLParser):
    """Collects ids of sections, captions, addresses and unclosed elements."""

    def __init__(self) -> None:
        super().__init__()
        self.sections: list[str] = []
        self.addresses: list[str] = []
        self.open: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        found = dict(attrs)
        if tag == "section":
            self.sections.append(str(found["id"]))
        self.addresses += [str(found[key]) for key in ("src", "href", "xlink:href") if key in found]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def outline(page: str) -> Outline:
    parser = Outline()
    parser.feed(page)
    assert parser.open == []
    return parser


def test_the_parts_are_there_in_their_order(page: str) -> None:
    assert outline(page).sections == ORDER


def test_it_needs_nothing_else(page: str) -> None:
    found = outline(page)
    assert found.addresses == []
    assert not {"script", "link", "img", "iframe", "object"} & found.tags
    assert "url(" not in page
    assert "@import" not in page


def test_names_in_a_sweep_are_text(page: str) -> None:
    assert "<b>moves</b>" not in page
    assert "Two &lt;b&gt;moves&lt;/b&gt; &amp; more" in page


def test_the_answers_are_those_of_the_terminal(page: str, run: Path, warhost: Warhost) -> None:
    shown = warhost("report", run).stdout.replace("\n", " ")
    sentences = [sentence(question) for variant in variants_of(open_run(run)) for question in variant.questions()]
    assert len(sentences) == 6
    for text in sentences:
        assert html.escape(text) in page
        assert re.sub(r"\s+", " ", text) in re.sub(r"\s+", " ", shown)


def test_every_table_with_intervals_says_what_they_are(page: str) -> None:
    for found in re.findall(r"<table>.*?</table>", page, re.DOTALL):
        if "interval" in found.split("</thead>")[0]:
            assert "not of human play" in found.split("</caption>")[0]


def test_an_unfinished_and_an_empty_run_have_a_page(run: Path, tmp_path: Path) -> None:
    half = tmp_path / "half"
    shutil.copytree(run, half)
    files = sorted(half.glob("chunks/*/*.parquet"))
    for file in files[1:]:
        file.unlink()
    assert "not complete" in report_page(open_run(half))
    files[0].unlink()
    empty = report_page(open_run(half))
    outline(empty)
    assert "not enough games (none)" in empty
    assert "nan" not in empty.lower().replace("nan\N{EN DASH}", "")


def test_games_behind_a_chunk_that_was_given_up_are_told_of(tmp_path: Path) -> None:
    directory, plan = begin(tmp_path / "run", sweep(400), blocks=50)
    play_some(directory, plan, [0, 2, 3])
    page = report_page(open_run(directory.path))
    behind = sum(plan.cells[0].chunk(index).games for index in (2, 3))
    assert f"{plan.cells[0].design}: {behind} more games are done and don&#x27;t count yet" in page
    assert "the chunk that begins with block 50 is not in, or was given up" in page
    assert "confidence sequences" in page
    play_some(directory, plan, [1, *range(4, plan.cells[0].number_of_chunks)])
    whole = report_page(open_run(directory.path))
    assert "count yet" not in whole
    assert "<dt>On the ladder</dt><dd>dice: rung 1 of 6, the lowest; keen: rung 2 of 6, above random (" in whole
    assert "for a number of games that was fixed beforehand" in whole


def test_who_drafted_is_told_where_drafts_are_shown(tmp_path: Path, warhost: Warhost) -> None:
    words: dict[str, Any] = {"options": {"setup": "draft"}, "cells": {}, "games": 40, "drafters": {"keen": "bold"}}
    directory = RunDirectory(tmp_path / "run")
    play_all(directory, make_plan(load_sweep(SWEEP | words | {"design": [{"mirror": ["keen"]}]})))
    page = report_page(open_run(directory.path))
    assert "<dt>Drafts</dt><dd>by bold for keen</dd>" in page
    words = [
        f"{name}: {rung_of('war-chest', {'kind': 'greedy'}) or 'not among the agents that were measured'}"
        for name in ("bold", "keen")
    ]
    assert f"<dt>On the ladder</dt><dd>{html.escape('; '.join(words))}</dd>" in page
    assert re.search(r"When drafted, by bold for keen \(association\)", page)
    shown = warhost("report", directory.path, "--json").stdout
    assert json.loads(shown)["cells"][0]["drafters"] == {"keen": "bold"}
    assert "Drafts are by bold for keen" in warhost("report", directory.path).stdout


def test_figures_lie_beside_the_page(run: Path, warhost: Warhost) -> None:
    assert warhost("report", run).exit_code == 0
    result = open_run(run)
    for name in ("estimates", "components", "ratings", "effects"):
        frame = pl.read_parquet(run / f"report/{name}.parquet")
        assert len(frame)
        assert (run / f"report/{name}.csv").read_text().splitlines()[0].split(",") == frame.columns
    assert pl.read_parquet(run / "report/estimates.parquet").equals(result.estimates)
    assert (run / "report/report.html").read_text() == report_page(result)
    ratings = pl.read_parquet(run / "report/ratings.parquet")
    assert json.loads(ratings["settings"][0]) == {"archer.coins": 3}


class TestCharts:
    def test_a_scale_and_its_ticks(self) -> None:
        scale = Scale(0.4, 0.6, 0, 100)
        assert (scale(0.4), scale(0.5), scale(0.6)) == (0, 50, 100)
        assert scale.ticks() == pytest.approx([0.4, 0.45, 0.5, 0.55, 0.6])
        assert Scale(0.5, 0.5, 0, 100).ticks() == [0.5]

    def test_points_lie_where_their_numbers_are(self) -> None:
        drawn = interval_chart("t", [Point("a", 0.5, 0.4, 0.6), Point("b", 0.6, 0.5, 0.7)], 0.5, 0.02)
        first, second = (float(x) for x in re.findall(r'<circle cx="([\d.]+)"', drawn))
        fair = float(re.findall(r'<line x1="([\d.]+)"[^>]*class="fair"', drawn)[0])
        assert first == fair < second

    def test_a_curve_has_a_line_for_each_series(self) -> None:
        points = [Point("", 0.4 + x / 10, 0.3, 0.6, x) for x in range(3)]
        drawn = curve_chart("t", "cost", {"one": points, "other": points}, 0.5, 0.02)
        assert drawn.count("<polyline") == 2
        assert ">cost</text>" in drawn

    def test_bars_are_as_tall_as_their_counts(self) -> None:
        heights = re.findall(r'<rect[^>]*height="([\d.]+)"', bar_chart("t", [("1", 10), ("2", 5)], "rounds"))
        assert [float(height) for height in heights] == [140, 70]

    def test_everything_is_escaped(self) -> None:
        drawn = interval_chart("<t>", [Point("<a>", 0.5, 0.4, 0.6)], 0.5, 0.02)
        assert "<a>" not in drawn
        assert "<t>" not in drawn


def test_markup_escapes_all_but_markup() -> None:
    assert tag("p", "<", Markup("<b>x</b>"), class_="a&b", aria_label=None) == '<p class="a&amp;b">&lt;<b>x</b></p>'
    assert "<script>" not in table("<script>", ["<script>"], [["<script>"]])


browser = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here (apt-get install chromium)")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
]

PROBE = """<!doctype html><body style="margin:0"><iframe style="width:%dpx;height:800px;border:0" srcdoc="%s"></iframe><script>
addEventListener("load", () => {
  const page = document.querySelector("iframe").contentDocument, root = page.documentElement;
  const style = getComputedStyle(page.body), box = element => element.getBoundingClientRect();
  document.title = JSON.stringify({
    wide: root.scrollWidth, seen: root.clientWidth, ink: style.color, paper: style.backgroundColor,
    size: parseFloat(style.fontSize), charts: [...page.querySelectorAll("svg")].map(svg => [box(svg).width, box(svg).height]),
    tops: [...page.querySelectorAll("section")].map(part => [part.id, Math.round(box(part).top)]),
    outside: [...page.querySelectorAll("svg text")].filter(text =>
      box(text).right > box(text.ownerSVGElement).right + 2 || box(text).left < box(text.ownerSVGElement).left - 2).length,
  });
});</script>"""


def look(page: str, folder: Path, width: int, *flags: str) -> dict[str, Any]:
    """How the page comes out in a window of so many pixels."""
    probe = folder / "probe.html"
    probe.write_text(PROBE % (width, html.escape(page)))
    command = [str(CHROMIUM), *FLAGS, f"--user-data-dir={folder}/profile", f"--window-size={width},800", *flags, "--dump-dom"]
    shown = subprocess.run([*command, probe.as_uri()], capture_output=True, text=True, timeout=120, check=True).stdout
    found = re.search(r"<title>(.*?)</title>", shown, re.DOTALL)
    assert found is not None
    return dict(json.loads(html.unescape(found[1])))


@browser
@pytest.mark.parametrize("width", [360, 768, 1280])
def test_in_a_browser_nothing_is_wider_than_the_window(page: str, tmp_path: Path, width: int) -> None:
    seen = look(page, tmp_path, width)
    assert seen["wide"] <= seen["seen"]
    assert seen["size"] >= 15
    assert seen["outside"] == 0
    assert all(0 < across <= seen["seen"] and tall > 40 for across, tall in seen["charts"])
    assert [name for name, _ in seen["tops"]] == ORDER
    assert [top for _, top in seen["tops"]] == sorted(top for _, top in seen["tops"])


def _brightness(colour: str) -> float:
    return sum(map(int, re.findall(r"\d+", colour)[:3])) / 3


@browser
def test_in_a_browser_it_is_dark_where_the_reader_wants_it_so(page: str, tmp_path: Path) -> None:
    light = look(page, tmp_path / ".", 800, "--blink-settings=preferredColorScheme=1")
    dark = look(page, tmp_path / ".", 800, "--blink-settings=preferredColorScheme=0")
    assert _brightness(light["paper"]) > 200 > 100 > _brightness(light["ink"])
    assert _brightness(dark["paper"]) < 60 < 200 < _brightness(dark["ink"])


@browser
def test_on_paper_everything_is_open_and_nothing_is_cut_off(page: str, tmp_path: Path) -> None:
    """A4 less the margins that Chromium leaves."""
    source = tmp_path / "page.html"
    source.write_text(page)
    with (
        chromium() as program,
        program.new_page(viewport={"width": 718, "height": 1043}) as paper,
    ):
        paper.goto(source.as_uri())
        paper.emulate_media(media="print")
        assert paper.evaluate("document.documentElement.scrollWidth") <= 718
        assert paper.locator("details table").count() > 10
        assert paper.locator("details table:visible").count() == paper.locator("details table").count()
        assert paper.evaluate("[...document.querySelectorAll('details')].every(part => part.offsetHeight > 35)")
