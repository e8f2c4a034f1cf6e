"""Test that the cases of scans and exact sums detect slightly wrong algorithms (T6, T10)."""

from __future__ import annotations

import math

import numpy as np
import pytest

from samebits.oracles import numpy_route
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of, from_bits, get_format
from samebits.vectors import generators
from samebits.vectors.planning import Planned, Values
from samebits.vectors.plans import exact_sums, scans
from samebits.vectors.schema import Generated


def cases(family, op, label):
    return {case.name: case for case in family.plan(get_op(op), label)}


def operands(case: Planned):
    found = []
    for source, name in zip(case.inputs, case.call.inputs, strict=True):
        if isinstance(source, Generated):
            bits = generators.make(source, name, case.name)
        else:
            assert isinstance(source, Values)
            bits = source.bits
        found.append(from_bits(bits, name))
    return found


def wrong(case: Planned, got) -> int:
    wanted = numpy_route.evaluate(case.call, operands(case))[0]
    typed = np.asarray(got).astype(get_format(case.call.outputs[0]).dtype)
    return int(np.count_nonzero(bits_of(typed) != bits_of(wanted)))


@pytest.mark.parametrize("label", ["f64", "f32"])
@pytest.mark.parametrize("op", ["cumsum", "cumprod"])
def test_T6_a_running_total_is_wrong_on_every_line(op, label):
    function = np.cumsum if op == "cumsum" else np.cumprod
    for name, case in cases(scans, op, label).items():
        if name in ("line/300", "line/1030", "outer/67", "outer/1030", "axes/minus-1"):
            (x,) = operands(case)
            assert wrong(case, function(x, axis=case.call.attributes["axis"])) > 3, name


def test_T6_every_float_label_has_a_line_that_crosses_blocks_of_256_and_an_outer_axis():
    for op in ("cumsum", "cumprod"):
        for label in get_op(op).labels():
            assert {"line/300", "outer/67"} <= set(cases(scans, op, label))


@pytest.mark.parametrize("name", ["near/300", "far/33", "far/2049"])
def test_T10_binary64_is_no_exact_accumulator(name):
    case = cases(exact_sums, "sum_exact", "f64")[name]
    (x,) = operands(case)
    assert wrong(case, x.sum(axis=1)) > 0
    (y,) = operands(cases(exact_sums, "sum_exact", "f32")["far/33"])
    far = cases(exact_sums, "sum_exact", "f32")["far/33"]
    assert wrong(far, y.astype(np.float64).sum(axis=1)) > 3


@pytest.mark.parametrize("label", ["f32", "bf16", "f16", "f16_to_f32", "f8e5m2"])
def test_T10_ties_tell_two_roundings_from_one(label):
    case = cases(exact_sums, "sum_exact", label)["special/ties"]
    (x,) = operands(case)
    rows = x.astype(np.float64)
    # In other labels, binary32 can represent the tie plus the term that breaks it.
    if label in ("f32", "bf16"):
        through = [math.fsum(row.tolist()) for row in rows]
        assert wrong(case, np.array(through).astype(np.float32)) > 0
    dropped = rows.copy()
    dropped[:, 3] = 0
    assert wrong(case, [math.fsum(row) for row in dropped.tolist()]) > 0


def test_T10_rounded_products_are_wrong():
    for label in ("f64", "f32", "f16", "bf16"):
        case = cases(exact_sums, "dot_exact", label)["special/products"]
        a, b = operands(case)
        with np.errstate(all="ignore"):
            assert wrong(case, (a * b).astype(np.float64).sum()) == 1
