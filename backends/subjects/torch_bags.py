"""Bags of rows as PyTorch has them: an absent index is one row more, for it has no other word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from samebits.spec.language.call import Call


def _bag(torch: Any, call: Call, weight: Any, index: Any, factors: Any) -> Any:
    rows = weight.shape[0]
    table = torch.cat([weight, weight.new_zeros(1, weight.shape[1])])
    index = index.long()
    index = torch.where(index == call.attributes["padding_index"], rows, index)
    return torch.nn.functional.embedding_bag(
        index, table, mode=call.attributes["mode"], per_sample_weights=factors, padding_idx=rows
    )


def forward(torch: Any) -> Callable[..., Any]:
    """torch.nn.functional.embedding_bag."""

    def run(call: Call, weight: Any, index: Any, factors: Any = None) -> Any:
        return _bag(torch, call, weight, index, factors)

    return run


def gradient(torch: Any) -> Callable[..., Any]:
    """Its gradients by autograd."""

    def run(call: Call, gradient: Any, weight: Any, index: Any, factors: Any = None) -> Any:
        with torch.enable_grad():
            given = [weight] if factors is None else [weight, factors]
            leaves = [x.detach().clone().requires_grad_() for x in given]
            y = _bag(torch, call, leaves[0], index, *(leaves[1:] or [None]))
            found = torch.autograd.grad(y, leaves, gradient)
        return found if len(found) > 1 else found[0]

    return run
