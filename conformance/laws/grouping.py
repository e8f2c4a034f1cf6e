"""Grouping: a scattered sum is `sum` over the updates of an element, in source order (T7).

The updates of each element are collected here and given to the backend's own sum, and the prior
value is added once. The law covers only formats that are their own compute format, because no cast
is made in between.
"""

from __future__ import annotations

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.catalog import get_op
from samebits.spec.families import indexing
from samebits.spec.formats import bits_of, canonicalize_nan, compute_format, from_bits
from samebits.spec.language.call import Call

_SCATTERS = (
    indexing.embedding_gradient,
    indexing.gather_gradient,
    indexing.index_add,
    indexing.scatter_add,
)


def concerns(specimen: Specimen) -> bool:
    """Return whether the law applies: to scatters whose format is their compute format."""
    call = specimen.call
    scatters = get_op(call.op).shape_rule in _SCATTERS
    return scatters and compute_format(call.inputs) == call.outputs[0]


def _goals(call: Call, shape: tuple[int, ...], index: Array, updates: Array) -> Array:
    """Return the flat index to which each update is added; -1 for the padding row."""
    if call.op == "embedding_gradient":
        goals = index[..., None] * shape[1] + np.arange(shape[1])
        return np.where(index[..., None] == call.attributes["padding_index"], -1, goals)
    axis = int(str(call.attributes["axis"])) % len(shape)
    places: list[Array] = list(np.indices(updates.shape))
    aligned = index
    if call.op == "index_add":
        aligned = index.reshape([-1 if d == axis else 1 for d in range(len(shape))])
    places[axis] = np.broadcast_to(aligned, updates.shape)
    return np.asarray(np.ravel_multi_index(tuple(places), shape))


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare the scattered sum with a separate call of `sum` for each destination."""
    call, operands = specimen.call, specimen.operands()
    name = call.outputs[0]
    total = get_op("sum").call([name], axes=(0,))
    bench.need_call(total)
    (base,) = bench.run(call, operands)
    prior = bits_of(operands[0]).reshape(-1) if len(operands) == 3 else None
    updates = operands[-1] if prior is not None else operands[0]
    goals = _goals(call, base.shape, operands[1].astype(np.int64), updates).reshape(-1)
    wanted = np.zeros(base.size, base.dtype) if prior is None else canonicalize_nan(prior, name)
    for goal in np.unique(goals[goals >= 0]):
        terms = from_bits(bits_of(updates).reshape(-1)[goals == goal], name)
        (summed,) = bench.run(total, [terms])
        if prior is not None:
            with np.errstate(all="ignore"):
                both = from_bits(prior[goal : goal + 1], name) + from_bits(summed.reshape(1), name)
            summed = canonicalize_nan(bits_of(both), name)
        wanted[goal] = summed.reshape(-1)[0]
    text = "the contributions to each destination, summed by themselves, give other bits"
    return bench.differs(specimen, [wanted.reshape(base.shape)], [base], text)


LAW = Law(
    name="grouping",
    says="a scattered sum is the sum of the updates in source order, added to the prior",
    rules=("T7.1", "T7.2"),
    check=check,
    rank="values",
    needs=frozenset({"calls"}),
    applies=concerns,
)
