"""The zeros of the derivatives of silu, quick_gelu, gelu_tanh and mish, and expansions there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import mpmath
from mpmath import mp, mpf

from samebits.backends.numerics.coefficients.constants import Constant
from samebits.backends.numerics.coefficients.parts import DIGITS, Part, Polynomial

Real = Callable[[mpf], mpf]
RADIUS = 0.0625


def sigmoid(u: mpf) -> mpf:
    """Return 1 / (1 + e^-u)."""
    return 1 / (1 + mpmath.exp(-u))


def gated(u: mpf, v: mpf) -> mpf:
    """Return d/dx of x sigmoid(u), where v = x u'."""
    return sigmoid(u) * (1 + v * sigmoid(-u))


def silu(x: mpf) -> mpf:
    """Return the derivative of silu."""
    return gated(x, x)


def quick_gelu(x: mpf) -> mpf:
    """Return the derivative of quick_gelu."""
    return silu(mpf("1.702") * x)


def gelu_tanh(x: mpf) -> mpf:
    """Return the derivative of gelu_tanh."""
    slope, cubic = 2 * mpmath.sqrt(2 / mp.pi), mpf("0.044715")
    return gated(slope * x * (1 + cubic * x * x), slope * x * (1 + 3 * cubic * x * x))


def mish(x: mpf) -> mpf:
    """Return the derivative of mish."""
    t = mpmath.tanh(mpmath.log1p(mpmath.exp(x)))
    return t + x * (1 - t * t) * sigmoid(x)


@dataclass(frozen=True, slots=True)
class AboutZero:
    """The zero z of a derivative f as a double-double, and f(z + d) / d as a polynomial."""

    name: str
    function: Real
    near: str

    def header(self) -> Iterator[str]:
        """Check the bound and yield the lines of C."""
        zero = self.zero
        yield from Constant(f"{self.name}_zero", f"z, with {self.name}'(z) = 0", zero).header()
        yield from Polynomial(
            f"{self.name}_about_zero",
            f"{self.name}'(z + d) / d, |d| <= 1/16",
            self.ratio,
            -RADIUS,
            RADIUS,
            8,
            -46.0,
        ).header()

    def zero(self) -> mpf:
        """Return z."""
        return find_zero(self.function, self.near)

    def ratio(self, d: mpf) -> mpf:
        """Return f(z + d) / d."""
        with mp.workdps(3 * DIGITS):
            d = d if abs(d) > mpf(2) ** -90 else mpf(2) ** -90
            return self.function(self.zero() + d) / d


@cache
def find_zero(function: Real, near: str) -> mpf:
    """Return the zero of `function` near a decimal number."""
    with mp.workdps(3 * DIGITS):
        return mpmath.findroot(function, mpf(near))


PARTS: tuple[Part, ...] = (
    AboutZero("silu", silu, "-1.278"),
    AboutZero("quick_gelu", quick_gelu, "-0.751"),
    AboutZero("gelu_tanh", gelu_tanh, "-0.752"),
    AboutZero("mish", mish, "-1.192"),
)
