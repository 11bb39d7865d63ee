"""Prints the engine's figures: `pytest -s tests/benchmarks/bench_engine.py`. No time is asserted: machines differ."""

from __future__ import annotations

import pytest

from dashboards.bench import FIGURES, UnavailableError, run_benchmarks


@pytest.mark.parametrize("figure", [name for name in FIGURES if not name.startswith("cluster")])
def test_figure(figure: str) -> None:
    try:
        value = run_benchmarks(only=[figure])[figure]
    except UnavailableError as error:
        pytest.skip(str(error))
    print(f"\n{figure}: {value:,.3f}")
    assert value > 0
