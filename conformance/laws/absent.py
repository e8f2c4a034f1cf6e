"""Absent: a missing node counts as absent or as the identity, never as +0 (clauses T1 and T3).

So terms equal to the identity (-0 for a sum, 1 for a product) may be added at the end, up to a
power of two, at which the tree has no missing node. Also, the sum of several -0 is -0, for any
number of missing terms.
"""

from __future__ import annotations

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.laws.law import Bench, Finding, Law
from samebits.conformance.scenes.specimens import Specimen
from samebits.spec.formats import FORMATS
from samebits.spec.language.shapes import normalize_axes

_IDENTITY = {"sum": -0.0, "prod": 1.0}


def concerns(specimen: Specimen) -> bool:
    """Return whether the law applies: to sums and products of floats over one axis.

    The number of elements of the axis must not be a power of two.
    """
    call = specimen.call
    if call.op not in _IDENTITY or not FORMATS[call.inputs[0]].is_float:
        return False
    size = specimen.shapes[0][_axis(specimen)] if _is_over_one(specimen) else 0
    return bool(size & (size - 1))


def _is_over_one(specimen: Specimen) -> bool:
    axes, rank = specimen.call.attributes["axes"], len(specimen.shapes[0])
    return len(normalize_axes(specimen.call.op, axes, rank)) == 1


def _axis(specimen: Specimen) -> int:
    axes, rank = specimen.call.attributes["axes"], len(specimen.shapes[0])
    return normalize_axes(specimen.call.op, axes, rank)[0]


def check(bench: Bench, specimen: Specimen) -> Finding | None:
    """Compare results with and without added terms that are equal to the identity.

    An array that has only such terms is reduced too.
    """
    call, axis = specimen.call, _axis(specimen)
    (x,) = specimen.operands()
    size = x.shape[axis]
    more = (1 << size.bit_length()) - size
    identity = _IDENTITY[call.op]
    for terms in (x, np.full_like(x, identity)):
        filled = _filled(terms, axis, more, identity)
        text = f"{more} terms {identity:g} after the {size} of axis {axis} change the result"
        sides = ("as it is", "filled up to a power of two")
        finding = bench.differs(
            specimen, bench.run(call, [terms]), bench.run(call, [filled]), text, sides
        )
        if finding:
            return finding
    return None


def _filled(x: Array, axis: int, more: int, value: float) -> Array:
    shape = [more if i == axis else n for i, n in enumerate(x.shape)]
    return np.concatenate([x, np.full(shape, value, x.dtype)], axis)


LAW = Law(
    name="absent",
    says="a missing node of a tree is absent: terms that are the identity change no bit",
    rules=("T1.3", "T3.prod"),
    check=check,
    rank="values",
    applies=concerns,
)
