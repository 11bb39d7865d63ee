"""Weights of a network of fully connected layers: made from a seed, stored, read and checked. Files hold arrays, no pickles.

All numbers are multiples of `STEP` within `MAX_WEIGHT`, and so are activations within `MAX_ACTIVATION`: a product has then 33
bits at the most, and a sum of up to 2**20 of them is exact in an f8. So a network computes the very same numbers in whatever
order its library adds them up: for a position alone and in any batch, in NumPy and PyTorch, on every processor.
"""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

STEP = 2.0**-10
MAX_WEIGHT = 8.0
MAX_ACTIVATION = 1024.0
MAX_INPUTS = 1 << 20

Array: TypeAlias = npt.NDArray[np.float64]


class Layer(NamedTuple):
    """One layer: weight (inputs, outputs) and bias (outputs,), both f8."""

    weight: Array
    bias: Array


def on_grid(values: npt.NDArray[np.floating], bound: float) -> Array:
    """The nearest multiples of `STEP` within plus and minus `bound`."""
    rounded: Array = np.round(np.clip(values.astype(np.float64), -bound, bound) / STEP) * STEP
    return rounded


def initial_layers(sizes: Sequence[int], seed: int) -> list[Layer]:
    """Layers from `sizes[0]` inputs over the hidden layers to `sizes[-1]` outputs, drawn from a seed."""
    rng = np.random.Generator(np.random.Philox(seed))
    layers = []
    for inputs, outputs in pairwise(sizes):
        drawn = rng.normal(scale=np.sqrt(2 / inputs), size=(inputs, outputs))
        layers.append(Layer(on_grid(drawn, MAX_WEIGHT), np.zeros(outputs)))
    return layers


def save_layers(path: Path, layers: Sequence[Layer]) -> None:
    """Store layers as an `.npz` archive of the arrays `weight0`, `bias0`, `weight1`, ..."""
    arrays = {f"{name}{k}": array for k, layer in enumerate(layers) for name, array in layer._asdict().items()}
    with path.open("wb") as file:
        np.savez(file, **arrays)


def load_layers(path: Path, inputs: int, outputs: int) -> list[Layer]:
    """Read what `save_layers` wrote, rounded to the grid.

    Raises:
        ValueError: it can't be read, or doesn't lead from `inputs` to `outputs`; says what is wrong where.
    """
    try:
        with np.load(path, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
    except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path}: no archive of arrays: {error}") from None
    layers: list[Layer] = []
    width = inputs
    while f"weight{len(layers)}" in arrays:
        layer = _layer(path, arrays, len(layers), width)
        layers.append(layer)
        width = layer.bias.size
    if not layers or width != outputs:
        raise ValueError(f"{path}: {len(layers)} layers that end in {width} outputs, and {outputs} are wanted")
    return layers


def _layer(path: Path, arrays: dict[str, npt.NDArray[np.floating]], number: int, inputs: int) -> Layer:
    weight, bias = arrays[f"weight{number}"], arrays.get(f"bias{number}")
    if bias is None or weight.ndim != 2 or bias.shape != weight.shape[1:] or len(weight) != inputs:
        shapes = f"weight{number} {weight.shape}, bias{number} {None if bias is None else bias.shape}"
        raise ValueError(f"{path}: {shapes}; ({inputs}, n) and (n,) are wanted")
    for name, array in (("weight", weight), ("bias", bias)):
        if array.dtype.kind != "f" or not np.isfinite(array).all():
            raise ValueError(f"{path}: {name}{number} must hold finite floating-point numbers")
    return Layer(on_grid(weight, MAX_WEIGHT), on_grid(bias, MAX_WEIGHT))
