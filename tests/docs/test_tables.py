"""Results load elsewhere as the README says, and the page on their columns says what the code says."""

import importlib.util
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from cluster_samples import play_all, small_plan, sweep

from cluster import open_run
from cluster.run_directory import RunDirectory
from dashboards import column_docs

README = (Path(__file__).resolve().parents[2] / "README.md").read_text()


def test_the_page_on_columns_is_the_one_that_the_code_makes() -> None:
    folder = Path(importlib.util.find_spec("cluster").submodule_search_locations[0])  # type: ignore[union-attr,index]
    assert (folder / "TABLES.md").read_text() == column_docs.page()


def test_a_field_that_no_docstring_describes_is_refused() -> None:
    @dataclass
    class Figure:
        """A figure.

        Attributes:
            mean: of something.
        """

        mean: float
        spread: float

    with pytest.raises(ValueError, match=r"Figure: the docstring describes \['mean'\]"):
        column_docs.described(Figure)


def test_results_load_in_a_line_as_the_readme_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "runs" / "first"
    play_all(RunDirectory(path), small_plan(sweep(60)))
    monkeypatch.chdir(tmp_path)
    (text,) = re.findall(r"```python\n(import duckdb.*?)```", README, re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(text, "README.md", "exec"), names)
    assert names["games"].sort("game_id", "seat").equals(open_run(path).games.sort("game_id", "seat").collect())
    assert len(names["frame"]) == len(names["games"]) == 120
    assert names["frame"]["score"].sum() == names["games"]["score"].sum()
    found = {(row.agent, row.seat_name): row.score for row in names["scores"].itertuples()}
    rows = open_run(path).estimates.filter(by="agent_seat", metric="score", forfeits="excluded")
    assert found == pytest.approx({(row["agent"], row["seat_name"]): row["estimate"] for row in rows.iter_rows(named=True)})
