"""All variants of dropout, as products and fills that autograd differentiates (clause D3).

    dropout           +0 where the flag of D2.7 is set, elsewhere x * c, c = 1 / (1 - p)
    feature_dropout   as dropout, with one flag for each channel of each sample
    alpha_dropout     a * x + b where the flag is not set, else one number (Klambauer et al. 2017,
                      section 2); a, b and the number are host scalars in binary64

If p is 0 or 1, no number is drawn, as in PyTorch. The gradient uses the same fills and products.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from samebits.torch.table import recomposes

_ALPHA = 1.7580993408473766
"""lambda * alpha of `selu`: its limit at -infinity is the negative of this number."""


def _flags(x: Tensor, p: float, features: bool) -> Tensor:
    """Draw flags for the elements, or the channels, that are dropped."""
    shape = x.shape
    if features:
        if x.dim() < 2:
            raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
        shape = torch.Size((*x.shape[:2], *(1,) * (x.dim() - 2)))
    return x.new_empty(shape, dtype=torch.bool).bernoulli_(p)


def _check(p: float) -> None:
    if not 0.0 <= p <= 1.0:
        raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {p}")


def _dropped(x: Tensor, p: float, train: bool, features: bool) -> Tensor:
    _check(p)
    if not train or p == 0.0 or not x.numel():
        return x
    if p == 1.0:
        return x.masked_fill(x.new_ones((), dtype=torch.bool), 0.0)
    # a single op gives the same bits, and its gradient is a single op too
    if not features and x.is_floating_point():
        return torch.native_dropout(x, p, True)[0]
    flags = _flags(x, p, features)
    return x.mul(1.0 / (1.0 - p)).masked_fill(flags, 0.0)


def _dropped_in_place(x: Tensor, p: float, train: bool, features: bool) -> Tensor:
    _check(p)
    if not train or p == 0.0 or not x.numel():
        return x
    if p == 1.0:
        return x.masked_fill_(x.new_ones((), dtype=torch.bool), 0.0)
    flags = _flags(x, p, features)
    return x.mul_(1.0 / (1.0 - p)).masked_fill_(flags, 0.0)


def _saturated(x: Tensor, p: float, train: bool, features: bool) -> Tensor:
    _check(p)
    if not train or p == 0.0 or not x.numel():
        return x
    if p == 1.0:
        return x.masked_fill(x.new_ones((), dtype=torch.bool), 0.0)
    a = 1.0 / math.sqrt((_ALPHA * _ALPHA * p + 1.0) * (1.0 - p))
    flags = _flags(x, p, features)
    return x.mul(a).add(_ALPHA * a * p).masked_fill(flags, _ALPHA * a * p - _ALPHA * a)


@recomposes("dropout")
def dropout(input: Tensor, p: float, train: bool) -> Tensor:  # noqa: A002
    """Compute F.dropout."""
    return _dropped(input, p, train, features=False)


@recomposes("dropout_")
def dropout_(self: Tensor, p: float, train: bool) -> Tensor:
    """Compute F.dropout in place."""
    return _dropped_in_place(self, p, train, features=False)


@recomposes("feature_dropout")
def feature_dropout(input: Tensor, p: float, train: bool) -> Tensor:  # noqa: A002
    """Compute F.dropout1d, 2d and 3d."""
    return _dropped(input, p, train, features=True)


@recomposes("feature_dropout_")
def feature_dropout_(self: Tensor, p: float, train: bool) -> Tensor:
    """Compute F.dropout1d, 2d and 3d in place."""
    return _dropped_in_place(self, p, train, features=True)


@recomposes("alpha_dropout")
def alpha_dropout(input: Tensor, p: float, train: bool) -> Tensor:  # noqa: A002
    """Compute F.alpha_dropout."""
    return _saturated(input, p, train, features=False)


@recomposes("alpha_dropout_")
def alpha_dropout_(self: Tensor, p: float, train: bool) -> Tensor:
    """Compute F.alpha_dropout in place."""
    return self.copy_(_saturated(self, p, train, features=False))


@recomposes("feature_alpha_dropout")
def feature_alpha_dropout(input: Tensor, p: float, train: bool) -> Tensor:  # noqa: A002
    """Compute F.feature_alpha_dropout."""
    return _saturated(input, p, train, features=True)


@recomposes("feature_alpha_dropout_")
def feature_alpha_dropout_(self: Tensor, p: float, train: bool) -> Tensor:
    """Compute F.feature_alpha_dropout in place."""
    return self.copy_(_saturated(self, p, train, features=True))


def _slopes(
    x: Tensor, lower: float, upper: float, training: bool, generator: torch.Generator | None
) -> Tensor | float:
    """Return the factors of elements that are not above 0: one draw per element, or the mean."""
    if lower > upper:
        raise RuntimeError("Lower bound should be less than or equal to the upper bound")
    if not training:
        return (float(lower) + float(upper)) / 2.0
    with torch.no_grad():
        drawn = torch.empty_like(x).uniform_(float(lower), float(upper), generator=generator)
        return drawn.masked_fill_(x > 0.0, 1.0).masked_fill_(x.isnan(), 1.0)


@recomposes("rrelu")
def rrelu(
    self: Tensor,
    lower: float = 0.125,
    upper: float = 0.33333333333333331,
    training: bool = False,
    generator: torch.Generator | None = None,
) -> Tensor:
    """Compute F.rrelu: leaky_relu with a slope that is drawn in training."""
    slopes = _slopes(self, lower, upper, training, generator)
    if isinstance(slopes, float):
        return torch.nn.functional.leaky_relu(self, slopes)
    return self.mul(slopes)


@recomposes("rrelu_")
def rrelu_(
    self: Tensor,
    lower: float = 0.125,
    upper: float = 0.33333333333333331,
    training: bool = False,
    generator: torch.Generator | None = None,
) -> Tensor:
    """Compute F.rrelu in place."""
    slopes = _slopes(self, lower, upper, training, generator)
    if isinstance(slopes, float):
        return torch.nn.functional.leaky_relu_(self, slopes)
    return self.mul_(slopes)
