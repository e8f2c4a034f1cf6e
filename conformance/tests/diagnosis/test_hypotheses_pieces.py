"""Tests of details of hypotheses that diagnoses of whole calls rarely reach."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from samebits.conformance.diagnosis.hypotheses import (
    elementwise_graphs_hypotheses as elementwise_graphs,
    moments_hypotheses as moments,
    moves_hypotheses as moves,
    places_hypotheses as places,
)
from samebits.conformance.tests.made import Array, judged, normal, right
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call

F32 = np.float32


@pytest.mark.parametrize("op", ["sum", "mean"])
def test_T1_a_minus_zero_that_a_leaf_makes_positive_is_padding(op: str) -> None:
    def compute(c: Call, v: Sequence[Array]) -> Array:
        return right(c, v) + F32(0)

    x = np.where(np.arange(80)[:, None] % 2 == 0, F32(-0.0), normal((80, 5)))
    call = get_op(op).call(["f32"], axes=(1,))
    assert judged(call, [x], compute).name == "zero-padding"


def test_T3_a_norm_in_binary64_is_the_root_of_the_sum_of_squares() -> None:
    rows = normal((7, 9)).astype(np.float64)
    for order, wanted in ((2, np.sqrt((rows * rows).sum(axis=1))), (1, np.abs(rows).sum(axis=1))):
        evidence: Any = SimpleNamespace(call=SimpleNamespace(attributes={"ord": order}))
        ways = {name: way for name, _, way in moments._norm(evidence)}
        found = ways["accumulator:f64"](rows.astype(F32))
        assert np.allclose(found, wanted, rtol=1e-6)


def test_a_slice_with_steps_of_one_ends_after_as_many_elements_along_its_axes() -> None:
    evidence: Any = SimpleNamespace(shape=(3, 4, 5))
    call: Any = SimpleNamespace(attributes={"starts": (1, 2), "axes": (0, 2), "stops": (9, 9)})
    assert places._adjacent(call, evidence) == {"steps": (1, 1), "stops": (4, 7)}
    evidence.shape, call.attributes["axes"] = (3, 4), None
    assert places._adjacent(call, evidence) == {"steps": (1, 1), "stops": (4, 6)}


def test_T7_only_ops_that_scatter_are_explained_as_scatters() -> None:
    call = get_op("add").call(["f32", "f32"])
    assert not list(moves.moves(SimpleNamespace(call=call)))  # type: ignore[arg-type]


def test_R4_5_a_number_of_the_host_may_have_been_rounded_first() -> None:
    graph = get_op("mul_scalar").graph_of(get_op("mul_scalar").call(["bf16"], value=0.1), [(3,)])
    assert graph is not None
    assert "narrow-scalar" in {change.name for change in elementwise_graphs._changes(graph)}
