"""Tests of diagnoses of graph ops: the wrong node, and its mistake."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from samebits.conformance.tests.made import Array, Compute, judged, no_name, normal, right, tree
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call

F32 = np.float32


def softmax_by(total: Callable[[Array], Array]) -> Compute:
    """Return a softmax whose sums are computed by `total`, a function of rows."""

    def compute(c: Call, v: Sequence[Array]) -> Array:
        return total(v[0]).reshape(-1, 1) if c.op == "sum" else right(c, v)

    return compute


def test_G1_the_drawing_of_a_tree_comes_with_a_tree_and_with_nothing_else() -> None:
    call, x = get_op("softmax").call(["f32"]), [normal((9, 100), scale=3.0)]
    found = judged(call, x, softmax_by(lambda rows: np.add.accumulate(rows, axis=1)[:, -1]))
    assert (found.name, found.details["node"]) == ("tree:sequential", "s")
    assert found.details["svg"].startswith("<svg")

    def wide(rows: Array) -> Array:
        return tree(rows.astype(np.float64).T).astype(F32)

    found = judged(call, x, softmax_by(wide))
    assert (found.name, found.details["node"]) == ("accumulator:f64", "s")
    assert "svg" not in found.details


def test_G1_the_backends_own_sum_explains_a_softmax_where_its_tree_has_no_name() -> None:
    call, x = get_op("softmax").call(["f32"]), [normal((9, 100), scale=3.0)]
    found = judged(call, x, softmax_by(no_name))
    assert (found.name, found.details["node"]) == ("tree:own", "s")
