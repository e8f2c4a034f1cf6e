"""Operands at which a function's results change their kind, found by a search.

The kind of a result changes where f(x) crosses a line c + s x. The lines are zero, the least
subnormal and half of it, the least normal number, and the overflow threshold. Other lines are the
rounded limit or f(0), and the line that f approaches, such as x for silu and x/2 near 0. If f(x) -
(c + s x) changes its sign between two points of a grid, or if a domain ends there, bisection finds
the operand. It may be between two numbers of the format, so plans use both.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from samebits.spec.catalog import function_landmarks
from samebits.spec.formats import Format
from samebits.spec.language.landmarks import FunctionLandmarks

Function = Callable[[float], float]

Line = tuple[float, float]
"""The coefficients c and s of a line c + s x."""

MOST = 12
"""Maximum number of crossings used for each line."""

_REACH = 8.0
"""Largest operand at which borders of a periodic function are searched; see `periods`."""

_FAR, _NEAR = 2.0**120, 2.0**-100


def borders(op: str, form: Format, attributes: tuple[float, ...] = ()) -> list[float]:
    """Return the sorted operands at which the kind of result changes.

    The list is empty for an op without a binary64 function in its landmarks.
    """
    landmarks = function_landmarks(op)
    if landmarks.binary64 is None:
        return []
    function = _guarded(landmarks.binary64, attributes)
    grid = _grid(landmarks, form)
    values = [function(x) for x in grid]
    places: list[float] = []
    for line in _lines(function, form):
        places += _crossings(function, line, grid, values)[:MOST]
    return sorted({*places, *_ends(function, grid, values)})


def _guarded(binary64: Callable[..., float], attributes: tuple[float, ...]) -> Function:
    """Return the function with fixed attributes.

    The result is infinite on overflow and NaN outside the domain.
    """

    def function(x: float) -> float:
        try:
            return binary64(x, *attributes)
        except OverflowError:
            return math.inf
        except (ValueError, ZeroDivisionError):
            return math.nan

    return function


def _grid(landmarks: FunctionLandmarks, form: Format) -> list[float]:
    """Return a grid of operands of both signs.

    It has four points per binade, all multiples of 1/16 up to 12, and a finer part near the poles
    of gamma.
    """
    exponents = range(form.least_exponent - 1, form.emax + 1)
    positive = [math.ldexp(k, e - 2) for e in exponents for k in (4, 5, 6, 7)]
    positive += [k / 16 for k in range(1, 16 * 12)]
    both = {x * s for x in positive for s in (1, -1)}
    if landmarks.poles:
        both |= {(2 * k + 1) / -64 for k in range(32 * 44)}
    if landmarks.repeats:
        both = {x for x in both if abs(x) <= _REACH}
    return sorted(both)


def _lines(function: Callable[[float], float], form: Format) -> Iterator[Line]:
    half_ulp = math.ldexp(1.0, form.emax - form.precision)
    overflow = math.ldexp(2.0, form.emax) - half_ulp if form.has_infinity else 464.0
    least = math.ldexp(1.0, form.least_exponent)
    yield 0.0, 0.0
    for level in (overflow, math.ldexp(1.0, form.emin), least, least / 2):
        yield level, 0.0
        yield -level, 0.0
    ulp = math.ldexp(1.0, -form.precision)
    offsets = [1 + s * u for u in (ulp, ulp / 2) for s in (1, -1)]
    limits = [
        _settled(function(_FAR), function(_FAR / 2)),
        _settled(function(-_FAR), function(-_FAR / 2)),
        _settled(function(_NEAR), function(-_NEAR)),
    ]
    for limit in dict.fromkeys(x for x in limits if x):
        yield from ((limit * offset, 0.0) for offset in offsets)
    slopes = [_settled(function(x) / x, function(x / 2) / (x / 2)) for x in (_FAR, -_FAR, _NEAR)]
    for slope in dict.fromkeys(x for x in slopes if x):
        yield from ((0.0, slope * offset) for offset in offsets)


def _settled(a: float, b: float) -> float:
    """Return the common value of a function at two points.

    The result is 0 if the values differ or are small.
    """
    usable = math.isfinite(a) and math.isfinite(b) and abs(a - b) <= 1e-12 * abs(a)
    return round(a, 14) if usable and abs(a) > 1e-6 else 0.0


def _crossings(
    function: Callable[[float], float], line: Line, grid: list[float], values: list[float]
) -> list[float]:
    """Return the operands where the function crosses a line, the smallest magnitudes first."""
    constant, slope = line

    def above(x: float) -> bool:
        return function(x) > constant + slope * x

    sides = [y > constant + slope * x for x, y in zip(grid, values, strict=True)]
    found = []
    for i in range(len(grid) - 1):
        known = values[i] == values[i] and values[i + 1] == values[i + 1]
        if sides[i] != sides[i + 1] and known and grid[i] * grid[i + 1] > 0:
            found.append(_bisect(above, grid[i], grid[i + 1]))
    return sorted(found, key=abs)


def _ends(
    function: Callable[[float], float], grid: list[float], values: list[float]
) -> list[float]:
    """Return the operands where the domain begins and ends."""

    def outside(x: float) -> bool:
        return math.isnan(function(x))

    nan = [math.isnan(y) for y in values]
    pairs = [i for i in range(len(grid) - 1) if nan[i] != nan[i + 1]]
    return [_bisect(outside, grid[i], grid[i + 1]) for i in pairs[:MOST]]


def _bisect(property_of: Callable[[float], bool], low: float, high: float) -> float:
    """Return the binary64 operand at which a property changes from its state at `low`."""
    first = property_of(low)
    for _ in range(80):
        middle = (low + high) / 2
        if property_of(middle) == first:
            low = middle
        else:
            high = middle
    return high
