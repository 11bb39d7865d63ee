"""What tests of several packages share."""

from __future__ import annotations

import functools
import logging
import os
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from engine.game import BUILT_IN_GAMES

hypothesis.settings.load_profile("ci")  # the same examples on every machine, however slow it is

# Before anything imports ray: a developer's home directory must not change what tests do, and nothing is sent anywhere.
os.environ["RAY_AUTH_MODE"] = "disabled"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
# Ray's own spelling; workers would all but stand still beside any other busy process.
os.environ["RAY_worker_niceness"] = "0"  # noqa: SIM112
os.environ.setdefault("RAY_DEDUP_LOGS", "0")


LONGEST = "ray", "war-of-the-ring", "chaos-in-the-old-world", "age-of-sigmar", "war-chest"
"""Scopes that take long, which therefore begin first."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """What runs side by side under `pytest -n 2`: scopes, in the order of their first tests."""
    from xdist.scheduler import LoadScopeScheduling

    class OneRayAndGameAtATime(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return _scope(config.rootpath, nodeid)

    config.option.loadscopereorder = False
    return OneRayAndGameAtATime(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put scopes that take long first."""
    places = {scope: place for place, scope in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(_scope(config.rootpath, item.nodeid), len(places)))


def _scope(root: Path, nodeid: str) -> str:
    """What runs in one process, in turn: tests that start a Ray; those of one game, which is then compiled once; else a file's.

    A test is about the game that its folder, its name or its parameters name, the first in alphabetical order.
    """
    file = nodeid.partition("::")[0]
    if _starts_ray(root / file):
        return "ray"
    return next((game for game in sorted(BUILT_IN_GAMES) if game in nodeid.replace("_", "-")), file)


@functools.cache
def _starts_ray(file: Path) -> bool:
    return "pytest.mark.ray" in file.read_text()


@pytest.fixture(scope="session")
def ray_session() -> Iterator[None]:
    """A Ray of two CPUs for the tests that need one; other tests of the session share it."""
    import ray

    with tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:  # socket paths must be short
        ray.init(
            num_cpus=2,
            include_dashboard=False,
            logging_level="ERROR",
            log_to_driver=False,
            object_store_memory=100 << 20,
            _temp_dir=str(Path(folder).resolve()),
        )
        yield
        ray.shutdown()


@pytest.fixture(scope="session")
def s3_server() -> Iterator[str]:
    """A server on this machine that speaks S3; its address."""
    from moto.server import ThreadedMotoServer

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def s3(s3_server: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """The address of an empty bucket; the environment, which drivers inherit, says where its server is."""
    import s3fs

    for name, value in {
        "AWS_ENDPOINT_URL": s3_server,
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": "us-east-1",
        "WARHOST_OBJECTS": str(tmp_path / "objects"),
    }.items():
        monkeypatch.setenv(name, value)
    s3fs.S3FileSystem.clear_instance_cache()
    bucket = f"warhost-{uuid.uuid4().hex[:12]}"
    s3fs.S3FileSystem().mkdir(bucket)
    return f"s3://{bucket}"
