"""Test that sort, argsort and topk are stable, with NaN above every number (S3)."""

from __future__ import annotations

import numpy as np
import pytest

from samebits.backends.c.session import CSession
from samebits.backends.c.tests.operands import check, mixed
from samebits.backends.executor import execute
from samebits.backends.protocol import Array
from samebits.oracles import numpy_route
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS, bits_of, from_bits
from samebits.spec.language.call import Call

FEW = np.array([0x0, 0x80000000, 0x7FC00000, 0x7FC00001, 0xFF800001, 0x3F800000, 0xFF800000])


def ties(count: int, seed: int) -> Array:
    """Return an array of zeros of both signs, NaNs with several payloads and a few numbers."""
    return from_bits(np.random.default_rng(seed).choice(FEW, count).astype(np.uint32), "f32")


def check_topk(session: CSession, call: Call, x: Array) -> None:
    wanted = numpy_route.evaluate(call, [x])
    got = execute(session, call, [x])
    for a, b in zip(wanted, got, strict=True):
        assert np.array_equal(bits_of(a), bits_of(b)), call


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("name", FORMATS)
def test_S3_every_format_is_sorted_along_any_axis(
    session: CSession, name: str, descending: bool
) -> None:
    x = mixed(name, 7 * 41 * 3, 1).reshape(7, 41, 3)
    for op in ("sort", "argsort"):
        for axis in (0, 1, -1):
            call = get_op(op).call([name], axis=axis, descending=descending)
            check(session, call, [x], exact=axis == 1)
            check(session, call, [x[::-1, 1::2, ::-1]], exact=False)


@pytest.mark.parametrize("descending", [False, True])
def test_S3_ties_keep_their_places_at_every_length(session: CSession, descending: bool) -> None:
    for n in (0, 1, 2, 3, 31, 32, 33, 100, 1000, 40_001):
        x = ties(n, n)
        for op in ("sort", "argsort"):
            call = get_op(op).call(["f32"], descending=descending)
            check(session, call, [x], exact=False)


def test_S3_nan_stands_last_ascending_and_first_descending(session: CSession) -> None:
    x = np.array([1, np.nan, -np.inf, -np.nan, np.inf, 0], np.float32)
    call = get_op("argsort").call(["f32"])
    assert execute(session, call, [x])[0].tolist() == [2, 5, 0, 4, 1, 3]
    call = get_op("argsort").call(["f32"], descending=True)
    assert execute(session, call, [x])[0].tolist() == [1, 3, 4, 0, 5, 2]


@pytest.mark.parametrize("largest", [False, True])
@pytest.mark.parametrize("name", FORMATS)
def test_S3_topk_is_the_head_of_the_stable_sort(
    session: CSession, name: str, largest: bool
) -> None:
    x = mixed(name, 3 * 5000, 2).reshape(3, 5000)
    for k in (0, 1, 7, 300, 5000):
        check_topk(session, get_op("topk").call([name], k=k, largest=largest), x)
    call = get_op("topk").call([name], k=2, axis=0, largest=largest)
    check_topk(session, call, x[:, ::-7])


@pytest.mark.parametrize("largest", [False, True])
def test_S3_topk_takes_the_lowest_index_among_equals(session: CSession, largest: bool) -> None:
    for seed, x in enumerate((ties(60_000, 3), np.zeros(9000, np.float32))):
        for k in (1, 50, 1000 + seed):
            check_topk(session, get_op("topk").call(["f32"], k=k, largest=largest), x)


def test_S3_topk_of_a_row_in_which_every_element_is_better(session: CSession) -> None:
    x = np.arange(50_000, dtype=np.float32)
    check_topk(session, get_op("topk").call(["f32"], k=64), x)
    check_topk(session, get_op("topk").call(["f32"], k=64, largest=False), x[::-1])


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_S3_a_long_row_is_sorted_alike_by_any_number_of_threads(
    session: CSession, threads: int
) -> None:
    session.configure(threads=threads)
    x = mixed("f32", 99_999, 8)
    for op in ("sort", "argsort"):
        check(session, get_op(op).call(["f32"]), [x], exact=False)
    wide = mixed("f64", 66_000, 9)
    check(session, get_op("argsort").call(["f64"], descending=True), [wide], exact=False)
    session.configure(threads=0)
