"""Cases of resampling and its gradients (clause G13).

Images get larger and smaller, by integer and other factors, down to one pixel and up from one.
Corners are aligned or not. Special values are next to each other. Some cases have no samples or
channels.
"""

from __future__ import annotations

import itertools
from math import prod
from typing import Any

import numpy as np

from samebits.oracles import numpy_route
from samebits.spec.families.resampling import BACKWARD, FORWARD
from samebits.spec.formats import from_bits, get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import Shape
from samebits.vectors import generators
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import patterns
from samebits.vectors.plans.middles import is_middle

FORMATS_SHARE_NODES = True

_CANDIDATES, _PLACES = 1 << 17, 7

BY_VALUE = 24
"""Maximum number of results stored by value; the results of a larger case are stored by digest."""

_SIZES: dict[str, tuple[Shape, Shape]] = {
    "twice": ((5, 4), (10, 8)), "thirds": ((3, 6), (7, 4)), "half": ((8, 6), (4, 3)),
    "same": ((4, 5), (4, 5)), "one-place": ((3, 5), (1, 1)), "one-element": ((1, 1), (3, 4)),
    "from-two": ((2, 2), (9, 11)), "many-to-few": ((17, 15), (3, 2)), "odd": ((7, 11), (13, 9)),
    "long": ((3, 37), (2, 61)), "many": ((9, 10), (14, 13)),
}  # fmt: skip
"""The sizes of the input and of the output, each as (rows, columns).

Ops with one spatial axis use only the columns.
"""


def handles(op: Op) -> bool:
    """Return whether the op resamples or is a gradient of resampling, by its shape rule."""
    return op.shape_rule in (*FORWARD.values(), *BACKWARD.values())


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label.

    f32 has all cases. Other formats have fewer, because all formats share the nodes.
    """
    few = ("twice", "many") if label == "f16" else ("twice",)
    if label != "f16" and op.shape_rule in (FORWARD[1], BACKWARD[1]):
        few = ("twice", "long")  # few results on one axis, so the other cases store them by value
    cases = [
        _drawn(op, label, name, mode)
        for name, mode in itertools.product(_SIZES, (False, True))
        if (label == "f32" and name != "many") or name in few
    ]
    if label == "f16" and op.shape_rule is FORWARD[1] and "R4" in op.clauses:
        cases.append(_ties(op))
    return [*cases, *_empty(op, label), *(_special(op, label, mode) for mode in (False, True))]


def _call(op: Op, label: str, elements: Shape, places: Shape, mode: bool) -> tuple[Any, Shape]:
    """Return the call, and the spatial sizes of its operand."""
    rank = next(r for r in (1, 2) if op.shape_rule in (FORWARD[r], BACKWARD[r]))
    elements, places = elements[-rank:], places[-rank:]
    backward = op.shape_rule is BACKWARD[rank]
    flag = next(a.name for a in op.attributes if a.type == "flag")
    name = "input_size" if backward else "output_size"
    given: dict[str, Any] = {name: elements if backward else places, flag: mode}
    call = op.call([label], **given)
    return call, places if backward else elements


def _case(name: str, call: Any, op: Op, operand: PlannedInput, flags: tuple[str, ...]) -> Planned:
    level = "smoke" if name.startswith(("odd/", "special/")) else "standard"
    by_digest = prod(op.output_shapes(call, [operand.shape])[0]) > BY_VALUE
    return Planned(name, call, (operand,), level, flags, digest=by_digest)


def _drawn(op: Op, label: str, size: str, mode: bool) -> Planned:
    call, spatial = _call(op, label, *_SIZES[size], mode)
    channels = (3, 5) if size == "many" else (1, 2)
    name = f"{size}/{int(mode)}"
    case_id = f"{op.name}/{label}/{name}"
    low, high = (-9, 6) if size == "many" else (-4, 2)
    operand = generated(case_id, 0, label, (*channels, *spatial), "spread", low=low, high=high)
    return _case(name, call, op, operand, ("graph", "window"))


def _ties(op: Op) -> Planned:
    """Return a case of two elements whose weighted sums are midpoints of f16 in binary32."""
    drawn = generated(
        f"{op.name}/f16/ties", 0, "f16", (1, _CANDIDATES, 2), "spread", low=-6, high=1
    )
    bits = generators.unchecked(drawn, "f16")
    x = from_bits(bits, "f16").astype(np.float32)
    call = op.call(["f32"], output_size=(_PLACES,))
    (weights,) = numpy_route.evaluate(call, [np.eye(2, dtype=np.float32)[None]])
    products = x[..., None] * weights
    exact = products.astype(np.float64).sum(axis=2)
    found = exact.astype(np.float32)
    tied = is_middle(found) & (exact.astype(np.float16) != found.astype(np.float16))
    kept = np.flatnonzero(tied.any(axis=(0, 2)))[:3]
    assert len(kept) == 3
    call = op.call(["f16"], output_size=(_PLACES,))
    operand = values(bits[:, kept], "f16", (1, 3, 2))
    return _case("ties", call, op, operand, ("graph", "double-rounding"))


def _empty(op: Op, label: str) -> list[Planned]:
    found = []
    for name, leading in (("samples", (0, 2)), ("channels", (2, 0))):
        call, spatial = _call(op, label, (3, 4), (5, 6), False)
        operand = values([], label, (*leading, *spatial))
        found.append(_case(f"empty/{name}", call, op, operand, ("graph", "shape")))
    return found


def _special(op: Op, label: str, mode: bool) -> Planned:
    """Return a case with neighbouring special values.

    They are signed zeros, infinities, NaN, and the greatest and least numbers.
    """
    call, spatial = _call(op, label, (3, 4), (5, 7), mode)
    form = get_format(label)
    minus, one, infinity = form.sign_mask, patterns.one(form), patterns.last(form)
    few = [
        minus, minus, minus, minus, 0, one, infinity, one, form.max_finite, form.max_finite, 1, 2,
        form.canonical_nan | 1, one | minus, infinity | minus, minus, 1 | minus, one, 0,
    ]  # fmt: skip
    count = prod(spatial)
    cells = [few[i % len(few)] for i in range(4 * count)]
    operand = values(cells, label, (2, 2, *spatial))
    flags = ("special-values", "nan-canonical", "signed-zero", "graph")
    return _case(f"special/{int(mode)}", call, op, operand, flags)
