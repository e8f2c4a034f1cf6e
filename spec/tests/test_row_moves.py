"""Tests of the moves between operands of reductions and their rows of terms (G1.3, T2)."""

import numpy as np
import pytest

from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError
from samebits.spec.language.row_moves import Column, FromRows, Rows

AXES = [None, (0,), (1,), (2, 0), (-1, 0), (), (0, 1, 2)]


def scope(shape, **attributes):
    op = get_op("var_gradient")
    call = op.call(("f32", "f32"), **attributes)
    reduced = np.zeros(shape).sum(attributes["axes"], keepdims=attributes["keepdims"]).shape
    return op.scope(call, (reduced, shape))


@pytest.mark.parametrize("keepdims", [False, True])
@pytest.mark.parametrize("axes", AXES)
def test_T2_rows_hold_the_terms_of_each_result_in_row_major_order(axes, keepdims):
    x = np.arange(60, dtype=np.float32).reshape(3, 4, 5)
    found = scope(x.shape, axes=axes, keepdims=keepdims)
    rows = Rows("r", "x").apply([x], found)
    wanted = x.sum(axis=axes, keepdims=keepdims)
    column = Column("c", "y", "[*S]").apply([wanted], found)
    assert rows.shape == (wanted.size, x.size // wanted.size)
    assert (rows.sum(axis=1, keepdims=True) == column).all()
    assert (np.diff(rows, axis=1) > 0).all()
    assert (FromRows("b", "r", "[*S]").apply([rows], found) == x).all()


@pytest.mark.parametrize("axes", AXES)
def test_G12_sum_a_column_stands_for_equal_terms(axes):
    x = np.arange(60, dtype=np.float32).reshape(3, 4, 5)
    found = scope(x.shape, axes=axes, keepdims=True)
    y = x.sum(axis=axes, keepdims=True)
    back = FromRows("b", "c", "[*S]").apply([y.reshape(-1, 1)], found)
    assert (back == np.broadcast_to(y, x.shape)).all()


def test_sizes_of_rows_are_known_to_formulas():
    assert scope((3, 4, 5), axes=(0, 2), keepdims=False).shape("[m, n]") == (4, 15)


def test_another_shape_is_refused():
    found = scope((3, 4, 5), axes=(1,), keepdims=False)
    with pytest.raises(SpecError, match=r"must have the shape \(3, 5\)"):
        Column("c", "y", "[*S]").apply([np.zeros((3, 1, 5), np.float32)], found)
    with pytest.raises(SpecError, match="the rows of"):
        FromRows("b", "r", "[*S]").apply([np.zeros((4, 15), np.float32)], found)
