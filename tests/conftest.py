"""What tests of several packages share."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

# Before anything imports ray: a developer's home directory must not change what tests do, and nothing is sent anywhere.
os.environ["RAY_AUTH_MODE"] = "disabled"
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
# Ray's own spelling; workers would all but stand still beside any other busy process.
os.environ["RAY_worker_niceness"] = "0"  # noqa: SIM112
os.environ.setdefault("RAY_DEDUP_LOGS", "0")


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
