"""Exact values of bit patterns, and the single rounding of an exact value to a format.

It implements clauses F1, R1 (to nearest, ties to even, with subnormals), R5 (overflow, casts to
integers) and S1 (canonical NaN). It uses only Python integers, so it has no rounding errors.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from samebits.spec.formats import FORMATS, get_format

QUOTIENT_BITS = 128
"""Significant bits kept of an infinite expansion: more than twice binary64's precision."""


class Real(NamedTuple):
    """A real number with a signed zero, an infinity, or NaN.

    A finite value is significand * 2**exponent with `significand` >= 0, negated if `negative`. If
    `sticky` is true, the exact magnitude is strictly between that number and (significand + 1) *
    2**exponent. A rounding does not need the other digits of a cut-off expansion.
    """

    kind: Literal["finite", "infinite", "nan"]
    negative: bool = False
    significand: int = 0
    exponent: int = 0
    sticky: bool = False

    @property
    def is_zero(self) -> bool:
        """Return whether the value is exactly +0 or -0."""
        return self.kind == "finite" and self.significand == 0 and not self.sticky

    def fraction(self) -> Fraction:
        """Return the finite value as a fraction.

        For a sticky value it is the end that is nearer to zero.
        """
        if self.exponent < 0:
            return Fraction(self.signed(), 1 << -self.exponent)
        return Fraction(self.signed() << self.exponent)

    def signed(self) -> int:
        """Return the significand with its sign (a zero loses its sign)."""
        return -self.significand if self.negative else self.significand


NAN = Real("nan")


def infinity(negative: bool) -> Real:
    """Return an infinity of the given sign."""
    return Real("infinite", negative)


def zero(negative: bool) -> Real:
    """Return a zero of the given sign."""
    return Real("finite", negative)


def dyadic(numerator: int, exponent: int) -> Real:
    """Return the exact value numerator * 2**exponent; a zero is +0."""
    return Real("finite", numerator < 0, abs(numerator), exponent)


def from_fraction(value: Fraction) -> Real:
    """Return a rational number, cut off after QUOTIENT_BITS bits if its expansion is longer."""
    numerator, denominator = abs(value.numerator), value.denominator
    shift = QUOTIENT_BITS + max(0, denominator.bit_length() - numerator.bit_length())
    quotient, rest = divmod(numerator << shift, denominator)
    return Real("finite", value < 0, quotient, -shift, rest != 0)


class _Layout(NamedTuple):
    """The properties of a format that decode and round_to need, as plain integers."""

    kind: str
    bits: int
    precision: int
    least: int
    largest: int
    has_infinity: bool
    nan: int


_LAYOUTS = {
    name: _Layout(
        form.kind,
        form.bits,
        form.precision,
        form.least_exponent,
        form.max_finite,
        form.has_infinity,
        form.canonical_nan,
    )
    for name, form in FORMATS.items()
}


def decode(pattern: int, name: str) -> Real:
    """Return the exact value of a bit pattern of the format `name` (float, integer, bool)."""
    layout = _LAYOUTS.get(name) or _unknown(name)
    sign = 1 << (layout.bits - 1)
    if layout.kind != "float":
        if layout.kind == "bool":
            return dyadic(int(pattern != 0), 0)
        wraps = layout.kind == "int" and pattern & sign
        return dyadic(pattern - 2 * sign if wraps else pattern, 0)
    negative = pattern >= sign
    magnitude = pattern & (sign - 1)
    if magnitude > layout.largest:
        if layout.has_infinity and magnitude == layout.largest + 1:
            return Real("infinite", negative)
        return NAN
    field = magnitude >> (layout.precision - 1)
    if not field:
        return Real("finite", negative, magnitude, layout.least)
    hidden = 1 << (layout.precision - 1)
    return Real("finite", negative, magnitude & (hidden - 1) | hidden, layout.least + field - 1)


