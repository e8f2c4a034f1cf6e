"""Cases of tensors filled from attributes only (G15): roundings, counts, shapes, no elements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from samebits.spec.families import filled
from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import ShapeRule
from samebits.vectors.planning import Planned

Given = Mapping[str, Any]

_FILLED: Mapping[str, Given] = {
    "usual": {"shape": (2, 3), "fill_value": 0.1},
    "shape/scalar": {"shape": (), "fill_value": -2.5},
    "shape/empty": {"shape": (3, 0), "fill_value": 1.0},
    "value/zero": {"shape": (2,), "fill_value": 0.0},
    "value/minus-zero": {"shape": (2,), "fill_value": -0.0},
    "value/infinity": {"shape": (1, 2), "fill_value": float("-inf")},
    "value/large": {"shape": (2,), "fill_value": 1e300},
    "value/small": {"shape": (2,), "fill_value": -5e-324},
    "value/midpoint": {"shape": (3,), "fill_value": 1 + 2.0**-24 + 2.0**-52},
    "value/midpoint-of-half": {"shape": (3,), "fill_value": 1 + 2.0**-11 + 2.0**-50},
    "value/subnormal": {"shape": (3,), "fill_value": 3 * 2.0**-150},
}
_DIAGONAL: Mapping[str, Given] = {
    "usual": {"n": 3, "m": 4},
    "shape/tall": {"n": 5, "m": 2},
    "shape/one": {"n": 1, "m": 1},
    "shape/no-rows": {"n": 0, "m": 3},
    "shape/no-columns": {"n": 3, "m": 0},
}
_STEPPED: Mapping[str, Given] = {
    "usual": {"start": 0.0, "end": 1.0, "step": 0.1},
    "down": {"start": 5.0, "end": -4.0, "step": -0.3},
    "whole": {"start": 1.0, "end": 8.0, "step": 2.0},
    "defaults": {"end": 5.0},
    "count/quotient-rounds-down": {"start": 0.0, "end": 0.3, "step": 0.1},
    "count/quotient-rounds-up": {"start": 1.0, "end": 1.3, "step": 0.1},
    "count/one": {"start": 2.0, "end": 2.0000000000000004, "step": 1.5},
    "count/none": {"start": 2.0, "end": 2.0, "step": 1.5},
    "count/none-down": {"start": 2.0, "end": 2.0, "step": -1.5},
    "zero/in-between": {"start": -0.75, "end": 1.0, "step": 0.25},
    "zero/minus": {"start": -0.0, "end": 2.0, "step": 1.0},
    "size/integers-beyond": {"start": 2.0**24, "end": 2.0**24 + 6, "step": 1.0},
    "size/integers-beyond-binary64": {"start": 2.0**53, "end": 2.0**53 + 12, "step": 1.0},
    "size/overflow": {"start": 3.0e38, "end": 3.8e38, "step": 2.0e37},
    "size/half-overflow": {"start": 65500.0, "end": 65530.0, "step": 5.0},
    "size/subnormal": {"start": -(2.0**-148), "end": 2.0**-147, "step": 2.0**-150},
    "size/least": {"start": -5e-324, "end": 2e-323, "step": 5e-324},
    "size/far-apart": {"start": 1.0, "end": 1e300, "step": 3e299},
    "size/sticky": {"start": 1 + 2.0**-24, "end": 1.5, "step": 0.25 + 2.0**-54},
}
_SPACED: Mapping[str, Given] = {
    "usual": {"start": -1.0, "end": 2.0, "steps": 8},
    "down": {"start": 3.0, "end": 0.1, "steps": 5},
    "steps/none": {"start": 1.0, "end": 2.0, "steps": 0},
    "steps/one": {"start": 0.1, "end": 2.0, "steps": 1},
    "steps/two": {"start": 0.1, "end": 0.7, "steps": 2},
    "one-number": {"start": 0.3, "end": 0.3, "steps": 4},
    "zero/in-between": {"start": -1.0, "end": 1.0, "steps": 5},
    "zero/minus": {"start": -0.0, "end": -0.0, "steps": 3},
    "size/whole-range": {"start": -1.7e308, "end": 1.7e308, "steps": 4},
    "size/overflow": {"start": 3.0e38, "end": 4.0e38, "steps": 4},
    "size/half-overflow": {"start": 65000.0, "end": 66000.0, "steps": 6},
    "size/subnormal": {"start": 0.0, "end": 2.0**-147, "steps": 12},
    "size/far-apart": {"start": 1e-300, "end": 1e30, "steps": 3},
}
_MANY: Mapping[ShapeRule, Given] = {
    filled.filled: {"shape": (41, 53), "fill_value": 0.7},
    filled.diagonal: {"n": 61, "m": 67},
    filled.stepped: {"start": -7.0, "end": 13.0, "step": 0.007},
    filled.spaced: {"start": -7.0, "end": 13.0, "steps": 3001},
}
_FEW: Mapping[ShapeRule, Mapping[str, Given]] = {
    filled.filled: _FILLED,
    filled.diagonal: _DIAGONAL,
    filled.stepped: _STEPPED,
    filled.spaced: _SPACED,
}


def handles(op: Op) -> bool:
    """Return whether the op fills a tensor from attributes only."""
    return op.shape_rule in filled.SHAPE_RULES


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label.

    Every format has all cases, because each format rounds differently. The results of cases with
    many elements are stored by digest.
    """
    return list(_planned(op, label))


def _planned(op: Op, label: str) -> Iterator[Planned]:
    for name, given in _FEW[op.shape_rule].items():
        level = "smoke" if name == "usual" else "standard"
        flags = ["shape"] if name.startswith("shape/") else []
        flags += ["signed-zero"] if name.startswith(("zero/", "value/")) else []
        yield _case(op, label, name, given, level, *flags)
    yield _case(op, label, "bulk", _MANY[op.shape_rule], "standard", "bulk")


def _case(op: Op, label: str, name: str, given: Given, level: str, *flags: str) -> Planned:
    call = op.call((), op.labels()[label][0][1], **given)
    return Planned(name, call, (), level, ("graph", "attribute", *flags), digest=name == "bulk")
