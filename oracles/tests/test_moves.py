"""Test moves, sorts and scatters by small examples that a reader can check by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from samebits.oracles import evaluate
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.formats import bits_of, from_bits

Array = np.ndarray[Any, Any]
NAN, OTHER = 0x7FC00000, 0xFF812345


def floats(*patterns: int) -> Array:
    return from_bits(np.array(patterns, np.uint32), "f32")


def run(name: str, formats: list[str], inputs: list[Array], **attributes: Any) -> list[Array]:
    return evaluate(get_op(name).call(formats, **attributes), inputs)


def test_S3_zeros_tie_and_nan_is_above_every_number() -> None:
    x = floats(NAN, 0x80000000, 0x3F800000, OTHER, 0, 0xFF800000)
    (up,) = run("argsort", ["f32"], [x])
    (down,) = run("argsort", ["f32"], [x], descending=True)
    assert up.tolist() == [5, 1, 4, 2, 0, 3]
    assert down.tolist() == [0, 3, 2, 1, 4, 5]
    (moved,) = run("sort", ["f32"], [x])
    assert bits_of(moved).tolist() == bits_of(x)[up].tolist()


def test_S3_topk_takes_the_lowest_index_among_equals() -> None:
    x = np.array([2, 7, 7, 1, 7], np.int32)
    values, places = run("topk", ["i32"], [x], k=2)
    assert (values.tolist(), places.tolist()) == ([7, 7], [1, 2])
    values, places = run("topk", ["i32"], [x], k=3, largest=False)
    assert (values.tolist(), places.tolist()) == ([1, 2, 7], [3, 0, 1])


def test_S3_every_true_bool_is_equal_and_keeps_its_byte() -> None:
    x = np.array([9, 0, 1, 0, 255], np.uint8).view(np.bool_)
    (up,) = run("sort", ["bool"], [x])
    assert up.view(np.uint8).tolist() == [0, 0, 9, 1, 255]


@pytest.mark.parametrize(
    ("mode", "wanted"),
    [
        ("constant", [-1, -1, 1, 2, 3, -1, -1]),
        ("reflect", [3, 2, 1, 2, 3, 2, 1]),
        ("replicate", [1, 1, 1, 2, 3, 3, 3]),
        ("circular", [2, 3, 1, 2, 3, 1, 2]),
    ],
)
def test_S2_the_modes_of_pad(mode: str, wanted: list[int]) -> None:
    x = np.array([1, 2, 3], np.int64)
    (y,) = run("pad", ["i64"], [x], widths=(2, 2), mode=mode, value=-1.5)
    assert y.tolist() == wanted


def test_S2_unfold_counts_channel_row_column_and_pads_with_zero() -> None:
    x = np.arange(1, 9, dtype=np.int64).reshape(1, 2, 2, 2)
    (y,) = run("unfold", ["i64"], [x], kernel_size=(1, 2), padding=(0, 1))
    assert y.tolist() == [[[0, 1, 2, 0, 3, 4], [1, 2, 0, 3, 4, 0],
                           [0, 5, 6, 0, 7, 8], [5, 6, 0, 7, 8, 0]]]  # fmt: skip


def test_T7_the_tree_comes_first_and_the_prior_last() -> None:
    big = np.float32(2**24)
    prior, index = np.array([1, 1], np.float32), np.array([0, 0, 0, 1])
    updates = np.array([big, 1, -big, big], np.float32)
    (y,) = run("scatter_add", ["f32", "i64", "f32"], [prior, index, updates])
    assert y.tolist() == [1 + 0, big]  # ((2^24 + 1) - 2^24) = 0, then 1; 1 + 2^24 is even


def test_T7_S1_without_contributions_the_prior_stays_but_for_nan_bits() -> None:
    prior, none = floats(0x80000000, OTHER, 0x00000001), np.zeros(0, np.float32)
    (y,) = run("index_add", ["f32", "i64", "f32"], [prior, np.zeros(0, np.int64), none])
    assert bits_of(y).tolist() == [0x80000000, NAN, 1]


def test_T7_a_lone_negative_zero_stays_and_the_padding_row_is_positive_zero() -> None:
    gradient, index = np.full((3, 1), -0.0, np.float32), np.array([0, 2, 2], np.int32)
    (y,) = run("embedding_gradient", ["f32", "i32"], [gradient, index], rows=3, padding_index=2)
    assert bits_of(y).reshape(-1).tolist() == [0x80000000, 0, 0]


def test_T7_integers_wrap() -> None:
    updates, index = np.array([100, 100, -128], np.int8), np.array([0, 0, 1])
    (y,) = run("gather_gradient", ["i8", "i64"], [updates, index], shape=(2,))
    assert y.tolist() == [-56, -128]


@pytest.mark.parametrize(
    ("name", "index"), [("gather", [[-1]]), ("index_select", [-1]), ("embedding", [-1])]
)
def test_S2_a_negative_index_is_an_error(name: str, index: list[Any]) -> None:
    x = np.zeros((3, 1), np.float32)
    with pytest.raises(SpecError, match="index -1 at row-major position 0"):
        run(name, ["f32", "i64"], [x, np.array(index)])
