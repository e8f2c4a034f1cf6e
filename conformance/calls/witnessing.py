"""Comparison of two witnesses: finds the first op, tensor and element that differ."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from samebits.common.witnesses import Seen, Step, Witness, contraction_of

COMPARED = ("specification", "table", "torch")
"""The entries of a run's state that can change bits. The other entries only say where it ran."""


def differences(a: Witness, b: Witness) -> Iterator[str]:
    """Yield lines that describe the first difference of two witnesses, if there is one.

    If the two runs use different contractions, only that is reported: they compute different
    functions, so a comparison of elements would be meaningless.
    """
    chosen = [contraction_of(x.state) for x in (a, b)]
    if chosen[0] != chosen[1]:
        yield f"contraction: {chosen[0]} and {chosen[1]}, which the blocks of the runs chose"
        return
    for name in COMPARED:
        if a.state.get(name) != b.state.get(name):
            yield f"{name}: {a.state.get(name)} and {b.state.get(name)}"
    for number, (left, right) in enumerate(zip(a.steps, b.steps, strict=False)):
        found = _parted(left, right)
        if found:
            yield f"step {number}: {left.op} {left.place}".rstrip()
            if right.place != left.place:
                yield f"  in the other: {right.op} {right.place}".rstrip()
            yield f"  {found}"
            return
    if len(a.steps) != len(b.steps):
        yield f"{len(a.steps)} and {len(b.steps)} steps; the steps that both have are equal"


def _parted(a: Step, b: Step) -> str:
    if a.op != b.op:
        return f"the one runs {a.op}, the other {b.op}"
    if len(a.tensors) != len(b.tensors):
        return f"{len(a.tensors)} and {len(b.tensors)} tensors"
    for left, right in zip(a.tensors, b.tensors, strict=True):
        if left != right:
            return _tensors(left, right)
    return ""


def _tensors(a: Seen, b: Seen) -> str:
    if (a.name, a.dtype, a.shape) != (b.name, b.dtype, b.shape):
        return f"{_form(a)} and {_form(b)}"
    if a.data is None or b.data is None:
        return f"{_form(a)}: other bits; its elements were not kept (witness(..., keep=...))"
    if len(a.data) != len(b.data):
        return f"{_form(a)}: {len(a.data)} and {len(b.data)} bytes"
    size = len(a.data) // max(math.prod(a.shape), 1)
    left, right = (np.frombuffer(x, np.uint8).reshape(-1, size) for x in (a.data, b.data))
    apart = np.flatnonzero((left != right).any(axis=1))
    first = int(apart[0])
    place = ", ".join(str(int(i)) for i in np.unravel_index(first, a.shape)) if a.shape else ""
    bits = " and ".join(x[first].tobytes()[::-1].hex() for x in (left, right))
    return f"{_form(a)}, element [{place}]: {bits}; {len(apart)} of {len(left)} elements differ"


def _form(x: Seen) -> str:
    return f"{x.name} {x.dtype.removeprefix('torch.')} {list(x.shape)}"
