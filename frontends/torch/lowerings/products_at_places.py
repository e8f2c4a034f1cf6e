"""Products of all values with the same index (T3.prod), analogous to the sums of T7."""

from __future__ import annotations

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.dtypes import compute_dtype


def _products(c: Compute, values: Tensor, goals: Tensor, count: int) -> Tensor:
    """Multiply the values of each of `count` indices in the order of the tree T1; 1 if none.

    `goals` [M] has the index of each of the values [M], in their order. Every step multiplies the
    nodes of one level, for all indices in one call. An odd last node is moved to the next level
    unchanged.
    """
    order = torch.sort(goals, stable=True).indices
    goals, values = goals[order], values[order]
    while True:
        many = torch.bincount(goals, minlength=count)
        if not len(goals) or int(many.max()) <= 1:
            break
        rank = c.arange(len(goals)) - (many.cumsum(0) - many)[goals]
        first = rank % 2 == 0
        paired = torch.nonzero(first & (rank + 1 < many[goals])).squeeze(1)
        nodes = values.clone()
        nodes[paired] = c.pair("mul", values[paired], values[paired + 1])
        values, goals = nodes[first], goals[first]
    result = c.ones(count, dtype=values.dtype)
    result[goals] = values
    return result


def multiplied_to_places(
    c: Compute, prior: Tensor, dim: int, index: Tensor, updates: Tensor, include_self: bool
) -> Tensor:
    """Compute prior times the product (T3.prod) of the updates at each index, or only this product.

    The result is rounded at the end. An element without updates keeps its prior.
    """
    wide = compute_dtype(prior.dtype)
    numbers = c.arange(prior.numel()).view(prior.shape)
    axis = dim % index.dim()
    within = [slice(None) if a == axis else slice(n) for a, n in enumerate(index.shape)]
    goals = torch.gather(numbers[tuple(within)], dim, index).reshape(-1)
    values = c.cast(updates, wide).reshape(-1)
    product = _products(c, values, goals, prior.numel()).view(prior.shape)
    if include_self:
        product = c.pair("mul", c.cast(prior, wide), product)
    reached = torch.bincount(goals, minlength=prior.numel()).view(prior.shape) > 0
    return torch.where(reached, c.cast(product, prior.dtype), prior)
