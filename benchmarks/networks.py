"""Rows of the suite `nn`: an op at sizes of real networks, and the same work in PyTorch.

A row of the tables in `benchmarks/families/` gives them as `network`, a function of the module
`torch`.
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
"""The target of our time over PyTorch's; batch norm in training counts as backward."""

ROWS = ((512, 768), (4096, 4096))
"""Shapes of rows: BERT-base with a sequence of 512, and a shape larger than the caches."""

IMAGES = ((32, 64, 56, 56), (64, 256, 14, 14), (512, 768))
"""Shapes of layers of a residual network, and a shape without spatial axes."""

BATCHES = (*ROWS, (512, 30522))
"""Shapes of logits. The last shape has one column for each word of BERT."""


@dataclass(frozen=True, slots=True)
class Row:
    """A call on operands, and PyTorch's side. `most` is the target of our time over PyTorch's."""

    label: str
    call: Call
    inputs: Sequence[Array]
    peer: Callable[[], object]
    most: float | None


Rows = Callable[[Any], Iterator[Row]]
"""A function from the module `torch` to the rows of an op."""

_FORMATS = {"float32": "f32", "int64": "i64"}


def row(
    op: str,
    inputs: Sequence[Array],
    peer: Callable[[], object],
    most: float | None,
    **attributes: AttributeValue,
) -> Row:
    """Return a row in f32, named by the shape of its largest operand."""
    formats = [_FORMATS[x.dtype.name] for x in inputs]
    largest = max(inputs, key=lambda x: x.size)
    label = "x".join(map(str, largest.shape))
    return Row(label, get_op(op).call(formats, None, **attributes), inputs, peer, most)


def tensors(torch: Any, *arrays: Array) -> list[Any]:
    """Return tensors of PyTorch on the same memory."""
    return [torch.from_numpy(x) for x in arrays]


def numbers(*shapes: tuple[int, ...]) -> list[Array]:
    """Return an array of normal numbers for each shape, each from another seed."""
    return [normal(*shape, seed=seed) for seed, shape in enumerate(shapes)]


def classes(places: int, count: int) -> Array:
    """Return a random class index for each place."""
    return np.random.default_rng(0).integers(0, count, places)


_MMAP_MAX, _TRIM_THRESHOLD = -4, -1  # Parameters of mallopt, see malloc.h of glibc.


def keep_memory() -> None:
    """Let PyTorch reuse the memory of its last result, as our sides do.

    Without this, glibc returns large results to the system after each call. The page faults of the
    next call would then count as PyTorch's time. Without glibc, this does nothing.
    """
    library = ctypes.CDLL(None)
    if hasattr(library, "mallopt"):
        library.mallopt(_MMAP_MAX, 0)
        library.mallopt(_TRIM_THRESHOLD, 2**31 - 1)
