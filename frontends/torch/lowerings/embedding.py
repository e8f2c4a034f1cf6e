"""The gradient of an embedding (T7); the embedding itself is a move."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import Refused
from samebits.torch.table import lowers


@lowers("embedding_dense_backward")
def embedding_dense_backward(
    c: Compute,
    grad_output: Tensor,
    indices: Tensor,
    num_weights: int,
    padding_idx: int,
    scale_grad_by_freq: bool,
    into: Tensor | None = None,
) -> Any:
    """`embedding_gradient`: to each row the sum T1 of the gradients of its uses, in order."""
    if scale_grad_by_freq:
        raise Refused("no clause defines scale_grad_by_freq")
    width = grad_output.shape[-1]
    result = c.place_of(into, (num_weights, width), grad_output.dtype)
    c.call(
        "embedding_gradient",
        [grad_output, indices],
        [result],
        rows=num_weights,
        padding_index=None if padding_idx < 0 else padding_idx,
    )
    return c.stored(result, into)
