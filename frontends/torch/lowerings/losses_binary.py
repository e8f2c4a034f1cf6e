"""Losses for two classes, from probabilities or logits: an op, and graphs as in G7."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.lowerings.losses import reduction_word, together
from samebits.torch.promotion import widened
from samebits.torch.table import lowers


def reduced(c: Compute, values: Tensor, reduction: int, dtype: Any, into: Tensor | None) -> Tensor:
    """Reduce the values of a loss in the compute format, and round the result (G7.2)."""
    word = reduction_word(reduction)
    if word != "none":
        values = c.reduce(word, values)
    return c.cast(values, dtype, into)


def share(c: Compute, g: Tensor, count: int, reduction: int) -> Tensor:
    """Return the gradient h of each value: g / n for the mean, else g (G7.3)."""
    return c.pair("div", g, count) if reduction_word(reduction) == "mean" else g


@lowers("binary_cross_entropy_with_logits")
def bce_with_logits(
    c: Compute,
    self: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    pos_weight: Tensor | None = None,
    reduction: int = 1,
    into: Tensor | None = None,
) -> Any:
    """Compute (1 - t) * x - l with l = logsigmoid(x) and weights, by the nodes of G7.8."""
    dtype, operands = together(c, self, target)
    x, t = widened(c, dtype, *operands)
    logarithm = c.one("logsigmoid", x)
    if pos_weight is not None:
        (q,) = widened(c, dtype, pos_weight)
        factor = c.pair("add", c.pair("mul", c.pair("sub", q, 1.0), t), 1.0)
        logarithm = c.pair("mul", factor, logarithm)
    value = c.pair("sub", c.pair("mul", c.pair("sub", 1.0, t), x), logarithm)
    if weight is not None:
        value = c.pair("mul", value, *widened(c, dtype, weight))
    return reduced(c, value, reduction, dtype, into)


@lowers("binary_cross_entropy")
def binary_cross_entropy(
    c: Compute,
    self: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    reduction: int = 1,
    into: Tensor | None = None,
) -> Any:
    """Compute (t - 1) * max(log1p(-x), -100) - t * max(log(x), -100), times the weight."""
    dtype, operands = together(c, self, target)
    x, t = widened(c, dtype, *operands)
    for name, shown in (("input", x), ("target", t)):
        if shown.numel() and not bool(((shown >= 0) & (shown <= 1)).all()):
            raise RuntimeError(f"all elements of {name} should be between 0 and 1")
    no = c.pair("maximum", c.one("log1p", c.one("neg", x)), -100.0)
    yes = c.pair("maximum", c.one("log", x), -100.0)
    value = c.pair("sub", c.pair("mul", c.pair("sub", t, 1.0), no), c.pair("mul", t, yes))
    if weight is not None:
        value = c.pair("mul", value, *widened(c, dtype, weight))
    return reduced(c, value, reduction, dtype, into)


@lowers("binary_cross_entropy_backward")
def binary_cross_entropy_backward(
    c: Compute,
    grad_output: Tensor,
    self: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    reduction: int = 1,
    into: Tensor | None = None,
) -> Any:
    """Compute a * h with a = (x - t) / max((1 - x) * x, 1e-12), or a * (h * w) with a weight w."""
    dtype, operands = together(c, self, target)
    g, x, t = widened(c, dtype, grad_output, *operands)
    spread = c.pair("maximum", c.pair("mul", c.pair("sub", 1.0, x), x), 1e-12)
    a = c.pair("div", c.pair("sub", x, t), spread)
    h = share(c, g, x.numel(), reduction)
    if weight is not None:
        h = c.pair("mul", h, *widened(c, dtype, weight))
    return c.cast(c.pair("mul", a, h), dtype, into)


@lowers("soft_margin_loss")
def soft_margin_loss(
    c: Compute, self: Tensor, target: Tensor, reduction: int = 1, into: Tensor | None = None
) -> Any:
    """Compute softplus(-(t * x)), which equals log(1 + e^(-t x))."""
    dtype, operands = together(c, self, target)
    x, t = widened(c, dtype, *operands)
    value = c.one("softplus", c.one("neg", c.pair("mul", t, x)))
    return reduced(c, value, reduction, dtype, into)


@lowers("soft_margin_loss_backward")
def soft_margin_loss_backward(
    c: Compute,
    grad_output: Tensor,
    self: Tensor,
    target: Tensor,
    reduction: int,
    into: Tensor | None = None,
) -> Any:
    """Compute the gradient ((-t) * sigmoid(-(t * x))) * h."""
    dtype, operands = together(c, self, target)
    g, x, t = widened(c, dtype, grad_output, *operands)
    slope = c.pair("mul", c.one("neg", t), c.one("sigmoid", c.one("neg", c.pair("mul", t, x))))
    return c.cast(c.pair("mul", slope, share(c, g, x.numel(), reduction)), dtype, into)
