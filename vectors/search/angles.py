"""Find every pair of operands of atan2 that is hard to round.

    python -m samebits.vectors.search.angles

The angle of (x, y) depends on the quotient of two integers of p bits. There are about 2^2p
quotients per octave, and midpoints of results (p + 1 bits) have a distance of 2^-p. So in each
octave of each quadrant, some quotient is within 2^-3p of a midpoint M: 2^-72 in binary32. There are
too many quotients to try them all. But there are only 2^(p-1) midpoints per binade, and the
quotients next to tan M follow from its continued fraction. The method:

1. Every midpoint M from 2^(-p-1) to pi is visited. Let u be the distance of M from the nearest
  axis. T = tan u comes from a Taylor series about the middle of a block (coefficients by mpmath,
  |h| <= 2^-12 M, remainder h^7), as a sum of two binary64 numbers. Its error changes M by a
  relative error below 2^-74.

2. Let the angle of a quotient be within 2^-S of M, S = 3p - 5. Then the relative distance of the
  quotient from T is at most e = 2^-S M (1 + T^2)/T. T has two forms with a quotient of at most 1,
  because the numerator or the denominator may be larger. If e < 2^(-2p-1), the quotient is a
  convergent (Legendre: |X - m/N| < 1/(2 N^2)). It is the last convergent with N < 2^p, since its
  successor has N' > 1/(N e) - N > 2^p. This holds around the axis of 0, where M (1 + T^2)/T < 2,
  and for T >= 2^(8-p) around the other axes. Euclid's algorithm in binary64 integers finds the
  convergent. Nearer to the other axes there are few midpoints, and all N of p bits are tried.

3. mpmath measures the candidates. All candidates within 2^-D, D = 3p - 4, are results. None is
  missed, because the threshold of the screening is twice as wide, and the error of the screening is
  2^-6 of the threshold. Odd factors, which give different operands with the same quotient, are
  multiplied in.

Below 2^(-p-1): two different numbers of p and p + 1 bits differ by at least 2^(-2p-1), and atan q
differs from q by less than q^2/3 < 2^(-2p-3). So no angle there is nearer than 2^(-2p-2). The
exceptions are quotients that are a midpoint of subnormal numbers. Their angle is smaller by q^2/3.

The results (`found_pairs/angles.json`) contain only inputs; the oracles compute the expected
results. A backend with an error below 2^-D that is right on these pairs is right on all pairs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.console import Console

from samebits.common.files import write_atomically
from samebits.common.progress import Watch
from samebits.spec.formats import Format, get_format
from samebits.vectors.files import dump_json, parse_json, read_bytes
from samebits.vectors.plans import patterns
from samebits.vectors.search.pairs import pair_of, split_pair
from samebits.vectors.validate import Fields

if TYPE_CHECKING:
    import mpmath

FILE = Path(__file__).parent / "found_pairs" / "angles.json"
FORMATS = ("f32", "f16", "bf16")
FAMILIES = ("atan q", "pi/2 - atan q", "pi/2 + atan q", "pi - atan q")
"""Families of angles, two octants for each axis, in order from the axis of 0; q <= 1."""

KEPT = {"f32": 1000, "f16": 200, "bf16": 200}
"""Number of pairs stored. Binary32 has fewer pairs than this, so all of them are stored."""

_LANES = 1 << 15
_DEGREE = 6
_WORKING = 200

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True, order=True)
class Direction:
    """Integers y > 0 and x, with -log2 of the distance of their angle from a midpoint."""

    hardness: float
    y: int
    x: int

    @property
    def family(self) -> int:
        """Return the index of the angle's family in FAMILIES."""
        return (3 if self.x < 0 else 0) if self.y <= abs(self.x) else (2 if self.x < 0 else 1)


def depth(precision: int) -> int:
    """Return D for a precision: the search finds every pair within 2^-D of a midpoint."""
    return 3 * precision - 4


def row_of(form: str) -> str:
    """Return a regular expression for a pair of a format, followed by its hardness."""
    return f"{pair_of(form)} [0-9]+[.][0-9]{{2}}"


