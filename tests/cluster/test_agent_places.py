"""What agents take of a cluster, and how many workers find room beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cluster import load_sweep
from cluster.agent_places import Needs, Places
from cluster.plan import make_plan, resumable_differences
from cluster.run_directory import spec_hash
from cluster.spec import SpecError, SweepSpec
from engine.agents.specs import read_agent

GIB = 1 << 30


def places(**agents: dict[str, Any]) -> Places:
    found = {name: read_agent({"kind": "python", "path": "preferences", **settings}) for name, settings in agents.items()}
    return Places.of({"dice": read_agent({"kind": "random"}), **found})


def test_compiled_agents_take_a_cpu_a_worker() -> None:
    found = Places.of({"dice": read_agent({"kind": "random"})})
    assert found == Places()
    assert found.room([{"CPU": 4.0}, {"CPU": 2.0}, {"memory": 1e9}]) == 6
    assert found.own_cpus(2, None) == 2
    assert found.own_cpus(2, 3) == 3


def test_a_worker_takes_what_the_agents_beside_it_take() -> None:
    found = places(
        one={"threads": 2, "resources": {"num_gpus": 0.25}, "packages": ["a==1", "b"]},
        two={"resources": {"num_gpus": 0.25, "memory_gib": 2.0}, "packages": ["b"]},
        far={"placement": "shared", "actors": 3, "resources": {"num_gpus": 1.0}},
    )
    assert found.worker == Needs(cpus=2, gpus=0.5, memory=2 * GIB, packages=("a==1", "b"))
    assert found.desks == {"far": (Needs(cpus=1, gpus=1.0), 3)}
    options = found.worker.options()
    assert (options["num_cpus"], options["num_gpus"], options["memory"]) == (2, 0.5, 2 * GIB)
    assert options["runtime_env"]["pip"]["packages"] == ["a==1", "b"]
    assert str(found.worker) == "2 CPUs, 0.5 GPU, 2 GiB of memory"


@pytest.mark.parametrize(
    ("machines", "workers"),
    [
        ([{"CPU": 8.0, "GPU": 1.0}], 2),
        ([{"CPU": 3.0, "GPU": 1.0}], 1),
        ([{"CPU": 8.0, "GPU": 0.25}, {"CPU": 8.0}], 0),
        ([{"CPU": 2.0, "GPU": 1.0}, {"CPU": 2.0, "GPU": 1.0}], 2),
    ],
)
def test_a_machine_has_room_where_everything_fits(machines: list[dict[str, float]], workers: int) -> None:
    assert places(net={"threads": 2, "resources": {"num_gpus": 0.5}}).room(machines) == workers


def test_desks_come_off_the_cpus_of_workers() -> None:
    found = places(net={"placement": "shared", "actors": 2, "threads": 2})
    assert found.desk_cpus == 4
    assert found.room([{"CPU": 4.0}, {"CPU": 2.0}]) == 2
    assert found.room([{"CPU": 2.0}]) == 0
    assert found.own_cpus(2, None) == 5, "a Ray of our own has room for the desks and a worker"
    assert found.own_cpus(2, 3) == 7


def test_who_fits_no_machine_is_named() -> None:
    found = places(net={"threads": 2}, far={"placement": "shared", "resources": {"num_gpus": 1.0}})
    assert found.misfits([{"CPU": 1.0}, {"CPU": 2.0, "GPU": 1.0}]) == []
    assert found.misfits([{"CPU": 8.0}]) == ["a desk of agents.far takes 1 CPU, 1 GPU, and no machine has that"]
    assert len(found.misfits([{"CPU": 1.0}])) == 2


def test_tenths_of_a_gpu_fill_it() -> None:
    assert places(net={"resources": {"num_gpus": 0.1}}).room([{"CPU": 64.0, "GPU": 1.0}]) == 10


def sweep(folder: Path, cells: dict[str, Any] | None = None, **settings: Any) -> SweepSpec:
    agent = {"kind": "python", "path": "preferences", "files": ["net.npz"], **settings}
    words = {"game": "connect-four", "agents": {"net": agent}, "design": [{"mirror": ["net"]}], "games": 10}
    (folder / "sweep.yaml").write_text(json.dumps({**words, **({"cells": cells} if cells else {})}))
    return load_sweep(folder / "sweep.yaml")


def test_a_run_goes_on_where_its_agents_are_elsewhere_but_not_with_other_files(tmp_path: Path) -> None:
    (tmp_path / "net.npz").write_bytes(b"weights")
    here = sweep(tmp_path)
    plan = make_plan(here)
    elsewhere = sweep(tmp_path, placement="shared", actors=2, resources={"num_gpus": 1.0})
    moved = make_plan(elsewhere)
    assert resumable_differences(plan, moved) == ()
    assert [cell.cell_id for cell in plan.cells] == [cell.cell_id for cell in moved.cells]
    assert spec_hash(here.to_plain()) == spec_hash(elsewhere.to_plain())
    assert plan.cells[0].job.agent_files["net"].keys() == {"net.npz"}
    assert any("threads" in line for line in resumable_differences(plan, make_plan(sweep(tmp_path, threads=2))))
    (tmp_path / "net.npz").write_bytes(b"other weights")
    assert any("contents of files of agents.net" in line for line in resumable_differences(plan, make_plan(here)))


@pytest.mark.parametrize("key", ["placement", "actors", "packages", "threads", "resources.num_gpus"])
def test_where_an_agent_runs_is_the_same_in_all_cells(tmp_path: Path, key: str) -> None:
    (tmp_path / "net.npz").write_bytes(b"weights")
    with pytest.raises(SpecError, match="is the same in all cells"):
        sweep(tmp_path, cells={"grid": {f"agents.net.{key}": [1, 2]}})
