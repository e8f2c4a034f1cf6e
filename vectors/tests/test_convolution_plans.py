"""Test that convolution cases cover each rule of clause T5, for every kind of convolution."""

from __future__ import annotations

import json
from math import prod

import numpy as np
import pytest

from samebits.oracles import numpy_route
from samebits.spec.catalog import all_ops, get_op
from samebits.spec.families.windows import axes_of, kind_of
from samebits.vectors.build import arrays_of
from samebits.vectors.planning import FilePlan, Planned
from samebits.vectors.plans.convolutions import handles
from samebits.vectors.reader import ROOM

OPS = [op.name for op in all_ops().values() if handles(op)]


def cases(op: str, label: str = "f32") -> list[Planned]:
    return FilePlan("golden", op, label).cases()


def shapes(case: Planned) -> list[tuple[int, ...]]:
    return [source.shape for source in case.inputs]


def terms(case: Planned) -> int:
    """Return the number of terms of a case's longest contraction, including all taps."""
    second = shapes(case)[1]
    kind = kind_of(get_op(case.call.op).shape_rule)
    if kind == "weight_gradient":
        return prod(second[2:])
    groups = int(str(case.call.attributes["groups"]))
    channels = second[1] if kind == "forward" else second[0] // groups
    return channels * prod(second[2:])


def test_T5_there_are_four_kinds_for_one_two_and_three_axes() -> None:
    assert len(OPS) == 12


@pytest.mark.parametrize("op", OPS)
def test_T5_every_label_has_cases_and_every_flag_is_described(op: str) -> None:
    known = json.loads((ROOM / "flags.json").read_text())
    for label in get_op(op).labels():
        planned = cases(op, label)
        assert planned, label
        assert {flag for case in planned for flag in case.flags} <= set(known)


@pytest.mark.parametrize("op", OPS)
def test_T5_contractions_cross_a_block_and_windows_cross_the_border(op: str) -> None:
    planned = cases(op)
    assert max(terms(case) for case in planned) > 256
    assert any(any(case.call.attributes["padding"]) for case in planned)  # type: ignore[arg-type]
    assert any(set(case.call.attributes["stride"]) != {1} for case in planned)  # type: ignore[arg-type]
    assert any(set(case.call.attributes["dilation"]) != {1} for case in planned)  # type: ignore[arg-type]
    assert any(case.call.attributes["groups"] != 1 for case in planned)


def test_T5_an_input_element_without_taps_is_asked() -> None:
    case = next(c for c in cases("conv2d_input_gradient") if c.name == "geometry/gaps")
    axes = axes_of("input_gradient", case.call.op, case.call.attributes, shapes(case))
    assert any(not axis.fitting(i) for axis in axes for i in range(axis.input))


def test_T5_the_cases_tell_the_tree_over_samples_from_other_ways() -> None:
    case = next(c for c in cases("conv2d_weight_gradient") if c.name == "geometry/samples-6")
    x, gradient = arrays_of(case, "test")
    wanted = numpy_route.evaluate(case.call, [x, gradient])[0]
    each = [
        numpy_route.evaluate(case.call, [x[n : n + 1], gradient[n : n + 1]])[0] for n in range(6)
    ]
    left_to_right = ((((each[0] + each[1]) + each[2]) + each[3]) + each[4]) + each[5]
    assert not np.array_equal(wanted, left_to_right)
