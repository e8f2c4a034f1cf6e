"""Tests of binary64 arithmetic by integers, compared with NumPy and with exact fractions."""

from __future__ import annotations

import math
import random
import struct
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

from samebits.spec import correctly_rounded as exact
from samebits.spec.correctly_rounded import pow_f64, series, settling
from samebits.spec.formats import FORMATS

F32, F64 = FORMATS["f32"], FORMATS["f64"]
SPECIAL = (0.0, math.inf, math.nan, 5e-324, 2.0**-1022, 1.0, 1.5, 2.0**1023, 1.7976931348623157e308)
EVERY = (*SPECIAL, *(-x for x in SPECIAL))
FLOATS = st.floats(allow_nan=True, allow_infinity=True, allow_subnormal=True)


def bits(value: float) -> int:
    """Return the bit pattern of a float; every NaN has the canonical pattern."""
    found: int = struct.unpack("<Q", struct.pack("<d", value))[0]
    return F64.canonical_nan if math.isnan(value) else found


def by_machine(operation: str, *operands: float) -> int:
    """Return NumPy's result in binary64. IEEE 754 fixes its bits for these operations."""
    with np.errstate(all="ignore"):
        return bits(float(getattr(np, operation)(*map(np.float64, operands))))


@pytest.mark.parametrize(
    ("ours", "numpy"),
    [
        (exact.add, "add"),
        (exact.subtract, "subtract"),
        (exact.multiply, "multiply"),
        (exact.divide, "divide"),
    ],
)
def test_R1_an_operation_has_the_bits_of_the_machine(ours, numpy):
    """G3.add, G3.sub, G3.mul, G3.div: pairs of special values, and random numbers of all sizes."""
    drawn = random.Random(3)
    pairs = [(a, b) for a in EVERY for b in EVERY]
    for _ in range(4000):
        a, b = (exact.to_float(drawn.getrandbits(64)) for _ in range(2))
        near = exact.to_float(max(bits(abs(a)) + drawn.randrange(-9, 10), 0))
        pairs += [(a, b), (a, near), (a, -near), (a, 1 + b * 2.0**-1000)]
        pairs.append((drawn.uniform(-1, 1), drawn.uniform(-1, 1) * 2.0 ** drawn.randrange(-60, 60)))
        pairs.append((2.0**-500 * drawn.random(), 2.0 ** -drawn.randrange(500, 580)))
    for a, b in pairs:
        assert ours(bits(a), bits(b)) == by_machine(numpy, a, b), (a, b)


@pytest.mark.parametrize(
    ("ours", "numpy"),
    [(exact.square_root, "sqrt"), (exact.floor, "floor"), (exact.negate, "negative")],
)
@given(a=FLOATS)
@example(a=-0.0)
@example(a=-0.5)
@example(a=2.0**52 - 0.5)
@example(a=-math.inf)
def test_R1_an_operation_on_one_number_has_the_bits_of_the_machine(ours, numpy, a):
    """Rules G3.sqrt, G3.floor and G3.neg."""
    assert ours(bits(a)) == by_machine(numpy, a)


@given(a=FLOATS, b=FLOATS)
@example(a=-0.0, b=0.0)
@example(a=-5e-324, b=0.0)
@example(a=-1.5, b=-1.25)
@example(a=-math.inf, b=math.inf)
@example(a=math.nan, b=1.0)
def test_less_compares_as_the_machine_does(a, b):
    """Rule G3.less."""
    assert exact.less(bits(a), bits(b)) == (a < b)


@given(a=FLOATS)
@example(a=2.0**128 - 2.0**103)
@example(a=math.nextafter(2.0**128 - 2.0**103, 0))
@example(a=2.0**-150)
@example(a=-math.nextafter(2.0**-150, 1))
@example(a=-(2.0**-150))
def test_R1_a_number_is_rounded_once_to_binary32(a):
    """G3.6: overflow, ties, subnormal numbers and the sign of zero are as in NumPy."""
    with np.errstate(all="ignore"):
        wanted = int(np.float32(a).view(np.uint32))
    wanted = F32.canonical_nan if math.isnan(a) else wanted
    assert exact.convert(bits(a), F64, F32) == wanted
    widened = exact.to_float(exact.convert(wanted, F32, F64))
    assert np.float32(widened).view(np.uint32) == wanted


@given(st.integers(-(1 << 1100), 1 << 1100))
@example((1 << 53) + 1)
@example((1 << 53) + 3)
@example(-(1 << 63) + 1)
def test_R5_4_an_integer_becomes_the_nearest_number(value):
    try:
        wanted = float(value)
    except OverflowError:
        wanted = math.inf if value > 0 else -math.inf
    assert exact.from_integer(value) == bits(wanted)


DECIMALS = st.builds("{}e{}".format, st.integers(-(10**25), 10**25), st.integers(-400, 400))


