"""What `.github/SECURITY.md` says is tried, as far as no test beside the code does so: pickles, servers, names, plans."""

from __future__ import annotations

import ast
import inspect
import json
import re
import subprocess
import sys
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cluster
import dashboards
import engine
import workers
from cluster import load_sweep, make_plan
from cluster.run_directory import RunDirectory, RunDirectoryError
from cluster.spec import Metrics
from dashboards.live.games import Games, game_routes
from dashboards.live.hub import Hub
from dashboards.live.live_table import table_routes
from dashboards.live.server import LiveServer, run_routes
from workers.chunk import play_chunk
from workers.chunk_file import write_chunk
from workers.table import TableCore

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / ".github" / "SECURITY.md"

SWEEP: dict[str, Any] = {
    "game": "connect-four",
    "agents": {"greedy": {"kind": "greedy"}},
    "design": [{"mirror": ["greedy"]}],
    "games": 40,
    "metrics": None,
}

PICKLES = {"pickle", "cloudpickle", "dill", "shelve", "marshal", "joblib", "jsonpickle"}
RUNS_TEXT = {"eval", "exec", "compile", "__import__"}


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for package in (engine, workers, cluster, dashboards):
        for path in Path(next(iter(package.__path__))).rglob("*.py"):
            yield path, ast.parse(path.read_text())


def names_of(node: ast.AST) -> set[str]:
    """Names of modules that a node imports, or of the function that it calls."""
    match node:
        case ast.Import(names=names):
            return {name.name.split(".")[0] for name in names}
        case ast.ImportFrom(module=str(module)):
            return {module.split(".")[0]}
        case ast.Call(func=ast.Name(id=name)):
            return {name}
        case ast.Call(func=ast.Attribute(value=ast.Name(id="yaml"), attr=name)):
            return {f"yaml.{name}"}
    return set()


def test_no_code_of_ours_reads_a_pickle_or_runs_a_text_or_a_shell() -> None:
    for path, tree in trees():
        for node in ast.walk(tree):
            assert not names_of(node) & (PICKLES | RUNS_TEXT | {"yaml.load", "yaml.unsafe_load", "yaml.full_load"}), path
            if isinstance(node, ast.keyword) and node.arg in {"shell", "allow_pickle"}:
                assert isinstance(node.value, ast.Constant), path
                assert node.value.value is False, path


def test_what_goes_to_and_from_an_actor_is_bytes_and_words() -> None:
    """Ray would pickle anything else. The one number is the seconds between saved states."""
    methods = {name: method for name, method in inspect.getmembers(TableCore, inspect.isfunction) if not name.startswith("_")}
    assert {"play", "introduce", "record", "step"} <= set(methods)
    for name, method in methods.items():
        hints = typing.get_type_hints(method)
        assert hints.pop("return") in {bytes, type(None)}, name
        assert set(hints.values()) <= {bytes, str}, name
    assert set(typing.get_type_hints(TableCore.__init__).values()) <= {float, bytes, bytes | None, type(None)}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory, plan = RunDirectory(tmp_path_factory.mktemp("security") / "run"), make_plan(load_sweep(SWEEP))
    with directory.locked():
        directory.write_plan(plan)
    for chunk in plan.order():
        job = plan.chunk_job(chunk)
        result = play_chunk(job)
        write_chunk(directory.path, job, result.files, result.content_hash)
    return directory.path


def test_no_file_of_a_run_is_a_pickle(finished: Path) -> None:
    files = [path for path in finished.rglob("*") if path.is_file()]
    assert {path.suffix for path in files} <= {".yaml", ".json", ".jsonl", ".parquet", ""}
    assert not [path for path in files if path.read_bytes()[:2] in {b"\x80" + bytes([version]) for version in range(2, 6)}]


@pytest.mark.parametrize("name", ["../../../elsewhere", "a/b", "..", ".hidden", "a\nb", "", "x" * 100])
def test_a_forged_plan_leads_to_no_other_folder(finished: Path, name: str, tmp_path: Path) -> None:
    (tmp_path / "plan").mkdir()
    (tmp_path / "spec.yaml").write_bytes((finished / "spec.yaml").read_bytes())
    plan = json.loads((finished / "plan/plan.json").read_text())
    assert re.fullmatch("[0-9a-f]+", plan["cells"][0]["job"]["cell_id"])
    plan["cells"][0]["job"]["cell_id"] = name
    (tmp_path / "plan/plan.json").write_text(json.dumps(plan))
    with pytest.raises(RunDirectoryError, match="cell_id"):
        RunDirectory(tmp_path).read_plan()


def test_servers_listen_to_this_machine_alone_and_others_need_the_token(finished: Path) -> None:
    assert Metrics().host == "127.0.0.1"
    for host, asks in (("127.0.0.1", False), ("0.0.0.0", True), ("::", True)):
        server = LiveServer(run_routes(Hub(finished)), host, 0)
        try:
            assert bool(server.token) == asks
        finally:
            server.close()
    assert inspect.signature(LiveServer).parameters["host"].default == "127.0.0.1"


def test_pages_only_read(finished: Path) -> None:
    watch: Any = None
    routes: list[Any] = [*run_routes(Hub(finished)), *game_routes(Games(finished)), *table_routes(watch)]
    assert len(routes) > 6
    assert {method for route in routes for method in route.methods} == {"GET", "HEAD"}


def test_planning_a_sweep_runs_none_of_its_code(tmp_path: Path) -> None:
    (tmp_path / "agents.py").write_text("from pathlib import Path\nPath('ran').touch()\nclass Mine: ...\n")
    agents = {
        "mine": {"kind": "python", "path": "agents:Mine"},
        "program": {"kind": "external", "command": ["touch", "ran"]},
        "greedy": {"kind": "greedy"},
    }
    design = [{"round_robin": ["mine", "program", "greedy"]}]
    sweep = SWEEP | {"agents": agents, "design": design, "on_event": {"command": ["touch", "ran"]}}
    (tmp_path / "sweep.yaml").write_text(json.dumps(sweep))
    words = [sys.executable, "-m", "dashboards.cli.main", "plan", "sweep.yaml"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "ran").exists()


def test_the_page_names_files_that_exist() -> None:
    named = re.findall(r"`((?:tests|engine|deploy)/[\w/.]*)`", PAGE.read_text())
    assert len(named) >= 3
    places = (ROOT, Path(engine.__file__).resolve().parents[1])  # packages may be installed elsewhere
    assert [name for name in named if not any((place / name).exists() for place in places)] == []
