"""Losses that PyTorch composes of other ops, computed in the order that G7 defines.

Each loss consists of the nodes of its clause, as ops that autograd differentiates. 16-bit operands
are converted to the compute format first, and the result and the gradients are rounded once (R4.2).
"""

from __future__ import annotations

import torch
from torch import Tensor

from samebits.torch.dtypes import SHORT
from samebits.torch.errors import NoCanonicalDefinition
from samebits.torch.places import autograd_keys
from samebits.torch.table import recomposes

_NONE, _MEAN, _SUM = range(3)


def wide(x: Tensor) -> Tensor:
    """Convert a tensor to its compute format with an op that autograd differentiates."""
    return x.to(torch.float32) if x.dtype in SHORT else x


def _kept(values: Tensor, reduction: int) -> Tensor:
    if reduction not in (_NONE, _MEAN, _SUM):
        raise NoCanonicalDefinition(
            f"a loss has no canonical definition with the reduction {reduction}; it is 0 (none), 1 "
            "(mean) or 2 (sum)"
        )
    if reduction == _NONE:
        return values
    return values.mean() if reduction == _MEAN else values.sum()


@recomposes("l1_loss")
def l1_loss(self: Tensor, target: Tensor, reduction: int = _MEAN) -> Tensor:
    """Compute |x - t|, reduced (G7.5)."""
    dtype = torch.result_type(self, target)
    return _kept((wide(self) - wide(target)).abs(), reduction).to(dtype)


@recomposes("kl_div")
def kl_div(
    self: Tensor, target: Tensor, reduction: int = _MEAN, *, log_target: bool = False
) -> Tensor:
    """Compute t log t - t x, or e^t (t - x) if `log_target` is set, reduced (G7.9)."""
    if not (self.is_floating_point() and target.is_floating_point()):
        raise RuntimeError("kl_div: Integral inputs not supported.")
    x, t = wide(self), wide(target)
    values = t.exp() * (t - x) if log_target else torch.xlogy(t, t) - t * x
    return _kept(values, reduction).to(torch.result_type(self, target))


_WITH_LOGITS = "aten::binary_cross_entropy_with_logits"
_AUTOGRAD = torch.library.get_kernel(_WITH_LOGITS, "AutogradCPU")


@recomposes("binary_cross_entropy_with_logits")
def binary_cross_entropy_with_logits(
    self: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    pos_weight: Tensor | None = None,
    reduction: int = _MEAN,
) -> Tensor:
    """Compute the loss of each element, times its weight, reduced (G7.8).

    Autograd's own formula divides the gradient by the number of values last. The clause divides it
    first, and then multiplies by the weight.
    """
    q = None if pos_weight is None else wide(pos_weight)
    each = (wide(self), wide(target), None, q, _NONE)
    values: Tensor = _AUTOGRAD.call_boxed(autograd_keys(self.device.type), *each)
    if weight is not None:
        values = values * wide(weight)
    return _kept(values, reduction).to(torch.result_type(self, target))


@recomposes("cross_entropy_loss")
def cross_entropy_loss(
    self: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    reduction: int = _MEAN,
    ignore_index: int = -100,
    label_smoothing: float = 0.0,
) -> Tensor:
    """Compute the cross entropy for target classes (G7.13) or target probabilities (G7.15)."""
    if not 0 <= label_smoothing <= 1:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing}")
    x, w = wide(self), None if weight is None else wide(weight)
    if self.dim() == 1:
        x, target = x.unsqueeze(0), target.unsqueeze(0)
    if x.shape == target.shape:
        if not target.is_floating_point():
            raise RuntimeError(
                "Expected floating point type for target with class probabilities, got "
                f"{target.dtype}"
            )
        if ignore_index >= 0:
            raise RuntimeError("ignore_index is not supported for floating point target")
        loss = _of_probabilities(x, wide(target), w, reduction, label_smoothing)
    elif label_smoothing:
        loss = _smoothed(x, target, w, reduction, ignore_index, label_smoothing)
    else:
        y = torch.log_softmax(x, 1)
        loss = torch.ops.aten.nll_loss_nd(y, target, w, reduction, ignore_index)
    if self.dim() == 1 and reduction == _NONE:
        loss = loss.squeeze(0)
    return loss.to(self.dtype)


def _along_classes(w: Tensor, x: Tensor) -> Tensor:
    return w.view(-1, *(1,) * (x.dim() - 2))


def _of_probabilities(
    x: Tensor, t: Tensor, w: Tensor | None, reduction: int, smoothing: float
) -> Tensor:
    y = torch.log_softmax(x, 1)
    if smoothing:
        t = t * (1.0 - smoothing) + smoothing / x.shape[1]
    terms = y * t
    if w is not None:
        terms = terms * _along_classes(w, x)
    return _kept(terms.sum(1).neg(), reduction)


def _smoothed(
    x: Tensor,
    target: Tensor,
    w: Tensor | None,
    reduction: int,
    ignore_index: int,
    smoothing: float,
) -> Tensor:
    y = torch.log_softmax(x, 1)
    at_class = torch.ops.aten.nll_loss_nd(y, target, w, _NONE, ignore_index)
    spread = (y if w is None else y * _along_classes(w, x)).sum(1).neg()
    values = at_class * (1.0 - smoothing) + spread * (smoothing / x.shape[1])
    ignored = target == ignore_index
    if reduction != _MEAN:
        return _present(values, ignored, reduction)
    weights = torch.ones_like(values, requires_grad=False)
    if w is not None:
        classes = target.masked_fill(ignored, 0)
        weights = w.detach().index_select(0, classes.reshape(-1)).view(target.shape)
    return _present(values, ignored, _SUM) / _present(weights, ignored, _SUM)


def _present(values: Tensor, ignored: Tensor, reduction: int) -> Tensor:
    """Return the values with +0 where ignored, or the sum (T8) of the values that are not ignored.

    It calls `nll_loss` with one class: the terms are -(-value), and ignored terms are absent.
    """
    classes = torch.zeros_like(ignored, dtype=torch.int64).masked_fill_(ignored, -100)
    return torch.ops.aten.nll_loss_nd(values.neg().unsqueeze(1), classes, None, reduction, -100)
