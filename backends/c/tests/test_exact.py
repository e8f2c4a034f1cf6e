"""Test that sum_exact and dot_exact are exact (T10) for any number of threads and order of terms.

The reference is the NumPy route.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute
from samebits.backends.protocol import Array
from samebits.oracles import numpy_route
from samebits.spec.catalog import get_op
from samebits.spec.formats import FLOAT_FORMATS, bits_of, from_bits, get_format
from samebits.spec.language.call import Call

SPANS = ((-3, 2), (-9, 9), (-25, 5), (-40, 20), (-70, 30), (-4000, 4000))
"""Ranges of exponents: terms fit in one, two or three slices of binary64, or need integers."""


def numbers(name: str, shape: tuple[int, ...], span: tuple[int, int], seed: int = 0) -> Array:
    """Return random numbers with exponents in the range `span`, limited to the format."""
    form, rng = get_format(name), np.random.default_rng(seed)
    middle = 1 - form.emin
    low, high = max(middle + span[0], 0), min(middle + span[1], form.emax - form.emin + 1)
    field = rng.integers(low, high + 1, shape).astype(np.uint64) << np.uint64(form.precision - 1)
    low_bits = rng.integers(0, 1 << (form.precision - 1), shape, dtype=np.uint64)
    sign = rng.integers(0, 2, shape).astype(np.uint64) << np.uint64(form.bits - 1)
    bits = (sign | field | low_bits).astype(form.bits_dtype)
    return from_bits(np.where(low_bits % np.uint64(13) == 0, sign.astype(bits.dtype), bits), name)


def assert_exact(session: CSession, call: Call, inputs: list[Array]) -> None:
    wanted = bits_of(numpy_route.evaluate(call, inputs)[0])
    got = bits_of(execute(session, call, inputs)[0])
    assert np.array_equal(got, wanted), (call, [x.shape for x in inputs])


def sums(name: str, axes: tuple[int, ...] | None) -> list[Call]:
    op = get_op("sum_exact")
    return [op.call(i, o, axes=axes) for i, o in op.signatures if i == (name,)]


@pytest.mark.parametrize("name", FLOAT_FORMATS)
@pytest.mark.parametrize("span", SPANS, ids=str)
def test_T10_sums_over_every_span_of_exponents(
    session: CSession, name: str, span: tuple[int, int]
) -> None:
    for shape, axes in (((1,), (0,)), ((9, 33), (1,)), ((300, 21), (0,)), ((3, 5000), (1,))):
        x = numbers(name, shape, span)
        (axis,) = axes
        cancelling = np.concatenate([x, -np.flip(x, axis), np.take(x, [0], axis)], axis=axis)
        for call in sums(name, axes):
            assert_exact(session, call, [x])
            assert_exact(session, call, [cancelling])


@pytest.mark.parametrize("span", SPANS, ids=str)
def test_T10_dot_products_of_every_signature(session: CSession, span: tuple[int, int]) -> None:
    for inputs, outputs in get_op("dot_exact").signatures:
        call = get_op("dot_exact").call(inputs, outputs)
        for n in (0, 1, 7, 300, 2500):
            a, b = (numbers(f, (n,), span, seed) for seed, f in enumerate(inputs))
            assert_exact(session, call, [a, b])
            a2, b2 = (np.concatenate([x, x[::-1], x[:1]]) for x in (a, b))
            a2[n : 2 * n] = -a2[n : 2 * n]
            assert_exact(session, call, [a2, b2])
            assert_exact(session, call, [a2[::-3], b2[::-3]])


@pytest.mark.parametrize("name", FLOAT_FORMATS)
def test_S1_special_values_in_every_place(session: CSession, name: str) -> None:
    form, rng = get_format(name), np.random.default_rng(5)
    last = form.infinity if form.has_infinity else form.max_finite
    special = [0, form.sign_mask, last, last | form.sign_mask, form.canonical_nan | form.sign_mask]
    for n in (1, 2, 40, 3000):
        bits = bits_of(numbers(name, (8, n), (-3, 3))).copy()
        for row in range(8):
            bits[row, rng.integers(0, n, 2)] = rng.choice(special, 2)
        for call in sums(name, (1,)):
            assert_exact(session, call, [from_bits(bits, name)])
        zeros = from_bits(np.full((4, n), form.sign_mask, form.bits_dtype), name)
        assert_exact(session, sums(name, (1,))[0], [zeros])
        zeros[1, n // 2] = -zeros[1, n // 2]
        assert_exact(session, sums(name, (1,))[0], [zeros])


@pytest.mark.parametrize("name", ["f32", "f64", "bf16"])
def test_T2_every_set_of_axes_in_every_layout(session: CSession, name: str) -> None:
    wide = numbers(name, (6, 10, 14, 34), (-12, 8))
    for x in (wide[::2, ::2, ::2, ::2], wide[:3, :5, :7, 33:0:-2].T, wide[:3, :5, :7, :33].copy()):
        for count in range(5):
            for axes in combinations(range(4), count):
                assert_exact(session, sums(name, axes)[0], [x])


@pytest.mark.parametrize("shape", [(400_000,), (60_000, 9), (300, 700)])
@pytest.mark.parametrize("name", ["f32", "f64"])
def test_T10_neither_threads_nor_order_change_a_bit(
    session: CSession, name: str, shape: tuple[int, ...]
) -> None:
    x = numbers(name, shape, (-30, 10))
    order = np.random.default_rng(2).permutation(shape[0])
    (call,) = sums(name, (0,))
    wanted = bits_of(numpy_route.evaluate(call, [x])[0])
    dot = get_op("dot_exact").call([name] * 2, [name])
    flat = np.ascontiguousarray(x.reshape(-1))
    product = bits_of(numpy_route.evaluate(dot, [flat, flat[::-1]])[0])
    for threads in (1, 2, 3, 7):
        session.configure(threads=threads)
        assert np.array_equal(bits_of(execute(session, call, [x])[0]), wanted)
        assert np.array_equal(bits_of(execute(session, call, [x[order]])[0]), wanted)
        assert np.array_equal(bits_of(execute(session, dot, [flat, flat[::-1]])[0]), product)


@pytest.mark.parametrize("name", FLOAT_FORMATS)
def test_T10_the_sum_of_nothing_is_zero(session: CSession, name: str) -> None:
    for shape, axes in (((0,), None), ((3, 0), (1,)), ((0, 5), (0,)), ((2, 0, 4), (0, 1))):
        for call in sums(name, axes):
            assert_exact(session, call, [np.zeros(shape, get_format(name).dtype)])


def test_R1_partial_sums_beyond_the_range_come_back(session: CSession) -> None:
    for name in ("f64", "f32"):
        form, top = get_format(name), get_format(name).max_finite
        row = [top] * 3000 + [top | form.sign_mask] * 2999
        x = from_bits(np.array([row], form.bits_dtype), name)
        assert bits_of(execute(session, sums(name, (1,))[0], [x])[0])[0] == top
