"""With what a process plays: the code and the libraries that a result could depend on, and the processor."""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
from collections.abc import Mapping
from pathlib import Path

import llvmlite.binding

import engine
import workers
from engine.compilation import hash_sources

_LIBRARIES = ("numba", "llvmlite", "numpy", "polars")


@functools.cache
def build() -> dict[str, str]:
    """`code`: hash of the sources of engine and workers, games with their data included; library -> version."""
    folders = [Path(folder) for package in (engine, workers) for folder in package.__path__]
    sources = [p for folder in folders for p in folder.rglob("*") if p.suffix in {".py", ".toml", ".yaml", ".csv"}]
    return {"code": hash_sources(sources), **{name: importlib.metadata.version(name) for name in _LIBRARIES}}


@functools.cache
def processor() -> str:
    """The processor that kernels are compiled for here: its name and a hash of its features."""
    features = llvmlite.binding.get_host_cpu_features().flatten()
    return f"{llvmlite.binding.get_host_cpu_name()}-{hashlib.blake2b(features.encode(), digest_size=4).hexdigest()}"


def differences(here: Mapping[str, str], there: Mapping[str, str]) -> str:
    """What another process has that is not as here, in words; empty if all is."""
    names = [name for name in sorted(here.keys() | there.keys()) if here.get(name) != there.get(name)]
    return ", ".join(f"{name} {there.get(name, 'none')} instead of {here.get(name, 'none')}" for name in names)
