"""Find binary64 operands that are hard to round, near points where a slope is a simple fraction.

    python -m samebits.vectors.search.slopes OP... | --missing

Let t be the index of a binary64 number, counted from some operand on, and measure results in ulp.
Near an operand where the slope is p/q with a small q, the results of every q-th operand differ by p
ulp and a small amount that grows with the square of t. So the positions of these results between
two representable numbers drift, slowly at first. When the drift reaches a midpoint, the nearest of
these operands is about q * sqrt(c) ulp from it, where c is half the second derivative. That is
2^-27 for c = 2^-54, and 2^-19 for the largest q, while a random operand is about 2^-2 away. Each
midpoint takes one square root. Half a minute of search comes within 2^-44 ulp of a midpoint. Random
operands would need 2^43 trials for that.

The search does not find all hard operands. Searches that find all hard operands of an interval were
published by V. Lefevre ("Moyens arithmetiques pour un calcul fiable", 2000), with linear
approximations, and by D. Stehle, Lefevre and P. Zimmermann, with polynomials of higher degree and
lattices (BaCSeL). They take years for a function.

A curve is the polynomial through five values, enclosed by the oracle's balls. The results are
evaluated by these balls once more. The files (`found_slopes/<op>.json`) contain only inputs; the
oracles compute the expected results.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

from samebits.oracles.discovery import all_oracles
from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import Real
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call
from samebits.spec.math_table import FUNCTIONS
from samebits.vectors.search.kept import Row, keep_rows, rows_of
from samebits.vectors.search.published import published
from samebits.vectors.search.values import (
    FORM,
    WIDTH,
    call_in_binary64,
    everyday_exponents,
    exact_values,
    few_of_each,
    nearness,
    unit_of,
)

FOLDER = Path(__file__).parent / "found_slopes"
KEPT, PER_BINADE = 12, 6
DENOMINATORS = 256
"""The largest denominator q of a slope."""

POINTS = 1000
"""Maximum number of points with rational slopes in an interval.

If the slope changes fast, only small q are allowed.
"""

PASSED = 24
"""Number of midpoints that the drift may pass in one search."""

_STRETCH = 46
"""An interval has 2^(_STRETCH + 1) numbers on both sides of its centre.

