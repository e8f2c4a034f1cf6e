"""Test functions of the profile math: definitions, exact cases, ties broken by a tiny term."""

from __future__ import annotations

import math
from fractions import Fraction
from types import ModuleType

import mpmath
import numpy as np
import pytest
from mpmath import mpf

from samebits.oracles import discovery, evaluate
from samebits.oracles.arithmetic import divide, square_root
from samebits.oracles.definitions import DerivativeOf, InverseOf
from samebits.oracles.discovery import definition_of
from samebits.oracles.errors import OracleError
from samebits.oracles.rounding import decode, dyadic, neighbour, round_to
from samebits.spec.catalog import all_ops, function_landmarks, functions, get_op
from samebits.spec.families.math_functions import FORMATS
from samebits.spec.formats import bits_of, from_bits, get_format

BITS = 1400
SETTLED, NOTHING = mpf(2) ** -100, mpf(2) ** -300
"""Assumed relative and absolute errors of a definition that is evaluated with 1400 bits.

A definition may cancel, so only 100 bits are trusted, and no value below 2**-300.
"""


KINKS = (0, 3, 6)
"""Magnitudes at which a derivative may jump. S4 defines its value there."""


def derivative(function):
    """Return the derivative by a difference quotient, accurate to about 800 of 1400 bits."""
    step = mpf(2) ** -400

    def evaluate_at(x):
        return (function(x + step) - function(x - step)) / (2 * step)

    return evaluate_at


def pattern(value, name):
    return round_to(decode(int(np.float64(value).view(np.uint64)), "f64"), name)


def apply(op, name, *patterns):
    form = get_format(name)
    x = from_bits(np.array(patterns, form.bits_dtype), name)
    return bits_of(evaluate(get_op(op).call([name]), [x])[0]).tolist()


def pair(op, name, *pairs):
    form = get_format(name)
    columns = [from_bits(np.array(c, form.bits_dtype), name) for c in zip(*pairs, strict=True)]
    return bits_of(evaluate(get_op(op).call([name] * 2), columns)[0]).tolist()


def as_mpf(pattern, name):
    value = decode(pattern, name)
    return mpmath.ldexp(value.signed(), value.exponent)


def ends(value, error, name):
    """Return the patterns of an mpmath value minus and plus its error: one or two patterns."""
    return {
        round_to(Fraction(int(mpmath.floor(end * mpf(2) ** 2400))) / 2**2400, name)
        for end in (value - error, value + error)
    }


