"""Collects more evidence of the same kind, because one wrong number has many explanations.

A reduction with few outputs is run again on random operands of the same shapes. All runs together
are treated as one call with one more axis. The evidence of a graph over an axis is limited to some
of its rows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from samebits.backends import executor
from samebits.backends.protocol import Array
from samebits.conformance import budget
from samebits.conformance.diagnosis.recompute import recompute
from samebits.conformance.diagnosis.wrong_elements import Evidence, gather
from samebits.conformance.reveal.arithmetic import narrow
from samebits.conformance.reveal.layout import CONTRACTIONS, REDUCTIONS
from samebits.spec.catalog import get_op
from samebits.spec.formats import bits_of
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import normalize_axes, same_as_input

ENOUGH_WRONG = 24
BROADENED = tuple(
    name for name in REDUCTIONS if "T1" in get_op(name).clauses and name != "logsumexp"
)
"""Reductions that are run again: NumPy without exp computes their right results for any tree."""

RUNS = (12, 64)
"""The least and the greatest number of runs; a small call needs many."""

WORK = 1 << 16
MOST_WORK = 1 << 22
"""The intended and the greatest number of operand elements in all runs together."""

MOST_ROWS = 48


def broaden(evidence: Evidence) -> Evidence:
    """Return the evidence with random runs added, if they are possible and needed."""
    call = evidence.call
    size = sum(x.size for x in evidence.inputs)
    few = np.count_nonzero(evidence.wrong) < ENOUGH_WRONG
    if call.op not in (*BROADENED, *CONTRACTIONS) or evidence.session is None or not few:
        return evidence
    if evidence.is_composed or not size or size * RUNS[0] > MOST_WORK:
        return evidence
    draw = np.random.default_rng(size)
    runs = [evidence.inputs]
    for _ in range(min(max(WORK // size, RUNS[0]), RUNS[1]) - 1):
        varied = [
            narrow(np.asarray(draw.standard_normal(x.shape)), f)
            for x, f in zip(evidence.inputs[:2], call.inputs, strict=False)
        ]
        runs.append((*varied, *evidence.inputs[2:]))  # one bias serves all runs
    got = []
    for run in runs:
        budget.check()
        got.append(bits_of(executor.execute(evidence.session, call, run)[0]))
    got[0] = got[0].copy()
    got[0].reshape(-1)[evidence.chosen] = evidence.got  # the bits that were judged
    stacked_call, inputs = _stack(call, runs)
    shape = get_op(stacked_call.op).output_shapes(stacked_call, [x.shape for x in inputs])[0]
    found = np.stack(got).reshape(shape)
    wanted = recompute(stacked_call, inputs)[0].reshape(shape)
    broad = _evidence(evidence, stacked_call, inputs, wanted, found)
    return evidence if broad is None else broad


def rows_of_graph(evidence: Evidence) -> Evidence:
    """Return the evidence of a graph along one axis, only for rows that have wrong elements.

    At most MOST_ROWS rows are included.
    """
    call, op = evidence.call, get_op(evidence.call.op)
    if op.graph is None or op.shape_rule is not same_as_input or len(evidence.inputs) != 1:
        return evidence
    (axis,) = normalize_axes(call.op, call.attributes["axis"], len(evidence.shape))
    length = evidence.shape[axis]
    if math.prod(evidence.shape) <= MOST_ROWS * max(length, 1):
        return evidence

    def rows(x: Array) -> Array:
        return np.moveaxis(x.reshape(evidence.shape), axis, -1).reshape(-1, length)

    wanted = np.empty(evidence.total, dtype=evidence.wanted.dtype)
    found = wanted.copy()
    wanted[evidence.chosen], found[evidence.chosen] = evidence.wanted, evidence.got
    bad = np.flatnonzero((rows(wanted) != rows(found)).any(axis=1))[:MOST_ROWS]
    narrowed = Call(
        call.op, call.version, call.inputs, call.outputs, {**call.attributes, "axis": -1}
    )
    inputs = [np.ascontiguousarray(rows(evidence.inputs[0])[bad])]
    few = _evidence(evidence, narrowed, inputs, rows(wanted)[bad], rows(found)[bad])
    return evidence if few is None else few


def _evidence(
    origin: Evidence, call: Call, inputs: Sequence[Array], wanted: Array, got: Array
) -> Evidence | None:
    from samebits.spec.formats import from_bits

    found = gather(origin.session, call, inputs, [wanted], [from_bits(got, call.outputs[0])])
    if found is None:
        return None
    return replace(found, asked=origin.call, asked_shapes=origin.asked_shapes)


def _stack(call: Call, runs: Sequence[Sequence[Array]]) -> tuple[Call, list[Array]]:
    """Return all runs as one call with a new first axis: dot and matmul become bmm."""
    first = np.stack([run[0] for run in runs])
    if call.op not in CONTRACTIONS:
        axes = normalize_axes(call.op, call.attributes["axes"], first.ndim - 1)
        shifted = {**call.attributes, "axes": tuple(i + 1 for i in axes)}
        return Call(call.op, call.version, call.inputs, call.outputs, shifted), [first]
    second = np.stack([run[1] for run in runs])
    if call.op == "dot":
        flags = {"transpose_a": False, "transpose_b": False}
        first, second = first[:, None, :], second[:, :, None]
    else:
        flags = {k: bool(v) for k, v in call.attributes.items()}
        if call.op == "bmm":
            first = first.reshape(-1, *first.shape[2:])
            second = second.reshape(-1, *second.shape[2:])
    stacked = get_op("bmm").call(call.inputs, call.outputs, **flags)
    return stacked, [first, second, *runs[0][2:]]
