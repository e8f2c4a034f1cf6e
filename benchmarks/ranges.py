"""Operands for speed: the arguments that are common for a function, and the ranges that are not.

Bits do not matter to a benchmark, only where the arguments lie. Every range is drawn from a fixed
seed; the second operand of a function of two is drawn like the first, in another order.
"""

from __future__ import annotations

import numpy as np

from samebits.backends.protocol import Array
from samebits.spec.formats import get_format

POSITIVE = frozenset(("log", "log2", "log10", "rsqrt", "tgamma", "lgamma", "pow"))
"""Functions whose arguments are made positive: outside of it they are undefined or seldom used."""

_UNIT = frozenset(("asin", "acos", "atanh", "erfinv"))

_BORDERS = {
    "exp2": (115.0, 160.0),
    "exp10": (35.0, 50.0),
    "sinh": (80.0, 95.0),
    "cosh": (80.0, 95.0),
    "tgamma": (30.0, 45.0),
    "erfc": (8.0, 12.0),
    "gelu": (12.0, 16.0),
    "gelu_derivative": (12.0, 16.0),
    "asin": (0.999, 1.001),
    "acos": (0.999, 1.001),
    "atanh": (0.999, 1.001),
    "erfinv": (0.999, 1.001),
    "normal_quantile": (0.999, 1.001),
    "square": (1e19, 3e19),
    "hypot": (1e38, 3e38),
    "pow": (20.0, 40.0),
}
_EXPONENTIAL = (80.0, 110.0)
"""Where e^x and e^-x of binary32 become infinite, subnormal and zero."""

RANGES = (
    "common",
    "tiny",
    "subnormal",
    "huge",
    "overflow border",
    "saturated",
    "negative",
)
"""common: where the function is mostly used; tiny: 2^-120 to 2^-30; huge: 2^30 to 2^127; overflow
border: where results overflow, become subnormal, or the domain ends; saturated: magnitudes from 20
to 80; negative: magnitudes of the common range with a minus sign. The others have both signs."""


def operands(
    op: str, count: int, size: int, where: str = "common", label: str = "f32"
) -> list[Array]:
    """`count` arrays of `size` numbers in the format `label`."""
    dtype = get_format(label).dtype
    drawn = [_draw(op, where, size, np.random.default_rng(seed)) for seed in range(count)]
    with np.errstate(all="ignore"):
        return [x.astype(np.float32).astype(dtype) for x in drawn]


def _draw(op: str, where: str, size: int, rng: np.random.Generator) -> Array:
    sign = rng.choice((-1.0, 1.0), size)
    if where == "tiny":
        return sign * np.exp2(rng.uniform(-120, -30, size))
    if where == "subnormal":
        return sign * np.ldexp(rng.integers(1, 1 << 23, size).astype(np.float64), -149)
    if where == "huge":
        return sign * np.exp2(rng.uniform(30, 127, size))
    if where == "overflow border":
        return sign * rng.uniform(*_BORDERS.get(op, _EXPONENTIAL), size)
    if where == "saturated":
        return sign * rng.uniform(20, 80, size)
    common = _common(op, size, rng)
    return -np.abs(common) if where == "negative" else common


def _common(op: str, size: int, rng: np.random.Generator) -> Array:
    if op in _UNIT:
        return rng.uniform(-1, 1, size)
    if op == "normal_quantile":
        return rng.uniform(0, 1, size)
    normal = rng.standard_normal(size)
    if op in POSITIVE:
        return np.abs(normal) + 1e-3
    return np.abs(normal) + 1 if op == "acosh" else normal
