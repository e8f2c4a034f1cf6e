"""Find operands of binary64 that are hard to round, where the slope of a function is a fraction.

    python -m samebits.vectors.search.slopes OP... | --missing

Count operands by t, the number of steps from one to the next number, and results in units of their
last place. Near an operand at which the slope is p/q, with q small, the results of every q-th
operand differ by p units and a little that grows with the square of t: their places between two
numbers drift, at first slowly. Where the drift comes to a middle the nearest of those operands is
q * sqrt(curvature) units away at most, some 2^-26 for a curvature of 2^-54, while a random operand
is 2^-3 away. Each middle takes one square root, so that a minute finds what is as hard as the
hardest of some 2^46 random operands. (The search of V. Lefevre, "Moyens arithmetiques pour un
calcul fiable", 2000, finds all such operands, by lines; here some are found, by a parabola.)

A curve is the polynomial through five values of the oracle's balls. What is found is valued by them
once more. They are inputs (`found_slopes/<op>.json`); the oracles give the answers.
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.progress import track

from samebits.oracles.discovery import all_oracles
from samebits.oracles.elementwise import Elementary
from samebits.oracles.rounding import Real
from samebits.spec.call import Call
from samebits.spec.catalog import get_op, landmarks_of
from samebits.spec.correctly_rounded.table import FUNCTIONS
from samebits.spec.landmarks import FunctionLandmarks
from samebits.vectors.search.kept import Row, keep_rows, rows_of
from samebits.vectors.search.middles import FORM, nearness, unit_of
from samebits.vectors.search.published import published
from samebits.vectors.search.twice import exact_values

FOLDER = Path(__file__).parent / "found_slopes"
KEPT, PER_BINADE = 24, 6
DENOMINATORS = 256
"""The largest q."""

PLACES = 1000
"""Places of a stretch, at most: where the slope changes fast q stays smaller."""

TURNS = 24
"""How many middles the drift may pass."""

_STRETCH = 46
"""A stretch goes 2^(_STRETCH + 1) steps to both sides: a binade has 16."""

_WIDTH = FORM.precision - 1
_POINT = 320
"""Bits after the point of a coefficient."""

_CANDIDATE = 2.0**-34
_AT_ONCE = 32
_PAIRS = (-5, 3)
"""Exponents of the operands of functions of two."""


@dataclass(frozen=True, slots=True)
class Curve:
    """The results around an operand, in units of the last place of its result.

    `coefficients[i]` is that of the i-th power of the count of steps, times 2^_POINT.
    """

    operands: Row
    coefficients: tuple[int, int, int, int, int]

    def slope(self, steps: float) -> float:
        """The derivative so many steps further."""
        _, b, c, d, e = self.floats()
        return b + steps * (2 * c + steps * (3 * d + steps * 4 * e))

    def bend(self, steps: float) -> float:
        """The second derivative so many steps further."""
        _, _, c, d, e = self.floats()
        return 2 * c + steps * (6 * d + steps * 12 * e)

    def floats(self) -> tuple[float, ...]:
        """The coefficients as numbers of binary64."""
        return tuple(c / (1 << _POINT) for c in self.coefficients)


def curves(call: Call, operands: Sequence[Row], reaches: Sequence[int]) -> list[Curve | None]:
    """The curve around each row, through values up to 2^(reach + 1) steps of its first operand.

    None where the operands or the results are not all of one binade, or a value is none of a ball.
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
    known = [value for value in values if value is not None]
    if len(known) < len(values) or rows[0][0] >> _WIDTH != rows[-1][0] >> _WIDTH:
        return None
    units = {(value.negative, unit_of(value)) for value in known}
    _, unit = units.pop()
    if units or unit is None:
        return None
    a, b, c, d, e = (_shifted(v.signed(), v.exponent - unit + _POINT) for v in known)
    differences = (
        24 * c,
        2 * (a - 8 * b + 8 * d - e),
        -a + 16 * b - 30 * c + 16 * d - e,
        2 * (-a + 2 * b - 2 * d + e),
        a - 4 * b + 6 * c - 4 * d + e,
    )
    scaled = [(f // 24) >> (i * reach) for i, f in enumerate(differences)]
    return Curve(operands, (scaled[0], scaled[1], scaled[2], scaled[3], scaled[4]))


def _shifted(number: int, places: int) -> int:
    return number << places if places >= 0 else number >> -places


def places(curve: Curve, most: int = PLACES) -> Iterator[tuple[int, int, int]]:
    """Steps along a stretch to where the slope is p / q, with p and q; all q up to some limit."""
    end = float(1 << (_STRETCH + 1))
    low, high = sorted((curve.slope(-end), curve.slope(end)))
    span = high - low
    limit = DENOMINATORS
    while limit > 1 and span * limit * limit * 0.3 > most:
        limit -= 1
    for q in range(1, limit + 1):
        stride = 1 + int(span * q) // most  # of many fractions some, at equal distances
        for p in range(math.ceil(low * q), math.floor(high * q) + 1, stride):
            if math.gcd(p, q) > 1:
                continue
            steps = 0.0
            for _ in range(6):
                bend = curve.bend(steps)
                if not bend:
                    break
                steps = max(-end, min(end, steps - (curve.slope(steps) - p / q) / bend))
            if abs(curve.slope(steps) - p / q) < 0.01 / q:
                yield round(steps), p, q


def crossings(curve: Curve, p: int, q: int) -> list[tuple[int, float]]:
    """Steps to the operands next to where the drift comes to middles, and how far they are off.

    The distance is an estimate, in units, to some 2^-48.
    """
    one = 1 << _POINT
    start = (curve.coefficients[0] % one) / one
    _, _, bend, cubic, quartic = curve.floats()
    rest = (curve.coefficients[1] * q - (p << _POINT)) / (q << _POINT)
    if not bend:
        return []
    turn = -rest / (2 * bend)
    residues = np.arange(q)
    before = start + (p * residues % q) / q
    ahead = (0.5 - (before - bend * turn * turn)) % 1.0
    ahead = ahead if bend > 0 else 1.0 - ahead
    roots = np.sqrt((ahead[:, None] + np.arange(TURNS)) / abs(bend))
    near = turn + np.stack([roots, -roots])
    steps = residues[:, None] + q * np.rint((near - residues[:, None]) / q)
    drift = steps * (rest + steps * (bend + steps * (cubic + steps * quartic)))
    off = np.abs((before[:, None] + drift) % 1.0 - 0.5)
    good = (off < _CANDIDATE) & (np.abs(steps) < 2.0**_WIDTH)
    return list(zip(steps[good].astype(np.int64).tolist(), off[good].tolist(), strict=True))


def _reach(bend: float) -> int:
    """The exponent of half the steps in which the drift passes all its turns."""
    steps = math.sqrt(TURNS / max(abs(bend / 2), 2.0**-100))
    return max(4, min(_STRETCH, round(math.log2(steps)) - 1))


def stretches(op: str) -> list[Row]:
    """The middles of all stretches of operands of everyday size, of both signs.

    The second operand of a function of two is a random one of that size for each stretch.
    """
    landmarks = landmarks_of(op)
    low, high = landmarks.everyday if isinstance(landmarks, FunctionLandmarks) else _PAIRS
    first, last = (exponent - FORM.emin + 1 << _WIDTH for exponent in (low, high + 1))
    length = 4 << _STRETCH
    starts = [x | sign for sign in (0, FORM.sign_mask) for x in range(first, last, length)]
    draw = np.random.Generator(np.random.Philox(sum(f"{op} slopes".encode())))
    others = len(get_op(op).operands) - 1
    return [(start + length // 2, *draw.integers(first, last, others).tolist()) for start in starts]


def search(op: str, among: Sequence[Row]) -> list[Row]:
    """The operands nearest to a middle in some stretches, nearest first, a few of each binade."""
    call = get_op(op).call([FORM.name] * len(get_op(op).operands))
    found: dict[Row, float] = {}
    for first in track(range(0, len(among), _AT_ONCE), description=op):
        some = among[first : first + _AT_ONCE]
        centres: dict[Row, tuple[int, int, int]] = {}
        for curve in curves(call, some, [_STRETCH] * len(some)):
            if curve:
                x, *others = curve.operands
                for steps, p, q in places(curve):
                    centres[(x + steps, *others)] = _reach(curve.bend(steps)), p, q
        for curve in curves(call, list(centres), [reach for reach, _, _ in centres.values()]):
            if curve:
                x, *others = curve.operands
                _, p, q = centres[curve.operands]
                found |= {(x + steps, *others): off for steps, off in crossings(curve, p, q)}
    return _nearest(call, found)


def _nearest(call: Call, found: dict[Row, float]) -> list[Row]:
    likely = sorted(found, key=lambda row: (found[row], row))[: 16 * KEPT]
    bits = nearness(call, likely)
    ranked = sorted((-b.middle, row) for b, row in zip(bits, likely, strict=True) if b)
    held: Counter[int] = Counter()
    kept: list[Row] = []
    for _, row in ranked:
        held[row[0] >> _WIDTH] += 1
        if held[row[0] >> _WIDTH] <= PER_BINADE and len(kept) < KEPT:
            kept.append(row)
    return kept


def found_by_slopes(op: str) -> list[Row]:
    """The operands that were found for a function in binary64, nearest to a middle first.

    None where none were searched. Raises VectorError for a malformed file.
    """
    return rows_of(FOLDER, op)


def searchable() -> list[str]:
    """The functions of binary64 whose values are no fractions."""
    oracles = all_oracles()
    return [name for name in FUNCTIONS if isinstance(oracles[name], Elementary)]


def main() -> None:
    """Search the named functions, or those of which nothing is published and nothing found."""
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
    """Write the file of a function."""
    if not found:
        return
    (first,) = nearness(get_op(op).call([FORM.name] * len(found[0])), found[:1])
    assert first is not None, "a row that was valued has a value"
    method = (
        f"nearest to the middle of two numbers, the first 2^-{first.middle:.1f} units from it: "
        f"where the drift of results comes to one, at places of everyday size where the slope is "
        f"p/q, q up to {DENOMINATORS}"
    )
    keep_rows(FOLDER, op, method, found)
    print(f"{op}: {method}")


if __name__ == "__main__":
    main()