A binade has 16 intervals.
"""

_PARTS = 3
"""An interval is cut into 2^_PARTS parts if its results are not all in one binade."""

_POINT = 320
"""Number of fraction bits of a coefficient."""

_CANDIDATE = 2.0**-34
"""Estimated distance from a midpoint below which an operand is evaluated again."""

_AT_ONCE = 32


@dataclass(frozen=True, slots=True)
class Curve:
    """The results around an operand, in ulp of its result, as a polynomial.

    `coefficients[i]` is the coefficient of t^i, times 2^_POINT. t counts binary64 numbers from the
    operand on.
    """

    operands: Row
    coefficients: tuple[int, int, int, int, int]

    def slope(self, t: float) -> float:
        """Return the derivative at t."""
        _, b, c, d, e = self.floats()
        return b + t * (2 * c + t * (3 * d + t * 4 * e))

    def curvature(self, t: float) -> float:
        """Return half the second derivative at t."""
        _, _, c, d, e = self.floats()
        return c + t * (3 * d + t * 6 * e)

    def floats(self) -> tuple[float, ...]:
        """Return the coefficients as binary64 numbers."""
        return tuple(c / (1 << _POINT) for c in self.coefficients)


def curves(call: Call, operands: Sequence[Row], reaches: Sequence[int]) -> list[Curve | None]:
    """Return the curve around each row, through five values on both sides of its operand.

    The values are at up to 2^(reach + 1) numbers from the first operand. A curve is None if the
    operands or the results are not all in one binade, or if no ball encloses a value.
    """
    rows = [
        (x + (k << reach), *rest)
        for (x, *rest), reach in zip(operands, reaches, strict=True)
        for k in (-2, -1, 0, 1, 2)
    ]
    values = list(exact_values(call, rows))
    return [
        _through(operands[i], rows[5 * i : 5 * i + 5], values[5 * i : 5 * i + 5], reach)
        for i, reach in enumerate(reaches)
    ]


def _through(
    operands: Row, rows: Sequence[Row], values: Sequence[Real | None], reach: int
) -> Curve | None:
    five = [value for value in values if value is not None]
    # The last operand may be the first number of the next binade
    first, last = rows[0][0], rows[-1][0] - 1
    if len(five) < len(values) or first >> WIDTH != last >> WIDTH:
        return None
    units = {(value.negative, unit_of(value)) for value in five}
    _, unit = units.pop()
    if units or unit is None:
        return None
    a, b, c, d, e = (_shifted(v.signed(), v.exponent - unit + _POINT) for v in five)
    differences = (
        24 * c,
        2 * (a - 8 * b + 8 * d - e),
        -a + 16 * b - 30 * c + 16 * d - e,
        2 * (-a + 2 * b - 2 * d + e),
        a - 4 * b + 6 * c - 4 * d + e,
    )
    scaled = [(f // 24) >> (i * reach) for i, f in enumerate(differences)]
    return Curve(operands, (scaled[0], scaled[1], scaled[2], scaled[3], scaled[4]))


def _shifted(number: int, bits: int) -> int:
    return number << bits if bits >= 0 else number >> -bits


def points(curve: Curve, reach: int) -> Iterator[tuple[int, int, int]]:
    """Yield t, p and q for the t within 2^(reach + 1) where the slope is p / q.

    q goes up to a limit that depends on the number of such points.
    """
    end = float(1 << (reach + 1))
    low, high = sorted((curve.slope(-end), curve.slope(end)))
    most = max(1, POINTS >> (_STRETCH - reach))
    limit = DENOMINATORS
    # There are about 3 / pi^2 limit^2 such fractions
    while limit > 1 and (high - low) * limit * limit * 0.3 > most:
        limit -= 1
    for q in range(1, limit + 1):
        # If there are too many fractions, take a regular subset
        stride = 1 + int((high - low) * q) // most
        for p in range(math.ceil(low * q), math.floor(high * q) + 1, stride):
            if math.gcd(p, q) > 1:
                continue
            t = 0.0
            for _ in range(6):
                if not (curvature := curve.curvature(t)):
                    break
                t = max(-end, min(end, t - (curve.slope(t) - p / q) / (2 * curvature)))
            if abs(curve.slope(t) - p / q) < 0.01 / q:
                yield round(t), p, q


def crossings(curve: Curve, p: int, q: int) -> list[tuple[int, float]]:
    """Return the t of operands whose drift reaches a midpoint, with their estimated distances.

    The distance from the midpoint is in ulp, with an error of about 2^-46. An operand may be
    outside the range of the curve or in another binade. `search` evaluates all of them again.
    """
    one = 1 << _POINT
    start = (curve.coefficients[0] % one) / one
    excess = (curve.coefficients[1] * q - (p << _POINT)) / (q << _POINT)  # of the slope over p / q
    _, _, c, d, e = curve.floats()
    if not c:
        return []

    def drift(t: Any) -> Any:
        return t * (excess + t * (c + t * (d + t * e)))

    def speed(t: Any) -> Any:
        return excess + t * (2 * c + t * (3 * d + t * 4 * e))

    residues = np.arange(q)[:, None]
    before = start + (p * residues % q) / q
    side = math.copysign(1.0, c)
    apex = -excess / (2 * c)  # of the parabola, where the drift reverses
    ahead = (side * (0.5 - before + excess * excess / (4 * c))) % 1.0 + np.arange(PASSED)
    level = side * ahead - excess * excess / (4 * c)
    roots = np.sqrt(ahead / abs(c))
    near = apex + np.stack([roots, -roots])
    for _ in range(3):  # Newton steps from the parabola to the curve
        slope = speed(near)
        near = near - np.where(slope == 0, 0, drift(near) - level) / np.where(slope == 0, 1, slope)
    t = residues + q * np.rint((near - residues) / q)
    off = np.abs((before + drift(t)) % 1.0 - 0.5)
    good = (off < _CANDIDATE) & (np.abs(t) < 2.0**WIDTH)
    return list(zip(t[good].astype(np.int64).tolist(), off[good].tolist(), strict=True))


def _reach(curvature: float) -> int:
    """Return log2 of half the number of operands in which the drift passes PASSED midpoints."""
    length = math.sqrt(PASSED / max(abs(curvature), 2.0**-100))
    return max(4, min(_STRETCH, round(math.log2(length)) - 1))


def stretches(op: str) -> list[Row]:
    """Return the centres of all intervals of operands of ordinary size, in both signs.

    For a function of two operands, the second operand is a random number of ordinary size for each
    interval.
    """
    low, high = everyday_exponents(op)
    first, last = ((exponent - FORM.emin + 1) << WIDTH for exponent in (low, high + 1))
    length = 4 << _STRETCH
    starts = [x | sign for sign in (0, FORM.sign_mask) for x in range(first, last, length)]
    draw = np.random.Generator(np.random.Philox(sum(f"{op} slopes".encode())))

    def another() -> int:
        return int(draw.integers(first, last)) | int(draw.integers(0, 2)) << (FORM.bits - 1)

    others = len(get_op(op).operands) - 1
    return [(start + length // 2, *(another() for _ in range(others))) for start in starts]


def _searched(call: Call, centres: Sequence[Row]) -> Iterator[tuple[Curve, int]]:
    """Yield the curves of intervals, or of parts of intervals, with their reach.

    An interval is cut if its results are not in one binade, or if its slope has an extremum.
    """
    parts: list[Row] = []
    for centre, curve in zip(
        centres, curves(call, centres, [_STRETCH] * len(centres)), strict=True
    ):
        end = float(1 << (_STRETCH + 1))
        if curve and curve.curvature(-end) * curve.curvature(end) > 0:
            yield curve, _STRETCH
        else:
            x, *others = centre
            half = 2 << (_STRETCH - _PARTS)
            odd = range(1 - (1 << _PARTS), 1 << _PARTS, 2)
            parts += [(x + k * half, *others) for k in odd]
    reach = _STRETCH - _PARTS
    for curve in curves(call, parts, [reach] * len(parts)):
        if curve:
            yield curve, reach


def search(op: str, among: Sequence[Row]) -> list[Row]:
    """Return the operands nearest to a midpoint in the given intervals, nearest first.

    At most a few are returned for each binade.
    """
    call = call_in_binary64(op)
    found: dict[Row, float] = {}
    for first in track(range(0, len(among), _AT_ONCE), description=op):
        centres: dict[Row, tuple[int, int, int]] = {}
        for curve, reach in _searched(call, among[first : first + _AT_ONCE]):
            x, *others = curve.operands
            for t, p, q in points(curve, reach):
                centres[(x + t, *others)] = _reach(curve.curvature(t)), p, q
        for fine in curves(call, list(centres), [reach for reach, _, _ in centres.values()]):
            if fine:
                x, *others = fine.operands
                _, p, q = centres[fine.operands]
                found |= {(x + t, *others): off for t, off in crossings(fine, p, q)}
    return _nearest(call, found)


def _nearest(call: Call, found: dict[Row, float]) -> list[Row]:
    likely = sorted(found, key=lambda row: (found[row], row))[: 16 * KEPT]
    bits = nearness(call, likely)
    ranked = [(-b.middle, row) for b, row in zip(bits, likely, strict=True) if b]
    return few_of_each(ranked, KEPT, PER_BINADE, 1)


def found_by_slopes(op: str) -> list[Row]:
    """Return the operands found for a function in binary64, nearest to a midpoint first.

    The list is empty if there was no search. Raises VectorError for a malformed file.
    """
    return rows_of(FOLDER, op)


def searchable() -> list[str]:
    """Return the functions that can be searched: elementary functions, which need a library."""
    oracles = all_oracles()
    return [name for name in FUNCTIONS if isinstance(oracles[name], Elementary)]


def main() -> None:
    """Search the named functions, or (--missing) those without published or found operands."""
    known = searchable()
    names = sys.argv[1:]
    if names == ["--missing"]:
        names = [name for name in known if not published(name) and not found_by_slopes(name)]
        if not names:
            sys.exit("nothing is missing: operands of every function are published or were found")
    unknown = [name for name in names if name not in known]
    if unknown or not names:
        wanted = repr(unknown[0]) if unknown else "no function"
        sys.exit(f"no search for {wanted}; known: {', '.join(known)}")
    for name in names:
        keep(name, search(name, stretches(name)))


def keep(op: str, found: list[Row]) -> None:
    """Write the file of a function with its found operands."""
    if not found:
        return
    bits = [b.middle for b in nearness(call_in_binary64(op), found) if b]
    method = (
        f"within 2^-{bits[0]:.1f} to 2^-{bits[-1]:.1f} units of the middle of two numbers: where "
        f"the drift of results comes to one, next to operands of everyday size at which the slope "
        f"is p/q, q up to {DENOMINATORS}"
    )
    keep_rows(FOLDER, op, method, found)
    print(f"{op}: {method}")


if __name__ == "__main__":
    main()
