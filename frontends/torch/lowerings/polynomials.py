"""Orthogonal polynomials of `torch.special`, by their recurrences in the compute format (G9.1).

Each has p_0 = 1, a first polynomial p_1, and a step that computes p_(k+1). Every product,
difference and quotient is rounded as written. If n is below 0 or NaN, p_n is +0.

    chebyshev t, u, v, w   x, x + x, x + x - 1, x + x + 1     (x + x) * p - q
    shifted t, u, v, w     as above, with x + x - 1 for x
    hermite h              x + x                              (x + x) * p - 2k * q
    hermite he             x                                  x * p - k * q
    laguerre               1 - x                              ((2k + 1 - x) * p - k * q) / (k + 1)
    legendre               x                                  (x * (2k + 1) * p - k * q) / (k + 1)

In the steps p is p_k and q is p_(k-1). Each element has its own n, and its bits do not depend on
other elements.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.errors import Refused
from samebits.torch.promotion import real_dtype, widened
from samebits.torch.table import lowers

_MOST = 256
"""The greatest supported degree. PyTorch's recurrences are meant for small degrees."""

Step = Callable[[Compute, Tensor, Tensor, Tensor, int], Tensor]
First = Callable[[Compute, Tensor], Tensor]


def _polynomial(c: Compute, x: Tensor, n: Tensor, first: First, step: Step) -> Tensor:
    order = c.one("trunc", n)
    order = c.each("where", c.pair("eq", n, n, to=torch.bool), order, -1.0)
    x, order = torch.broadcast_tensors(x, order)
    least, p = torch.zeros_like(x), torch.ones_like(x)
    most = float(c.reduce("max", order)) if order.numel() else -1.0
    if most > _MOST:
        raise Refused(f"a degree of {most:g}; the recurrences are for degrees of {_MOST} at most")
    result, q = least, p
    for k in range(int(most) + 1):
        if k:
            p, q = (first(c, x) if k == 1 else step(c, x, p, q, k - 1)), p
        here = c.pair("eq", order, float(k), to=torch.bool)
        result = c.each("where", here, p, result)
    return result


def _twice(c: Compute, x: Tensor) -> Tensor:
    return c.pair("add", x, x)


def _chebyshev(c: Compute, x: Tensor, p: Tensor, q: Tensor, k: int) -> Tensor:
    return c.pair("sub", c.pair("mul", _twice(c, x), p), q)


def _hermite_h(c: Compute, x: Tensor, p: Tensor, q: Tensor, k: int) -> Tensor:
    return c.pair("sub", c.pair("mul", _twice(c, x), p), c.pair("mul", q, float(2 * k)))


def _hermite_he(c: Compute, x: Tensor, p: Tensor, q: Tensor, k: int) -> Tensor:
    return c.pair("sub", c.pair("mul", x, p), c.pair("mul", q, float(k)))


def _divided(c: Compute, product: Tensor, q: Tensor, k: int) -> Tensor:
    return c.pair("div", c.pair("sub", product, c.pair("mul", q, float(k))), float(k + 1))


def _laguerre(c: Compute, x: Tensor, p: Tensor, q: Tensor, k: int) -> Tensor:
    return _divided(c, c.pair("mul", c.pair("sub", float(2 * k + 1), x), p), q, k)


def _legendre(c: Compute, x: Tensor, p: Tensor, q: Tensor, k: int) -> Tensor:
    return _divided(c, c.pair("mul", c.pair("mul", x, float(2 * k + 1)), p), q, k)


def _itself(c: Compute, x: Tensor) -> Tensor:
    return x


def _enter(name: str, first: First, step: Step, shifted: bool = False) -> None:
    @lowers(f"special_{name}")
    def lowering(c: Compute, x: Tensor, n: Tensor, into: Tensor | None = None) -> Any:
        dtype = real_dtype(x, n)
        wide, order = widened(c, dtype, x, n)
        if shifted:
            wide = c.pair("sub", _twice(c, wide), 1.0)
        return c.cast(_polynomial(c, wide, order, first, step), dtype, into)


for _kind, _first in {
    "t": _itself,
    "u": _twice,
    "v": lambda c, x: c.pair("sub", _twice(c, x), 1.0),
    "w": lambda c, x: c.pair("add", _twice(c, x), 1.0),
}.items():
    _enter(f"chebyshev_polynomial_{_kind}", _first, _chebyshev)
    _enter(f"shifted_chebyshev_polynomial_{_kind}", _first, _chebyshev, shifted=True)
_enter("hermite_polynomial_h", _twice, _hermite_h)
_enter("hermite_polynomial_he", _itself, _hermite_he)
_enter("laguerre_polynomial_l", lambda c, x: c.pair("sub", 1.0, x), _laguerre)
_enter("legendre_polynomial_p", _itself, _legendre)
