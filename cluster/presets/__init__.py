"""Sweeps that come with warhost, one YAML file each in this folder."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from importlib import resources

from cluster.yaml_text import parse_yaml


@dataclass(frozen=True)
class Preset:
    """One preset: the name that `warhost run` takes, and its file's title."""

    name: str
    title: str


def preset_text(name: str) -> str:
    """The YAML of a preset; raises `FileNotFoundError` if there is none of that name."""
    return resources.files(__package__).joinpath(f"{name}.yaml").read_text(encoding="utf-8")


@functools.cache
def list_presets() -> tuple[Preset, ...]:
    """Every preset, by name."""
    files = sorted(entry.name for entry in resources.files(__package__).iterdir() if entry.name.endswith(".yaml"))
    names = [file.removesuffix(".yaml") for file in files]
    return tuple(Preset(name, parse_yaml(preset_text(name), name).data["title"]) for name in names)
