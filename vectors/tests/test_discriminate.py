"""Test that a plan is refused if its sums do not depend on the order of additions."""

from __future__ import annotations

import numpy as np
import pytest

from samebits.oracles import numpy_route
from samebits.spec.catalog import get_op
from samebits.vectors.build import arrays_of
from samebits.vectors.discriminate import Discrimination
from samebits.vectors.errors import VectorError
from samebits.vectors.planning import FilePlan, Planned, values


def observed(cases: list[Planned]) -> Discrimination:
    power = Discrimination("data/sum/f32.json")
    for case in cases:
        inputs = arrays_of(case, case.name)
        power.observe(case, inputs, numpy_route.evaluate(case.call, inputs))
    return power


def test_sums_of_small_integers_tell_nothing_and_are_refused() -> None:
    call = get_op("sum").call(["f32"], axes=(1,), keepdims=False)
    rows = np.arange(2 * 40, dtype=np.float32).reshape(2, 40).view(np.uint32)
    blind = [
        Planned(
            f"length/{i}", call, (values(rows, "f32", rows.shape),), "full", ("reduction-tree",)
        )
        for i in range(8)
    ]
    with pytest.raises(VectorError, match="only 0 of 8 cases tell .* more cancellation"):
        observed(blind).require()


@pytest.mark.parametrize("label", ["f64", "f32", "f16", "bf16"])
def test_T1_the_planned_lengths_tell_common_trees_from_the_canonical_one(label: str) -> None:
    cases = [c for c in FilePlan("golden", "sum", label).cases() if c.inputs[0].shape[-1:] < (80,)]
    power = observed([case for case in cases if "reduction-tree" in case.flags])
    power.require()
    seen = {"sequential", "lanes(4)", "lanes(8)", "lanes(16)", "blocked(8)", "NumPy's sum"}
    assert seen <= set(power.tally)


@pytest.mark.parametrize("label", ["f32", "bf16"])
def test_T4_the_planned_dots_tell_other_contractions(label: str) -> None:
    cases = [c for c in FilePlan("golden", "dot", label).cases() if c.inputs[0].shape[0] <= 600]
    power = observed([case for case in cases if "contraction-tree" in case.flags])
    power.require()
    seen = {"pairwise products", "binary64 accumulator", "blocks of 128", "one chain"}
    assert seen <= set(power.tally)
    assert ("multiply and add" in power.tally) == (label == "f32")
