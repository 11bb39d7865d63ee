"""The published JSON Schema of the sweep file."""

from __future__ import annotations

import functools
from typing import Any

from cluster.spec_models import SweepSpec

DIALECT = "https://json-schema.org/draft/2020-12/schema"


@functools.cache
def _schema() -> dict[str, Any]:
    return SweepSpec.model_json_schema(by_alias=True)


def json_schema() -> dict[str, Any]:
    """The sweep file as JSON Schema (2020-12), for editors: every key with its type, default, limits and meaning."""
    return {"$schema": DIALECT, **_schema(), "title": "warhost sweep"}