def finite_patterns(name, count):
    """Return finite patterns: all for an 8-bit format, else random ones of everyday size."""
    form, rng = get_format(name), np.random.default_rng(count)
    if form.bits == 8:
        found = range(256)
    else:
        found = [pattern(v, name) for v in rng.normal(scale=3, size=count)]
        found += [pattern(v, name) for v in 2.0 ** rng.uniform(-60, 6, count // 2)]
        found += [pattern(-v, name) for v in 2.0 ** rng.uniform(-60, 6, count // 2)]
    return [p for p in found if decode(p, name).kind == "finite" and not decode(p, name).is_zero]


FUNCTIONS = {name: definition_of(name) for name, op in all_ops().items() if op.profile == "math"}
UNARY = [name for name in FUNCTIONS if len(get_op(name).operands) == 1]
WITH_ATTRIBUTE = [name for name in UNARY if get_op(name).attributes]
INVERSES = [name for name in UNARY if isinstance(FUNCTIONS[name], InverseOf)]


def as_defined(op, *attributes):
    """Return the definition as a function of mpmath numbers, or None if it is an inverse."""
    definition = FUNCTIONS[op]
    if isinstance(definition, InverseOf):
        return None
    if isinstance(definition, DerivativeOf):
        return derivative(as_defined(definition.op, *attributes))
    return lambda x: definition.value(x, *attributes)


def test_a_file_without_a_definition_or_an_oracle_or_an_op_is_named():
    whole = discovery.importlib.import_module("samebits.oracles.ops.cosh")
    bare = ModuleType("cosh")
    with pytest.raises(OracleError, match=r"oracles/ops/cosh\.py: ORACLE is missing"):
        discovery.load_file("cosh", lambda: bare)
    bare.ORACLE = whole.ORACLE
    with pytest.raises(OracleError, match=r"oracles/ops/cosh\.py: DEFINITION is missing"):
        discovery.load_file("cosh", lambda: bare)
    with pytest.raises(OracleError, match=r"oracles/ops/cash\.py: no op is called cash"):
        discovery.load_file("cash", lambda: whole)


@pytest.mark.parametrize("name", ["f32", "f8e4m3fn", "f8e5m2"])
@pytest.mark.parametrize("op", [op for op in UNARY if op not in INVERSES])
def test_R2_each_is_the_function_that_its_definition_says(op, name):
    attributes = [as_mpf(pattern(a.default, "f32"), "f32") for a in get_op(op).attributes]
    function, landmarks = as_defined(op, *attributes), function_landmarks(op)
    patterns = finite_patterns(name, 60)
    settled = 0
    with mpmath.mp.workprec(BITS):
        for got, p in zip(apply(op, name, *patterns), patterns, strict=True):
            x = as_mpf(p, name)
            kink = isinstance(FUNCTIONS[op], DerivativeOf) and abs(x) in KINKS
            if kink or abs(x) > 100 or abs(x) < 2**-40:
                continue
            if decode(got, name).kind == "nan" or (landmarks.poles and x == int(x)):
                continue
            value = function(x)
            if not NOTHING < abs(value) < mpmath.inf:
                continue
            found = ends(value, abs(value) * SETTLED, name)
            if len(found) == 1:
                settled += 1
                assert found == {got}, (op, name, hex(p))
    assert settled > 10


@pytest.mark.parametrize("attribute", [0.1, 1.5, -0.7, 300.0, 1e-30])
@pytest.mark.parametrize("name", ["f32", "f16", "f8e5m2"])
@pytest.mark.parametrize("op", WITH_ATTRIBUTE)
def test_R4_attributes_scale_the_branch_below_zero_as_binary32_numbers(op, name, attribute):
    declared = get_op(op)
    function = as_defined(op, as_mpf(pattern(attribute, "f32"), "f32"))
    patterns = [p for p in finite_patterns(name, 30) if -40 < as_mpf(p, name) < -(2**-20)]
    call = declared.call([name], **{declared.attributes[0].name: attribute})
    x = from_bits(np.array(patterns, get_format(name).bits_dtype), name)
    with mpmath.mp.workprec(BITS):
        for got, p in zip(bits_of(evaluate(call, [x])[0]).tolist(), patterns, strict=True):
            value = function(as_mpf(p, name))
            if NOTHING < abs(value) < mpf(2) ** 300:
                assert got in ends(value, abs(value) * SETTLED, name), hex(p)


@pytest.mark.parametrize("name", ["f32", "f8e4m3fn", "f8e5m2"])
@pytest.mark.parametrize("op", INVERSES)
def test_R2_an_inverse_lies_between_the_midpoints_around_it(op, name):
    """The forward function is increasing, so its values at both midpoints prove the result."""
    low_end, high_end = function_landmarks(op).domain
    patterns = [p for p in finite_patterns(name, 200) if low_end < as_mpf(p, name) < high_end]
    assert len(patterns) > 20
    forward = FUNCTIONS[op].value
    with mpmath.mp.workprec(BITS):
        for got, p in zip(apply(op, name, *patterns), patterns, strict=True):
            around = [as_mpf(neighbour(got, name, up=up), name) for up in (False, True)]
            low, high = (forward((as_mpf(got, name) + v) / 2) for v in around)
            assert low <= as_mpf(p, name) <= high, hex(p)


EXACT = (
    # Rows: arguments and result. A result that the format cannot represent is rounded once.
    (
        "exp2",
        ((-149.0, 2.0**-149), (-150.0, 0.0), (-1.0, 0.5), (127.0, 2.0**127), (128.0, math.inf)),
    ),
    ("exp10", ((0.0, 1.0), (2.0, 100.0), (10.0, 1e10), (22.0, 1e22), (-1.0, 0.1))),
    ("log2", ((2.0**-149, -149.0), (0.125, -3.0), (2.0**127, 127.0))),
    ("log10", ((10.0, 1.0), (1e10, 10.0))),
    ("cbrt", ((27.0, 3.0), (-3.375, -1.5), (2.0**-147, 2.0**-49), (2.0**126, 2.0**42))),
    ("rsqrt", ((4.0, 0.5), (0.25, 2.0), (2.0**-148, 2.0**74), (2.0**126, 2.0**-63))),
    ("sinpi", ((0.5, 1.0), (1.5, -1.0), (-0.5, -1.0), (-2.5, -1.0), (-3.0, -0.0), (2.0**30, 0.0))),
    ("cospi", ((1.0, -1.0), (2.0, 1.0), (-1.0, -1.0), (0.5, 0.0), (-1.5, 0.0), (2.0**100, 1.0))),
    ("tgamma", ((1.0, 1.0), (5.0, 24.0), (15.0, 87178291200.0), (36.0, math.inf), (-200.5, -0.0))),
    ("acosh", ((1.0, 0.0),)),
    ("softsign", ((1.0, 0.5), (-3.0, -0.75), (2.0**-149, 2.0**-149))),
    ("square", ((3.0, 9.0), (-(2.0**-75), 0.0), (2.0**64, math.inf))),
    ("hardswish", ((-1.0, -1 / 3), (1.0, 2 / 3), (-(2.0**-149), -0.0), (2.0, 5 / 3))),
    ("tanhshrink", ((2.0**24 + 2, 2.0**24 + 2), (-(2.0**24) - 2, -(2.0**24) - 2), (2.0**-60, 0.0))),
)


@pytest.mark.parametrize(("op", "cases"), EXACT)
def test_R1_exact_cases_ties_and_what_lies_next_to_them(op, cases):
    arguments, results = zip(*cases, strict=True)
    wanted = [pattern(r, "f32") for r in results]
    got = apply(op, "f32", *(pattern(a, "f32") for a in arguments))
    if op == "tanhshrink":  # large enough that its cube is not 0
        wanted[2] = round_to(Fraction(1, 3 * 2**180), "f32")
    assert got == wanted


PAIRS = (
    ("pow", (
        (4097.0, 2.0, 16785408.0),  # 4097**2 is a tie, and its even neighbour is below it
        (9.0, 0.5, 3.0), (2.0**-148, 0.25, 2.0**-37), (43046721.0, 0.0625, 3.0),
        (-2.0, 3.0, -8.0), (-8.0, -1.0, -0.125), (3.0, -1.0, 1 / 3), (2.0, -150.0, 0.0),
        (3.0, 1e38, math.inf), (-3.0, -1e38, 0.0), (-0.5, 16777215.0, -0.0), (4.0, 63.5, 2.0**127),
    )),
    ("hypot", (
        (16777215.0, 8192.0, 16777216.0),  # exactly 2**24 + 1, which is a tie
        (3.0, 4.0, 5.0), (-5.0, 12.0, 13.0), (0.0, -7.0, 7.0), (3e38, 3e38, math.inf),
        (2.0**127, 2.0**-149, 2.0**127), (2.0**-149, 2.0**-149, 2.0**-149),
    )),
    ("atan2", (
        (2.0**-149, 2.0**100, 0.0), (-(2.0**-149), 2.0**100, -0.0),
        (3 * 2.0**-149, 2.0, 2.0**-149),  # slightly below 3/2 of the least number
        (1.0, 1.0, math.pi / 4), (-1.0, -1.0, -3 * math.pi / 4), (2.0**-149, -1.0, math.pi),
    )),
    ("logaddexp", (
        (1.0, 1.0, 1 + math.log(2)), (0.0, -1e38, 0.0), (3e38, 3e38, 3e38),
        (100.0, -1e30, 100.0), (0.0, 0.0, math.log(2)), (-1e38, 1.5, 1.5),
    )),
)  # fmt: skip


@pytest.mark.parametrize(("op", "cases"), PAIRS)
def test_R1_pairs_exact_cases_ties_and_what_lies_next_to_them(op, cases):
    pairs = [tuple(pattern(v, "f32") for v in case[:2]) for case in cases]
    assert pair(op, "f32", *pairs) == [pattern(case[2], "f32") for case in cases]


def test_every_function_of_two_operands_has_exact_cases():
    assert {op for op, _ in PAIRS} == {*functions(operands=2)}


@pytest.mark.parametrize("name", ["f8e4m3fn", "f8e5m2"])
@pytest.mark.parametrize("op", functions(operands=2))
def test_R2_pairs_of_8_bit_operands_agree_with_the_definition(op, name):
    define = FUNCTIONS[op].value
    rng = np.random.default_rng(5)
    pairs = [p for p in rng.integers(0, 256, (400, 2)).tolist() if _ordinary(p, name)]
    settled = 0
    with mpmath.mp.workprec(BITS):
        for (a, b), got in zip(pairs, pair(op, name, *pairs), strict=True):
            if decode(got, name).kind == "nan":
                continue
            value = define(as_mpf(a, name), as_mpf(b, name))
            found = ends(value, abs(value) * SETTLED, name)
            if len(found) == 1 and abs(value) > NOTHING:
                settled += 1
                assert found == {got}, (hex(a), hex(b))
    assert settled > 50


def _ordinary(patterns, name):
    values = [decode(p, name) for p in patterns]
    return all(v.kind == "finite" and 0 < abs(v.fraction()) < 100 for v in values)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("op", [op for op in UNARY if function_landmarks(op).halves])
def test_R1_half_of_an_odd_subnormal_is_no_tie(op, name):
    """f(x) = x/2 + c x^2 with c > 0 is always rounded up, which is toward zero for x < 0."""
    form = get_format(name)
    for odd in {1, 3, (1 << (form.precision - 1)) - 1}:
        assert apply(op, name, odd, odd | form.sign_mask) == [
            (odd + 1) // 2,
            (odd - 1) // 2 | form.sign_mask,
        ]


def test_R1_sigmoid_near_zero_lies_just_below_the_midpoint():
    """At x = 3 * 2^-23 the term -x^3/48 of the series 1/2 + x/4 - x^3/48 breaks a tie."""
    x = round_to(dyadic(3, -23), "f32")
    assert apply("sigmoid", "f32", x, x | 1 << 31) == [0x3F000001, 0x3EFFFFFD]


def in_binary64(op, x):
    """Return the approximate value of a function: infinity on overflow, NaN if undefined."""
    function = function_landmarks(op).binary64
    try:
        return function(x, *(a.default for a in get_op(op).attributes)) if function else math.nan
    except OverflowError:
        return math.inf
    except ValueError:
        return math.nan


@pytest.mark.parametrize("name", FORMATS)
def test_results_beyond_the_format_overflow_saturate_or_underflow(name):
    form = get_format(name)
    most, over = form.max_finite, round_to(1 << 2000, name)
    assert over == (form.infinity if form.has_infinity else most)
    top, least = float(decode(most, name).fraction()), 2.0**form.least_exponent
    for op in UNARY:
        if in_binary64(op, top) > 2 * top:
            assert apply(op, name, most) == [over], op
        if abs(in_binary64(op, -top)) < least / 4 and in_binary64(op, -30.0):  # it tends to 0
            sign = 0 if in_binary64(op, -30.0) > 0 else form.sign_mask
            assert apply(op, name, most | form.sign_mask) == [sign], op
    assert apply("reciprocal", name, 0) == [over]
    if name == "f8e4m3fn":
        assert apply("log", name, 0) == [0xFE]  # -448, because the format has no infinity


@pytest.mark.parametrize("name", FORMATS)
def test_rsqrt_agrees_with_integer_square_roots(name):
    form = get_format(name)
    rng = np.random.default_rng(7)
    patterns = [1, 2, 3, 4, form.max_finite, *rng.integers(1, form.max_finite, 300).tolist()]
    wanted = []
    for p in patterns:
        # 128 bits of 1/x give 128 bits of its square root, and no x needs more to be rounded.
        inverse = divide(dyadic(1, 0), decode(p, name))
        wanted.append(round_to(square_root(inverse), name))
    assert apply("rsqrt", name, *patterns) == wanted


HARD = (
    # Rows: argument and result. They are hard cases, and ends of the ranges that CORE-MATH
    # evaluates.
    ("exp", ((0xC16912CD, 0x34FD331B),)),
    ("log", ((0x3F800001, 0x33FFFFFF), (0x3F7FFFFF, 0xB3800000))),
    ("tanh", ((0x00000001, 0x00000001), (0x41102CB3, 0x3F7FFFFF), (0x41102CB4, 0x3F800000))),
    ("erf", ((0x00000001, 0x00000001), (0x407AD444, 0x3F7FFFFF), (0x407AD445, 0x3F800000))),
)


@pytest.mark.parametrize(("op", "cases"), HARD)
def test_R1_known_results(op, cases):
    arguments, results = zip(*cases, strict=True)
    assert apply(op, "f32", *arguments) == list(results)
