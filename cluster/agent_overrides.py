"""Parameters of agents that differ from variant to variant: paths `agents.NAME.KEY` among those of options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from cluster.spec_errors import unknown
from cluster.spec_models import SweepSpec, plain_agent
from engine.agents.specs import AgentSpec, PythonSpec, read_agent

_PREFIX = "agents."
_OF_THE_RUN = PythonSpec.place_keys | {"packages", "threads"}


def split_paths(combination: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The options and the agents' parameters of a combination."""
    agents = {path: value for path, value in combination.items() if path.startswith(_PREFIX)}
    return {path: value for path, value in combination.items() if path not in agents}, agents


def changed_agents(spec: SweepSpec, overrides: Mapping[str, Any]) -> dict[str, AgentSpec]:
    """The agents that `overrides` (path -> value) change, changed.

    Raises:
        ValueError: an unknown agent, or a value that it can't have; says what.
    """
    changed: dict[str, dict[str, Any]] = {}
    for path, value in overrides.items():
        name, *keys = path.removeprefix(_PREFIX).split(".")
        if name not in spec.agents:
            raise ValueError(unknown("agent", name, list(spec.agents)))
        if not keys or not all(keys):
            raise ValueError("must be agents.NAME.KEY")
        if keys[0] in _OF_THE_RUN:
            raise ValueError(f"{keys[0]} is the same in all cells: it says where the agent runs")
        node = changed.setdefault(name, plain_agent(spec.agents[name]))
        for key in keys[:-1]:
            node = node.setdefault(key, {})
            if not isinstance(node, dict):
                raise ValueError(f"{key} holds nothing by the name {keys[-1]!r}")
        node[keys[-1]] = value
    try:
        return {name: read_agent(data) for name, data in changed.items()}
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ValueError(f"{where}: {first['msg'][:1].lower()}{first['msg'][1:]}") from None


def with_defaults(spec: SweepSpec, overrides: Mapping[str, Any], paths: set[str]) -> dict[str, Any]:
    """The value of each of `paths`: that of the overrides, else the sweep's own."""
    return {path: overrides[path] if path in overrides else _own_value(spec, path) for path in paths}


def _own_value(spec: SweepSpec, path: str) -> Any:
    name, *keys = path.removeprefix(_PREFIX).split(".")
    node: Any = plain_agent(spec.agents[name]) if name in spec.agents else None
    for key in keys:
        node = node.get(key) if isinstance(node, dict) else None
    return node
