"""Bags of rows of a table (T8.10, T8.11), converted to index rows of equal length."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.dtypes import compute_dtype
from samebits.torch.errors import Refused
from samebits.torch.table import lowers

_NONE = -(1 << 52)
"""The index that marks padding if the program has no `padding_idx`.

No valid index has this value.
"""

_MODES = ("sum", "mean", "max")


class _Bags:
    """The bags as index rows [B, L], filled at the end with the index `absent`."""

    def __init__(self, indices: Tensor, bag_of: Tensor, bags: int, padding_idx: int) -> None:
        self.absent = padding_idx if padding_idx >= 0 else _NONE
        self.sizes = torch.bincount(bag_of, minlength=bags)
        place = (
            torch.arange(len(indices), device=indices.device)
            - (self.sizes.cumsum(0) - self.sizes)[bag_of]
        )
        self.at = bag_of, place
        longest = max(1, int(place.max()) + 1) if len(indices) else 1
        self.rows = place.new_full((bags, longest), self.absent)
        self.rows[self.at] = indices.long()

    def present(self) -> Tensor:
        """Return, for each bag, the number of indices that are not padding."""
        return (self.rows != self.absent).sum(1)

    def weights(self, of_samples: Tensor | None) -> list[Tensor]:
        """Return a list with the weights of all indices; it is empty if the call has no weights."""
        if of_samples is None:
            return []
        if of_samples.shape != self.at[0].shape:
            raise RuntimeError(
                f"expected per_sample_weights of the shape of the indices, got "
                f"{tuple(of_samples.shape)} and {tuple(self.at[0].shape)}"
            )
        found = of_samples.new_zeros(self.rows.shape)
        found[self.at] = of_samples.detach()
        return [found]


def _require_mode(mode: int) -> None:
    if not 0 <= mode < len(_MODES):
        raise RuntimeError("`mode` must be sum, mean, or max.")


def _bag_of(indices: Tensor, offsets: Tensor, include_last_offset: bool) -> tuple[Tensor, int]:
    """Return the bag of each index, and the number of bags.

    Raises RuntimeError if the offsets do not fit.
    """
    starts = offsets.tolist()
    if starts and starts[0] != 0:
        raise RuntimeError(f"offsets[0] has to be 0, the first bag begins there, got {starts[0]}")
    if starts and starts[-1] > len(indices):
        raise RuntimeError(
            f"offsets[-1] is {starts[-1]}, and there are {len(indices)} indices: it can not be more"
        )
    bounds = starts if include_last_offset else [*starts, len(indices)]
    if bounds[0] != 0 or bounds[-1] != len(indices) or bounds != sorted(bounds):
        raise Refused("its bags are not all the indices in their order; sort the offsets")
    sizes = torch.tensor(bounds, device=indices.device).diff()
    numbers = torch.arange(len(sizes), device=indices.device)
    return torch.repeat_interleave(numbers, sizes), len(sizes)


def _greatest(c: Compute, weight: Tensor, bags: _Bags) -> Tensor:
    """Return the table row that holds the maximum, for each bag and feature (T8.11).

    For an empty bag, return the number of rows of the table.
    """
    present = bags.rows != bags.absent
    rows = weight[torch.where(present, bags.rows, 0)].masked_fill_(~present[..., None], -torch.inf)
    first = c.reduce("argmax", rows, 1, True, to=torch.int64)
    there = torch.gather(present[..., None].expand(rows.shape), 1, first)
    place = torch.where(there, first, present.int().argmax(1)[:, None, None]).squeeze(1)
    return torch.gather(torch.where(present, bags.rows, len(weight)), 1, place)


@lowers("_embedding_bag", "_embedding_bag_forward_only")
def embedding_bag(
    c: Compute,
    weight: Tensor,
    indices: Tensor,
    offsets: Tensor,
    scale_grad_by_freq: bool = False,
    mode: int = 0,
    sparse: bool = False,
    per_sample_weights: Tensor | None = None,
    include_last_offset: bool = False,
    padding_idx: int = -1,
) -> Any:
    """Compute `embedding_bag`.

    Return its result, the bag of each index, the sizes of bags, and the rows of maxima.
    """
    _require_mode(mode)
    if per_sample_weights is not None and mode:
        raise RuntimeError("embedding_bag: per_sample_weights only supported with mode='sum'")
    if per_sample_weights is not None and per_sample_weights.dtype is not weight.dtype:
        raise RuntimeError(
            f"expected per_sample_weights of the dtype of weight, got {per_sample_weights.dtype} "
            f"and {weight.dtype}"
        )
    if torch.promote_types(indices.dtype, offsets.dtype) not in (torch.int32, torch.int64):
        raise RuntimeError(f"expected indices to be long or int, got {indices.dtype}")
    bag_of, count = _bag_of(indices, offsets, include_last_offset)
    bags = _Bags(indices, bag_of, count, padding_idx)
    result = c.empty((count, weight.shape[1]), dtype=weight.dtype)
    operands = [weight, bags.rows, *bags.weights(per_sample_weights)]
    words = {"mode": _MODES[mode], "padding_index": bags.absent}
    c.call("embedding_bag", operands, [result], **words)
    greatest = _greatest(c, weight, bags) if mode == 2 else c.empty(0, dtype=torch.int64)
    return result, bag_of, bags.present(), greatest


def _of_table(
    c: Compute,
    grad: Tensor,
    indices: Tensor,
    bag_of: Tensor,
    sizes: Tensor,
    greatest: Tensor,
    rows: int,
    mode: int,
    weights: Tensor | None,
    padding_idx: int,
) -> Tensor:
    width = grad.shape[1]
    _require_mode(mode)
    if mode == 2:
        wide, shape = compute_dtype(grad.dtype), (rows + 1, width)
        sums = c.empty(shape, dtype=wide)
        operands = [c.cast(grad, wide), greatest]
        c.call("gather_gradient", operands, [sums], axis=0, shape=shape)
        return c.cast(sums[:rows], grad.dtype)
    bags = _Bags(indices, bag_of, len(grad), padding_idx)
    if mode == 1 and not torch.equal(sizes, bags.present()):
        raise Refused("bag_size does not have the sizes that the forward pass returns")
    factors = bags.weights(weights)
    table = c.zeros((rows, width), dtype=grad.dtype)  # not read by the gradient of a sum
    results = [
        c.empty((rows, width), dtype=grad.dtype),
        *(c.empty(x.shape, dtype=x.dtype) for x in factors),
    ]
    words = {"mode": _MODES[mode], "padding_index": bags.absent}
    c.call("embedding_bag_gradient", [grad, table, bags.rows, *factors], results, **words)
    return results[0]


@lowers("_embedding_bag_backward")
def embedding_bag_backward(
    c: Compute,
    grad: Tensor,
    indices: Tensor,
    offsets: Tensor,
    offset2bag: Tensor,
    bag_size: Tensor,
    maximum_indices: Tensor,
    num_weights: int,
    scale_grad_by_freq: bool,
    mode: int,
    sparse: bool,
    per_sample_weights: Tensor | None,
    padding_idx: int = -1,
) -> Any:
    """Compute the gradient of the table by `embedding_bag_gradient`."""
    if sparse:
        raise Refused("a sparse gradient has no clause; leave out sparse=True")
    given = (scale_grad_by_freq, mode, per_sample_weights, padding_idx)
    saved = (offset2bag, bag_size, maximum_indices, num_weights)
    return embedding_bag_dense_backward(c, grad, indices, *saved, *given)


@lowers("_embedding_bag_dense_backward")
def embedding_bag_dense_backward(
    c: Compute,
    grad: Tensor,
    indices: Tensor,
    offset2bag: Tensor,
    bag_size: Tensor,
    maximum_indices: Tensor,
    num_weights: int,
    scale_grad_by_freq: bool,
    mode: int,
    per_sample_weights: Tensor | None,
    padding_idx: int = -1,
) -> Any:
    """Compute the gradient of the table by `embedding_bag_gradient`."""
    if scale_grad_by_freq:
        raise Refused("no clause defines scale_grad_by_freq")
    places = (indices, offset2bag, bag_size, maximum_indices, num_weights)
    return _of_table(c, grad, *places, mode, per_sample_weights, padding_idx)


@lowers("_embedding_bag_per_sample_weights_backward")
def embedding_bag_per_sample_weights_backward(
    c: Compute,
    grad: Tensor,
    weight: Tensor,
    indices: Tensor,
    offsets: Tensor,
    offset2bag: Tensor,
    mode: int,
    padding_idx: int = -1,
) -> Any:
    """Compute the gradient of the per-sample weights by `embedding_bag_gradient`."""
    bags = _Bags(indices, offset2bag, len(grad), padding_idx)
    (factors,) = bags.weights(c.zeros(len(indices), dtype=grad.dtype))
    results = [c.empty(weight.shape, dtype=grad.dtype), c.empty(factors.shape, dtype=grad.dtype)]
    words = {"mode": _MODES[mode], "padding_index": bags.absent}
    c.call("embedding_bag_gradient", [grad, weight, bags.rows, factors], results, **words)
    return results[1][bags.at]
