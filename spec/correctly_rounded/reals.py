"""Real numbers as balls with an exponent, made of Python integers, with proven radii.

A `Real` with the middle m, the radius r and the exponent e represents one real number between (m -
r) 2**e and (m + r) 2**e. The result of an operation is a ball that contains the exact result for
all numbers in the balls of its operands; each docstring explains why. Unlike the fixed-point
numbers of `series.py`, a ball has good relative precision at every size: a middle has about `bits`
bits.

A number of binary64 is a ball of radius 0. Operands may have any exponents. A sum cuts off the part
far below its leading bit and adds it to the radius, so shifts are short.
"""

from __future__ import annotations

from math import isqrt

from samebits.spec.correctly_rounded.patterns import decode

_BELOW = 64
"""The number of additional bits of a sum, which preserve precision if operands cancel."""


class TooWideError(ArithmeticError):
    """A ball is too wide for an operation, for example a divisor that may be 0; use more bits."""


class Real:
    """A real number within `radius` units of `middle`, where the unit is 2**exponent."""

    __slots__ = ("bits", "exponent", "middle", "radius")

    def __init__(self, middle: int, radius: int, exponent: int, bits: int) -> None:
        """Make a ball; a middle with more than `bits` + 8 bits is shortened to `bits` bits.

        If k bits are cut off, the middle moves by less than one new unit. The radius divided by
        2**k is below its floor plus one. The new radius is therefore the floor plus two units.
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
        """Return the absolute value. Its radius is unchanged, because | |x| - |m| | <= |x - m|."""
        return Real(abs(self.middle), self.radius, self.exponent, self.bits)

    def __add__(self, other: Real | int) -> Real:
        """Return the sum; parts of an operand far below the leading bit of both are cut off."""
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
        """Return the product: |ab - mn| <= |m| s + |n| r + r s for a = m +- r and b = n +- s."""
        if isinstance(other, int):
            return Real(self.middle * other, self.radius * abs(other), self.exponent, self.bits)
        m, r, n, s = self.middle, self.radius, other.middle, other.radius
        radius = abs(m) * s + abs(n) * r + r * s if r or s else 0
        return Real(m * n, radius, self.exponent + other.exponent, max(self.bits, other.bits))

    __rmul__ = __mul__

    def __truediv__(self, other: Real | int) -> Real:
        """Return the quotient q of the middles, with at least `bits` bits, and its error.

        For a = m +- r and b = n +- s with |n| > s: a/b - m/n = ((a - m) - (m/n)(b - n)) / b. Its
        magnitude is at most (r + |q| s) / (|n| - s). The floor moves q by less than 1 unit, and |q|
        is below the magnitude of the floor plus 1. Raises TooWideError if b may be 0.
        """
        if isinstance(other, int):
            other = Real(other, 0, 0, self.bits)
        m, r, n, s = self.middle, self.radius, other.middle, other.radius
        if abs(n) <= s:
            raise TooWideError("a divisor may be 0; use more bits")
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
        """A number t such that the magnitude is less than 2**(t + 1)."""
        return max(self.middle.bit_length(), self.radius.bit_length()) + self.exponent

    def fixed(self, bits: int) -> tuple[int, int]:
        """Return middle and radius in units of 2**-bits.

        The radius covers the bits that are cut off.
        """
        shift = self.exponent + bits
        if shift >= 0:
            return self.middle << shift, self.radius << shift
        return self.middle >> -shift, (self.radius >> -shift) + 2

    def times_power_of_two(self, power: int) -> Real:
        """Return the number times 2**power, exactly."""
        return Real(self.middle, self.radius, self.exponent + power, self.bits)

    def widened(self, error: Real) -> Real:
        """Return the ball with its radius increased by the largest magnitude of `error`."""
        if not (error.middle or error.radius):
            return self
        shift = self.exponent - error.exponent
        most = abs(error.middle) + error.radius
        more = (most >> shift) + 1 if shift >= 0 else most << -shift
        return Real(self.middle, self.radius + more, self.exponent, self.bits)

    def sign(self) -> int:
        """Return 1 or -1, the sign of the number.

        Raises TooWideError if the ball contains 0.
        """
        if abs(self.middle) <= self.radius:
            raise TooWideError("the sign of a number is not known; use more bits")
        return 1 if self.middle > 0 else -1


def real(pattern: int, bits: int) -> Real:
    """Return the number of binary64 that a finite pattern represents, exactly."""
    x = decode(pattern)
    return Real(x.signed, 0, x.exponent, bits)


def fraction(numerator: int, denominator: int, bits: int) -> Real:
    """Return a rational number."""
    return Real(numerator, 0, 0, bits) / denominator


def square_root(x: Real) -> Real:
    """Return the square root of a positive number. Raises TooWideError if it may be 0 or less.

    For x = m +- r with m > r: |sqrt x - sqrt m| = |x - m| / (sqrt x + sqrt m) < r / sqrt m. After m
    is shifted by `shift` bits, the floor changes the root by less than 1 unit.
    """
    if x.middle <= x.radius:
        raise TooWideError("the operand of a square root may be 0")
    shift = max(2 * x.bits + 8 - x.middle.bit_length(), 0)
    shift += (x.exponent - shift) & 1
    scaled = x.middle << shift
    root = isqrt(scaled)
    radius = -(-(x.radius << shift) // root) + (root * root != scaled)
    return Real(root, radius, (x.exponent - shift) // 2, x.bits)
