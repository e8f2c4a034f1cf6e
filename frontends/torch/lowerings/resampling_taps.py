"""Resampling by a factor, along three axes, or antialiased: G13 with taps computed on the CPU.

An output index along an axis reads some elements, its taps, each with a weight. A weight is an
exact rational function of sizes and factor, rounded once to the compute format (G13.5).

A call may give a factor r, a binary64 number that differs from P / S. Then 1 / r replaces S / P in
G13.2 and G13.3.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from samebits.torch.compute import Compute
from samebits.torch.dtypes import compute_dtype
from samebits.torch.errors import Refused
from samebits.torch.lowerings.indexing import gradient_at_places

Sizes = Sequence[int]
Factors = Sequence[float | None]


def _round_to_odd(value: Fraction) -> float:
    """Round a rational number to binary64, to odd if it is inexact.

    A second rounding, to a shorter format, is then correct. Zero stays +0. Results below the normal
    range of binary64 may be wrong, but do not occur.
    """
    near = float(value)
    if Fraction(near) == value:
        return near
    other = math.nextafter(near, math.inf if value > Fraction(near) else -math.inf)
    odd = int(np.float64(near).view(np.int64)) & 1
    return near if odd else other


def _filled(c: Compute, values: Iterable[Fraction], out: Tensor) -> None:
    """Fill a tensor with rational numbers, each rounded once to the format of the tensor."""
    convert = float if out.dtype is torch.float64 else _round_to_odd
    wide = c.from_numpy(np.array([convert(v) for v in values], np.float64))
    if out.dtype is torch.float64:
        out.copy_(wide)
    else:
        c.cast(wide, out.dtype, into=out)


def _step(n: int, p: int, factor: float | None) -> Fraction:
    """Return the distance between two neighbouring outputs, in input elements.

    Raises Refused if the factor does not give the output size.
    """
    if factor is None or factor <= 0:
        return Fraction(n, p)
    if math.floor(n * factor) != p:
        raise Refused(f"{n} elements by the factor {factor} are not {p}; leave one of both out")
    return 1 / Fraction(factor)


def by_sizes(inner: Sizes, outer: Sizes, factors: Factors, corners: bool = False) -> bool:
    """Check whether the coordinates follow from the sizes, without the factors (G13.1)."""
    given = zip(inner, outer, factors, strict=True)
    return corners or all(_step(n, p, factor) == Fraction(n, p) for n, p, factor in given)


# Nearest neighbour


@lru_cache(maxsize=256)
def _nearest(n: int, p: int, factor: float | None, exact: bool) -> tuple[int, ...]:
    step, half = _step(n, p, factor), Fraction(int(exact), 2)
    return tuple(min(math.floor((i + half) * step), n - 1) for i in range(p))


def nearest(x: Tensor, size: Sizes, factors: Factors, exact: bool) -> Tensor:
    """Return, for each output, the element that it reads (G13.2). This is a move."""
    for axis, (p, factor) in enumerate(zip(size, factors, strict=True), start=2):
        read = _nearest(x.shape[axis], p, factor, exact)
        at = torch.tensor(read, dtype=torch.int64, device=x.device)
        x = x.index_select(axis, at)
    return x


def nearest_gradient(
    c: Compute, grad: Tensor, inner: Sizes, factors: Factors, exact: bool
) -> Tensor:
    """Compute, for each element, the sum (T7.1) of gradients of outputs that read it (G13.7)."""
    sizes = inner[2:]
    places = c.zeros([1] * len(sizes), dtype=torch.int64)
    for axis, (n, factor) in enumerate(zip(sizes, factors, strict=True)):
        at = c.tensor(_nearest(n, grad.shape[2 + axis], factor, exact), dtype=torch.int64)
        shape = [1] * len(sizes)
        shape[axis] = -1
        places = places * n + at.view(shape)
    flat = grad.flatten(2)
    shape = [*inner[:2], math.prod(sizes)]
    result = gradient_at_places(c, flat, places.reshape(-1).expand(flat.shape), shape)
    return result.view(tuple(inner))


# Weighted sums of taps


class Axis(NamedTuple):
    """The resampling of one axis: input size, output size, factor, and whether corners coincide."""

    n: int
    p: int
    factor: float | None
    corners: bool

    def step(self) -> Fraction:
        """Return the distance between two neighbouring outputs, in input elements."""
        if self.corners:
            return Fraction(self.n - 1, self.p - 1) if self.p > 1 else Fraction(0)
        return _step(self.n, self.p, self.factor)

    def coordinate(self, i: int) -> Fraction:
        """Return the input coordinate of output i (G13.3)."""
        half = Fraction(0 if self.corners else 1, 2)
        return (i + half) * self.step() - half


Rows = tuple[tuple[tuple[int, Fraction], ...], ...]
"""For each output its taps: the index of the element along the axis, and the weight."""

Kind = Callable[[Axis], Rows]


@lru_cache(maxsize=256)
def linear(axis: Axis) -> Rows:
    """Return the taps of linear resampling: two neighbours for each output (G13.3)."""
    rows = []
    for i in range(axis.p):
        at = max(axis.coordinate(i), Fraction(0))
        f, last = math.floor(at), axis.n - 1
        rows.append(((min(f, last), 1 - (at - f)), (min(f + 1, last), at - f)))
    return tuple(rows)


@lru_cache(maxsize=256)
def cubic(axis: Axis) -> Rows:
    """Return the taps of cubic resampling: four neighbours for each output (G13.4)."""
    rows = []
    for i in range(axis.p):
        at = axis.coordinate(i)
        f = math.floor(at)
        t = at - f
        weights = _far(1 + t), _near(t), _near(1 - t), _far(2 - t)
        taps = (min(max(f + k, 0), axis.n - 1) for k in range(-1, 3))
        rows.append(tuple(zip(taps, weights, strict=True)))
    return tuple(rows)


def _near(z: Fraction) -> Fraction:
    return (5 * z**3 - 9 * z**2 + 4) / 4


def _far(z: Fraction) -> Fraction:
    return (-3 * z**3 + 15 * z**2 - 24 * z + 12) / 4


def _smooth(axis: Axis, reach: int, weight: Callable[[Fraction], Fraction]) -> Rows:
    """Return, for each output, the elements with a nonzero weight.

    Weights are divided by their sum. With the step s, output i has the coordinate (i + 1/2) s, and
    element j has the coordinate j + 1/2. The weight is a function of their distance, which is
    divided by s if s is above 1.
    """
    step, rows = axis.step(), []
    widest = max(step, Fraction(1))
    for i in range(axis.p):
        center = (i + Fraction(1, 2)) * step
        first = max(math.floor(center - reach * widest), 0)
        last = min(math.ceil(center + reach * widest), axis.n - 1)
        all_ = [
            (j, weight(abs(j + Fraction(1, 2) - center) / widest)) for j in range(first, last + 1)
        ]
        found = [(j, w) for j, w in all_ if w]
        total = sum(w for _, w in found)
        rows.append(tuple((j, w / total) for j, w in found))
    return tuple(rows)


@lru_cache(maxsize=256)
def smooth_linear(axis: Axis) -> Rows:
    """Return antialiased taps with a triangle filter."""
    return _smooth(axis, 1, lambda z: max(1 - z, Fraction(0)))


@lru_cache(maxsize=256)
def smooth_cubic(axis: Axis) -> Rows:
    """Return antialiased taps with the cubic filter of Keys (a = -1/2), as in PyTorch."""
    return _smooth(axis, 2, _keys_of_a_half)


def _keys_of_a_half(z: Fraction) -> Fraction:
    if z < 1:
        return (3 * z**3 - 5 * z**2 + 2) / 2
    return (-(z**3) + 5 * z**2 - 8 * z + 4) / 2 if z < 2 else Fraction(0)


class _Taps:
    """The taps of an axis as tensors [P, K]. Each row is filled up with unused entries."""

    def __init__(self, c: Compute, rows: Rows, n: int, wide: torch.dtype) -> None:
        self.n, p, k = n, len(rows), max(1, *(len(row) for row in rows))
        padded = [[*row, *[(0, Fraction(0))] * (k - len(row))] for row in rows]
        self.at = c.tensor([[j for j, _ in row] for row in padded], dtype=torch.int64)
        weights = c.empty(p * k, dtype=wide)
        _filled(c, (w for row in padded for _, w in row), weights)
        self.weights = weights.view(p, k)
        self.there = c.tensor([[i < len(row) for i in range(k)] for row in rows])
        self.whole = bool(self.there.all())

    def read(self, c: Compute, x: Tensor) -> Tensor:
        """Compute, along the last axis, the T1 sum of the elements times their weights (G13.6)."""
        products = c.each("mul", x[..., self.at], self.weights)
        if self.whole:
            return c.reduce("sum", products, -1)
        sums = c.empty(products.shape[:-1], dtype=x.dtype)
        there = self.there.expand(products.shape)
        c.call("masked_sum", [products, there], [sums], axes=(-1,), keepdims=False)
        return sums

    def give(self, c: Compute, grad: Tensor) -> Tensor:
        """Compute, for each element, the sum (T7.1) of gradients times weights (G13.7)."""
        parts = c.each("mul", grad.unsqueeze(-1), self.weights).flatten(-2)
        goals = torch.where(self.there, self.at, self.n).flatten()  # unused entries are cut off
        sums = gradient_at_places(
            c, parts, goals.expand(parts.shape), [*grad.shape[:-1], self.n + 1]
        )
        return sums[..., : self.n]


def _taps(c: Compute, kind: Kind, axis: Axis, wide: torch.dtype) -> _Taps:
    return _Taps(c, kind(axis), axis.n, wide)


def resampled(
    c: Compute, kind: Kind, x: Tensor, size: Sizes, factors: Factors, corners: bool
) -> Tensor:
    """Resample all axes, the last one first, in the compute format; round at the end (G13.6)."""
    values = c.cast(x, compute_dtype(x.dtype))
    for back, (p, factor) in enumerate(zip(reversed(size), reversed(factors), strict=True)):
        axis = x.dim() - 1 - back
        taps = _taps(c, kind, Axis(x.shape[axis], p, factor, corners), values.dtype)
        values = taps.read(c, values.movedim(axis, -1)).movedim(-1, axis)
    return c.cast(values.contiguous(), x.dtype)


def resampled_gradient(
    c: Compute, kind: Kind, grad: Tensor, inner: Sizes, factors: Factors, corners: bool
) -> Tensor:
    """Compute the gradient; the first axis is processed first (G13.7)."""
    values = c.cast(grad, compute_dtype(grad.dtype))
    for axis, (n, factor) in enumerate(zip(inner[2:], factors, strict=True), start=2):
        taps = _taps(c, kind, Axis(n, grad.shape[axis], factor, corners), values.dtype)
        values = taps.give(c, values.movedim(axis, -1)).movedim(-1, axis)
    return c.cast(values.contiguous(), grad.dtype)
