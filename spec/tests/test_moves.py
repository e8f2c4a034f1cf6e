"""Tests of the shape rules of moves, sorts and scatters, and of their error messages."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.families.indexing import check_indices

WINDOW = {"kernel_size": (2, 3), "stride": (2, 1), "padding": (0, 2), "dilation": (2, 1)}


@pytest.mark.parametrize(
    ("name", "attributes", "shapes", "wanted"),
    [
        ("gather", {"axis": 1}, [(3, 4), (2, 9)], ((2, 9),)),
        ("index_select", {"axis": -2}, [(3, 4, 5), (7,)], ((3, 7, 5),)),
        ("embedding", {}, [(9, 5), (2, 3)], ((2, 3, 5),)),
        ("one_hot", {"classes": 4}, [()], ((4,),)),
        ("sort", {"axis": 0}, [(3, 4)], ((3, 4),)),
        ("topk", {"axis": 0, "k": 2}, [(3, 4)], ((2, 4), (2, 4))),
        ("pad", {"widths": (1, 2, 0, 3), "mode": "circular"}, [(3, 4)], ((6, 7),)),
        ("unfold", WINDOW, [(2, 3, 7, 4)], ((2, 18, 18),)),
        ("scatter_add", {"axis": 0}, [(3, 4), (8, 2), (8, 2)], ((3, 4),)),
        ("index_add", {"axis": 1}, [(3, 4), (8,), (3, 8)], ((3, 4),)),
        ("embedding_gradient", {"rows": 9}, [(2, 3, 5), (2, 3)], ((9, 5),)),
        ("gather_gradient", {"axis": -1, "shape": (5, 7)}, [(3, 4), (3, 4)], ((5, 7),)),
    ],
)
def test_S2_T7_shapes_follow_from_the_operands(
    name: str, attributes: dict[str, Any], shapes: list[Any], wanted: tuple[Any, ...]
) -> None:
    op = get_op(name)
    call = op.call(*op.signatures[0], **attributes)
    assert op.output_shapes(call, shapes) == wanted


@pytest.mark.parametrize(
    ("name", "attributes", "shapes", "message"),
    [
        ("gather", {"axis": 0}, [(3, 4), (9, 5)], "larger than (3, 4) on axes other than 0"),
        ("gather", {}, [(), ()], "axis 0 is out of range"),
        ("index_select", {}, [(3, 4), (2, 2)], "must be a vector, got shape (2, 2)"),
        ("embedding", {}, [(3,), (2,)], "must be a matrix"),
        ("one_hot", {"classes": -1}, [(3,)], "classes=-1 must be an integer of at least 0"),
        ("sort", {}, [()], "axis -1 is out of range"),
        ("topk", {"k": 5}, [(4,)], "k=5 is greater than the size of axis 0 of shape (4,)"),
        ("pad", {"widths": (1,)}, [(4,)], "must be 2 integers for shape (4,)"),
        ("pad", {"widths": (-1, 0)}, [(4,)], "integers of at least 0"),
        ("pad", {"widths": (4, 0), "mode": "reflect"}, [(4,)], "by at most 3, got (4, 0)"),
        ("pad", {"widths": (5, 0), "mode": "circular"}, [(4,)], "by at most 4, got (5, 0)"),
        ("pad", {"widths": (1, 0), "mode": "replicate"}, [(0,)], "by at most 0, got (1, 0)"),
        ("pad", {"widths": (1, 0), "value": float("nan")}, [(4,)], "must be a number, not NaN"),
        ("unfold", {"kernel_size": (3, 3)}, [(1, 1, 2, 5)], "a window of 3 taps"),
        ("unfold", {"kernel_size": (0, 3)}, [(1, 1, 2, 5)], "kernel_size=(0, 3)"),
        ("unfold", {"kernel_size": (1, 1)}, [(1, 2, 5)], "got shape (1, 2, 5)"),
        ("scatter_add", {}, [(3,), (4,), (5,)], "must have the shape (4,) of the index, got (5,)"),
        ("index_add", {"axis": 1}, [(3, 4), (8,), (3, 4)], "updates must have shape (3, 8)"),
        ("embedding_gradient", {"rows": 3}, [(2, 5), (3,)], "must have the shape (3,)"),
        ("embedding_gradient", {"rows": 3, "padding_index": 3}, [(2, 5), (2,)], "out of range"),
        ("gather_gradient", {"shape": (3,)}, [(2,), (3,)], "must have the shape (3,) of the index"),
        (
            "gather_gradient",
            {"shape": (3, 4)},
            [(2, 5), (2, 5)],
            "larger than (3, 4) on axes other than 0",
        ),
        ("gather_gradient", {"shape": 3}, [(2,), (2,)], "shape=3 must be a tuple of integers"),
    ],
)
def test_errors_name_the_op_the_argument_and_the_shapes(
    name: str, attributes: dict[str, Any], shapes: list[Any], message: str
) -> None:
    op = get_op(name)
    with pytest.raises(SpecError, match=re.escape(message)) as caught:
        op.output_shapes(op.call(*op.signatures[0], **attributes), shapes)
    assert str(caught.value).startswith(f"{name}: ")


@pytest.mark.parametrize("bad", [-1, 4, -(2**31)])
def test_an_index_out_of_range_is_named_with_its_position(bad: int) -> None:
    index = np.array([[0, 3], [bad, 7]], np.int32)
    text = f"gather: index {bad} at row-major position 2 is out of range for size 4"
    with pytest.raises(SpecError, match=re.escape(text)):
        check_indices("gather", index, 4)
