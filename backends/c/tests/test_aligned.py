"""Test aligned products: panels of rows by digits, and single rows by integers (clause T11)."""

from __future__ import annotations

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.executor import execute
from samebits.backends.protocol import Array
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.families.aligned import PAIRS, SHAPE_RULES
from samebits.spec.formats import bits_of

OPS = [name for name, op in all_ops().items() if op.shape_rule in SHAPE_RULES]
KINDS = ("near", "wide", "limit", "tiny")


def drawn(rng: np.random.Generator, shape: tuple[int, ...], kind: str) -> Array:
    """Return numbers near 1, or of kind `wide`, `limit` or `tiny`.

    They have many magnitudes, the largest significand, or magnitudes near the lower limit.
    """
    x = rng.normal(size=shape)
    if kind == "wide":
        x = x * 2.0 ** rng.integers(-30, 2, shape)
    elif kind == "limit":
        x = np.copysign(2 - 2.0**-23, x if rng.integers(2) else np.ones(shape))
    elif kind == "tiny":
        x = x * 2.0 ** rng.integers(-90, -70, shape)
    return np.asarray(x.astype(np.float32))


@pytest.mark.parametrize("bits", PAIRS)
@pytest.mark.parametrize("kind", KINDS)
def test_T11_6_rows_alone_have_the_bits_that_they_have_in_a_product(
    session: CSession, bits: tuple[int, int], kind: str
) -> None:
    """A single row or column uses another method: 64-bit integers, rounded by integer code."""
    rng = np.random.default_rng(PAIRS.index(bits))
    call = get_op("matmul_aligned").call(["f32", "f32"], bits=bits)
    for terms in (1, 255, 256, 777):
        a, b = drawn(rng, (53, terms), kind), drawn(rng, (terms, 35), kind)
        (whole,) = execute(session, call, [a, b])
        for i in range(0, 53, 4):
            (row,) = execute(session, call, [a[i : i + 1], b])
            assert np.array_equal(bits_of(row), bits_of(whole[i : i + 1]))
        for j in range(0, 35, 4):
            (column,) = execute(session, call, [a, b[:, j : j + 1]])
            assert np.array_equal(bits_of(column), bits_of(whole[:, j : j + 1]))


def test_T11_9_slabs_of_rows_columns_and_terms_change_nothing(session: CSession) -> None:
    """The sizes exceed the size of a slab: 4096 terms, or 1536 rows or columns."""
    rng = np.random.default_rng(5)
    call = get_op("matmul_aligned").call(["f32", "f32"], bits=(24, 24))
    for m, k, n in ((5, 9001, 3), (1601, 3, 2), (2, 3, 1601)):
        a, b = drawn(rng, (m, k), "wide"), drawn(rng, (k, n), "wide")
        (whole,) = execute(session, call, [a, b])
        (row,) = execute(session, call, [a[-1:], b])
        assert np.array_equal(bits_of(row), bits_of(whole[-1:]))
        (column,) = execute(session, call, [a, b[:, -1:]])
        assert np.array_equal(bits_of(column), bits_of(whole[:, -1:]))


@pytest.mark.parametrize("op", OPS)
def test_T11_2_the_default_is_that_of_the_declaration(session: CSession, op: str) -> None:
    rng = np.random.default_rng(6)
    shapes = [(1, 3, 9), (1, 9, 4)] if "bmm" in op else [(3, 9), (9, 4)]
    if "transpose_a" not in {a.name for a in get_op(op).attributes}:
        shapes = [(3, 9), (4, 9)]
    operands = [drawn(rng, s, "wide") for s in shapes]
    named = get_op(op).call(["f32", "f32"], bits=(24, 16))
    other = get_op(op).call(["f32", "f32"], bits=(16, 24))
    assert get_op(op).call(["f32", "f32"]) == named
    (first,), (second,) = (execute(session, call, operands) for call in (named, other))
    assert not np.array_equal(first, second)
