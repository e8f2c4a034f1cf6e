"""Test NaN, infinities and signed zeros (clauses S1 to S4)."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute
from samebits.backends.protocol import Array
from samebits.spec.catalog import all_ops, function_landmarks, get_op, landmarks_of
from samebits.spec.formats import bits_of, from_bits, get_format
from samebits.spec.language.landmarks import ArithmeticLandmarks, FunctionLandmarks

FORMATS = ("f64", "f32", "f16", "bf16")
ARITHMETIC = tuple(op for op in all_ops() if isinstance(landmarks_of(op), ArithmeticLandmarks))


def functions_in(name: str) -> list[str]:
    """Return the one-operand ops in a format that round once and return NaN for NaN."""
    found = (op for op in all_ops() if isinstance(landmarks_of(op), FunctionLandmarks))
    return [op for op in found if ((name,), (name,)) in get_op(op).signatures]


def nans(name: str) -> Array:
    """Return quiet and signalling NaNs of both signs, with several payloads."""
    form = get_format(name)
    infinity, sign = form.infinity, form.sign_mask
    patterns = [infinity + 1, infinity + 3, sign - 1, form.canonical_nan, form.canonical_nan + 5]
    return np.array(patterns + [p | sign for p in patterns], dtype=form.bits_dtype)


def run(session: CSession, op: str, name: str, *operands: Array) -> Array:
    call = get_op(op).call([name] * len(operands))
    return bits_of(execute(session, call, [from_bits(x, name) for x in operands])[0])


@pytest.mark.parametrize("name", FORMATS)
def test_S1_every_nan_result_is_canonical(session: CSession, name: str) -> None:
    form = get_format(name)
    x = nans(name)
    one = np.full_like(x, bits_of(np.ones((), form.dtype)))
    for op in ARITHMETIC:
        for chosen in product((one, x), repeat=len(get_op(op).operands)):
            if any(operand is x for operand in chosen):
                assert set(run(session, op, name, *chosen)) == {form.canonical_nan}, op
    for op in functions_in(name):
        assert set(run(session, op, name, x)) == {form.canonical_nan}, op


@pytest.mark.parametrize("name", FORMATS)
def test_S1_invalid_operations_give_the_canonical_nan(session: CSession, name: str) -> None:
    form = get_format(name)
    infinity, zero, minus = form.infinity, 0, form.sign_mask
    pairs = (
        ("add", infinity, infinity | minus),
        ("sub", infinity, infinity),
        ("mul", zero, infinity),
        ("div", zero, zero),
    )
    for op, a, b in pairs:
        u = form.bits_dtype.type
        assert run(session, op, name, np.array([u(a)]), np.array([u(b)]))[0] == form.canonical_nan
    least = np.array([minus + 1], dtype=form.bits_dtype)
    for op in functions_in(name):
        if function_landmarks(op).domain[0] < 0:
            continue
        assert run(session, op, name, least)[0] == form.canonical_nan, op


@pytest.mark.parametrize("name", FORMATS)
def test_S2_moves_keep_nan_payloads_signalling_ones_too(session: CSession, name: str) -> None:
    form = get_format(name)
    x = nans(name)
    values = from_bits(x, name)
    sign = form.bits_dtype.type(form.sign_mask)
    assert np.array_equal(run(session, "neg", name, x), x ^ sign)
    assert np.array_equal(run(session, "abs", name, x), x & ~sign)
    copy = execute(session, get_op("cast").call([name], [name]), [values])[0]
    assert np.array_equal(bits_of(copy), x)
    where = get_op("where").call(["bool", name, name])
    condition = np.arange(len(x)) % 2 == 0
    chosen = execute(session, where, [condition, values, values[::-1]])[0]
    assert np.array_equal(bits_of(chosen), np.where(condition, x, x[::-1]))


def test_S2_any_non_zero_byte_is_true(session: CSession) -> None:
    condition = np.array([0, 1, 2, 128, 255], dtype=np.uint8).view(np.bool_)
    a, b = np.arange(5, dtype=np.float32), np.full(5, -1, np.float32)
    got = execute(session, get_op("where").call(["bool", "f32", "f32"]), [condition, a, b])[0]
    assert got.tolist() == [-1, 1, 2, 3, 4]


@pytest.mark.parametrize("name", FORMATS)
def test_S3_minus_zero_is_below_plus_zero(session: CSession, name: str) -> None:
    form = get_format(name)
    a = np.array([0, form.sign_mask], dtype=form.bits_dtype)
    b = a[::-1].copy()
    assert set(run(session, "minimum", name, a, b)) == {form.sign_mask}
    assert set(run(session, "maximum", name, a, b)) == {0}


@pytest.mark.parametrize("name", FORMATS)
def test_S3_extremes_order_infinities_and_subnormals(session: CSession, name: str) -> None:
    form = get_format(name)
    sign, infinity = form.sign_mask, form.infinity
    ascending = [infinity | sign, sign | 2, sign | 1, sign, 0, 1, 2, infinity - 1, infinity]
    x = np.array(ascending, dtype=form.bits_dtype)
    i, j = (k.reshape(-1) for k in np.indices((len(x), len(x))))
    assert np.array_equal(run(session, "minimum", name, x[i], x[j]), x[np.minimum(i, j)])
    assert np.array_equal(run(session, "maximum", name, x[i], x[j]), x[np.maximum(i, j)])


def test_S4_zeros_and_infinities_of_every_function(session: CSession) -> None:
    inf = np.inf
    operands = np.array([0.0, -0.0, inf, -inf], np.float32)
    table = (
        ("erf", [0.0, -0.0, 1, -1]),
        ("exp", [1, 1, inf, 0.0]),
        ("gelu", [0.0, -0.0, inf, -0.0]),
        ("log", [-inf, -inf, inf, np.nan]),
        ("rsqrt", [inf, -inf, 0.0, np.nan]),
        ("sigmoid", [0.5, 0.5, 1, 0.0]),
        ("silu", [0.0, -0.0, inf, -0.0]),
        ("sqrt", [0.0, -0.0, inf, np.nan]),
        ("tanh", [0.0, -0.0, 1, -1]),
    )
    for op, wanted in table:
        got = run(session, op, "f32", bits_of(operands))
        assert np.array_equal(got, bits_of(np.array(wanted, np.float32))), op
