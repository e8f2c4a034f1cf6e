"""Margin losses of classes: graphs as in G7, in the compute format."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import Refused
from samebits.torch.lowerings.arithmetic import Number
from samebits.torch.lowerings.losses import reduction_word
from samebits.torch.lowerings.losses_binary import reduced, share
from samebits.torch.promotion import widened
from samebits.torch.table import lowers


def _rows(x: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
    """Return the operand as [N, C] and the classes as [N, 1].

    Raises IndexError if a class is out of range.
    """
    rows = x.reshape(-1, x.shape[-1]) if x.dim() else x.reshape(1, 1)
    classes = target.reshape(-1, 1)
    if classes.numel() and not 0 <= int(classes.min()) <= int(classes.max()) < rows.shape[1]:
        raise IndexError("target out of range")
    return rows, classes


class _Terms:
    """The terms of the loss and its gradient: one for each sample and each class except its target.

    A term is z = max((margin - x[t]) + x, 0). The weight of a sample is the weight of its target
    class t.
    """

    def __init__(
        self, c: Compute, x: Tensor, target: Tensor, p: Number, margin: Number, weight: Any
    ) -> None:
        if p not in (1, 2):
            raise Refused(f"p is {p}; multi_margin_loss has 1 and 2")
        (wide,) = widened(c, x.dtype, x)
        self.rows, self.classes = _rows(wide, target)
        self.count = self.rows.shape[1]
        distance = c.pair("sub", margin, self.rows.gather(1, self.classes))
        self.z = c.pair("maximum", c.pair("add", distance, self.rows), 0.0)
        self.own = c.arange(self.count) == self.classes
        self.weight = None
        if weight is not None:
            if tuple(weight.shape) != (self.count,):
                raise Refused(f"its weight has {list(weight.shape)} elements, not one a class")
            (wide,) = widened(c, x.dtype, weight)
            self.weight = wide.index_select(0, self.classes.reshape(-1)).unsqueeze(1)

    def weighted(self, c: Compute, x: Tensor) -> Tensor:
        return x if self.weight is None else c.pair("mul", x, self.weight)


@lowers("multi_margin_loss")
def multi_margin_loss(
    c: Compute,
    self: Tensor,
    target: Tensor,
    p: Number = 1,
    margin: Number = 1,
    weight: Tensor | None = None,
    reduction: int = 1,
    into: Tensor | None = None,
) -> Any:
    """Compute, for each sample, the sum of z (or z * z for p = 2) over the other classes.

    Each term is multiplied by w[t], and the sum is divided by C.
    """
    terms = _Terms(c, self, target, p, margin, weight)
    z = terms.z if p == 1 else c.pair("mul", terms.z, terms.z)
    z = c.each("where", terms.own, 0.0, terms.weighted(c, z))
    values = c.pair("div", c.reduce("sum", z, 1), terms.count)
    values = values.reshape(target.shape)
    return reduced(c, values, reduction, self.dtype, into)


@lowers("multi_margin_loss_backward")
def multi_margin_loss_backward(
    c: Compute,
    grad_output: Tensor,
    self: Tensor,
    target: Tensor,
    p: Number,
    margin: Number,
    weight: Tensor | None = None,
    reduction: int = 1,
    into: Tensor | None = None,
) -> Any:
    """Compute (s * w[t]) * (h / C) at the other classes where z > 0, else +0.

    s is 1 for p = 1, and z * 2 for p = 2. At the target class the gradient is minus the sum over
    the other classes.
    """
    terms = _Terms(c, self, target, p, margin, weight)
    (g,) = widened(c, self.dtype, grad_output)
    h = share(c, g, target.numel(), reduction)
    h = h.reshape(-1, 1) if reduction_word(reduction) == "none" else h
    slope = torch.ones_like(terms.z) if p == 1 else c.pair("mul", terms.z, 2.0)
    slope = c.pair("mul", terms.weighted(c, slope), c.pair("div", h, terms.count))
    positive = c.pair("gt", terms.z, 0.0, to=torch.bool)
    others = c.each("where", torch.logical_and(positive, ~terms.own), slope, 0.0)
    total = c.one("neg", c.reduce("sum", others, 1, True))
    result = c.each("where", terms.own, total, others)
    return c.cast(result.reshape(self.shape), self.dtype, into)


class _Pairs:
    """Pairs of a target class and a class that is no target, for `multilabel_margin_loss`.

    x is [N, C]. The targets of a row are the entries before its first negative entry. The pair (k,
    d) consists of target t, entry k of the row, and a class d that is no target. Its term is z =
    max((1 - x[t]) + x[d], 0).
    """

    def __init__(self, c: Compute, x: Tensor, target: Tensor) -> None:
        if x.shape != target.shape or x.dim() > 2 or not x.numel():
            raise RuntimeError(
                f"Expected non-empty vector or matrix and a target of its shape, but got "
                f"{list(x.shape)} and {list(target.shape)}"
            )
        (wide,) = widened(c, x.dtype, x)
        rows = wide.reshape(-1, x.shape[-1]) if x.dim() else wide.reshape(1, 1)
        targets = target.reshape(rows.shape)
        self.count = rows.shape[1]
        if int(targets.min()) < -1 or int(targets.max()) >= self.count:
            raise RuntimeError("multilabel_margin_loss: target out of range")
        given = torch.cumsum((targets < 0).to(torch.int64), 1) == 0
        self.goals = torch.where(given, targets, 0)
        hits = c.zeros(rows.shape, dtype=torch.int64)
        self.is_target = hits.scatter_add_(1, self.goals, given.to(torch.int64)) > 0
        distance = c.pair("sub", 1.0, rows.gather(1, self.goals))
        sums = c.each("add", distance.unsqueeze(2), rows.unsqueeze(1))
        there = given.unsqueeze(2) & ~self.is_target.unsqueeze(1)
        self.z = c.each("where", there, c.pair("maximum", sums, 0.0), 0.0)

    def losses(self, c: Compute) -> Tensor:
        return c.pair("div", c.reduce("sum", self.z.flatten(1), 1), self.count)

    def slopes(self, c: Compute) -> Tensor:
        """Count, for each class, its pairs with z > 0: plus as the class d, minus as the target."""
        active = c.pair("gt", self.z, 0.0, to=torch.bool).to(torch.int64)
        return active.sum(1).scatter_add_(1, self.goals, -active.sum(2))


@lowers("multilabel_margin_loss_forward")
def multilabel_margin_loss(c: Compute, self: Tensor, target: Tensor, reduction: int) -> Any:
    """Compute, for each row, the sum of z over its pairs, divided by C.

    The sum runs over (target, class) in row-major order, with +0 where there is no pair. The second
    result is 1 for classes that are targets, else 0.
    """
    pairs = _Pairs(c, self, target)
    values = pairs.losses(c) if self.dim() > 1 else pairs.losses(c).reshape(())
    is_target = c.cast(pairs.is_target, self.dtype).reshape(target.shape)
    return reduced(c, values, reduction, self.dtype, None), is_target


@lowers("multilabel_margin_loss_backward")
def multilabel_margin_loss_backward(
    c: Compute,
    grad_output: Tensor,
    self: Tensor,
    target: Tensor,
    reduction: int,
    is_target: Tensor,
    into: Tensor | None = None,
) -> Any:
    """Compute the gradient (h / C) * n, where n is the count of `_Pairs.slopes`."""
    pairs = _Pairs(c, self, target)
    known = c.cast(pairs.is_target, self.dtype).reshape(target.shape)
    if is_target.shape != known.shape or not torch.equal(is_target, known):
        raise Refused("its is_target does not match the target")
    (g,) = widened(c, self.dtype, grad_output)
    h = share(c, g, len(pairs.z), reduction).reshape(-1, 1)
    number = c.cast(pairs.slopes(c), h.dtype)
    result = c.each("mul", c.pair("div", h, pairs.count), number)
    return c.cast(result.reshape(self.shape), self.dtype, into)