def hard_angles(form: Format) -> list[tuple[int, int]]:
    """Return the stored pairs as patterns (y, x), hardest first. y is positive.

    Raises VectorError for a malformed file.
    """
    return parse(parse_json(FILE, read_bytes(FILE)), str(FILE)).get(form.name, [])


def parse(value: object, where: str) -> dict[str, list[tuple[int, int]]]:
    """Return the pairs in the parsed text of the file, by format, hardest first.

    Raises VectorError.
    """
    fields = Fields(value, where)
    fields.text("method")
    fields.texts("nearest")
    found = {f: fields.matching(f, row_of(f), f"pairs of {f} with distances") for f in FORMATS}
    fields.done()
    return {f: [split_pair(text.split()[0]) for text in found[f]] for f in FORMATS}


def search(precision: int, console: Console) -> list[Direction]:
    """Return all directions within 2^-depth of a midpoint, hardest first."""
    batches = list(_batches(precision))
    found: list[Direction] = []
    with Watch(f"{precision} bits", len(batches), console) as watch:
        for exponent, firsts in batches:
            found += near_midpoints(precision, exponent, firsts)
            watch.count()
    return sorted(set(found), reverse=True)


def near_midpoints(precision: int, exponent: int, firsts: Iterable[int]) -> list[Direction]:
    """Return the directions near the midpoints (2^(p-1) + i + 1/2) 2^(exponent - p + 1).

    i takes the values of one block for each of `firsts`, its first index. A block has
    `block_size(precision)` indices.
    """
    import mpmath

    with mpmath.workprec(_WORKING):
        passed = set(_screened(precision, block_size(precision), exponent, list(firsts)))
        measured = [Direction(_hardness(y, x, precision), y, x) for y, x in passed]
    return [direction for direction in measured if direction.hardness > depth(precision)]


def block_size(precision: int) -> int:
    """Return the number of midpoints that share a Taylor series."""
    return 1 << max(0, precision - 12)


