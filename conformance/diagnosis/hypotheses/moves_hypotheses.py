"""Hypotheses about sorts and scatters: ties, NaN, order of additions, lost updates (S3, T7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.diagnosis.finding import Explanation, by_prediction
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.conformance.reveal.arithmetic import narrow, to_f64
from samebits.spec.catalog import get_op
from samebits.spec.families.ordering import sort, topk
from samebits.spec.families.replacing import index_put, scatter
from samebits.spec.formats import bits_of, compute_format, from_bits, get_format, is_nan_bits
from samebits.spec.language.shapes import normalize_axes


def moves(evidence: Evidence) -> Iterator[Explanation]:
    """Yield explanations for the op: a sort, a scatter that replaces, or a scatter that adds."""
    op = get_op(evidence.call.op)
    if op.shape_rule in (sort, topk):
        yield from _orders(evidence)
    elif op.shape_rule in (scatter, index_put) and not evidence.call.attributes.get("accumulate"):
        yield from _replaced(evidence)
    elif "T7" in op.clauses and len(op.results) == 1:
        yield from _scatters(evidence)


def _predict(evidence: Evidence, whole: Array) -> Callable[[Array], Array]:
    """Return a model that takes the chosen elements from a whole predicted output."""
    chosen = whole.reshape(-1)[evidence.chosen]
    return lambda positions: chosen[positions]


# ---- sorts ----


def _orders(evidence: Evidence) -> Iterator[Explanation]:
    from samebits.oracles import numpy_route

    call, x = evidence.call, evidence.inputs[0]
    (axis,) = normalize_axes(call.op, call.attributes["axis"], x.ndim)
    down = bool(call.attributes["largest" if call.op == "topk" else "descending"])
    sorting = get_op("argsort").call(call.inputs, axis=axis, descending=down)
    right = numpy_route.evaluate(sorting, [x])[0]
    late = x.shape[axis] - 1 - numpy_route.evaluate(sorting, [np.flip(x, axis)])[0]
    ways = [("unstable-order", "equal elements come in the reverse of their order (S3)", late)]
    if get_format(call.inputs[0]).is_float:
        ways += _misplaced(right, x, call.inputs[0], axis, down)
        ways += _by_bits(x, call.inputs[0], axis, down)
    for name, text, order in ways:
        if call.op == "topk":
            head: tuple[slice, ...] = (slice(None),) * axis + (slice(evidence.shape[axis]),)
            order = order[head]
        whole = order
        if evidence.format != "i64" or call.op == "sort":
            bits = np.take_along_axis(bits_of(x), order, axis)
            whole = from_bits(bits, call.inputs[0])
        yield from by_prediction(evidence, name, text, _predict(evidence, whole))


def _misplaced(
    right: Array, x: Array, name: str, axis: int, down: bool
) -> list[tuple[str, str, Array]]:
    """Return two wrong orders: NaN at the other end, and zeros ordered by their sign."""
    nan = np.take_along_axis(is_nan_bits(bits_of(x), name), right, axis)
    other_end = np.argsort(nan if down else ~nan, axis=axis, kind="stable")
    negative = np.take_along_axis(np.signbit(to_f64(x)), right, axis)
    zero = np.take_along_axis(to_f64(x) == 0, right, axis)
    place = np.broadcast_to(
        np.arange(x.shape[axis]).reshape([-1 if d == axis else 1 for d in range(x.ndim)]), x.shape
    )
    first = np.min(np.where(zero, place, x.shape[axis]), axis=axis, keepdims=True)
    key = np.where(zero, first + (negative == down) * 0.5, place.astype(np.float64))
    signed = np.argsort(key, axis=axis, kind="stable")
    end = "last, and must be first" if down else "first, and must be last"
    return [
        ("nan-misplaced", f"NaN comes {end} (S3)", np.take_along_axis(right, other_end, axis)),
        ("signed-zero-order", "-0 and +0 are ordered by sign; they tie (S3)",
         np.take_along_axis(right, signed, axis)),
    ]  # fmt: skip


def _by_bits(x: Array, name: str, axis: int, down: bool) -> list[tuple[str, str, Array]]:
    """Return two orders with NaN by sign and payload.

    They order zeros by sign (totalOrder), or take them as equal.
    """
    form, bits = get_format(name), bits_of(x)
    magnitude = (bits & form.bits_dtype.type(form.sign_mask - 1)).astype(np.int64)
    negative = (bits & form.bits_dtype.type(form.sign_mask)) != 0
    total = np.where(negative, ~magnitude, magnitude)
    together = np.where(magnitude == 0, 0, total)
    found = []
    for text, keys in (
        ("NaN and zeros are ordered by sign and payload; all NaN tie, and so do zeros (S3)", total),
        ("NaN are ordered by sign and payload; all of them tie, beyond all numbers (S3)", together),
    ):
        for key in (keys, np.where(is_nan_bits(bits, name), magnitude, keys)):
            order = np.argsort(~key if down else key, axis=axis, kind="stable")
            found.append(("order-of-bits", text, order))
    return found


# ---- scatters ----


def _goals(evidence: Evidence) -> tuple[Array, Array, Array | None]:
    """Return the flat destination of each update (-1: none), the updates, and the prior values."""
    call, inputs, shape = evidence.call, evidence.inputs, evidence.shape
    prior = inputs[0] if len(inputs) == 3 else None
    updates, index = inputs[0 if prior is None else 2], inputs[1].astype(np.int64)
    if "axis" not in call.attributes:  # the index selects rows of a table
        goals = index[..., None] * shape[1] + np.arange(shape[1])
        padding = call.attributes.get("padding_index")
        goals = np.where(index[..., None] == (-1 if padding is None else padding), -1, goals)
        return goals.reshape(-1), updates.reshape(-1), prior
    (axis,) = normalize_axes(call.op, call.attributes["axis"], len(shape))
    places: list[Array] = list(np.indices(updates.shape))
    if call.op == "index_add":
        index = index.reshape([-1 if d == axis else 1 for d in range(len(shape))])
    places[axis] = np.broadcast_to(index, updates.shape)
    flat = np.ravel_multi_index(tuple(places), shape)
    return flat.reshape(-1), updates.reshape(-1), prior


def _replaced(evidence: Evidence) -> Iterator[Explanation]:
    """Try results that keep the first update of an element, or none of the updates (T7)."""
    goals, updates, prior = _goals(evidence)
    assert prior is not None
    first, kept = prior.reshape(-1).copy(), prior.reshape(-1)
    for goal, group in _groups(goals, updates):
        first[goal] = group[0]
    for name, text, whole in (
        ("first-update-stays", "an element keeps its first update, not its last (T7)", first),
        ("updates-lost", "updates are not written (T7)", kept),
    ):
        yield from by_prediction(evidence, name, text, _predict(evidence, whole))


def _scatters(evidence: Evidence) -> Iterator[Explanation]:
    name = evidence.format
    if not get_format(name).is_float:
        return
    goals, updates, prior = _goals(evidence)
    compute = get_format(compute_format(evidence.call.inputs)).dtype
    kept = goals >= 0
    goals, terms = goals[kept], updates[kept].astype(compute)
    size = int(np.prod(evidence.shape, dtype=np.int64))
    start = np.zeros(size, compute) if prior is None else prior.reshape(-1).astype(compute)

    def one_by_one(first: Array, order: slice) -> Array:
        total = first.copy()
        np.add.at(total, goals[order], terms[order])
        return total

    met = np.bincount(goals, minlength=size) > 0
    absent = np.where(met, compute.type(-0.0), compute.type(0.0))
    forward, backward = slice(None), slice(None, None, -1)
    ways = [
        ("scatter-order", "updates are added to the prior one after the other (T7)",
         one_by_one(start, forward)),
        ("scatter-order", "updates are added one after the other, then to the prior (T7)",
         start + one_by_one(absent, forward)),
        ("scatter-order", "updates are added one after the other from the last to the first (T7)",
         one_by_one(start, backward)),
    ]  # fmt: skip
    backwards = _in_trees(goals[::-1], terms[::-1], size)
    total = np.where(met, backwards if prior is None else start + backwards, start)
    ways.append(
        ("scatter-descending", "each tree has its updates from the last to the first (T7)", total)
    )
    if prior is not None:
        leaf = _prior_as_leaf(goals, terms, start)
        ways.append(("prior-as-leaf", "the prior is the first leaf of the tree (T7)", leaf))
    for way, text, whole in ways:
        wide = whole.astype(np.float64)
        yield from by_prediction(evidence, way, text, _predict(evidence, narrow(wide, name)))


def _groups(goals: Array, terms: Array) -> Iterator[tuple[int, Array]]:
    """Yield each destination with its terms, in their given order."""
    order = np.argsort(goals, kind="stable")
    found, first = np.unique(goals[order], return_index=True)
    yield from zip(found.tolist(), np.split(terms[order], first[1:]), strict=True)


def _in_trees(goals: Array, terms: Array, size: int) -> Array:
    """Return the T1 sum of the terms of each destination; 0 for destinations without terms."""
    total = np.zeros(size, terms.dtype)
    for goal, group in _groups(goals, terms):
        total[goal] = _tree(group)
    return total


def _prior_as_leaf(goals: Array, terms: Array, start: Array) -> Array:
    total = start.copy()
    for goal, group in _groups(goals, terms):
        total[goal] = _tree(np.concatenate([start[goal : goal + 1], group]))
    return total


def _tree(row: Array) -> Array:
    """Return the sum of one row by T1."""
    with np.errstate(all="ignore"):
        while row.size > 1:
            odd = row[row.size - row.size % 2 :]
            row = np.concatenate([row[: row.size - odd.size : 2] + row[1::2], odd])
    return np.asarray(row[0])
