"""What KubeRay's custom resources may hold, as JSON Schema.

No package on PyPI has the custom resource definitions of KubeRay, so this follows its API reference (ray.io/v1, KubeRay 1.6) by
hand: every field of the two kinds by name and type; nothing else is let through. Pod templates are Kubernetes' own, and are
checked as pods against its schemas.
"""

from __future__ import annotations

from typing import Any

TEXT = {"type": "string"}
FLAG = {"type": "boolean"}
COUNT = {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}
TEXTS = {"type": "object", "additionalProperties": TEXT}
TEMPLATE = {"$ref": "#/$defs/template"}


def fields(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    """An object with these fields and no other."""
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


HEAD = fields(
    {
        "rayStartParams": TEXTS,
        "template": TEMPLATE,
        "serviceType": TEXT,
        "headService": {"type": "object"},
        "enableIngress": FLAG,
        "labels": TEXTS,
        "resources": TEXTS,
    },
    "template",
)
WORKERS = fields(
    {
        "groupName": TEXT,
        "replicas": COUNT,
        "minReplicas": COUNT,
        "maxReplicas": COUNT,
        "numOfHosts": COUNT,
        "idleTimeoutSeconds": COUNT,
        "suspend": FLAG,
        "rayStartParams": TEXTS,
        "template": TEMPLATE,
        "scaleStrategy": {"type": "object"},
        "labels": TEXTS,
        "resources": TEXTS,
    },
    "groupName",
    "maxReplicas",
    "minReplicas",
    "template",
)
CLUSTER = fields(
    {
        "rayVersion": TEXT,
        "authOptions": fields(
            {"mode": {"enum": ["disabled", "token"]}, "secretName": TEXT, "enableK8sTokenAuth": FLAG},
        ),
        "enableInTreeAutoscaling": FLAG,
        "autoscalerOptions": {"type": "object"},
        "gcsFaultToleranceOptions": {"type": "object"},
        "headServiceAnnotations": TEXTS,
        "managedBy": TEXT,
        "suspend": FLAG,
        "upgradeStrategy": {"type": "object"},
        "headGroupSpec": HEAD,
        "workerGroupSpecs": {"type": "array", "items": WORKERS},
    },
    "headGroupSpec",
)
JOB = fields(
    {
        "entrypoint": TEXT,
        "entrypointNumCpus": {"type": "number"},
        "entrypointNumGpus": {"type": "number"},
        "entrypointResources": TEXT,
        "runtimeEnvYAML": TEXT,
        "jobId": TEXT,
        "metadata": TEXTS,
        "submissionMode": {"enum": ["K8sJobMode", "HTTPMode", "InteractiveMode", "SidecarMode"]},
        "submitterPodTemplate": TEMPLATE,
        "submitterConfig": {"type": "object"},
        "rayClusterSpec": CLUSTER,
        "clusterSelector": TEXTS,
        "backoffLimit": COUNT,
        "activeDeadlineSeconds": COUNT,
        "shutdownAfterJobFinishes": FLAG,
        "ttlSecondsAfterFinished": COUNT,
        "deletionStrategy": {"type": "object"},
        "managedBy": TEXT,
        "suspend": FLAG,
    },
)
DEFINITIONS = {"template": fields({"metadata": {"type": "object"}, "spec": {"type": "object"}}, "spec")}


def schema_of(kind: str) -> dict[str, Any]:
    """The schema of a document of that kind."""
    spec = {"RayCluster": CLUSTER, "RayJob": JOB}[kind]
    document = fields(
        {"apiVersion": {"const": "ray.io/v1"}, "kind": {"const": kind}, "metadata": {"type": "object"}, "spec": spec},
        "apiVersion",
        "kind",
        "metadata",
        "spec",
    )
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": DEFINITIONS, **document}
