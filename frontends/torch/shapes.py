"""Shapes of results: broadcast shapes of operands, and shapes after reductions."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor


def repeated(operands: Sequence[Tensor]) -> torch.Size:
    """Return the common shape to which operands are broadcast, aligned at their last axes."""
    sizes: list[int] = []
    for x in operands:
        shape = x.shape
        more = len(shape) - len(sizes)
        if more > 0:
            sizes = [1] * more + sizes
        at = len(sizes) - len(shape)
        for n in shape:
            if n != 1 and n != sizes[at]:
                if sizes[at] != 1:  # they differ: the call below raises PyTorch's error
                    return torch.broadcast_shapes(*(x.shape for x in operands))
                sizes[at] = n
            at += 1
    return torch.Size(sizes)


def require_axis(axis: int, rank: int) -> int:
    """Return the axis as a nonnegative index. Raises IndexError if it is out of range."""
    least = -max(rank, 1)
    if not least <= axis < -least:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{least}, {-least - 1}], "
            f"but got {axis})"
        )
    return axis % max(rank, 1)


def reduced_shape(
    x: Tensor, axes: Sequence[int] | int | None, keepdims: bool
) -> tuple[tuple[int, ...] | None, list[int]]:
    """Return the attribute `axes` of a reduction for PyTorch's axes, and the result's shape."""
    rank = x.dim()
    given = [axes] if isinstance(axes, int) else list(axes or ())
    gone = tuple(sorted(require_axis(a, rank) for a in given)) or tuple(range(rank))
    gone = gone if rank else ()
    shape = [1 if i in gone else n for i, n in enumerate(x.shape) if keepdims or i not in gone]
    return gone or None, shape
