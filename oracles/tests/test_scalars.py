"""Compare clause G3 with MPFR: random expressions, and expressions of optimizers and schedules."""

from __future__ import annotations

import math

import gmpy2
import pytest
from hypothesis import given, strategies as st

from samebits.oracles.tests.test_correctly_rounded import BINARY64, bits
from samebits.spec.errors import SpecError
from samebits.spec.language.scalar_operations import OPERATIONS
from samebits.spec.language.scalars import (
    Scalar,
    attribute,
    cosine,
    count,
    evaluate,
    floor,
    if_less,
    literal,
    names,
    power,
    sqrt,
)


def by_mpfr(e: Scalar, known: dict[str, float]):
    """Return the value of an expression by MPFR with 53 bits: each operation is rounded once."""
    if not e.operands:
        return gmpy2.mpfr(known[e.word] if e.form != "literal" else float(e.word))
    x = [by_mpfr(operand, known) for operand in e.operands]
    match e.form:
        case "neg":
            return -x[0]
        case "add":
            return x[0] + x[1]
        case "sub":
            return x[0] - x[1]
        case "mul":
            return x[0] * x[1]
        case "div":
            return x[0] / x[1]
        case "sqrt":
            return gmpy2.sqrt(x[0])
        case "pow":
            return x[0] ** x[1]
        case "cos":
            return gmpy2.cos(x[0])
        case "floor":
            return gmpy2.rint_floor(x[0])
        case "less":
            return x[2] if x[0] < x[1] else x[3]
    raise AssertionError(e.form)


def check(e: Scalar, **known: float) -> None:
    """Check that the value equals MPFR's bit by bit, or is an error where MPFR gives NaN."""
    attributes = {name: known[name] for name in names(e, "attribute")}
    counts = {name: int(known[name]) for name in names(e, "count")}
    with gmpy2.context(BINARY64):
        wanted = float(by_mpfr(e, known))
    if math.isnan(wanted):
        with pytest.raises(SpecError, match="is NaN"):
            evaluate(e, attributes, counts)
    else:
        assert bits(evaluate(e, attributes, counts)) == bits(wanted)


LEAVES = st.one_of(
    st.floats(allow_nan=False).map(literal),
    st.integers(-5, 70).map(literal),
    st.sampled_from([attribute("a"), attribute("b"), count("t")]),
)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.sampled_from(sorted(OPERATIONS)).flatmap(
        lambda form: st.builds(
            lambda *operands: Scalar(form, operands=operands),
            *[inner] * OPERATIONS[form].operands,
        )
    ),
    max_leaves=10,
)


@given(TREES, st.floats(allow_nan=False), st.floats(0.0, 1.0), st.integers(0, 2**53))
def test_G3_2_any_expression_has_the_bits_of_MPFR(e, a, b, t):
    check(e, a=a, b=b, t=float(t))


T, N, WARM = count("t"), count("n"), count("warm")
LR, LOW, GAMMA, SIZE = attribute("lr"), attribute("low"), attribute("gamma"), count("size")
PI = 3.141592653589793


def cosine_from(start: Scalar | float, end: Scalar | float, part: Scalar) -> Scalar:
    """Return a half cosine wave from `start` to `end`, as `part` goes from 0 to 1."""
    return end + (start - end) / 2 * (1 + cosine(PI * part))


RISE = LR / 25
ONE_CYCLE = if_less(
    T,
    WARM,
    cosine_from(RISE, LR, T / WARM),
    cosine_from(LR, RISE / 1e4, (T - WARM) / (N - WARM)),
)
SCHEDULES = {
    "step": LR * power(GAMMA, floor(T / SIZE)),
    "cosine": LOW + (LR - LOW) * (1 + cosine(PI * T / N)) / 2,
    "warm-up": if_less(T, WARM, LR * ((T + 1) / WARM), LR),
    "one-cycle": ONE_CYCLE,
}


@pytest.mark.parametrize("name", SCHEDULES)
def test_G3_1_a_schedule_is_an_expression(name):
    """The step, cosine, warm-up and one-cycle schedules are tested at every step."""
    e = SCHEDULES[name]
    known = {"lr": 3e-3, "low": 1e-5, "gamma": 0.7, "n": 200.0, "warm": 60.0, "size": 30.0}
    for t in range(201):
        check(e, **known, t=float(t))
    attributes = {"lr": 3e-3, "low": 1e-5, "gamma": 0.7}
    at = {
        t: evaluate(e, attributes, {"t": t, "n": 200, "warm": 60, "size": 30})
        for t in (0, 29, 30, 59, 60, 61, 200)
    }
    wanted = {
        "step": {0: 3e-3, 29: 3e-3, 30: 2.1e-3, 59: 2.1e-3, 60: 1.47e-3, 200: 3e-3 * 0.7**6},
        "cosine": {0: 3e-3, 200: 1e-5},
        "warm-up": {0: 5e-5, 29: 1.5e-3, 59: 3e-3, 60: 3e-3, 200: 3e-3},
        "one-cycle": {0: 1.2e-4, 30: (3e-3 + 1.2e-4) / 2, 60: 3e-3, 200: 1.2e-8},
    }[name]
    for t, value in wanted.items():
        assert at[t] == pytest.approx(value, rel=1e-9)


@pytest.mark.parametrize(
    "e",
    [
        1 - power(attribute("beta"), T),
        sqrt(1 - power(attribute("beta"), T)),
        LR / (1 - power(attribute("beta"), T)),
        1 - LR * attribute("decay"),
        1 / (1 - attribute("p")),
        1 / sqrt(count("d")),
        attribute("eps"),
    ],
    ids=str,
)
def test_G3_1_what_an_optimizer_or_a_layer_asks_is_an_expression(e):
    for beta in (0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 0.9999):
        for t in (1, 2, 3, 7, 50, 1000, 99_999, 10**7):
            known = {"beta": beta, "lr": beta * 1e-3, "decay": 0.01 * t, "p": beta, "eps": 1e-8}
            check(e, t=float(t), d=float(t), **known)


@given(st.integers(0, 2**53 - 2), st.integers(1, 2**53 - 1))
def test_G3_floor_of_a_quotient_of_integers_is_their_integer_quotient(t, k):
    assert evaluate(floor(T / SIZE), {}, {"t": t, "size": k}) == t // k
    multiple = min(t // k * k + k - 1, 2**53 - 2)  # the last integer before a multiple of k
    assert evaluate(floor(T / SIZE), {}, {"t": multiple, "size": k}) == multiple // k
