"""Hand-written rows for aligned contractions: integers times a unit, one mistake per group."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from samebits.spec.formats import Format
from samebits.spec.language.trees import CONTRACTION_BLOCK
from samebits.vectors.plans import patterns

Line = list[int]
"""Bit patterns of the terms of one row or column."""

Sides = tuple[list[Line], list[Line]]


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of `a` and columns of `b`.

    If `everywhere` is set, formats other than f32 use them too.
    """

    name: str
    a: Sequence[Sequence[int]]
    b: Sequence[Sequence[int]]
    flags: tuple[str, ...]
    everywhere: bool = False


Make = Callable[[Format, Format, tuple[int, int]], Sides]


def every(a: Format, b: Format, pair: tuple[int, int]) -> Iterator[Rows]:
    """Yield all groups that the formats can represent."""
    for name, (make, flags, everywhere) in _GROUPS.items():
        try:
            rows, columns = make(a, b, pair)
        except ValueError:  # the format cannot represent a term
            continue
        yield Rows(name, rows, columns, flags, everywhere)


def biased(a: Format, b: Format, bias: Format, result: Format) -> tuple[Sides, Line]:
    """Return operands with sums of two blocks, and biases that bring the sums near a tie.

    The exact value is 64 + h + 2^-18, where h is half an ulp of the result. A first rounding to
    binary32 drops the last term (ties to even) and leaves a tie of the result. The exact value is
    above that tie.
    """
    half = 6 - result.precision  # h is a power of 2
    place = CONTRACTION_BLOCK  # in the second block, so that no width loses the term
    rows = [[0] * (place + 1) for _ in range(2)]
    for row, sign in zip(rows, (1, -1), strict=True):
        row[0], row[place] = _pattern(a, sign), _pattern(a, sign, -9)
    column = [0] * (place + 1)
    column[0], column[place] = _pattern(b, 1, half), _pattern(b, 1, -9)
    return (rows, [column, column]), _line(bias, [64, -64])


def _pattern(form: Format, integer: int, exponent: int = 0) -> int:
    """Return the pattern of integer * 2^exponent. Raises ValueError if it is not representable."""
    if not integer:
        return 0
    zeros = (integer & -integer).bit_length() - 1
    return patterns.scaled(form, abs(integer) >> zeros, exponent + zeros, integer < 0)


def _line(form: Format, integers: Sequence[int], exponent: int = 0) -> Line:
    return [_pattern(form, n, exponent) for n in integers]


def _units(form: Format, count: int) -> list[Line]:
    """Return the rows of a unit matrix.

    A product with it returns the aligned integers separately.
    """
    return [_line(form, [int(i == j) for j in range(count)]) for i in range(count)]


