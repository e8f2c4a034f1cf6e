"""Real numbers as balls of floating numbers on Python's integers, with proven radii.

A `Real` with the middle m, the radius r and the exponent e stands for one real number, of which is
known that it lies from (m - r) 2**e to (m + r) 2**e. An operation gives a ball that holds the exact
result for all numbers of its operands; each docstring says why. Unlike the fixed-point numbers of
`series.py`, a ball keeps its relative precision at every size: a middle has about `bits` bits.

A number of binary64 is a ball of radius 0. Operands of all exponents may meet: a sum cuts off what
lies far below its leading bit, and counts that in the radius, so it never shifts far.
"""

from __future__ import annotations

from math import isqrt

from samebits.spec.correctly_rounded.patterns import decode

_BELOW = 64
"""A sum keeps so many bits more than `bits`, so that operands which cancel are not cut before."""


class TooWideError(ArithmeticError):
    """A ball is too wide for an operation, as a divisor that may be 0: more bits are needed."""


class Real:
    """A real number within `radius` units of `middle`, the unit being 2**exponent."""

    __slots__ = ("bits", "exponent", "middle", "radius")

    def __init__(self, middle: int, radius: int, exponent: int, bits: int) -> None:
        """A middle that has more than `bits` bits, and eight to spare, is cut down to `bits`.

        With k bits cut off, the middle moves by less than one new unit, and the radius divided by
        2**k is below its floor plus one: together below two units more than the floor.
        """
        cut = middle.bit_length() - bits
        if cut > 8 and (radius or middle & ((1 << cut) - 1)):
            middle >>= cut
            radius = (radius >> cut) + 2
            exponent += cut
        self.middle, self.radius, self.exponent, self.bits = middle, radius, exponent, bits

    def __repr__(self) -> str:
        return f"({self.middle} +- {self.radius}) * 2**{self.exponent}"

    def __neg__(self) -> Real:
        return Real(-self.middle, self.radius, self.exponent, self.bits)

    def __abs__(self) -> Real:
        """The absolute value: it is nearer to that of the middle than the number to the middle."""
        return Real(abs(self.middle), self.radius, self.exponent, self.bits)

    def __add__(self, other: Real | int) -> Real:
        """The sum; what an operand has far below the leading bit of both is cut off."""
        if isinstance(other, int):
            other = Real(other, 0, 0, self.bits)
        if not (other.middle or other.radius):
            return self
        if not (self.middle or self.radius):
            return other
        bits = max(self.bits, other.bits)
        unit = max(self.top, other.top) - bits - _BELOW
        unit = max(min(self.exponent, other.exponent), unit)
        a, b = self.fixed(-unit), other.fixed(-unit)
        return Real(a[0] + b[0], a[1] + b[1], unit, bits)

    __radd__ = __add__

    def __sub__(self, other: Real | int) -> Real:
        return self + -other

    def __rsub__(self, other: int) -> Real:
        return -self + other

    def __mul__(self, other: Real | int) -> Real:
        """The product: |ab - mn| <= |m| s + |n| r + r s for a = m +- r and b = n +- s."""
        if isinstance(other, int):
            return Real(self.middle * other, self.radius * abs(other), self.exponent, self.bits)
        m, r, n, s = self.middle, self.radius, other.middle, other.radius
        radius = abs(m) * s + abs(n) * r + r * s if r or s else 0
        return Real(m * n, radius, self.exponent + other.exponent, max(self.bits, other.bits))

    __rmul__ = __mul__

    def __truediv__(self, other: Real | int) -> Real:
        """The quotient q of the middles, with `bits` bits or more, and its error.

        For a = m +- r and b = n +- s with |n| > s: a/b - m/n = ((a - m) - (m/n)(b - n)) / b, which
        is at most (r + |q| s) / (|n| - s). The floor of q moves it by less than 1 unit, and |q| is
        below that of the floor plus 1. Raises TooWideError if b may be 0.
        """
        if isinstance(other, int):
            other = Real(other, 0, 0, self.bits)
        m, r, n, s = self.middle, self.radius, other.middle, other.radius
        if abs(n) <= s:
            raise TooWideError("a divisor may be 0")
        bits = max(self.bits, other.bits)
        shift = max(bits + 4 + n.bit_length() - m.bit_length(), 0)
        quotient, rest = divmod(m << shift, n)
        radius = 1 if rest else 0
        if r or s:
            radius += -(-((r << shift) + (abs(quotient) + 1) * s) // (abs(n) - s))
        return Real(quotient, radius, self.exponent - other.exponent - shift, bits)

    def __rtruediv__(self, other: int) -> Real:
        return Real(other, 0, 0, self.bits) / self

    @property
    def top(self) -> int:
        """A t such that the number is less than 2**(t + 1) in magnitude."""
        return max(self.middle.bit_length(), self.radius.bit_length()) + self.exponent

    def fixed(self, bits: int) -> tuple[int, int]:
        """Middle and radius in units of 2**-bits; where bits are cut off, by the rule of Real."""
        shift = self.exponent + bits
        if shift >= 0:
            return self.middle << shift, self.radius << shift
        return self.middle >> -shift, (self.radius >> -shift) + 2

    def times_power_of_two(self, power: int) -> Real:
        """The number times 2**power, exactly."""
        return Real(self.middle, self.radius, self.exponent + power, self.bits)

    def widened(self, error: Real) -> Real:
        """A ball of all numbers that differ from this one by at most the magnitude of `error`."""
        if not (error.middle or error.radius):
            return self
        shift = self.exponent - error.exponent
        most = abs(error.middle) + error.radius
        more = (most >> shift) + 1 if shift >= 0 else most << -shift
        return Real(self.middle, self.radius + more, self.exponent, self.bits)

    def sign(self) -> int:
        """1 or -1, the sign of the number. Raises TooWideError if that is open, or it is 0."""
        if abs(self.middle) <= self.radius:
            raise TooWideError("the sign of a number is open")
        return 1 if self.middle > 0 else -1


def real(pattern: int, bits: int) -> Real:
    """The number of binary64 that a finite pattern stands for, exactly."""
    x = decode(pattern)
    return Real(x.signed, 0, x.exponent, bits)


def fraction(numerator: int, denominator: int, bits: int) -> Real:
    """A rational number."""
    return Real(numerator, 0, 0, bits) / denominator


def square_root(x: Real) -> Real:
    """The root of a positive number. Raises TooWideError if it may be 0 or less.

    For x = m +- r with m > r: |sqrt x - sqrt m| = |x - m| / (sqrt x + sqrt m) < r / sqrt m. With
    `shift` more bits the floor of the root moves it by less than 1 unit.
    """
    if x.middle <= x.radius:
        raise TooWideError("the operand of a square root may be 0")
    shift = max(2 * x.bits + 8 - x.middle.bit_length(), 0)
    shift += (x.exponent - shift) & 1
    scaled = x.middle << shift
    root = isqrt(scaled)
    radius = -(-(x.radius << shift) // root) + (root * root != scaled)
    return Real(root, radius, (x.exponent - shift) // 2, x.bits)
