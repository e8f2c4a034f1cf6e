"""Tests of balls against exact fractions, of the table of functions, and of the precision loop."""

from __future__ import annotations

import math
import random
import struct
import subprocess
import sys
from fractions import Fraction

import pytest

from samebits.spec.catalog import all_ops, get_op
from samebits.spec.correctly_rounded import frame, settling
from samebits.spec.correctly_rounded.reals import Real, TooWideError, square_root
from samebits.spec.math_table import FUNCTIONS

SIGN, NAN = 1 << 63, 0x7FF8000000000000
BITS = 64


def bits(value: float) -> int:
    found: int = struct.unpack("<Q", struct.pack("<d", value))[0]
    return found


def drawn_ball(drawn: random.Random) -> tuple[Real, Fraction]:
    """Return a random ball and a number in it.

    Balls are often long, wide, short or exact, and numbers are often at the edge of the ball.
    """
    size, scale = drawn.choice((1, 5, 60, 70, 90, 200)), drawn.choice((-300, -80, -60, 0, 70))
    middle = drawn.randrange(-(1 << size), 1 << size)
    radius = drawn.choice((0, 0, 1, 3, drawn.randrange(1 << size), 1 << 20))
    share = drawn.choice((Fraction(-1), Fraction(1), Fraction(0), Fraction(drawn.random())))
    number = (middle + radius * share) * Fraction(2) ** scale
    return Real(middle, radius, scale, BITS), number


def holds(ball: Real, number: Fraction) -> bool:
    return abs(number / Fraction(2) ** ball.exponent - ball.middle) <= ball.radius


def test_operations_of_balls_hold_what_they_do_with_every_number_of_theirs():
    drawn = random.Random(7)
    for _ in range(6000):
        (a, x), (b, y) = drawn_ball(drawn), drawn_ball(drawn)
        n = drawn.randrange(-9, 10)
        assert holds(a, x)
        assert holds(-a, -x)
        assert holds(abs(a), abs(x))
        assert holds(a + b, x + y)
        assert holds(a - b, x - y)
        assert holds(a * b, x * y)
        assert holds(n - a * n + n, n - x * n + n)
        assert holds(a.times_power_of_two(n), x * Fraction(2) ** n)
        assert holds(a.widened(b), x + y)
        assert abs(x) < Fraction(2) ** (a.top + 1)
        try:
            assert holds(a / b, x / y)
            assert holds(n / b, n / y)
        except TooWideError:
            assert abs(b.middle) <= b.radius
        try:
            root = square_root(a)
        except TooWideError:
            assert a.middle <= a.radius
        else:
            unit = Fraction(2) ** root.exponent
            assert (max(root.middle - root.radius, 0) * unit) ** 2 <= x
            assert x <= ((root.middle + root.radius) * unit) ** 2


def test_a_sum_of_numbers_far_apart_is_short():
    huge, small = Real(3, 0, 1 << 200, BITS), Real(5, 0, -(1 << 200), BITS)
    for total in (huge + small, small - huge):
        assert abs(total.middle).bit_length() <= BITS + 80
        assert 0 < total.radius <= 8


def test_a_sign_that_is_open_is_refused():
    assert Real(-3, 2, 0, BITS).sign() == -1
    with pytest.raises(TooWideError):
        Real(-3, 3, 0, BITS).sign()


def test_every_function_of_the_profile_math_is_in_the_table():
    assert set(FUNCTIONS) == {name for name, op in all_ops().items() if op.profile == "math"}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_nan_operand_gives_the_canonical_nan(name):
    """The other operand is 1.5: S4.4 has exceptions for 1 and 0 (pow) and infinity (hypot)."""
    two = len(get_op(name).operands) == 2
    other = (bits(1.5),) if two or get_op(name).attributes else ()
    for nan in (NAN, NAN | SIGN, 0x7FF0000000000001, 0xFFFFFFFFFFFFFFFF):
        assert FUNCTIONS[name](nan, *other) == NAN
        if two:
            assert FUNCTIONS[name](*other, nan) == NAN


def operands(name: str) -> list[tuple[int, ...]]:
    drawn = random.Random(name)
    values = [2.0**-1074, 3 * 2.0**-1074, 2.0**-500, 2.0**-27, 1 + 2.0**-52, 1 - 2.0**-53, 1e300]
    values += [math.ldexp(drawn.uniform(1, 2), drawn.randint(-9, 5)) for _ in range(25)]
    values += [-x for x in values]
    if len(get_op(name).operands) == 2:
        return [(bits(x), bits(drawn.choice(values))) for x in values]
    if get_op(name).attributes:
        return [(bits(x), bits(drawn.choice((1.0, 0.3, -2.5)))) for x in values]
    return [(bits(x),) for x in values]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_first_precision_of_56_bits_gives_the_same_bits(monkeypatch, name):
    """With 56 bits, nearly all results are undecided at first, and the precision is doubled."""
    rows = operands(name)
    wanted = [FUNCTIONS[name](*row) for row in rows]
    monkeypatch.setattr(settling, "FIRST_PRECISION", 56)
    assert [FUNCTIONS[name](*row) for row in rows] == wanted


@pytest.mark.parametrize(
    ("name", "x", "result", "last"),
    [
        ("exp", 2.0**-53, 1 + 2.0**-52, 128),  # 2**-107 above a tie
        ("exp", -(2.0**-54), 1.0, 128),  # 2**-109 above a tie
        ("cos", 2.0**-27, 1.0, 128),
        ("tanh", float.fromhex("0x1.e0000000000e1p-22"), None, 256),
        ("silu", 3 * 2.0**-1074, 2.0**-1073, 2048),  # without x**2 / 4 it would be a tie
        ("silu", -3 * 2.0**-1074, -(2.0**-1074), 2048),
        ("gelu", 5 * 2.0**-1074, 3 * 2.0**-1074, 2048),
        ("tanhshrink", 2.0**-340, None, 1024),
    ],
)
def test_the_loop_takes_as_many_bits_as_a_result_needs(monkeypatch, name, x, result, last):
    asked = []
    plain = frame.settled

    def settled(enclose):
        return plain(lambda wide: asked.append(wide) or enclose(wide))

    monkeypatch.setattr(frame, "settled", settled)
    found = FUNCTIONS[name](bits(x))
    if result is not None:
        assert found == bits(result)
    if asked:
        assert asked == [128 << k for k in range(len(asked))]
        assert asked[-1] == last


def test_the_table_needs_no_library_of_the_oracles():
    """A machine without the packages of the oracles can use the table."""
    code = (
        "import sys\n"
        "for name in ('mpmath', 'flint', 'gmpy2'): sys.modules[name] = None\n"
        "from samebits.spec.math_table import FUNCTIONS\n"
        "assert FUNCTIONS['lgamma'](0x4008000000000000) == 0x3fe62e42fefa39ef\n"  # log 2
        "assert not any('oracles' in name for name in sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