def _aligning(form: Format, width: int) -> list[Line]:
    """Return rows with ties of the alignment and their neighbours, the clamp, and subnormals."""
    more = max(0, min(10, form.precision - 4))  # bits below a quarter of the unit
    quarter = 1 << more
    near = [6 * quarter + 1, 6 * quarter - 1, -10 * quarter + 1] if more else [3, 1, -3]
    integers = [(1 << width) * quarter, *(n * quarter for n in (2, 6, 10, -2)), *near]
    exponent = max(-(more + 2), form.least_exponent)
    rows = [_line(form, integers, exponent), _line(form, [-n for n in integers], exponent)]
    last = (1 << form.precision) - 1  # rounds to 2^(width - 1), or is an integer
    some = [last, -last, last - 1, -last, last, 1, 1, -1]
    rows.append(_line(form, some, -form.precision // 2))
    draw = patterns.randomness("subnormal rows", form.name, str(width))
    low = form.precision - 1
    rows.append([draw.getrandbits(low) | (draw.getrandbits(1) * form.sign_mask) for _ in some])
    return rows


def _ties_a(a: Format, b: Format, pair: tuple[int, int]) -> Sides:
    return _aligning(a, pair[0]), _units(b, 8)


def _ties_b(a: Format, b: Format, pair: tuple[int, int]) -> Sides:
    return _units(a, 8), _aligning(b, pair[1])


def _extremes(width: int) -> list[int]:
    """Return integers with extreme digits, however they are split into digits."""
    limit = (1 << (width - 1)) - 1
    found = {8: [], 16: [-0x7F01, 0x40FF], 24: [8386560, -8386560, -0x7F0001, 0x40FFFF]}[width]
    return [limit, -limit, *found]


def _limits(a: Format, b: Format, pair: tuple[int, int]) -> Sides:
    """Return blocks that repeat one extreme integer, with one sign or alternating signs.

    They bring accumulators to their limits.
    """
    sides: list[list[Line]] = []
    for form, width in zip((a, b), pair, strict=True):
        lines = [[q] * CONTRACTION_BLOCK for q in _extremes(width)]
        lines.append([q if k % 2 else -q for k, q in enumerate(lines[0])])
        sides.append([_line(form, line) for line in lines])
    return sides[0], sides[1]


def _tops(pair: tuple[int, int]) -> tuple[int, int]:
    return 1 << (pair[0] - 2), 1 << (pair[1] - 2)


def _split(product: int, pair: tuple[int, int]) -> tuple[int, int]:
    """Return two powers of 2 that fit the two widths and have the given product."""
    first = min(product, 1 << (pair[0] - 3))
    return first, product // first


def _sums(pair: tuple[int, int], half: int) -> tuple[list[Line], list[Line]]:
    """Return rows and columns whose sums are at a midpoint or next to one.

    The midpoints are between multiples of 2 * half.
    """
    (x, y), (p, q) = _tops(pair), _split(half, pair)
    if x * y <= 2 * half or half < 2:
        raise ValueError("the sum has too few bits")
    rows = [[x, p, 0, 0], [x, p, 1, 0], [x, p, -1, 0], [x, p, 0, p], [x, p, 1, p], [x, p, -1, p]]
    rows += [[-n for n in row] for row in rows]
    return rows, [[y, q, 1, 2 * q]]


def _rounding(a: Format, b: Format, pair: tuple[int, int]) -> Sides:
    """Return sums that are ties of the final rounding to 24 bits, and their neighbours."""
    rows, columns = _sums(pair, 1 << (sum(pair) - 4 - 24))
    return [_line(a, row) for row in rows], [_line(b, column) for column in columns]


def _twice(a: Format, b: Format, pair: tuple[int, int]) -> Sides:
    """Return subnormal results so near a tie that a prior rounding to 24 bits would change them."""
    bits = sum(pair) - 4
    half = 1 << (bits - 8)
    rows, columns = _sums(pair, half)
    exponent = a.least_exponent - (bits - 8) - 1  # exponent of the unit of the sum
    first = exponent // 2
    return [_line(a, row, first) for row in rows], [
        _line(b, column, exponent - first) for column in columns
    ]


def _beyond_53(a: Format, b: Format, pair: tuple[int, int]) -> Sides:
    """Return sums beyond 2^53 that are a tie of 24 bits or differ from one by 1."""
    if pair != (24, 24):
        raise ValueError("sums of other widths stay below 2^53")
    large = [7 << 20] * 167 + [3 << 20]
    # 2^53 + x 2^29 + y, where the unit of binary32 is 2^30
    rows = [[*large, x << 10, y] for x in (1, 3) for y in (0, 1, -1)]
    rows += [[-n for n in row] for row in rows]
    return [_line(a, row) for row in rows], [_line(b, [*large, 1 << 19, 1])]


def _zeros(a: Format, b: Format, pair: tuple[int, int]) -> Sides:
    """Return sums that are zero, rows of zeros of both signs, and values that round to zero."""
    minus, one, tiny = a.sign_mask, patterns.one(a), 1
    rows = [
        [minus] * 4, [0] * 4, [one, one, minus, 0], [one | minus, one | minus, 0, minus],
        [tiny] * 4, [tiny | minus] * 4, [minus, one, one, one],
    ]  # fmt: skip
    other, below = b.sign_mask, patterns.one(b)
    columns = [
        [below, below | other, 0, other], [below | other, below, other, 0], [1, 1, 1, 1],
        [1 | other] * 4, [other] * 4, [0, 1, 1, 1 | other],
    ]  # fmt: skip
    return rows, columns


def _blocks(a: Format, b: Format, pair: tuple[int, int]) -> Sides:
    """Return rows of six blocks, most with few terms.

    Each block is aligned separately, and T1 adds the results of the blocks.
    """
    draw = patterns.randomness("aligned blocks")
    sides: list[list[Line]] = []
    for form in (a, b):
        lines = []
        for number in range(3):
            line = [0] * (5 * CONTRACTION_BLOCK + 9)
            for block in range(6):
                high = (3, -4, 0, 5, -2, 1)[(block + number) % 6]
                for k in (0, 3, 130, 255)[: 2 if block == 5 else 4]:
                    place = block * CONTRACTION_BLOCK + min(k, 8 if block == 5 else k)
                    fraction, sign = draw.getrandbits(form.precision - 1), draw.getrandbits(1)
                    line[place] = patterns.with_exponent(form, high - k % 5, fraction, sign)
            lines.append(line)
        sides.append(lines)
    return sides[0], sides[1]


def _placed(a: Format, b: Format, pair: tuple[int, int]) -> Sides:
    """Return rows with a NaN or an infinity in one of two blocks, among zeros or other numbers."""
    one, last = patterns.one(a), CONTRACTION_BLOCK + 1
    marks = [(a.canonical_nan | 1, 0), (a.canonical_nan | a.sign_mask, last)]
    marks += [(a.infinity, 255), (a.infinity | a.sign_mask, last)] if a.has_infinity else []
    rows = [[one] * (last + 1)]
    for number, (mark, place) in enumerate(marks):
        row = [one if number % 2 else 0] * (last + 1)
        row[place] = mark
        rows.append(row)
    columns = [[patterns.one(b)] * (last + 1), [0] * (last + 1), [b.sign_mask] * (last + 1)]
    columns[0][7] = b.sign_mask
    return rows, columns


_GROUPS: dict[str, tuple[Make, tuple[str, ...], bool]] = {
    "ties-a": (_ties_a, ("alignment", "tie", "subnormal"), True),
    "ties-b": (_ties_b, ("alignment", "tie", "subnormal"), True),
    "limits": (_limits, ("aligned-limit",), False),
    "rounding": (_rounding, ("tie", "near-tie"), False),
    "twice": (_twice, ("double-rounding", "gradual-underflow"), False),
    "beyond-53": (_beyond_53, ("double-rounding", "near-tie"), False),
    "zeros": (_zeros, ("signed-zero", "gradual-underflow"), True),
    "blocks": (_blocks, ("alignment", "contraction-tree"), True),
    "placed": (_placed, ("special-values", "nan-canonical"), True),
}
