"""Hypotheses: moves with a wrong attribute, reversed operands, or repeated elements (S2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.diagnosis.finding import Explanation, by_prediction
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.spec.catalog import get_op, move_landmarks
from samebits.spec.errors import SpecError
from samebits.spec.families import joins, triangles
from samebits.spec.formats import bits_of, from_bits
from samebits.spec.language.call import Call


def places(evidence: Evidence) -> Iterator[Explanation]:
    """Yield explanations by the call with one change that keeps the shape of its result."""
    call = evidence.call
    if get_op(call.op).shape_rule is joins.cat:
        yield from _reversed(evidence)
    if get_op(call.op).shape_rule is triangles.triangle:
        yield from _other_diagonals(evidence)
    if move_landmarks(call.op) is None:
        return
    for name, text, attributes in _changes(evidence):
        moved = _moved(evidence, attributes)
        if moved is not None:
            yield from _as(evidence, f"attribute:{name}", text, moved)
    given = evidence.inputs[0]
    if given.size and len(evidence.shape) == given.ndim:
        text = "each element is repeated in place, instead of the whole operand (S2)"
        yield from _as(evidence, "each-element-repeated", text, _each_repeated(evidence))


def _as(evidence: Evidence, name: str, text: str, whole: Array) -> Iterator[Explanation]:
    if whole.shape != evidence.shape:
        return
    chosen = whole.reshape(-1)[evidence.chosen]
    yield from by_prediction(evidence, name, text, lambda positions: chosen[positions])


def _reversed(evidence: Evidence) -> Iterator[Explanation]:
    axis: Any = evidence.call.attributes["axis"]
    bits = np.concatenate([bits_of(x) for x in evidence.inputs[::-1]], axis)
    text = "operands are joined from the last to the first (S2)"
    yield from _as(evidence, "operands-reversed", text, from_bits(bits, evidence.format))


def _other_diagonals(evidence: Evidence) -> Iterator[Explanation]:
    """Try the two neighbours of the diagonal, and its mirror image at the main diagonal."""
    diagonal: Any = evidence.call.attributes["diagonal"]
    column, row = np.arange(evidence.shape[-1]), np.arange(evidence.shape[-2])[:, None]
    for other in (diagonal - 1, diagonal + 1, -diagonal):
        kept = column <= row + other if evidence.call.op == "tril" else column >= row + other
        bits = np.where(kept, bits_of(evidence.inputs[0]), 0).astype(evidence.got.dtype)
        text = f"the diagonal is {other}, not {diagonal} (S2)"
        whole = from_bits(bits, evidence.format)
        yield from _as(evidence, "attribute:diagonal", text, whole)


def _each_repeated(evidence: Evidence) -> Array:
    bits = bits_of(evidence.inputs[0])
    for axis, (long, short) in enumerate(zip(evidence.shape, bits.shape, strict=True)):
        bits = np.repeat(bits, max(long // max(short, 1), 1), axis)
    return from_bits(np.ascontiguousarray(bits), evidence.format)


def _changes(evidence: Evidence) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield each change: the attribute's name, a description, and the changed attributes."""
    call = evidence.call
    for attribute in get_op(call.op).attributes:
        given = call.attributes[attribute.name]
        if not isinstance(given, tuple):
            continue
        name = attribute.name
        if attribute.type == "axes":
            yield name, "every axis is taken, not only those of `axes` (S2)", {name: None}
            continue
        yield name, f"`{name}` has the other sign (S2)", {name: tuple(-n for n in given)}
        yield name, f"`{name}` is read from the other end (S2)", {name: given[::-1]}
        if name == "steps":
            yield name, "elements are taken one after the other (S2)", _adjacent(call, evidence)


def _adjacent(call: Call, evidence: Evidence) -> Mapping[str, Any]:
    """Return attributes with steps of 1, and with stops so that each slice keeps its length."""
    starts: Any = call.attributes["starts"]
    axes: Any = call.attributes["axes"]
    named = range(len(evidence.shape)) if axes is None else axes
    ends = tuple(s + evidence.shape[a] for s, a in zip(starts, named, strict=True))
    found = {"steps": (1,) * len(starts)}
    return {**found, "stops": ends} if "stops" in call.attributes else found


def _moved(evidence: Evidence, attributes: Mapping[str, Any]) -> Array | None:
    """Return the result of the call with changed attributes, or None if that call is not valid."""
    from samebits.oracles import numpy_route

    call, op = evidence.call, get_op(evidence.call.op)
    try:
        other = op.call(call.inputs, call.outputs, **{**call.attributes, **attributes})
        return numpy_route.evaluate(other, list(evidence.inputs))[0]
    except SpecError:
        return None
