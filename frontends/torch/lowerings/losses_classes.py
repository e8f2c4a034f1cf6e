"""The negative log likelihood of the target classes, and its gradient (G7.10 to G7.12).

PyTorch composes `cross_entropy` of `_log_softmax` and this loss.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import Refused
from samebits.torch.lowerings.losses import reduction_word
from samebits.torch.table import lowers

_EXACT = 1 << 24
"""A sum of at most this number of ones is exact in every order."""


def _nll(
    c: Compute,
    self: Tensor,
    target: Tensor,
    weight: Tensor | None,
    reduction: int,
    ignore_index: int,
) -> tuple[Tensor, Tensor]:
    word = reduction_word(reduction)
    x, t = (self, target) if self.dim() > 1 else (self.unsqueeze(0), target.reshape(1))
    if t.dtype not in (torch.int64, torch.uint8):
        raise RuntimeError(f"expected target dtype to be Long or Byte, but got {t.dtype}")
    t = t.to(torch.int64)
    shape = target.shape if word == "none" else ()
    result = c.empty(shape, dtype=self.dtype)
    place = result.view(1) if self.dim() == 1 and word == "none" else result
    weights = [] if weight is None else [_weight(weight, self)]
    c.call("nll_loss", [x, t, *weights], [place], ignore_index=ignore_index, reduction=word)
    return result, _total(c, self, t, weights, word, ignore_index)


def _weight(weight: Tensor, x: Tensor) -> Tensor:
    if weight.dtype is not x.dtype:
        raise Refused(f"a weight of {weight.dtype} beside an input of {x.dtype}")
    return weight


def _total(
    c: Compute, x: Tensor, t: Tensor, weights: list[Tensor], word: str, ignore_index: int
) -> Tensor:
    """Return the sum of the weights of all targets that are not ignored (W of G7.12)."""
    if word == "none" and x.dim() > 1:
        return c.zeros((), dtype=x.dtype)
    counts = t != ignore_index
    if not weights and t.numel() <= _EXACT:
        return c.cast(torch.count_nonzero(counts), x.dtype)
    result = c.empty((), dtype=x.dtype)
    if weights:
        leaves = weights[0].index_select(0, (t * counts).reshape(-1)).view(t.shape)
    else:
        leaves = c.ones((), dtype=x.dtype).expand(t.shape)
    c.call("masked_sum", [leaves, counts], [result], axes=None, keepdims=False)
    return result


def _same(a: Tensor, b: Tensor) -> bool:
    """Check whether two numbers are equal, or both NaN."""
    x, y = a.item(), b.item()
    return bool(x == y or (x != x and y != y))


def _nll_gradient(
    c: Compute,
    grad_output: Tensor,
    self: Tensor,
    target: Tensor,
    weight: Tensor | None,
    reduction: int,
    ignore_index: int,
    total_weight: Tensor,
    into: Tensor | None,
) -> Tensor:
    word = reduction_word(reduction)
    t = target if self.dim() > 1 else target.reshape(1)
    g = grad_output
    if self.dim() == 1:
        g = g.reshape(1) if word == "none" else g.reshape(())
    weights = [] if weight is None else [_weight(weight, self)]
    t = t.to(torch.int64)
    if word == "mean" and not _same(total_weight, _total(c, self, t, weights, word, ignore_index)):
        raise Refused("total_weight is not the sum of the weights, as nll_loss_forward returns it")
    result = c.place_of(into, self.shape, self.dtype)
    c.call(
        "nll_loss_gradient",
        [g, t, *weights],
        [result if self.dim() > 1 else result.unsqueeze(0)],
        classes=self.shape[1 if self.dim() > 1 else 0],
        ignore_index=ignore_index,
        reduction=word,
    )
    return c.stored(result, into)


@lowers("nll_loss_forward", "nll_loss2d_forward")
def nll_loss_forward(
    c: Compute,
    self: Tensor,
    target: Tensor,
    weight: Tensor | None,
    reduction: int,
    ignore_index: int,
) -> Any:
    """Compute (-x[t]) * w[t] for each target t, reduced, and the sum of the weights."""
    return _nll(c, self, target, weight, reduction, ignore_index)


@lowers("nll_loss_backward", "nll_loss2d_backward")
def nll_loss_backward(
    c: Compute,
    grad_output: Tensor,
    self: Tensor,
    target: Tensor,
    weight: Tensor | None,
    reduction: int,
    ignore_index: int,
    total_weight: Tensor,
    into: Tensor | None = None,
) -> Any:
    """Compute -(h * w[t]) at the class of each target t, and +0 at all other classes.

    The sum of the weights is computed again. A `total_weight` that differs from it is refused.
    """
    given = (grad_output, self, target, weight, reduction, ignore_index, total_weight)
    return _nll_gradient(c, *given, into)
