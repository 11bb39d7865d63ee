"""The Kubernetes manifests: well formed by the schemas of their kinds, and right together."""

from __future__ import annotations

import re
import subprocess
from typing import Any

import kubernetes_validate
import pytest
import yaml
from cloudcoil.models.prometheus_operator.v1 import PodMonitor, PrometheusRule
from deployments import DEPLOY, IMAGE, document, documents, pod_templates
from jsonschema import Draft202012Validator, ValidationError
from kuberay_schema import schema_of

from workers.departure import DRAIN_SECONDS

DOCUMENTS = dict(documents())
OWN = [name for name, content in DOCUMENTS.items() if content["apiVersion"] not in {"ray.io/v1", "monitoring.coreos.com/v1"}]
RAY = [name for name, content in DOCUMENTS.items() if content["apiVersion"] == "ray.io/v1"]
TEMPLATES = [(name, template) for name, content in DOCUMENTS.items() for template in pod_templates(content)]


def test_every_document_is_of_a_kind_that_is_checked() -> None:
    assert sorted(DOCUMENTS) == [
        "indexed-job:Job",
        "namespace:Namespace",
        "namespace:NetworkPolicy",
        "namespace:PersistentVolumeClaim",
        "namespace:PodMonitor",
        "raycluster:RayCluster",
        "rayjob:RayJob",
    ]


@pytest.mark.parametrize("name", OWN)
def test_kubernetes_own_kinds_are_valid(name: str) -> None:
    kubernetes_validate.validate(DOCUMENTS[name], kubernetes_validate.latest_version(), strict=True)


@pytest.mark.parametrize("name", RAY)
def test_kuberays_kinds_are_valid(name: str) -> None:
    Draft202012Validator(schema_of(DOCUMENTS[name]["kind"])).validate(DOCUMENTS[name])


def test_a_misspelt_field_of_a_ray_cluster_is_found() -> None:
    spoilt = yaml.safe_load((DEPLOY / "kubernetes/raycluster.yaml").read_text())
    spoilt["spec"]["headGroupSpec"]["rayStartParam"] = {}
    with pytest.raises(ValidationError, match="rayStartParam"):
        Draft202012Validator(schema_of("RayCluster")).validate(spoilt)


def test_the_pod_monitor_has_only_fields_that_exist() -> None:
    content = document("namespace:PodMonitor")
    assert PodMonitor.model_validate(content).model_dump(by_alias=True, exclude_none=True, mode="json") == content


def test_the_command_for_the_rules_of_prometheus_makes_a_resource_of_them() -> None:
    (command,) = re.findall(r"```bash\n(\(printf .*?)\| kubectl apply -f -\n```", (DEPLOY / "README.md").read_text())
    done = subprocess.run(["bash", "-c", command], cwd=DEPLOY.parent, capture_output=True, text=True, check=True)
    resource = yaml.safe_load(done.stdout)
    assert resource["spec"] == yaml.safe_load((DEPLOY / "prometheus" / "rules.yml").read_text())
    assert PrometheusRule.model_validate(resource).model_dump(by_alias=True, exclude_none=True, mode="json") == resource


@pytest.mark.parametrize(("name", "template"), TEMPLATES)
def test_pods_are_valid_and_keep_the_namespaces_restrictions(name: str, template: dict[str, Any]) -> None:
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "pod", **template["metadata"]}, "spec": template["spec"]}
    kubernetes_validate.validate(pod, kubernetes_validate.latest_version(), strict=True)
    of_pod = template["spec"]["securityContext"]
    assert (of_pod["runAsNonRoot"], of_pod["runAsUser"]) == (True, 1000)
    assert of_pod["seccompProfile"] == {"type": "RuntimeDefault"}
    for container in template["spec"]["containers"]:
        assert container["image"] == IMAGE
        assert container["securityContext"] == {"allowPrivilegeEscalation": False, "capabilities": {"drop": ["ALL"]}}
        assert {"cpu", "memory"} <= set(container["resources"]["requests"])


@pytest.mark.parametrize(("name", "template"), TEMPLATES)
def test_every_pod_is_under_the_network_policy(name: str, template: dict[str, Any]) -> None:
    selector = document("namespace:NetworkPolicy")["spec"]["podSelector"]["matchLabels"]
    assert selector.items() <= template["metadata"]["labels"].items()
    assert all(content["metadata"]["namespace"] == "warhost" for n, content in DOCUMENTS.items() if "Namespace" not in n)


@pytest.mark.parametrize("name", RAY)
def test_every_ray_asks_for_a_token(name: str) -> None:
    spec = DOCUMENTS[name]["spec"]
    assert spec.get("rayClusterSpec", spec)["authOptions"] == {"mode": "token"}


def test_a_ray_job_runs_the_same_cluster_as_stays_otherwise() -> None:
    assert document("rayjob:RayJob")["spec"]["rayClusterSpec"] == document("raycluster:RayCluster")["spec"]


def test_the_metrics_port_is_one_everywhere() -> None:
    """The head's, the one that the driver is told, the one that is scraped, and the one that Prometheus may reach."""
    head = document("raycluster:RayCluster")["spec"]["headGroupSpec"]["template"]
    (endpoint,) = document("namespace:PodMonitor")["spec"]["podMetricsEndpoints"]
    (port,) = [p["containerPort"] for p in head["spec"]["containers"][0]["ports"] if p["name"] == endpoint["port"]]
    assert f"--metrics-port {port}" in document("rayjob:RayJob")["spec"]["entrypoint"]
    rules = document("namespace:NetworkPolicy")["spec"]["ingress"]
    assert port in [p["port"] for rule in rules for p in rule.get("ports", ())]
    wanted = document("namespace:PodMonitor")["spec"]["selector"]["matchLabels"]
    assert wanted == head["metadata"]["labels"] | {"ray.io/node-type": "head"}, "the operator adds the last one"


def test_an_indexed_job_has_as_many_shards_as_it_says() -> None:
    spec = document("indexed-job:Job")["spec"]
    (container,) = spec["template"]["spec"]["containers"]
    (shards,) = [variable["value"] for variable in container["env"] if variable["name"] == "WARHOST_SHARDS"]
    assert int(shards) == spec["completions"]
    workers = container["args"][container["args"].index("--workers") + 1]
    assert container["resources"]["limits"]["cpu"] == workers


@pytest.mark.parametrize(("name", "template"), TEMPLATES)
def test_pods_are_given_the_time_that_a_drain_takes(name: str, template: dict[str, Any]) -> None:
    spec = template["spec"]
    waits = [v["value"] for c in spec["containers"] for v in c.get("env", ()) if v["name"] == "RAY_JOB_STOP_WAIT_TIME_S"]
    if "submitter" in [container["name"] for container in spec["containers"]]:
        return
    assert len(waits) == ("ray-head" in [container["name"] for container in spec["containers"]])
    assert min([spec["terminationGracePeriodSeconds"], *map(int, waits)]) > DRAIN_SECONDS
    assert all(int(wait) < spec["terminationGracePeriodSeconds"] for wait in waits)
