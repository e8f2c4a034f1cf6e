"""Moves between places: gather, index_select, embedding, one_hot, pad, unfold (clause S2).

Operands hold any bits, so that every copied element shows where it came from, and in the cases
called `payloads` every special value and NaN. Three formats get every case, the others the first
ones; so do indices of i64, and those of i32 fewer still.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from samebits.spec import indexing, padding, unfolding
from samebits.spec.declare import Op
from samebits.spec.formats import get_format
from samebits.spec.shapes import Shape
from samebits.vectors.planning import Planned, Values, generated, values
from samebits.vectors.plans import patterns

_TAKES = (indexing.gather, indexing.index_select, indexing.embedding)
_RULES = (*_TAKES, indexing.one_hot, padding.pad, unfolding.unfold)


WHOLE = ("f32", "f64", "i64")
"""Formats for which every case is asked; the others share their code."""


def handles(op: Op) -> bool:
    """Ops with one of the shape rules of moves between places."""
    return op.shape_rule in _RULES


def plan(op: Op, label: str) -> list[Planned]:
    """The cases of one op and label."""
    inputs = op.labels()[label][0][0]
    if op.shape_rule is indexing.one_hot:
        return list(_one_hots(op, inputs))
    payloads = [_payloads(op, inputs)] if get_format(inputs[0]).is_float else []
    if op.shape_rule in _TAKES:
        return [*payloads, *_takes(op, label, inputs)]
    if op.shape_rule is padding.pad:
        return [*payloads, *_pads(op, label, inputs)]
    return [*payloads, *_unfolds(op, label, inputs)]


def _payloads(op: Op, inputs: Sequence[str]) -> Planned:
    """Every special value and NaN, each copied at least once."""
    bits = patterns.specials(get_format(inputs[0]))
    n = len(bits)
    shape: Shape = (n,)
    attributes: dict[str, Any] = {}
    operands: tuple[Values, ...] = ()
    if op.shape_rule in _TAKES:
        operands = (values([*reversed(range(n)), 0, n - 1], inputs[1]),)
    if op.shape_rule is indexing.embedding:
        shape = (n, 1)
    elif op.shape_rule is padding.pad:
        attributes = {"widths": (2, 3), "mode": "replicate"}
    elif op.shape_rule is unfolding.unfold:
        attributes, shape = {"kernel_size": (1, 2), "padding": (0, 1)}, (1, 1, 1, n)
    operands = (values(bits, inputs[0], shape), *operands)
    flags = ("nan-payload", "special-values")
    return Planned("payloads", op.call(inputs, **attributes), operands, "standard", flags)


def indices(name: str, seed: str, shape: Shape, limit: int) -> Values:
    """Indices below a limit; the first and the last of them are there where there is room."""
    draw = patterns.randomness("indices", seed, str(shape), str(limit))
    count = int(np.prod(shape, dtype=np.int64))
    some = [draw.randrange(limit) for _ in range(count)]
    some[:2] = [limit - 1, 0][:count]
    return values(some, name, shape)


def _takes(op: Op, label: str, inputs: Sequence[str]) -> Iterator[Planned]:
    scenes: list[tuple[str, dict[str, Any], Shape, Shape]]
    if op.shape_rule is indexing.embedding:
        scenes = [
            ("shape/matrix", {}, (7, 5), (3, 4)), ("shape/row", {}, (1, 3), (2,)),
            ("shape/scalar", {}, (7, 5), ()), ("shape/wide", {}, (5, 67), (9,)),
            ("shape/empty", {}, (7, 5), (0,)), ("shape/no-width", {}, (7, 0), (3,)),
            ("shape/no-rows", {}, (0, 5), (0, 2)),
        ]  # fmt: skip
    else:
        index: tuple[Shape, ...] = ((6,), (7,), (9,))
        if op.shape_rule is indexing.gather:
            index = ((2, 5, 4), (3, 7, 2), (3, 4, 9))
        scenes = [(f"axis/{a}", {"axis": a}, (3, 5, 4), index[a]) for a in (1, 0, 2)]
        scenes += [("axis/negative", {"axis": -2}, (3, 5, 4), index[1])]
        scenes += [
            ("shape/vector", {"axis": 0}, (33,), (70,)),
            ("shape/one", {"axis": 0}, (1,), (3,)),
        ]
        if op.shape_rule is indexing.index_select:
            scenes += [("shape/empty", {"axis": 1}, (3, 5), (0,))]
            scenes += [("shape/no-elements", {"axis": 0}, (0, 3), (0,))]
        else:
            scenes += [("shape/empty", {"axis": 1}, (3, 5), (3, 0))]
            scenes += [("shape/smaller", {"axis": 0}, (4, 9, 5), (6, 2, 3))]
    for number, (name, attributes, shape, index_shape) in enumerate(scenes):
        if number >= (1 if inputs[1] == "i32" else len(scenes) if inputs[0] in WHOLE else 3):
            return
        call = op.call(inputs, **attributes)
        axis = attributes.get("axis", 0)
        case_id = f"{op.name}/{label}/{name}"
        x = generated(case_id, 0, inputs[0], shape, "bits")
        index_values = indices(inputs[1], name, index_shape, max(shape[axis], 1))
        level = "smoke" if number == 0 and label == "f32_i64_to_f32" else "standard"
        yield Planned(name, call, (x, index_values), level, ("index-places",))


def _one_hots(op: Op, inputs: Sequence[str]) -> Iterator[Planned]:
    scenes = [("shape/matrix", (3, 4), 6), ("shape/scalar", (), 3), ("shape/one", (5,), 1)]
    scenes += [("shape/empty", (0,), 4), ("shape/no-classes", (0, 2), 0), ("shape/wide", (2,), 130)]
    for name, shape, classes in scenes:
        call = op.call(inputs, classes=classes)
        operand = indices(inputs[0], name, shape, max(classes, 1))
        level = "smoke" if name == "shape/matrix" else "standard"
        yield Planned(name, call, (operand,), level, ("index-places",))


def _pads(op: Op, label: str, inputs: Sequence[str]) -> Iterator[Planned]:
    scenes: list[tuple[str, Shape, tuple[int, ...]]] = [
        ("matrix", (4, 5), (1, 3, 2, 0)), ("volume", (2, 3, 4), (0, 1, 2, 0, 3, 3)),
        ("vector", (7,), (6, 6)),
    ]  # fmt: skip
    whole = inputs[0] in WHOLE
    for mode, (name, shape, widths) in itertools.product(padding.MODES, scenes):
        if name == "vector" and not whole:
            continue
        call = op.call(inputs, mode=mode, widths=widths, value=1.5)
        x = generated(f"{op.name}/{label}/{mode}/{name}", 0, inputs[0], shape, "bits")
        level = "smoke" if (name, label) == ("matrix", "f32") else "standard"
        yield Planned(f"{mode}/{name}", call, (x,), level, ("padding-mode",))
    for number, value in enumerate((-0.0, float("inf"), -1e300, 3.0000001, 2.0**-140, -200.75)):
        call = op.call(inputs, widths=(1, 0), value=value)
        zero = values([0], inputs[0], (1,))
        if number > 3 and not whole:
            continue
        yield Planned(f"value/{number}", call, (zero,), "standard", ("padding-mode",))
    more: list[tuple[str, str, Shape, tuple[int, ...]]] = [
        ("scalar", "constant", (), ()), ("empty", "constant", (0,), (2, 1)),
        ("nothing", "replicate", (2, 3), (0, 0, 0, 0)), ("far", "replicate", (1,), (5, 4)),
        ("none", "circular", (0, 2), (0, 0, 1, 1)),
    ]  # fmt: skip
    for name, mode, shape, widths in more if whole else more[:1]:
        call = op.call(inputs, mode=mode, widths=widths)
        x = generated(f"{op.name}/{label}/shape/{name}", 0, inputs[0], shape, "bits")
        yield Planned(f"shape/{name}", call, (x,), "standard", ("padding-mode", "shape"))


def _unfolds(op: Op, label: str, inputs: Sequence[str]) -> Iterator[Planned]:
    plain = {"stride": (1, 1), "padding": (0, 0), "dilation": (1, 1)}
    scenes: list[tuple[str, Shape, dict[str, Any]]] = [
        ("square", (2, 2, 5, 4), {"kernel_size": (2, 3), "padding": (1, 2)}),
        ("stride", (1, 3, 7, 8), {"kernel_size": (3, 2), "stride": (2, 3), "padding": (1, 1)}),
        ("dilation", (1, 2, 7, 9), {"kernel_size": (2, 3), "dilation": (3, 2)}),
        ("all", (1, 1, 6, 5),
         {"kernel_size": (2, 2), "stride": (3, 2), "padding": (3, 4), "dilation": (2, 3)}),
        ("point", (2, 3, 2, 2), {"kernel_size": (1, 1)}),
        ("empty", (0, 2, 3, 3), {"kernel_size": (2, 2)}),
    ]  # fmt: skip
    for name, shape, attributes in scenes if inputs[0] in WHOLE else scenes[1:4:2]:
        call = op.call(inputs, **{**plain, **attributes})
        x = generated(f"{op.name}/{label}/window/{name}", 0, inputs[0], shape, "bits")
        level = "smoke" if (name, label) == ("square", "f32") else "standard"
        yield Planned(f"window/{name}", call, (x,), level, ("unfolding",))
