"""Cases of moves (S2): by an index operand, or as the op's landmarks list them.

Operands are random bit patterns, so every copied element identifies its origin. The cases called
`payloads` contain every special value and NaN. Three formats have every case, and the others have
only the first cases. Calls with i64 indices have the first cases too, and calls with i32 indices
have fewer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from samebits.spec.catalog import move_landmarks
from samebits.spec.families import indexing
from samebits.spec.formats import get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.landmarks import MoveLandmarks
from samebits.spec.language.shapes import Shape
from samebits.vectors.planning import Planned, PlannedInput, Values, generated, values
from samebits.vectors.plans import patterns

_TAKES = (indexing.gather, indexing.index_select, indexing.embedding)

WHOLE = ("f32", "f64", "i64")
"""Formats with every case. The other formats share their code."""


def handles(op: Op) -> bool:
    """Return whether the op has an index operand or the landmarks of a move."""
    by_index = op.shape_rule in (*_TAKES, indexing.one_hot)
    return by_index or move_landmarks(op.name) is not None


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label."""
    inputs = op.labels()[label][0][0]
    if op.shape_rule is indexing.one_hot:
        return list(_one_hots(op, inputs))
    payloads = [_payloads(op, inputs)] if get_format(inputs[0]).is_float else []
    landmarks = move_landmarks(op.name)
    if landmarks is None:
        return [*payloads, *_takes(op, label, inputs)]
    return [*payloads, *_declared(op, label, inputs[0], landmarks)]


def _payloads(op: Op, inputs: Sequence[str]) -> Planned:
    """Return a case in which every special value and NaN is copied at least once."""
    bits = patterns.specials(get_format(inputs[0]))
    n = len(bits)
    shape: Shape = (n, 1) if op.shape_rule is indexing.embedding else (n,)
    attributes: Mapping[str, Any] = {}
    operands: tuple[Values, ...] = ()
    landmarks = move_landmarks(op.name)
    if landmarks is None:
        operands = (values([*reversed(range(n)), 0, n - 1], inputs[1]),)
    else:
        situation = landmarks.payloads(n)
        shape, attributes = situation.shape, situation.attributes
    operands = (values(bits, inputs[0], shape), *operands)
    flags = ("nan-payload", "special-values")
    return Planned("payloads", op.call(inputs, **attributes), operands, "standard", flags)


def _declared(op: Op, label: str, name: str, landmarks: MoveLandmarks) -> Iterator[Planned]:
    """Yield the cases that the op's landmarks list."""
    for case in landmarks.cases:
        if not case.everywhere and name not in WHOLE:
            continue
        call = op.call([name], **case.situation.attributes)
        shape = case.situation.shape
        x: PlannedInput = generated(f"{op.name}/{label}/{case.name}", 0, name, shape, "bits")
        if case.zeros:
            x = values(np.zeros(shape, np.uint64), name, shape)
        level = "smoke" if case.smoke and label == "f32" else "standard"
        flags = (landmarks.flag, *(("shape",) if case.name.startswith("shape/") else ()))
        yield Planned(case.name, call, (x,), level, flags)


def indices(name: str, seed: str, shape: Shape, limit: int) -> Values:
    """Return random indices below a limit.

    The first two are `limit` - 1 and 0, if there is space.
    """
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
