"""Test that searchsorted counts boundaries by S3.9 in any order, and multinomial, which uses it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.c.tests.by_nodes import assert_same
from samebits.backends.c.tests.operands import mixed
from samebits.backends.executor import execute
from samebits.backends.protocol import Array, BackendError
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call

FORMATS = ("f32", "f16", "bf16", "f64", "i64", "i32")
SIZES = ((0, 3), (1, 1), (2, 17), (5, 16), (33, 520), (257, 7), (1000, 33), (3, 0))


def _operands(name: str, boundaries: int, values: int) -> tuple[Array, Array]:
    """Return two rows of special and random boundaries, and values; half of them are boundaries."""
    dtype = get_format(name).dtype
    b = (
        mixed(name, 2 * boundaries, boundaries).reshape(2, boundaries)
        if boundaries
        else (np.empty((2, 0), dtype))
    )
    v = (
        mixed(name, 2 * values, values).reshape(2, values).copy()
        if values
        else (np.empty((2, 0), dtype))
    )
    both = min(boundaries, values) // 2
    v[:, :both] = b[:, :both]
    return b, v


@pytest.mark.parametrize("right", [False, True])
@pytest.mark.parametrize("name", FORMATS)
def test_S3_9_boundaries_in_any_order_are_counted_as_the_rule_says(
    session: CSession, name: str, right: bool
) -> None:
    call = get_op("searchsorted").call([name, name], right=right)
    in_order = get_op("sort").call([name], axis=-1)
    for boundaries, values in SIZES:
        b, v = _operands(name, boundaries, values)
        assert_same(session, call, [b, v])
        b = execute(session, in_order, [b])[0]
        assert_same(session, call, [b, v])
        assert_same(session, call, [b[:, ::-1], v[:, ::-1]])
        assert_same(session, call, [np.broadcast_to(b[:1], b.shape), v])


@pytest.mark.parametrize("name", ["f32", "f64"])
def test_S3_9_nan_boundaries_are_before_every_value_and_all_are_before_nan(
    session: CSession, name: str
) -> None:
    dtype = get_format(name).dtype
    b = np.array([np.nan, 1, 2, np.nan, 3, -0.0, 0.0, np.inf, -np.inf], dtype)
    v = np.array([2, np.nan, -np.inf, np.inf, 0.0, -0.0], dtype)
    found = {
        right: execute(session, get_op("searchsorted").call([name, name], right=right), [b, v])[0]
        for right in (False, True)
    }
    assert found[False].tolist() == [6, 9, 2, 8, 3, 3]
    assert found[True].tolist() == [7, 9, 3, 9, 5, 5]


@pytest.mark.parametrize("name", ["f32", "i64"])
def test_S3_9_a_long_row_is_shared_among_threads(session: CSession, name: str) -> None:
    call = get_op("searchsorted").call([name, name], right=True)
    draw = np.random.default_rng(2)
    dtype = get_format(name).dtype
    b = draw.integers(-(10**6), 10**6, 30_000).astype(dtype)
    v = draw.integers(-(10**6), 10**6, 40_001).astype(dtype)
    wanted = np.searchsorted(np.sort(b), v, side="right")
    for threads in (1, 2, 3, 8):
        session.configure(threads=threads)
        assert np.array_equal(execute(session, call, [b, v])[0], wanted)
        assert np.array_equal(execute(session, call, [b[::-1], v])[0], wanted)


@pytest.mark.parametrize("shapes", [((), ()), ((2, 5), (3,)), ((2, 5), (1, 3)), ((5,), (4,))])
def test_S3_9_shapes_that_do_not_fit_are_refused_by_the_library(
    unchecked: CSession, shapes: tuple[tuple[int, ...], tuple[int, ...]]
) -> None:
    call = Call("searchsorted", 1, ("f32", "f32"), ("i64",), {"right": False})
    boundaries, values = (np.zeros(shape, np.float32) for shape in shapes)
    with pytest.raises(BackendError):
        unchecked.run(call, [boundaries, values], [np.zeros((7, 7), np.int64)])


@pytest.mark.parametrize("name", ["f32", "f16", "f64"])
def test_D3_7_a_drawn_class_is_the_number_of_sums_that_are_not_above_the_draw(
    session: CSession, name: str
) -> None:
    """The expected classes follow the text of the clause. Some weights are not probabilities."""
    draw = np.random.default_rng(7)
    dtype = get_format(name).dtype
    wide = "f64" if name == "f64" else "f32"
    for number in range(40):
        w = draw.random((2, 30))
        w[draw.random(w.shape) < 0.3] = (0.0, np.nan, np.inf, -1.0, -np.inf)[number % 5]
        w = w.astype(dtype)
        source: dict[str, Any] = {"seed": (number, 1), "stream": (0, 2)}
        call = get_op("multinomial").call([name], num_samples=50, replacement=True, **source)
        got = execute(session, call, [w])[0]
        x = execute(session, get_op("cast").call([name], [wide]), [w])[0]
        sums = execute(session, get_op("cumsum").call([wide], axis=-1), [x])[0]
        u = execute(session, get_op("uniform").call((), (wide,), shape=(2, 50), **source), [])[0]
        with np.errstate(all="ignore"):
            behind = (sums[:, None, :] <= (u * sums[:, -1:])[:, :, None]).sum(-1)
            last = np.where(x > 0, np.arange(30), 0).max(-1, keepdims=True)
        assert np.array_equal(got, np.minimum(behind, last))
