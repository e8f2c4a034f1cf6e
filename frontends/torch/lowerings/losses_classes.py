"""The negative logarithm at the class that a target names, and its gradient (G7.10 to G7.12).

`cross_entropy` comes as `_log_softmax` and this.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import Refused
from samebits.torch.lowerings.losses import reduction_word
from samebits.torch.memory import empty
from samebits.torch.table import lowers

_EXACT = 1 << 24
"""So many ones have their count for a sum in every order."""


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
    t = t if t.dtype is torch.int64 else t.to(torch.int64)
    shape = target.shape if word == "none" else ()
    result = empty(shape, dtype=self.dtype)
    place = result.view(1) if self.dim() == 1 and word == "none" else result
    weights = [] if weight is None else [_weight(weight, self)]
    key = ("nll_loss", self.dtype, len(weights), ignore_index, word)
    run = c.kept.get(key)
    if run is None:
        given = {"ignore_index": ignore_index, "reduction": word}
        run = c.keep(key, "nll_loss", [x, t, *weights], [place], **given)
    run(x, t, *weights, place)
    return result, _total(c, self, t, weights, word, ignore_index)


def _weight(weight: Tensor, x: Tensor) -> Tensor:
    if weight.dtype is not x.dtype:
        raise Refused(f"a weight of {weight.dtype} beside an input of {x.dtype}")
    return weight


def _total(
    c: Compute, x: Tensor, t: Tensor, weights: list[Tensor], word: str, ignore_index: int
) -> Tensor:
    """The sum of the weights of all places that count (W of G7.12); PyTorch has 0 for none."""
    if word == "none" and x.dim() > 1:
        return torch.zeros((), dtype=x.dtype)
    if not weights and t.numel() <= _EXACT:
        count = np.count_nonzero(t.numpy() != ignore_index)  # a tenth of the time of two calls
        return c.cast(torch.from_numpy(np.array(count, np.int64)), x.dtype)
    counts = t != ignore_index
    result = empty((), dtype=x.dtype)
    if weights:
        leaves = weights[0].index_select(0, (t * counts).reshape(-1)).view(t.shape)
    else:
        leaves = torch.ones((), dtype=x.dtype).expand(t.shape)
    c.call("masked_sum", [leaves, counts], [result], axes=None, keepdims=False)
    return result


def _nll_gradient(
    c: Compute,
    grad_output: Tensor,
    self: Tensor,
    target: Tensor,
    weight: Tensor | None,
    reduction: int,
    ignore_index: int,
    into: Tensor | None,
) -> Tensor:
    word = reduction_word(reduction)
    t = target if self.dim() > 1 else target.reshape(1)
    g = grad_output
    if self.dim() == 1:
        g = g.reshape(1) if word == "none" else g.reshape(())
    weights = [] if weight is None else [_weight(weight, self)]
    result = c.place_of(into, self.shape, self.dtype)
    t = t if t.dtype is torch.int64 else t.to(torch.int64)
    place = result if self.dim() > 1 else result.unsqueeze(0)
    classes = self.shape[1 if self.dim() > 1 else 0]
    key = ("nll_loss_gradient", g.dtype, result.dtype, len(weights), classes, ignore_index, word)
    run = c.kept.get(key)
    if run is None:
        given = {"classes": classes, "ignore_index": ignore_index, "reduction": word}
        run = c.keep(key, "nll_loss_gradient", [g, t, *weights], [place], **given)
    run(g, t, *weights, place)
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
    """(-x[t]) * w[t] at each place, reduced, and the sum of the weights."""
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
    """-(h * w[t]) at the class of each place, +0 elsewhere; the sum of the weights is made anew."""
    return _nll_gradient(c, grad_output, self, target, weight, reduction, ignore_index, into)
