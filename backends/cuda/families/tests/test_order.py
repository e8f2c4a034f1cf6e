"""Tests that sorts on the emulated device give the bits of the NumPy route (S3)."""

import numpy as np
import pytest

from samebits.backends.cuda.families.tests.placed import (
    assert_as_numpy_route,
    layouts,
    patterns,
    sessions,
)
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS

DIRECTIONS = [False, True]


@pytest.fixture(scope="module")
def devices():
    opened = sessions()
    yield opened
    for session in opened:
        session.machine.close()


@pytest.mark.parametrize("form", FORMATS)
def test_S3_every_format_is_ordered_by_value_and_ties_keep_their_order(devices, form) -> None:
    for descending in DIRECTIONS:
        x = patterns(form, 2, 75, seed=3)
        call = get_op("argsort").call((form,), descending=descending)
        assert_as_numpy_route(devices, call, x)
        call = get_op("topk").call((form,), k=31, largest=descending)
        assert_as_numpy_route(devices[:1], call, x)


@pytest.mark.parametrize("n", [1, 2, 31, 32, 33, 255, 257, 2047, 2049, 4096, 4097, 8193])
def test_S3_every_length_around_warps_and_tiles(devices, n) -> None:
    for form in ("f32", "i64"):
        x = np.random.default_rng(n).integers(-(2**40), 2**40, n).astype(FORMATS[form].dtype)
        call = get_op("sort").call((form,), axis=0)
        assert_as_numpy_route(devices, call, x)


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_S3_any_axis_and_layout(devices, axis) -> None:
    for source in layouts(patterns("bf16", 5, 6, 7)):
        call = get_op("sort").call(("bf16",), axis=axis, descending=True)
        assert_as_numpy_route(devices[:1], call, source, odd=True)
        call = get_op("topk").call(("bf16",), axis=axis, k=3)
        assert_as_numpy_route(devices[:1], call, source, odd=True)


def test_S3_equal_keys_in_several_tiles_and_rows_keep_their_order(devices) -> None:
    x = np.random.default_rng(9).integers(0, 3, (3, 9001)).astype(np.uint8)
    assert_as_numpy_route(devices, get_op("argsort").call(("u8",)), x)


def test_S3_an_empty_axis_and_no_rows_give_nothing(devices) -> None:
    for shape in ((3, 0), (0, 3)):
        assert_as_numpy_route(devices, get_op("sort").call(("f32",)), np.ones(shape, np.float32))
    call = get_op("topk").call(("f32",), k=0)
    assert_as_numpy_route(devices, call, np.ones((2, 4), np.float32))
