"""Operands for benchmarks: common arguments of a function, and less common ranges.

A benchmark needs arguments in a certain range, not certain bits. Every range is drawn from a fixed
seed. The second operand of a function is drawn in the same way with a different seed.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from samebits.backends.protocol import Array
from samebits.spec.catalog import get_op, landmarks_of
from samebits.spec.formats import Format, compute_format, get_format
from samebits.spec.language.landmarks import REAL_LINE, FunctionLandmarks, PairLandmarks

RANGES = (
    "common",
    "tiny",
    "subnormal",
    "huge",
    "overflow border",
    "saturated",
    "negative",
)
"""The ranges of arguments.

- common: where the function is mostly used;
- tiny: 2^-120 to 2^-30, in f64 2^-1000 to 2^-60;
- huge: 2^30 to 2^127, in f64 2^60 to 2^1023;
- overflow border: where results overflow or become subnormal, or where the domain ends;
- saturated: magnitudes from 20 to 80;
- negative: magnitudes of the common range with a minus sign.

Ranges other than common and negative have both signs.
"""

_TINY = {"f32": (-120, -30), "f64": (-1000, -60)}
_HUGE = {"f32": (30, 127), "f64": (60, 1023)}


def operands(
    op: str, count: int, size: int, where: str = "common", label: str = "f32"
) -> list[Array]:
    """Return `count` arrays of `size` numbers in the format `label`.

    16-bit numbers are rounded binary32 numbers, so that all formats with the compute format
    binary32 (R4) have the same arguments.
    """
    form = get_format(compute_format((label,)))
    drawn = [_draw(op, where, size, np.random.default_rng(seed), form) for seed in range(count)]
    with np.errstate(all="ignore"):
        return [x.astype(form.dtype).astype(get_format(label).dtype) for x in drawn]


def _draw(op: str, where: str, size: int, rng: np.random.Generator, form: Format) -> Array:
    sign = rng.choice((-1.0, 1.0), size)
    if where == "tiny":
        return sign * np.exp2(rng.uniform(*_TINY[form.name], size))
    if where == "subnormal":
        fraction = rng.integers(1, 1 << (form.precision - 1), size).astype(np.float64)
        return sign * np.ldexp(fraction, form.least_exponent)
    if where == "huge":
        return sign * np.exp2(rng.uniform(*_HUGE[form.name], size))
    if where == "overflow border":
        return sign * rng.uniform(*border(op, form.name), size)
    if where == "saturated":
        return sign * rng.uniform(20, 80, size)
    common = _common(op, size, rng)
    return -np.abs(common) if where == "negative" else common


def _common(op: str, size: int, rng: np.random.Generator) -> Array:
    low, high = _domain(op)
    if math.isfinite(low) and math.isfinite(high):
        return rng.uniform(low, high, size)
    normal = rng.standard_normal(size)
    if is_positive(op):
        return np.abs(normal) + max(low, 1e-3)
    return normal


def is_positive(op: str) -> bool:
    """Return whether the arguments of an op must be positive.

    For such an op, negative arguments are undefined or rarely used.
    """
    landmarks = landmarks_of(op)
    seldom = (isinstance(landmarks, FunctionLandmarks) and landmarks.poles) or (
        isinstance(landmarks, PairLandmarks) and landmarks.groups == "powers"
    )
    return seldom or _domain(op)[0] >= 0


def _domain(op: str) -> tuple[float, float]:
    landmarks = landmarks_of(op)
    return landmarks.domain if isinstance(landmarks, FunctionLandmarks) else REAL_LINE


EXPONENTIAL = {"f32": (80.0, 110.0), "f64": (700.0, 750.0)}
"""The range of magnitudes in which e^x and e^-x become infinite, subnormal and zero."""


def _magnitudes(form: Format) -> list[float]:
    """Return magnitudes from 1 to nearly the largest number of the format."""
    return [2 ** (k / 32 + 1 / 100) for k in range(32 * (form.emax + 1))]


@cache
def border(op: str, label: str = "f32") -> tuple[float, float]:
    """Return the least and greatest magnitude of arguments near the op's border in f32 or f64.

    The border is the end of the domain, if there is one. Otherwise it is the point nearest to 1
    where the result overflows, becomes subnormal or becomes zero, and the range includes other such
    points up to twice as far. An op without a border gets the border of e^x.
    """
    ends = [abs(end) for end in _domain(op) if math.isfinite(end) and end]
    if ends and max(ends) == min(ends):
        return 0.999 * ends[0], 1.001 * ends[0]
    form = get_format(label)
    magnitudes, found = _magnitudes(form), []
    for sign in (1, -1):
        kinds = [_kind(op, sign * x, form) for x in magnitudes]
        found += [
            x for x, *two in zip(magnitudes, kinds, kinds[1:], strict=False) if _is_border(two)
        ]
    near = [x for x in found if x < 2 * min(found)]
    if not near:
        return EXPONENTIAL[label]
    return 0.9 * min(near), min(1.1 * max(near), float(np.finfo(form.dtype).max))


def _is_border(kinds: list[str]) -> bool:
    """Return whether a border is between two results of these kinds.

    A change from a number to zero is no border, because the zero may be exact.
    """
    return set(kinds) in ({"number", "subnormal"}, {"subnormal", "zero"}, {"number", "infinite"})


def _kind(op: str, x: float, form: Format) -> str:
    """Return the kind of the op's result in a format. If there are two operands, both are x.

    The result is computed in binary64, which cannot exceed the borders of f64: an overflow gives an
    infinity, and 2^-1074 may become zero.
    """
    landmarks = landmarks_of(op)
    if not isinstance(landmarks, (FunctionLandmarks, PairLandmarks)) or landmarks.binary64 is None:
        return "number"
    attributes = [a.default for a in get_op(op).attributes]
    operands = (x,) * len(get_op(op).operands)
    try:
        with np.errstate(all="ignore"):
            size = abs(float(landmarks.binary64(*operands, *attributes)))
    except (ValueError, ZeroDivisionError):
        return "undefined"
    except OverflowError:
        return "infinite"
    if not size < 2.0**form.emax * 2:
        return "undefined" if math.isnan(size) else "infinite"
    if size < 2.0**form.emin:
        return "subnormal" if size >= 2.0**form.least_exponent else "zero"
    return "number"
