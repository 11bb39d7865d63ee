"""Arrays of batch systems: definitions that their own models accept, whose tasks play a whole sweep between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import botocore.session
import pytest
from botocore.validate import ParamValidator
from deployments import IMAGE, document, read_json
from google.cloud import batch_v1
from google.protobuf import json_format
from typer.testing import CliRunner

from cluster import open_run
from cluster.merge import merge
from dashboards.cli.main import app

SWEEP = "game: connect-four\nagents: {g: {kind: greedy}}\ndesign: [{mirror: [g]}]\ngames: 3000\n"
TASKS = 3


def aws_problems(operation: str, parameters: dict[str, Any]) -> str:
    """What AWS's model of Batch has against a call, in words."""
    model = botocore.session.get_session().get_service_model("batch").operation_model(operation)
    report = ParamValidator().validate(parameters, model.input_shape)
    return str(report.generate_report()) if report.has_errors() else ""


def test_aws_would_take_the_job_definition_and_the_job() -> None:
    definition, job = read_json("aws-batch/job-definition.json"), read_json("aws-batch/job.json")
    assert aws_problems("RegisterJobDefinition", definition) == ""
    assert aws_problems("SubmitJob", job) == ""
    assert "shards" in aws_problems("SubmitJob", job | {"shards": 8}), "the model knows what it doesn't know"
    assert job["jobDefinition"] == definition["jobDefinitionName"]
    assert set(job["parameters"]) == set(definition["parameters"])


def test_google_would_take_the_job() -> None:
    job = read_json("google-batch/job.json")
    message = json_format.ParseDict(job, batch_v1.Job.pb(batch_v1.Job()))  # raises at fields that aren't there
    assert message.task_groups[0].task_count == 8
    with pytest.raises(json_format.ParseError, match="taskCounts"):
        json_format.ParseDict({"taskGroups": [{"taskCounts": 8}]}, batch_v1.Job.pb(batch_v1.Job()))


def kubernetes_command() -> list[str]:
    (container,) = document("indexed-job:Job")["spec"]["template"]["spec"]["containers"]
    assert container["image"] == IMAGE
    return list(container["args"])


def aws_command() -> list[str]:
    definition, job = read_json("aws-batch/job-definition.json"), read_json("aws-batch/job.json")
    container = definition["containerProperties"]
    assert container["image"] == IMAGE
    given = job["parameters"]
    return [given[word.removeprefix("Ref::")] if word.startswith("Ref::") else word for word in container["command"]]


def google_command() -> list[str]:
    (runnable,) = read_json("google-batch/job.json")["taskGroups"][0]["taskSpec"]["runnables"]
    assert runnable["container"]["imageUri"] == IMAGE
    return list(runnable["container"]["commands"])


ARRAYS: dict[str, tuple[Callable[[], list[str]], Callable[[int], dict[str, str]]]] = {
    "Kubernetes": (kubernetes_command, lambda n: {"JOB_COMPLETION_INDEX": str(n), "WARHOST_SHARDS": str(TASKS)}),
    "AWS Batch": (aws_command, lambda n: {"AWS_BATCH_JOB_ARRAY_INDEX": str(n), "AWS_BATCH_JOB_ARRAY_SIZE": str(TASKS)}),
    "Google Batch": (google_command, lambda n: {"BATCH_TASK_INDEX": str(n), "BATCH_TASK_COUNT": str(TASKS)}),
}


def play(command: Sequence[str], environment: dict[str, str], folder: Path) -> None:
    """Run a container's command here: another sweep, another place for the run, one worker."""
    words = {"war-chest": str(folder / "sweep.yaml"), "/runs/war-chest": str(folder / "run"), "4": "1"}
    done = CliRunner().invoke(app, [words.get(word, word) for word in command], env=environment)
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("system", ARRAYS)
def test_the_tasks_of_an_array_play_the_whole_sweep(system: str, tmp_path: Path) -> None:
    (tmp_path / "sweep.yaml").write_text(SWEEP)
    command, environment = ARRAYS[system]
    for task in range(TASKS):
        play(command(), environment(task), tmp_path)
    assert merge(tmp_path / "run").complete
    assert open_run(tmp_path / "run").status.games_done == 3000
