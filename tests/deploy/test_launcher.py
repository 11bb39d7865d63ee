"""The cluster launcher's file: valid by Ray's own schema, prepared by Ray's own code, and with tokens on."""

from __future__ import annotations

import json
import re
from pathlib import Path

import ray.autoscaler
import yaml
from deployments import DEPLOY
from jsonschema import Draft7Validator
from ray.autoscaler._private.util import fillout_defaults, validate_config

from workers.departure import DRAIN_SECONDS

CONFIG = yaml.safe_load((DEPLOY / "ray" / "cluster.yaml").read_text())


def test_the_file_is_valid_by_rays_schema() -> None:
    schema = json.loads((Path(ray.autoscaler.__file__).parent / "ray-schema.json").read_text())
    Draft7Validator(schema).validate(CONFIG)


def test_ray_itself_accepts_it_with_its_defaults_filled_in() -> None:
    validate_config(fillout_defaults(CONFIG))
    nodes = CONFIG["available_node_types"]
    assert CONFIG["head_node_type"] in nodes
    assert nodes["worker"]["max_workers"] <= CONFIG["max_workers"]


def test_every_ray_that_is_started_asks_for_the_token_that_was_sent() -> None:
    starts = [c for kind in ("head", "worker") for c in CONFIG[f"{kind}_start_ray_commands"] if "ray start" in c]
    assert len(starts) == 2
    assert all(command.startswith("RAY_AUTH_MODE=token ") for command in starts)
    assert CONFIG["file_mounts"]["/home/ubuntu/.ray/auth_token"] == "~/.ray/auth_token"


def test_a_job_that_is_stopped_has_the_time_that_a_drain_takes() -> None:
    (start,) = [command for command in CONFIG["head_start_ray_commands"] if "ray start" in command]
    (wait,) = re.findall(r"RAY_JOB_STOP_WAIT_TIME_S=(\d+) ", start)
    assert int(wait) > DRAIN_SECONDS
