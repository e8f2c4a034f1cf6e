"""Right results of functions in short formats, from results in binary64.

The NumPy route has functions of one operand only in binary64, because certificates contain all
results of the other formats. A certificate answers blocks of consecutive inputs, but operands of a
network are not consecutive. A result in binary64 is within half an ulp of the exact value. If all
values within that distance round to one number of the short format, that number is the right
result. Otherwise the operand is in doubt, and a different operand is used instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.conformance.questions.route import answerable
from samebits.spec.catalog import get_op
from samebits.spec.formats import FORMATS, bits_of, from_bits, get_format
from samebits.spec.language.call import Call
from samebits.spec.language.shapes import elementwise

Bits = np.ndarray[Any, Any]


def has_wide_route(op_name: str, label: str) -> bool:
    """Return whether a short format's elementwise function has a NumPy route only in binary64."""
    return (
        label in FORMATS
        and get_format(label).is_float
        and get_op(op_name).shape_rule is elementwise
        and not answerable(op_name, label)
        and "f64" in get_op(op_name).labels()
        and answerable(op_name, "f64")
    )


def settled(call: Call, operands: Sequence[Array]) -> tuple[list[Array], Bits]:
    """Return operands without doubtful elements, and the bits of their results.

    Doubtful elements are replaced by the first element that is not in doubt, or by +0 if all are in
    doubt.
    """
    from samebits.oracles import numpy_route
    from samebits.oracles.numpy_route.formats_route import narrow, widen

    def results(inputs: Sequence[Array]) -> tuple[Bits, Bits]:
        wide = [widen(x, name) for x, name in zip(inputs, call.inputs, strict=True)]
        found = numpy_route.evaluate(
            get_op(call.op).call(("f64",) * len(wide), ("f64",), **call.attributes), wide
        )[0]
        name = call.outputs[0]
        with np.errstate(all="ignore"):
            near = (np.nextafter(found, -np.inf), found, np.nextafter(found, np.inf))
            below, middle, above = (bits_of(narrow(y, name)) for y in near)
        exact = (found == 0) | ~np.isfinite(found)
        return middle, exact | ((below == middle) & (middle == above))

    bits, sure = results(operands)
    if sure.all():
        return list(operands), bits
    place = np.flatnonzero(sure.reshape(-1))
    changed = [
        _replaced(x, name, sure, int(place[0]) if place.size else None)
        for x, name in zip(operands, call.inputs, strict=True)
    ]
    return changed, results(changed)[0]


def _replaced(x: Array, name: str, sure: Bits, place: int | None) -> Array:
    patterns = bits_of(x).copy()
    patterns[~sure] = 0 if place is None else patterns.reshape(-1)[place]
    return from_bits(patterns, name)
