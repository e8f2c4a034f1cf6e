"""Where the terms of a sum lie in the operands of an op, and which outputs are its sums."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from samebits.conformance.reveal.adapter import Layout, Question, Shape, adapter_of
from samebits.spec.catalog import get_op
from samebits.spec.errors import SpecError

F32 = np.float32


def laid_out(op: str, question: Question) -> tuple[Layout, list[Shape]]:
    """The layout of a call without a bias, and the shapes of its operands."""
    attributes, shapes = adapter_of(op).plan(question)
    call = get_op(op).call(["f32"] * len(shapes), **attributes)
    return adapter_of(op).layout(call, shapes, question), shapes


@pytest.mark.parametrize(("index", "corner"), [(None, (0, 0)), (1, (0, 1)), (4, (1, 0))])
def test_T5_a_convolution_is_read_where_its_terms_are_the_first_position_by_default(
    index: int | None, corner: tuple[int, int]
) -> None:
    layout, shapes = laid_out("conv2d", Question(18, rows=2, columns=3, index=index))
    assert shapes == [(2, 2, 6, 6), (3, 2, 3, 3)]
    assert (layout.leaves, layout.rows, layout.columns) == (18, 2, 3)
    assert layout.products
    terms = np.arange(1, 37, dtype=F32).reshape(2, 18)
    x, weight = layout.operands(terms, np.arange(18, dtype=F32))
    i, j = corner
    assert x[:, :, i : i + 3, j : j + 3].reshape(2, 18).tolist() == terms.tolist()
    assert np.count_nonzero(x) == 36
    assert weight.reshape(3, 18).tolist() == [list(range(18))] * 3
    output = np.arange(2 * 3 * 4 * 4, dtype=F32).reshape(2, 3, 4, 4)
    assert layout.results(output).tolist() == output[:, :, i, j].tolist()


def test_T6_a_scan_of_one_row_is_a_vector_and_of_several_a_matrix() -> None:
    plan = adapter_of("cumsum").plan
    assert plan(Question(5)) == ({"axis": 0}, [(5,)])
    assert plan(Question(5, rows=2)) == ({"axis": -1}, [(2, 5)])
    assert plan(Question(5, rows=2, axis=0)) == ({"axis": 0}, [(5, 2)])


def test_T6_a_scan_is_read_at_an_element_that_it_has() -> None:
    question = Question(5, rows=2)
    for index, leaves in ((None, 5), (0, 1), (4, 5)):
        layout, _ = laid_out("cumsum", replace(question, index=index))
        assert (layout.leaves, layout.rows, layout.columns) == (leaves, 2, 1)
        (x,) = layout.operands(np.ones((2, leaves), F32), np.ones(0, F32))
        assert x.tolist() == [[1.0] * leaves + [0.0] * (5 - leaves)] * 2
        assert layout.results(np.cumsum(x, axis=1)).tolist() == [[leaves], [leaves]]
    for index in (-1, 5):
        with pytest.raises(SpecError, match=f"index {index} is not in a scan of 5: wants 0 to 4"):
            adapter_of("cumsum").plan(replace(question, index=index))
