"""Balls of spec/correctly_rounded/reals.py, which uses integers, contain the values of Arb.

The tests use several precisions and operands of all sizes. They also check that the balls are not
much wider than the precision implies.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from typing import Any

import flint
import pytest

from samebits.oracles.tests.correctly_rounded_operands import bits as pattern_of
from samebits.spec.correctly_rounded import elementary, error_function, gamma_function
from samebits.spec.correctly_rounded.reals import Real, real, square_root

TWO = flint.arb(2)


def powers(least: float, most: float, *, both: bool = True) -> Callable[[random.Random], float]:
    """Return a function that draws numbers whose logarithm to base 2 is uniform."""
    signs = (1, -1) if both else (1,)
    return lambda drawn: drawn.choice(signs) * 2.0 ** drawn.uniform(least, most)


def left_and_right(most: float) -> Callable[[random.Random], float]:
    """Return a function that draws operands of the gamma function on both sides of 0."""
    return lambda drawn: drawn.choice((drawn.uniform(-31, 0), 2.0 ** drawn.uniform(-100, most)))


def above_minus_one(drawn: random.Random) -> float:
    return drawn.choice((2.0 ** drawn.uniform(-80, 60), -(2.0 ** drawn.uniform(-80, 0))))


def normal_density(x: Any) -> Any:
    return (-x * x / 2).exp() / (2 * flint.arb.pi()).sqrt()


def log_gamma(x: Any) -> Any:
    return x.lgamma() if x > 0 else abs(x.gamma()).log()


def arb_erfinv(x: Any) -> Any:
    return x.erfinv()


def arb_erfcinv(x: Any) -> Any:
    return x.erfcinv()


Case = tuple[str, Callable[[Real], Real], Callable[[Any], Any], Callable[[random.Random], float]]

WIDE: tuple[Case, ...] = (
    ("sqrt", square_root, lambda x: x.sqrt(), powers(-1074, 1023, both=False)),
    ("exp", elementary.exp, lambda x: x.exp(), powers(-80, 11)),
    ("expm1", elementary.expm1, lambda x: x.expm1(), powers(-80, 9)),
    ("log", elementary.log, lambda x: x.log(), powers(-1074, 1023, both=False)),
    ("log near 1", elementary.log, lambda x: x.log(), powers(-0.6, 0.6, both=False)),
    ("log1p", elementary.log1p, lambda x: x.log1p(), above_minus_one),
    ("tanh", elementary.tanh, lambda x: x.tanh(), powers(-80, 5)),
    ("tan", elementary.tangent, lambda x: x.tan(), powers(-80, -0.01)),
    ("sin", elementary.sine, lambda x: x.sin(), powers(-80, -0.01)),
    ("cos", elementary.cosine, lambda x: x.cos(), powers(-80, -0.01)),
    ("atan", elementary.atan, lambda x: x.atan(), powers(-80, 80)),
    ("erf", error_function.erf, lambda x: x.erf(), powers(-80, 3)),
    ("erfc", error_function.erfc, lambda x: x.erfc(), powers(-80, 4.8)),
    ("Phi", error_function.normal_cdf, lambda x: (-x / TWO.sqrt()).erfc() / 2, powers(-80, 5.3)),
    ("phi", error_function.density, normal_density, powers(-80, 5.3)),
    ("log of gamma", gamma_function.log_gamma, log_gamma, left_and_right(1000)),
    ("gamma", gamma_function.gamma, lambda x: x.gamma(), left_and_right(7.4)),
)
"""Rows: name, function, Arb's function, and operands. The operands may be wide balls."""

EXACT: tuple[Case, ...] = (
    ("inverse of erf", error_function.inverse_erf, arb_erfinv, powers(-300, -1, both=False)),
    ("inverse of erfc", error_function.inverse_erfc, arb_erfcinv, powers(-1073, -1, both=False)),
)
"""Rows for functions that require an exact operand."""


@pytest.fixture
def many_bits() -> Iterator[None]:
    before = flint.ctx.prec
    flint.ctx.prec = 4000
    yield
    flint.ctx.prec = before


@pytest.mark.usefixtures("many_bits")
@pytest.mark.parametrize("precision", [64, 128, 300, 700])
@pytest.mark.parametrize("case", [*WIDE, *EXACT], ids=lambda case: case[0])
def test_a_ball_holds_the_value_and_is_narrow(case, precision):
    name, function, arb, draw = case
    drawn = random.Random(name)
    for _ in range(40 if precision < 300 else 8):
        x = draw(drawn)
        ball = function(real(pattern_of(x), precision))
        low, high = (
            flint.arb((end, ball.exponent))
            for end in (ball.middle - ball.radius, ball.middle + ball.radius)
        )
        value = arb(flint.arb(x))
        assert low <= value, (name, x, precision)
        assert value <= high, (name, x, precision)
        lost = ball.radius.bit_length() + precision - ball.middle.bit_length()
        near_zero = name == "log of gamma" and abs(math.lgamma(x)) < 1
        assert lost < 24 or near_zero, (name, x, precision)


@pytest.mark.usefixtures("many_bits")
@pytest.mark.parametrize("case", WIDE, ids=lambda case: case[0])
def test_a_ball_around_the_operand_gives_a_ball_around_all_its_values(case):
    name, function, arb, draw = case
    drawn = random.Random(name)
    for _ in range(30):
        x = draw(drawn)
        exact = real(pattern_of(x), 128)
        radius = abs(exact.middle) >> 20
        wide = function(Real(exact.middle << 20, radius << 20, exact.exponent - 20, 128))
        low, high = (
            flint.arb((end, wide.exponent))
            for end in (wide.middle - wide.radius, wide.middle + wide.radius)
        )
        for part in (-1, -0.5, 0.3, 1):
            value = arb(flint.arb((exact.middle + int(radius * part), exact.exponent)))
            assert low <= value, (name, x, part)
            assert value <= high, (name, x, part)