@given(st.one_of(st.floats(allow_nan=False).map(repr), DECIMALS))
@example("1.7976931348623159e308")
@example("2.4703282292062327e-324")
@example("2.4703282292062329e-324")
@example("9007199254740993")
@example("-0")
def test_R1_a_decimal_number_becomes_the_nearest_one(text):
    assert exact.from_decimal(text) == bits(float(text))


@pytest.mark.parametrize("text", ["", "nan", "1e", "0x10", "1_000", " 1", "Infinity"])
def test_a_text_that_is_no_decimal_number_is_refused(text):
    with pytest.raises(ValueError, match="not a decimal number"):
        exact.from_decimal(text)


def test_S1_every_nan_is_one_nan():
    for pattern in (0x7FF0000000000001, 0xFFF8000000000000, 0x7FFFFFFFFFFFFFFF):
        quiet = exact.from_float(math.nan)
        assert exact.negate(pattern) == exact.add(pattern, 0) == exact.floor(pattern) == quiet
        assert exact.square_root(pattern) == exact.divide(0, pattern) == quiet


def half_pi_bounds() -> tuple[Fraction, Fraction]:
    """Return a lower and an upper bound of pi/2, by Euler's formula: atan 1/2 + atan 1/3 = pi/4."""
    total = Fraction(0)
    for n in (2, 3):
        total += sum(Fraction((-1) ** i, (2 * i + 1) * n ** (2 * i + 1)) for i in range(900))
    slack = Fraction(1, 2**1790)
    return 2 * total - slack, 2 * total + slack


def test_pi_is_off_by_at_most_2_units_at_every_precision():
    low, high = half_pi_bounds()
    for wide in (1, 64, 127, 128, 255, 256, 257, 511, 900, 1500):
        found = series.half_pi(wide)
        assert found - 2 < low * 2**wide
        assert high * 2**wide < found + 2


def test_log_2_is_off_by_at_most_2_units_at_every_precision():
    """The expected value is log 2 = 2 atanh 1/3: one series, where the code has three."""
    total = 2 * sum(Fraction(1, (2 * i + 1) * 3 ** (2 * i + 1)) for i in range(600))
    for wide in (1, 64, 128, 255, 256, 257, 900, 1500):
        assert abs(series.log_2(wide) - total * 2**wide) < 2


def test_an_argument_of_exp_that_is_not_known_well_enough_is_refused():
    with pytest.raises(ValueError, match="has an error of"):
        series.exp(series.Ball(0, 1 << 126), 128)


def test_the_precision_doubles_until_both_ends_round_alike():
    """The number is slightly above the tie 1 + 2^-53, which only 300 bits show."""
    asked = []

    def enclose(precision: int) -> settling.Enclosure:
        asked.append(precision)
        middle = (1 << precision) + (1 << (precision - 53)) + ((1 << precision) >> 300)
        return settling.Enclosure(middle - 1, middle + 1, -precision)

    assert settling.settled(enclose) == bits(1 + 2.0**-52)
    assert asked == [128, 256, 512]


@pytest.mark.parametrize(
    ("base", "exponent", "tries"),
    [(0.7, 3.1, 1), (float.fromhex("0x1.5c69202d46821p+0"), 952.0, 2)],
)
def test_a_hard_pow_takes_a_second_try(monkeypatch, base, exponent, tries):
    """x**952 has 63 zeros after its round bit (Kornerup, Lauter, Lefevre, Louvet, Muller, 2010)."""
    asked = []
    whole = pow_f64._enclosed
    monkeypatch.setattr(pow_f64, "_enclosed", lambda *a: asked.append(a[-1]) or whole(*a))
    exact.power(bits(base), bits(exponent))
    assert asked == [128, 256][:tries]


@pytest.mark.parametrize(
    ("base", "exponent", "value"),
    [
        (3.0, 33.0, Fraction(3**33)),
        (3.0, 34.0, Fraction(3**34)),
        (81.0, 0.75, Fraction(27)),
        (3.0**32, 1 / 32, Fraction(3)),
        (3.0**32 * 2.0**-64, 1 / 32, Fraction(3, 4)),
        (0.25, -511.5, Fraction(2**1023)),
        (0.25, 537.5, Fraction(1, 2**1075)),
        (0.5, 1075.0, Fraction(1, 2**1075)),
        (1.5 * 2.0**-537, 2.0, Fraction(9, 4) / 2**1074),
        (2.0**-1074, 1 / 1024, None),
    ],
)
def test_what_is_exact_or_a_tie_takes_no_series(monkeypatch, base, exponent, value):
    """Exact results and ties are powers of at most 54 bits, powers of two, and their roots."""
    monkeypatch.setattr(pow_f64, "_enclosed", None)
    if value is None:
        with pytest.raises(TypeError):
            exact.power(bits(base), bits(exponent))
    else:
        assert exact.power(bits(base), bits(exponent)) == bits(float(value))


def test_cos_is_exact_at_zeros_alone():
    assert exact.cosine(0) == exact.cosine(1 << 63) == bits(1.0)
