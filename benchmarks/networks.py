"""Rows of the suite `nn`: an op at sizes of real networks, and the same work in PyTorch.

A table in `benchmarks/families/` gives the rows of an op as `network`, a function that takes the
module `torch`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.benchmarks.peers import normal
from samebits.spec.catalog import get_op
from samebits.spec.language.call import AttributeValue, Call

FORWARD, BACKWARD = 1.15, 1.3
"""The targets, our time divided by PyTorch's. Batch norm in training counts as backward."""

ROWS = ((512, 768), (4096, 4096))
"""Shapes of activations: BERT-base with a sequence of 512, and a shape larger than the caches."""

IMAGES = ((32, 64, 56, 56), (64, 256, 14, 14), (512, 768))
"""Shapes of layers in a residual network, and a shape without spatial axes."""

BATCHES = (*ROWS, (512, 30522))
"""Shapes of logits. The last shape has one column for each word in BERT's vocabulary."""


@dataclass(frozen=True, slots=True)
class Row:
    """A call on operands, and PyTorch's side.

    `most` is the target of our time divided by PyTorch's.
    """

    label: str
    call: Call
    inputs: Sequence[Array]
    peer: Callable[[], object]
    most: float | None


Rows = Callable[[Any], Iterator[Row]]
"""A function that takes the module `torch` and yields the rows of an op."""

_FORMATS = {"float32": "f32", "int64": "i64"}


def row(
    op: str,
    inputs: Sequence[Array],
    peer: Callable[[], object],
    most: float | None,
    **attributes: AttributeValue,
) -> Row:
    """Return a row, labelled with the shape of its largest operand."""
    formats = [_FORMATS[x.dtype.name] for x in inputs]
    largest = max(inputs, key=lambda x: x.size)
    label = "x".join(map(str, largest.shape))
    return Row(label, get_op(op).call(formats, None, **attributes), inputs, peer, most)


def tensors(torch: Any, *arrays: Array) -> list[Any]:
    """Return PyTorch tensors that share the memory of the arrays."""
    return [torch.from_numpy(x) for x in arrays]


def numbers(*shapes: tuple[int, ...]) -> list[Array]:
    """Return an array of normal numbers for each shape, each with its own seed."""
    return [normal(*shape, seed=seed) for seed, shape in enumerate(shapes)]


def classes(places: int, count: int) -> Array:
    """Return an array of `places` random class indices."""
    return np.random.default_rng(0).integers(0, count, places)


_MMAP_MAX, _TRIM_THRESHOLD = -4, -1  # parameters of mallopt, see malloc.h of glibc


def keep_memory() -> None:
    """Let PyTorch reuse the memory of its last result, as our sides do.

    Without this, glibc returns the memory of large results to the system after each call, and the
    page faults of the next call would count as PyTorch's time. Without glibc, this function does
    nothing.
    """
    library = ctypes.CDLL(None)
    if hasattr(library, "mallopt"):
        library.mallopt(_MMAP_MAX, 0)
        library.mallopt(_TRIM_THRESHOLD, 2**31 - 1)
