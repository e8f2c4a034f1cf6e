"""Test scatter_add, index_add and the gradients: a tree over the terms of each destination (T7)."""

from __future__ import annotations

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.c.tests.operands import check
from samebits.backends.executor import execute, poisoned
from samebits.backends.protocol import Array, BackendError
from samebits.spec.catalog import get_op
from samebits.spec.families.indexing import ADDED_FORMATS
from samebits.spec.formats import bits_of, from_bits, get_format

SPECIAL = (0.0, -0.0, np.inf, -np.inf, np.nan, 1.0)


def numbers(name: str, *shape: int, seed: int = 0, special: float = 0.0) -> Array:
    """Return random numbers over 16 binades. A fraction `special` of them is special values.

    For integer formats, return random bit patterns.
    """
    form, draw = get_format(name), np.random.default_rng(seed)
    if not form.is_float:
        bits = draw.integers(0, 1 << min(form.bits, 63), shape, dtype=np.uint64)
        return from_bits(bits.astype(form.bits_dtype), name)
    x = draw.standard_normal(shape) * np.exp2(draw.integers(-8, 8, shape))
    x = np.where(draw.random(shape) < special, draw.choice(SPECIAL, shape), x)
    with np.errstate(all="ignore"):
        return x.astype(form.dtype)


def indices(name: str, limit: int, *shape: int) -> Array:
    draw = np.random.default_rng(limit)
    return draw.integers(0, limit, shape).astype(get_format(name).dtype)


@pytest.mark.parametrize("index", ["i64", "i32"])
@pytest.mark.parametrize("name", ADDED_FORMATS)
def test_T7_every_format_is_summed_by_destination(session: CSession, name: str, index: str) -> None:
    three = [name, index, name]
    for special in (0.0, 0.3):
        prior, updates = (numbers(name, *s, special=special) for s in ((5, 6, 4), (5, 40, 4)))
        call = get_op("scatter_add").call(three, axis=1)
        check(session, call, [prior, indices(index, 6, 5, 40, 4), updates])
        call = get_op("index_add").call(three, axis=1)
        check(session, call, [prior, indices(index, 6, 40), updates])
        call = get_op("gather_gradient").call([name, index], axis=1, shape=(6, 7, 5))
        check(session, call, [updates, indices(index, 7, 5, 40, 4)])
        call = get_op("embedding_gradient").call([name, index], rows=9, padding_index=2)
        check(session, call, [updates, indices(index, 9, 5, 40)])


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("name", ["f32", "f64", "bf16", "i32"])
def test_T7_every_way_of_the_kernel_gives_the_tree(
    session: CSession, name: str, threads: int
) -> None:
    session.configure(threads=threads)
    for terms, goals in ((40_000, 1), (40_000, 37), (40_000, 30_000), (300, 3), (900, 100_000)):
        prior, updates = numbers(name, goals), numbers(name, terms, seed=1)
        call = get_op("scatter_add").call([name, "i64", name])
        check(session, call, [prior, indices("i64", goals, terms), updates], exact=False)
    for terms, goals, width in ((700, 5, 2500), (90, 40, 33), (3000, 1, 2)):
        call = get_op("embedding_gradient").call([name, "i64"], rows=goals)
        gradient = numbers(name, terms, width)
        check(session, call, [gradient, indices("i64", goals, terms)], exact=False)
    call = get_op("gather_gradient").call([name, "i32"], axis=0, shape=(50, 40))
    check(session, call, [numbers(name, 800, 40), indices("i32", 50, 800, 40)], exact=False)
    session.configure(threads=0)


def test_T7_every_count_of_contributions_to_300(session: CSession) -> None:
    index = np.repeat(np.arange(300), np.arange(300))
    np.random.default_rng(4).shuffle(index)
    call = get_op("scatter_add").call(["f32", "i64", "f32"])
    prior, updates = numbers("f32", 300), numbers("f32", index.size, seed=2)
    check(session, call, [prior, index, updates], exact=False)
    call = get_op("embedding_gradient").call(["f32", "i64"], rows=300)
    check(session, call, [numbers("f32", index.size, 3), index], exact=False)


def test_T7_an_index_repeated_by_stride_0_is_one_for_whole_rows(session: CSession) -> None:
    index = np.broadcast_to(indices("i64", 6, 50)[:, None], (50, 33))
    call = get_op("scatter_add").call(["f32", "i64", "f32"], axis=0)
    prior, updates = numbers("f32", 6, 40), numbers("f32", 50, 33, seed=3)
    check(session, call, [prior, index, updates], exact=False)
    check(session, call, [prior[::-1, ::-1], index[::-1], updates[:, ::-1]], exact=False)


@pytest.mark.parametrize("name", ["f64", "f32", "f16", "bf16", "f8e4m3fn", "f8e5m2"])
def test_T7_S1_a_prior_without_contributions_is_kept_and_its_nan_canonical(
    session: CSession, name: str
) -> None:
    form = get_format(name)
    patterns = [0, form.sign_mask, 1, form.max_finite, form.canonical_nan | form.sign_mask]
    prior = from_bits(np.array(patterns, np.uint64), name)
    empty = np.zeros(0, form.dtype)
    call = get_op("index_add").call([name, "i64", name])
    (got,) = execute(session, call, [prior, np.zeros(0, np.int64), empty])
    assert bits_of(got).tolist() == [*patterns[:4], form.canonical_nan]


def test_T7_a_sum_of_negative_zeros_is_negative_zero(session: CSession) -> None:
    for count in (1, 2, 7, 8, 9, 100):
        zeros, index = np.full((count, 3), -0.0, np.float32), np.zeros(count, np.int64)
        call = get_op("embedding_gradient").call(["f32", "i64"], rows=1)
        assert np.signbit(execute(session, call, [zeros, index])[0]).all()
        call = get_op("gather_gradient").call(["f32", "i64"], shape=(1,))
        assert np.signbit(execute(session, call, [zeros[:, 0], index])[0]).all()


def test_T7_the_padding_row_is_positive_zero(session: CSession) -> None:
    gradient = np.full((6, 2), -np.nan, np.float32)
    call = get_op("embedding_gradient").call(["f32", "i32"], rows=3, padding_index=1)
    (got,) = execute(session, call, [gradient, np.ones(6, np.int32)])
    assert (bits_of(got) == 0).all()


@pytest.mark.parametrize("bad", [-1, 4])
def test_T7_an_index_out_of_range_is_an_error_before_anything_is_written(
    session: CSession, bad: int
) -> None:
    index, output = np.array([0, 3, bad, bad]), poisoned((4,), "f32")
    before = bits_of(output).copy()
    call = get_op("scatter_add").call(["f32", "i64", "f32"])
    text = f"scatter_add: index {bad} at row-major position 2 is out of range for size 4"
    with pytest.raises(BackendError, match=text):
        session.run(call, [np.ones(4, np.float32), index, np.ones(4, np.float32)], [output])
    assert np.array_equal(bits_of(output), before)
