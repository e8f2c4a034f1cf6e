"""The elementary functions: special values (S4), exact cases, ties but for an infinitesimal."""

from __future__ import annotations

import math

import numpy as np
import pytest

from samebits.oracles import evaluate
from samebits.oracles.arithmetic import divide, square_root
from samebits.oracles.rounding import decode, dyadic, round_to
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, from_bits, get_format

NAN, INF, NEG_INF, ZERO, NEG_ZERO = "nan", math.inf, -math.inf, 0.0, -0.0
FORMATS = ("f32", "f16", "bf16")

# Clause S4, as (argument, result); results in the output format are exact.
TABLE = {
    "exp": ((ZERO, 1.0), (NEG_ZERO, 1.0), (INF, INF), (NEG_INF, ZERO), (NAN, NAN)),
    "log": ((ZERO, NEG_INF), (NEG_ZERO, NEG_INF), (INF, INF), (NEG_INF, NAN), (-1.0, NAN),
            (1.0, ZERO), (NAN, NAN)),
    "tanh": ((ZERO, ZERO), (NEG_ZERO, NEG_ZERO), (INF, 1.0), (NEG_INF, -1.0), (NAN, NAN)),
    "erf": ((ZERO, ZERO), (NEG_ZERO, NEG_ZERO), (INF, 1.0), (NEG_INF, -1.0), (NAN, NAN)),
    "sigmoid": ((ZERO, 0.5), (NEG_ZERO, 0.5), (INF, 1.0), (NEG_INF, ZERO), (NAN, NAN)),
    "rsqrt": ((ZERO, INF), (NEG_ZERO, NEG_INF), (INF, ZERO), (NEG_INF, NAN), (-1.0, NAN),
              (1.0, 1.0), (4.0, 0.5), (0.25, 2.0), (NAN, NAN)),
    "silu": ((ZERO, ZERO), (NEG_ZERO, NEG_ZERO), (INF, INF), (NEG_INF, NEG_ZERO), (NAN, NAN)),
    "gelu": ((ZERO, ZERO), (NEG_ZERO, NEG_ZERO), (INF, INF), (NEG_INF, NEG_ZERO), (NAN, NAN)),
}  # fmt: skip


def pattern(value, name):
    if value == NAN:
        return get_format(name).canonical_nan
    return round_to(decode(int(np.float64(value).view(np.uint64)), "f64"), name)


def apply(op, name, *patterns):
    form = get_format(name)
    x = from_bits(np.array(patterns, form.bits_dtype), name)
    return bits_of(evaluate(get_op(op).call([name]), [x])[0]).tolist()


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("op", TABLE)
def test_S4_special_values(op, name):
    arguments, results = zip(*TABLE[op], strict=True)
    wanted = [pattern(r, name) for r in results]
    assert apply(op, name, *(pattern(a, name) for a in arguments)) == wanted


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("op", TABLE)
def test_S1_a_nan_with_a_payload_gives_the_canonical_nan(op, name):
    form = get_format(name)
    odd = form.canonical_nan | form.sign_mask | 1
    assert apply(op, name, odd) == [form.canonical_nan]


@pytest.mark.parametrize("name", FORMATS)
def test_results_beyond_the_format_overflow_underflow_or_reach_their_limit(name):
    form = get_format(name)
    most = form.max_finite
    least = most | form.sign_mask
    one = pattern(1.0, name)
    limits = {
        "exp": (form.infinity, 0),
        "tanh": (one, one | form.sign_mask),
        "erf": (one, one | form.sign_mask),
        "sigmoid": (one, 0),
        "silu": (most, form.sign_mask),
        "gelu": (most, form.sign_mask),
    }
    for op, wanted in limits.items():
        assert apply(op, name, most, least) == list(wanted)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("op", ["silu", "gelu"])
def test_R1_half_of_an_odd_subnormal_is_no_tie(op, name):
    """f(x) = x/2 + c x^2 with c > 0: always rounded up, which is toward zero for x < 0."""
    form = get_format(name)
    for odd in (1, 3, 5, 7, (1 << (form.precision - 1)) - 1):
        assert apply(op, name, odd, odd | form.sign_mask) == [
            (odd + 1) // 2,
            (odd - 1) // 2 | form.sign_mask,
        ]


def test_R1_sigmoid_near_zero_lies_just_below_the_midpoint():
    """1/2 + x/4 - x^3/48 at x = 3 * 2^-23: 2^-69 of the distance below a tie that goes up."""
    x = round_to(dyadic(3, -23), "f32")
    assert apply("sigmoid", "f32", x, x | 1 << 31) == [0x3F000001, 0x3EFFFFFD]


@pytest.mark.parametrize("name", FORMATS)
def test_rsqrt_agrees_with_integer_square_roots(name):
    form = get_format(name)
    rng = np.random.default_rng(7)
    patterns = [1, 2, 3, 4, form.max_finite, *rng.integers(1, form.max_finite, 300).tolist()]
    wanted = []
    for p in patterns:
        # 128 bits of 1/x give as many of its root, and no x is that hard.
        inverse = divide(dyadic(1, 0), decode(p, name))
        wanted.append(round_to(square_root(inverse), name))
    assert apply("rsqrt", name, *patterns) == wanted


REFERENCES = {
    "exp": math.exp,
    "log": math.log,
    "tanh": math.tanh,
    "erf": math.erf,
    "sigmoid": lambda x: 1 / (1 + math.exp(-x)),
    "rsqrt": lambda x: 1 / math.sqrt(x),
    "silu": lambda x: x / (1 + math.exp(-x)),
    "gelu": lambda x: x * math.erfc(-x / math.sqrt(2)) / 2,
}


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("op", TABLE)
def test_each_is_the_function_that_its_name_says(op, name):
    """Binary64 of the C library, wherever its error of a few ulps cannot reach a midpoint."""
    rng = np.random.default_rng(11)
    values = rng.normal(scale=3, size=400)
    patterns = [pattern(abs(v) if op in ("log", "rsqrt") else v, name) for v in values]
    settled = 0
    for got, p in zip(apply(op, name, *patterns), patterns, strict=True):
        value = REFERENCES[op](float(decode(p, name).fraction()))
        ends = {pattern(value * (1 + e), name) for e in (-(2.0**-45), 2.0**-45)}
        if len(ends) == 1:
            settled += 1
            assert ends == {got}
    assert settled > 390


HARD = {
    # Argument and result: hard cases, and the ends of the ranges where CORE-MATH stops evaluating.
    "exp": ((0xC16912CD, 0x34FD331B),),
    "log": ((0x3F800001, 0x33FFFFFF), (0x3F7FFFFF, 0xB3800000)),
    "tanh": ((0x00000001, 0x00000001), (0x41102CB3, 0x3F7FFFFF), (0x41102CB4, 0x3F800000)),
    "erf": ((0x00000001, 0x00000001), (0x407AD444, 0x3F7FFFFF), (0x407AD445, 0x3F800000)),
}


@pytest.mark.parametrize("op", HARD)
def test_R1_known_results(op):
    arguments, results = zip(*HARD[op], strict=True)
    assert apply(op, "f32", *arguments) == list(results)
