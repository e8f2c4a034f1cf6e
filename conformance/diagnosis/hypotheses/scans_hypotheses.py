"""Hypotheses about cumsum and cumprod: running totals, blocks, rounded or exclusive scans."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.diagnosis.finding import Explanation, by_prediction
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.conformance.reveal.arithmetic import narrow, to_f64
from samebits.spec.catalog import get_op
from samebits.spec.families.scans import scan
from samebits.spec.formats import FORMATS, compute_format, get_format
from samebits.spec.language.shapes import normalize_axes

Lines = Callable[[Array], Array]
"""A function that scans the last axis of an array, in binary64 or in the compute format."""

BLOCKS = (4, 8, 16, 32, 64, 128, 256, 512, 1024)


def scans(evidence: Evidence) -> Iterator[Explanation]:
    """Yield explanations by wrong ways to scan a row of floats (clause T6)."""
    call = evidence.call
    if get_op(call.op).shape_rule is not scan or not FORMATS[call.inputs[0]].is_float:
        return
    combine = np.add if call.op == "cumsum" else np.multiply
    compute = get_format(compute_format(call.inputs)).dtype
    wide = to_f64(evidence.inputs[0])

    def in_format(dtype: np.dtype[np.generic], lines: Lines) -> Lines:
        return lambda x: lines(x.astype(dtype)).astype(np.float64)

    def running(x: Array) -> Array:
        return np.asarray(combine.accumulate(x, axis=-1))

    def rounded(x: Array) -> Array:
        found = x.copy()
        for i in range(1, x.shape[-1]):
            total = combine(found[..., i - 1].astype(compute), x[..., i].astype(compute))
            found[..., i] = to_f64(narrow(total.astype(np.float64), evidence.format))
        return found

    ways: list[tuple[str, str, Lines]] = [
        ("running", f"a running total in {compute.name}", in_format(compute, running)),
        ("running-f64", "a running total in float64", in_format(np.dtype(np.float64), running)),
        ("rounded", f"each element is made from its neighbour, rounded to {evidence.format}",
         rounded),
        ("exclusive", "the element itself is left out of its prefix",
         lambda x: _shifted(in_format(compute, lambda y: _levels(y, combine))(x), call.op)),
    ]  # fmt: skip
    for block in BLOCKS:
        if block < wide.shape[_axis(evidence)]:
            carried = in_format(compute, partial(_carried, block=block, combine=combine))
            text = f"blocks of {block} are scanned, and each total is added to the next block"
            ways.append((f"carried({block})", text, carried))
    for name, text, lines in ways:
        yield from by_prediction(
            evidence, f"scan:{name}", f"{text} (T6)", _prediction(evidence, wide, lines)
        )


def _axis(evidence: Evidence) -> int:
    rank = evidence.inputs[0].ndim
    return normalize_axes(evidence.call.op, evidence.call.attributes["axis"], rank)[0]


def _prediction(evidence: Evidence, wide: Array, lines: Lines) -> Callable[[Array], Array]:
    axis = _axis(evidence)

    def predict(positions: Array) -> Array:
        with np.errstate(all="ignore"):
            found = np.moveaxis(lines(np.moveaxis(wide, axis, -1)), -1, axis)
        return narrow(found.reshape(-1)[evidence.chosen[positions]], evidence.format)

    return predict


def _levels(x: Array, combine: np.ufunc) -> Array:
    """Return the total of every prefix, each by the tree T1."""
    found, index = x.copy(), np.arange(x.shape[-1])
    for level in range(int(x.shape[-1]).bit_length()):
        second = index[index >> level & 1 == 1]
        ends = (second >> level << level) - 1
        found[..., second] = combine(found[..., ends], found[..., second])
    return found


def _carried(x: Array, block: int, combine: np.ufunc) -> Array:
    """Return a scan in blocks: each block is scanned by T1.

    The last result of the block before is then combined with each of its elements.
    """
    found = x.copy()
    for start in range(0, x.shape[-1], block):
        part = slice(start, start + block)
        found[..., part] = _levels(x[..., part], combine)
        if start:
            found[..., part] = combine(found[..., start - 1 : start], found[..., part])
    return found


def _shifted(x: Array, op: str) -> Array:
    first = np.full((*x.shape[:-1], 1), 0.0 if op == "cumsum" else 1.0)
    return np.concatenate([first, x[..., :-1]], axis=-1)
