"""Test every function on each exponent, integers and powers of ten, with bits from the op's oracle.

exp2, exp10, pow and logaddexp are also tested on their special cases. tests/exhaustive checks every
input, and random pairs.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute
from samebits.backends.protocol import Array
from samebits.spec.catalog import functions, get_op
from samebits.spec.formats import bits_of, from_bits, get_format

UNARY = functions()
BINARY = ("pow", "logaddexp")
FORMATS = ("f32", "f16", "bf16", "f8e4m3fn", "f8e5m2")


def assert_right(sessions: list[CSession], op: str, form: str, inputs: list[Array]) -> None:
    pytest.importorskip("mpmath")  # the oracle needs it (extra `oracles`)
    from samebits.oracles import discovery

    call = get_op(op).call([form] * len(inputs))
    (wanted,) = discovery.all_oracles()[op].evaluate(call, inputs)
    for session in sessions:
        (got,) = execute(session, call, inputs)
        wrong = np.flatnonzero(bits_of(got) != bits_of(wanted))
        cases = [tuple(hex(bits_of(v)[i]) for v in (*inputs, got, wanted)) for i in wrong[:5]]
        assert not cases, f"{session.device} {op}: operands, result, wanted: {cases}"


def numbers(form: str, values: list[float]) -> Array:
    with np.errstate(all="ignore"):
        return np.array(values, np.float32).astype(get_format(form).dtype)


def patterns(form: str) -> Array:
    """Return numbers of each exponent with three fractions and both signs.

    They include zeros, subnormals, infinities and NaN.
    """
    described = get_format(form)
    fraction = described.precision - 1
    exponents = np.arange(1 << (described.bits - fraction)) << fraction
    ends = [0, 1, (1 << fraction) - 1]
    bits = np.concatenate([exponents | e for e in ends]).astype(described.bits_dtype)
    return from_bits(np.unique(bits), form)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("op", UNARY)
def test_R2_S4_every_exponent_and_its_neighbours(
    sessions: list[CSession], op: str, form: str
) -> None:
    assert_right(sessions, op, form, [patterns(form)])


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("op", UNARY)
def test_R2_integers_and_powers_of_ten_where_results_may_be_exact_or_ties(
    sessions: list[CSession], op: str, form: str
) -> None:
    values = [float(n) for n in range(-160, 140)] + [10.0**n for n in range(-45, 39)]
    assert_right(sessions, op, form, [numbers(form, values)])


def test_R2_exp2_of_minus_150_is_a_tie_and_rounds_to_the_even_zero(
    sessions: list[CSession],
) -> None:
    x = np.array([-150, -149, np.nextafter(np.float32(-150), np.float32(0))], np.float32)
    for session in sessions:
        (y,) = execute(session, get_op("exp2").call(["f32"]), [x])
        assert bits_of(y).tolist() == [0, 1, 1]


def test_R2_exp10_of_2_is_a_tie_in_f8e4m3fn_and_rounds_to_even(sessions: list[CSession]) -> None:
    for session in sessions:
        x = numbers("f8e4m3fn", [2.0])
        (y,) = execute(session, get_op("exp10").call(["f8e4m3fn"]), [x])
        assert float(y[0]) == 96.0  # 100 is midway between 96 and 104


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("op", BINARY)
def test_S4_all_pairs_of_special_and_small_operands(
    sessions: list[CSession], op: str, form: str
) -> None:
    few = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 9.0, 65536.0, 1e-40, 3e38, np.inf]
    values = [*few, *(-v for v in few), np.nan]
    first, second = zip(*itertools.product(values, values), strict=True)
    inputs = [numbers(form, list(first)), numbers(form, list(second))]
    assert_right(sessions, op, form, inputs)


@pytest.mark.parametrize("form", FORMATS)
def test_R2_powers_of_few_bits_are_exact_or_ties(sessions: list[CSession], form: str) -> None:
    roots = [float(c) for c in range(1, 64, 2)] + [4097.0, 4099.0, 5793.0]
    pairs = [
        (c ** (1 << j) * 2.0 ** (e << j), n / (1 << j))
        for c in roots
        for j in range(4)
        if c ** (1 << j) < 1 << 24
        for n in (*range(1, 16), -1)
        for e in (-2, 0, 1)
    ]
    x, y = (numbers(form, list(v)) for v in zip(*pairs, strict=True))
    assert_right(sessions, "pow", form, [x, y])


def test_R2_logaddexp_keeps_its_relative_accuracy_where_the_sum_vanishes(
    sessions: list[CSession],
) -> None:
    generator = np.random.default_rng(5)
    a = -np.exp2(generator.uniform(-20, 5, 2000)).astype(np.float32)
    b = np.log(-np.expm1(a.astype(np.float64))).astype(np.float32)
    assert_right(sessions, "logaddexp", "f32", [a, b])
