"""What KubeRay's custom resources may hold, as JSON Schema.

No package on PyPI or npm has the custom resource definitions of KubeRay, so this follows the API reference that KubeRay
generates from them (ray.io/v1, release 1.6.2; compared field by field on 2026-11-30): every field of the two kinds and of what
they refer to by name, type and bounds; nothing else is let through. Pod templates are Kubernetes' own, and are checked as pods
against its schemas; the few other fields that are of Kubernetes' types, of which our manifests have none, may hold anything.
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


OF_KUBERNETES = {"type": "object"}
MANAGED_BY = {"enum": ["ray.io/kuberay-operator", "kueue.x-k8s.io/multikueue"]}
CREDENTIAL = fields({"value": TEXT, "valueFrom": OF_KUBERNETES})
AUTOSCALER = fields(
    {
        "version": {"enum": ["v1", "v2"]},
        "upscalingMode": {"enum": ["Default", "Aggressive", "Conservative"]},
        "idleTimeoutSeconds": COUNT,
        "image": TEXT,
        "imagePullPolicy": TEXT,
        "resources": OF_KUBERNETES,
        "securityContext": OF_KUBERNETES,
        "env": {"type": "array", "items": OF_KUBERNETES},
        "envFrom": {"type": "array", "items": OF_KUBERNETES},
        "volumeMounts": {"type": "array", "items": OF_KUBERNETES},
    }
)
POLICY = {"enum": ["DeleteCluster", "DeleteWorkers", "DeleteSelf", "DeleteNone"]}
DELETION = fields(
    {
        "onSuccess": fields({"policy": POLICY}),
        "onFailure": fields({"policy": POLICY}),
        "deletionRules": {
            "type": "array",
            "minItems": 1,
            "items": fields(
                {
                    "policy": POLICY,
                    "condition": fields({"jobStatus": TEXT, "jobDeploymentStatus": TEXT, "ttlSeconds": COUNT}),
                },
                "policy",
                "condition",
            ),
        },
    }
)
HEAD = fields(
    {
        "rayStartParams": TEXTS,
        "template": TEMPLATE,
        "serviceType": TEXT,
        "headService": OF_KUBERNETES,
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
        "scaleStrategy": fields({"workersToDelete": {"type": "array", "items": TEXT}}),
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
        "autoscalerOptions": AUTOSCALER,
        "gcsFaultToleranceOptions": fields(
            {
                "redisAddress": TEXT,
                "redisUsername": CREDENTIAL,
                "redisPassword": CREDENTIAL,
                "externalStorageNamespace": TEXT,
            }
        ),
        "headServiceAnnotations": TEXTS,
        "managedBy": MANAGED_BY,
        "suspend": FLAG,
        "upgradeStrategy": fields({"type": {"enum": ["Recreate", "None"]}}),
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
        "submitterConfig": fields({"backoffLimit": COUNT}),
        "rayClusterSpec": CLUSTER,
        "clusterSelector": TEXTS,
        "backoffLimit": COUNT,
        "activeDeadlineSeconds": COUNT,
        "shutdownAfterJobFinishes": FLAG,
        "ttlSecondsAfterFinished": COUNT,
        "deletionStrategy": DELETION,
        "preRunningDeadlineSeconds": {**COUNT, "minimum": 1},
        "managedBy": MANAGED_BY,
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