def round_to(value: Real | Fraction | int, name: str, *, saturate: bool = True) -> int:
    """Return the bit pattern of `value` rounded once to the format `name` (clauses R1, R5, S1).

    Floats: nearest, ties to even. Overflow gives infinity; in f8e4m3fn it gives +-448, or with
    `saturate=False` NaN above 464. Integers: toward zero, saturated, NaN gives 0. bool: x != 0.
    """
    if isinstance(value, int):
        value = dyadic(value, 0)
    elif isinstance(value, Fraction):
        value = from_fraction(value)
    layout = _LAYOUTS.get(name) or _unknown(name)
    if layout.kind != "float":
        return _round_to_integer(value, layout)
    if value.kind == "nan":
        return layout.nan
    if value.kind == "infinite":
        magnitude = layout.largest + 1
    else:
        magnitude = _round_magnitude(value, layout)
    if magnitude > layout.largest:
        magnitude = layout.largest + 1
        if not layout.has_infinity:
            if not saturate:
                return layout.nan
            magnitude = layout.largest
    return magnitude | 1 << (layout.bits - 1) if value.negative else magnitude


def _round_magnitude(value: Real, layout: _Layout) -> int:
    """Round the magnitude to nearest even, and return its pattern.

    The result is quantum index * 2**(precision - 1) + significand. This is the bit pattern of
    subnormals, and of normals, whose hidden bit carries into the exponent field. A pattern beyond
    the pattern of the largest finite number means overflow.
    """
    significand, precision = value.significand, layout.precision
    if not significand and not value.sticky:
        return 0
    size = significand.bit_length()
    # The weight of the last bit that is not dropped is 2**quantum.
    quantum = max(size + value.exponent - precision, layout.least)
    drop = quantum - value.exponent
    if drop > size + 1:  # all values with so small an exponent are below half of the quantum
        return 0
    if drop <= 0:
        if value.sticky:
            raise ValueError(f"{size} significant bits are too few to round to {precision}")
        kept = significand << -drop
    else:
        kept = significand >> drop
        rest = significand - (kept << drop)
        half = 1 << (drop - 1)
        if rest > half or (rest == half and (value.sticky or kept & 1)):
            kept += 1
    return ((quantum - layout.least) << (precision - 1)) + kept


def _round_to_integer(value: Real, layout: _Layout) -> int:
    """Return the integer by clause R5: toward zero, saturated, 0 for NaN; for bool x != 0."""
    if layout.kind == "bool":
        return int(not value.is_zero)
    if value.kind == "nan":
        return 0
    low, high = 0, (1 << layout.bits) - 1
    if layout.kind == "int":
        low, high = -(1 << (layout.bits - 1)), (1 << (layout.bits - 1)) - 1
    if value.kind == "infinite" or value.significand.bit_length() + value.exponent > layout.bits:
        whole = low if value.negative else high
    else:
        shift = value.exponent
        whole = value.significand << shift if shift >= 0 else value.significand >> -shift
        whole = min(max(-whole if value.negative else whole, low), high)
    return whole & ((1 << layout.bits) - 1)


def _unknown(name: str) -> _Layout:
    get_format(name)  # raises SpecError, which lists the known names
    raise AssertionError(name)


def neighbour(pattern: int, name: str, *, up: bool) -> int:
    """Return the next pattern of a float format above (or below) a pattern that is not NaN.

    From a zero of either sign the next pattern is the least subnormal. An infinity has no next
    pattern, and the pattern itself is returned.
    """
    layout = _LAYOUTS.get(name) or _unknown(name)
    sign = 1 << (layout.bits - 1)
    magnitude, negative = pattern & (sign - 1), pattern >= sign
    if magnitude == 0:
        return 1 if up else sign | 1
    last = layout.largest + int(layout.has_infinity)
    step = -1 if negative == up else 1
    return min(magnitude + step, last) | (sign if negative else 0)
