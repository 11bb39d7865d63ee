"""Dashboards and rules as code: the checked-in JSON is what its script makes, and the alerts fire where they must."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest
import yaml

from cluster.metrics import METRICS

DEPLOY = Path(__file__).parents[2] / "deploy"
PROMTOOL = shutil.which("promtool")


@pytest.fixture(scope="module")
def generate() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_grafana", DEPLOY / "grafana" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_json_is_what_the_script_makes(generate: ModuleType) -> None:
    names = list(generate.read_panels())
    assert sorted(names) == sorted(path.stem for path in (DEPLOY / "grafana" / "dashboards").glob("*.json"))
    for name in names:
        path = DEPLOY / "grafana" / "dashboards" / f"{name}.json"
        assert path.read_text() == generate.make_dashboard(name), "run: python deploy/grafana/generate.py"


def test_every_metric_is_on_some_panel_and_no_other_is() -> None:
    rules = (DEPLOY / "prometheus" / "rules.yml").read_text()
    queries = " ".join(
        target["expr"]
        for path in (DEPLOY / "grafana" / "dashboards").glob("*.json")
        for panel in json.loads(path.read_text())["panels"]
        for target in panel.get("targets", ())
    )
    suffixes = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}
    exported = {f"{spec.name}{suffix}": spec.name for spec in METRICS for suffix in suffixes[spec.kind]}
    recorded = {rule["record"] for group in yaml.safe_load(rules)["groups"] for rule in group["rules"] if "record" in rule}
    plain = re.sub(r"[a-z_]+:warhost_[a-z_]+:[a-z_0-9]+", "", queries)
    used = set(re.findall(r"\bwarhost_[a-z_]+", plain))
    assert used <= set(exported)
    assert {exported[name] for name in used} == {spec.name for spec in METRICS}
    assert set(re.findall(r"[a-z_]+:warhost_[a-z_]+:[a-z_0-9]+", queries)) <= recorded
    assert set(re.findall(r"(?<!:)\bwarhost_[a-z_]+", re.sub(r"[a-z_]+:warhost_[a-z_]+:[a-z_0-9]+", "", rules))) <= {
        *exported,
        "warhost_",
    }


@pytest.mark.skipif(PROMTOOL is None, reason="no promtool on this machine (apt-get install prometheus)")
def test_rules_do_what_their_tests_say() -> None:
    assert PROMTOOL is not None
    for words in (["check", "rules", "rules.yml"], ["test", "rules", "rules_test.yml"]):
        done = subprocess.run([PROMTOOL, *words], cwd=DEPLOY / "prometheus", check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


def test_every_alert_has_a_test() -> None:
    rules = yaml.safe_load((DEPLOY / "prometheus" / "rules.yml").read_text())
    tests = yaml.safe_load((DEPLOY / "prometheus" / "rules_test.yml").read_text())
    alerts = {rule["alert"] for group in rules["groups"] for rule in group["rules"] if "alert" in rule}
    cases = [case for test in tests["tests"] for case in test.get("alert_rule_test", ())]
    assert {case["alertname"] for case in cases if case["exp_alerts"]} == alerts, "each fires somewhere"
    assert {case["alertname"] for case in cases if not case["exp_alerts"]} == alerts, "and is quiet elsewhere"
