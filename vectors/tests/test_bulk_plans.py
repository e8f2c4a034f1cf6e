"""Test that every op has generated operands, so that a look-up in the files fails."""

from __future__ import annotations

from collections import defaultdict
from math import prod

import numpy as np
import pytest

from samebits.spec.catalog import all_ops, get_op
from samebits.spec.formats import get_format
from samebits.vectors.build import arrays_of
from samebits.vectors.case import Case
from samebits.vectors.plans import bulk
from samebits.vectors.reader import Vectors
from samebits.vectors.schema import Digested, Generated, Range

PLANNED = [(name, label) for name, op in all_ops().items() if bulk.handles(op)
           for label in op.labels()]  # fmt: skip


def is_bulk(case: Case) -> bool:
    """Return whether the operands are generated or a range and the expected bits are digests.

    An op without operands draws its result from its attributes, so only the digests matter.
    """
    made = any(isinstance(x, Generated | Range) for x in case.record.inputs)
    if not made and case.record.inputs:
        return False
    return all(isinstance(x, Digested) for x in case.record.outputs)


def asks_everything(case: Case) -> bool:
    """Return whether the operands of a case are all possible operands of the call."""
    if len(case.record.inputs) != 1 or not isinstance(case.record.inputs[0], Range):
        return False
    return case.record.inputs[0].count == 1 << get_format(case.call.inputs[0]).bits


def test_every_op_has_a_digest_in_every_label_and_one_at_standard(vectors: Vectors) -> None:
    """A label needs no digest if a case has every operand by value, as for 8-bit formats.

    Ops whose operands all have rank 0 are skipped, because such an operand is a single number.
    """
    levels: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for case in vectors.cases(level="full"):
        if is_bulk(case) or asks_everything(case):
            levels[case.call.op][case.call.label].add(case.level if is_bulk(case) else "")
    for name, op in all_ops().items():
        if set(op.shape_rule.operands) == {"[]"}:
            continue
        assert set(levels[name]) == set(op.labels()), name
        assert {"smoke", "standard"} & set().union(*levels[name].values()), name


@pytest.mark.parametrize("name", sorted({name for name, _ in PLANNED}))
def test_the_case_at_standard_has_more_of_something_than_65536(name: str) -> None:
    op = get_op(name)
    (first,) = (label for label in op.labels() if bulk.is_first(op, label))
    (case,) = bulk.plan(op, first)
    assert case.level == "standard"
    shapes = [x.shape for x in case.inputs]
    assert max(prod(s) for s in (*shapes, *op.output_shapes(case.call, shapes))) > 1 << 16


@pytest.mark.parametrize(("name", "label"), [p for p in PLANNED if p[0] in ("bmm", "index_add")])
def test_indices_are_below_their_limit_and_numbers_finite(name: str, label: str) -> None:
    op = get_op(name)
    (case,) = bulk.plan(op, label)
    scene = bulk.SCENES[op.shape_rule][0 if bulk.is_first(op, label) else 1]
    for place, x in enumerate(arrays_of(case, name)):
        if scene.limit and place == 1:
            assert 0 <= x.min() <= 2
            assert scene.limit - 3 <= x.max() < scene.limit
        elif get_format(case.call.inputs[place]).is_float:
            assert np.isfinite(x.astype(np.float64)).all()


def test_bulk_of_the_ops_with_a_prior_meets_every_kind_of_destination() -> None:
    """Some destinations have no contribution, some have one, and some have several."""
    (case,) = bulk.plan(get_op("scatter_add"), "f32_i64_to_f32")
    goals = arrays_of(case, "scatter_add")[1]
    assert {0, 1, 2, 3, 4, 5} <= set(np.bincount(goals, minlength=case.inputs[0].shape[0]))