def operands(found: Iterable[Direction], form: Format) -> Iterator[tuple[float, int, int]]:
    """Yield the hardness and the patterns of y and x for found directions.

    The larger operand is in [1, 2) if the format allows it. There is one pair for each odd factor
    that both operands can have. Quotients that the format cannot represent are skipped.
    """
    for direction in found:
        y, x = direction.y, abs(direction.x)
        odd = max(n // (n & -n) for n in (y, x))
        for factor in range(1, ((1 << form.precision) - 1) // odd + 1, 2):
            length = (factor * max(y, x)).bit_length()
            low = max(1 - length, form.least_exponent)
            if low + length - 1 > form.emax:
                continue
            bits = [_pattern(factor * n, low, form) for n in (y, x)]
            yield direction.hardness, bits[0], bits[1] | (form.sign_mask * (direction.x < 0))


def _pattern(integer: int, exponent: int, form: Format) -> int:
    """Return the pattern of integer * 2^exponent, which must be representable."""
    zeros = (integer & -integer).bit_length() - 1
    return patterns.scaled(form, integer >> zeros, exponent + zeros)


def _batches(p: int) -> Iterator[tuple[int, range]]:
    """Yield the binade and the first midpoints of blocks, as many as one pass of NumPy handles."""
    size = block_size(p)
    step = size * max(1, _LANES // size)
    for exponent in range(-p - 1, 2):
        for first in range(0, 1 << (p - 1), step):
            end = min(first + step, 1 << (p - 1))
            if math.ldexp((1 << (p - 1)) + first, exponent - p + 1) < math.pi:
                yield exponent, range(first, end, size)


def _screened(p: int, size: int, exponent: int, firsts: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the directions that pass the screening, for a batch of blocks."""
    import mpmath

    ulp = math.ldexp(1.0, exponent - p + 1)
    middles = [((1 << (p - 1)) + first + size / 2) * ulp for first in firsts]
    axes = [min(round(middle / (math.pi / 2)), 2) for middle in middles]
    sides = [1 if m > axis * math.pi / 2 else -1 for m, axis in zip(middles, axes, strict=True)]
    starts = [
        side * (mpmath.mpf(middle) - axis * mpmath.pi / 2)
        for middle, axis, side in zip(middles, axes, sides, strict=True)
    ]
    offsets = (np.arange(size) - (size - 1) / 2) * ulp
    high, low = _tangents(starts, np.array(sides)[:, None] * offsets)
    midpoint = (np.array(middles)[:, None] + offsets).ravel()
    side = np.sign(high) * np.repeat(sides, size)
    axis = np.repeat(axes, size)
    high, low = np.abs(high), low * np.sign(high)
    reach = 2.0 ** (5 - 3 * p) * midpoint * (1 + high * high) / high
    few = (axis > 0) & (high < 2.0 ** (8 - p))
    legal = (midpoint < math.pi) & ((axis > 0) | (side > 0))
    for chosen, quotients in ((legal & ~few, _convergents), (legal & few, _tried)):
        lanes = np.flatnonzero(chosen)
        for which, n, d, shift in quotients(p, high[lanes], low[lanes], reach[lanes]):
            places = lanes[which]
            columns = (n, d, shift, axis[places], side[places])
            for row in zip(*(c.astype(np.int64).tolist() for c in columns), strict=True):
                yield _direction(*row)


def _tangents(starts: list[mpmath.mpf], h: Array) -> tuple[Array, Array]:
    """Return tan(start + h) for each row of h, as sums of two binary64 numbers.

    All h are integer multiples of one power of two, of at most 12 bits.
    """
    columns = np.array([_series(start) for start in starts]).T[..., None]
    value, value_low, slope, slope_low, *rest = columns
    tail = np.zeros_like(h)
    for coefficient in reversed(rest):
        tail = tail * h + coefficient
    step = slope * h  # exact: 40-bit times 12-bit numbers
    high = value + step
    step_part = high - value
    low = (value - (high - step_part)) + (step - step_part)
    low += value_low + (slope_low * h + tail * (h * h))
    total = high + low
    return total.ravel(), (low - (total - high)).ravel()


def _series(start: mpmath.mpf) -> list[float]:
    """Return the Taylor coefficients of the tangent.

    The value and the slope are split into two numbers, the others are one number each.
    """
    import mpmath

    terms = [mpmath.tan(start)]
    for j in range(_DEGREE):
        square = sum(terms[i] * terms[j - i] for i in range(j + 1))
        terms.append((square + (j == 0)) / (j + 1))
    value, slope = float(terms[0]), float(mpmath.nint(terms[1] * 2**38)) / 2**38
    parts = [value, float(terms[0] - value), slope, float(terms[1] - slope)]
    return parts + [float(term) for term in terms[2:]]


Quotients = Iterator[tuple[Array, Array, Array, Array]]
"""Arrays of lanes, numerators, denominators and binary exponents."""


def _convergents(p: int, high: Array, low: Array, reach: Array) -> Quotients:
    """Yield the quotients at a relative distance of at most `reach` from high + low.

    None is missed if `reach` is below 2^(-2p-1).
    """
    if not high.size:
        return
    fraction, exponent = np.frexp(high)
    # high + low in units of the last bit of high
    whole, rest = np.ldexp(fraction, 53), np.ldexp(low, 53 - exponent)
    width = float(reach.max()) * 2.0**53 + 0.6
    one, half = np.full_like(whole, 2.0**53), np.full_like(whole, 2.0**52)
    for lanes, d, gap in _small_remainders(p, one, whole, width):
        n = np.rint(d * (whole[lanes] / 2.0**53))
        near = np.abs(gap + d * rest[lanes]) < reach[lanes] * d * whole[lanes]
        yield lanes[near], n[near], d[near], exponent[lanes][near]
    for lanes, n, gap in _small_remainders(p, whole, half, width):
        d = np.rint(n * (2.0**52 / whole[lanes]))
        near = np.abs(gap - d * rest[lanes]) < reach[lanes] * d * whole[lanes]
        yield lanes[near], n[near], d[near], exponent[lanes][near] - 1


def _small_remainders(
    p: int, a: Array, b: Array, width: float
) -> Iterator[tuple[Array, Array, Array]]:
    """Yield lanes, N < 2^p, and N b - m a for the convergents m/N of b/a.

    Only convergents with |N b - m a| <= width N are yielded. a and b are integers of at most 54
    bits, a >= b, and a/b never rounds up to an integer.
    """
    lanes, limit, sign = np.arange(a.size), 2.0**p, 1.0
    older, largest = np.zeros_like(a), np.ones_like(a)
    with np.errstate(all="ignore"):  # when b becomes 0, N becomes infinite
        while lanes.size:
            near = np.flatnonzero((b <= width * largest) & (largest < limit))
            if near.size:
                yield lanes[near], largest[near], sign * b[near]
            quotient = np.floor(a / b)
            a, b = b, a - quotient * b
            older, largest = largest, quotient * largest + older
            sign = -sign
            going = largest < limit
            if 4 * np.count_nonzero(going) < 3 * lanes.size:
                lanes, a, b = lanes[going], a[going], b[going]
                older, largest = older[going], largest[going]


def _tried(p: int, high: Array, low: Array, reach: Array) -> Quotients:
    """Yield the quotients at a relative distance of at most `reach` from `high`.

    All possible values of the larger part are tried.
    """
    fraction, exponent = np.frexp(high)
    width = min(1 << (p - 1), _LANES)
    first, product = np.arange(width, dtype=np.float64), np.empty(width)
    smaller, gap = np.empty(width), np.empty(width)
    for start in range(1 << (p - 1), 1 << p, width):
        larger = first + start
        for lane in range(high.size):
            for numerator_first, ratio in enumerate((fraction[lane], 0.5 / fraction[lane])):
                np.multiply(larger, ratio, out=product)
                np.rint(product, out=smaller)
                np.subtract(product, smaller, out=gap)
                most = 2.0 * start * (reach[lane] + 2.0**-52)
                for more in range(-round(most), round(most) + 1):
                    near = np.flatnonzero(np.abs(gap - more) < most)
                    n, d = smaller[near] + more, larger[near]
                    some = np.full(near.size, lane)
                    pair = (d, n) if numerator_first else (n, d)
                    yield some, *pair, exponent[some] - numerator_first


def _direction(n: int, d: int, shift: int, axis: int, side: int) -> tuple[int, int]:
    """Return the direction (y, x) whose tangent, measured from an axis, is n/d 2^shift.

    `side` is 1 on the left of the axis, and -1 on the right.
    """
    n, d = n << max(shift, 0), d << max(-shift, 0)
    common = math.gcd(n, d)
    along, across = d // common, side * (n // common)
    return (across, along) if axis == 0 else (along, -across) if axis == 1 else (-across, -along)


def _hardness(y: int, x: int, p: int) -> float:
    """Return -log2 of the relative distance of an angle from the nearest midpoint."""
    import mpmath

    angle = mpmath.atan2(y, x)
    fraction, _ = mpmath.frexp(angle)
    scaled = mpmath.ldexp(fraction, p)
    gap = abs(scaled - mpmath.floor(scaled) - 0.5) / scaled
    return float(-mpmath.log(gap, 2))


def main() -> None:
    """Search all formats and write the results."""
    console = Console(stderr=True)
    nearest: list[str] = []
    kept: dict[str, Sequence[str]] = {"nearest": nearest}
    for name in FORMATS:
        form = get_format(name)
        found = search(form.precision, console)
        for index, family in enumerate(FAMILIES):
            hardest = next(d for d in found if d.family == index)
            bits, place = f"2^-{hardest.hardness:.2f}", f"{hardest.y}/{hardest.x}"
            nearest.append(f"{name} {family}: {bits} at {place}")
        rows = list(operands(found, form))
        console.print(
            f"{name}: {len(found)} directions, {len(rows)} pairs; {KEPT[name]} or all kept"
        )
        kept[name] = [f"{form.hex(y)}-{form.hex(x)} {b:.2f}" for b, y, x in rows[: KEPT[name]]]
    method = (
        "all pairs whose angle is nearer to a midpoint than 2^(4-3p), of 16-bit formats the "
        "hardest 200, with -log2 of the distance; by the continued fraction of each M's tangent"
    )
    write_atomically(FILE, dump_json({"method": method}, kept))


if __name__ == "__main__":
    main()
