"""Cases of updates that replace elements (clause T7.9), and of their gradients.

Destinations get no update, one, two or very many, and the last update differs from the others in
every element. There are different axes, an index smaller than the prior, empty operands and special
values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

from samebits.spec.families import replacing
from samebits.spec.formats import get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import Shape
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import patterns
from samebits.vectors.plans.moves import WHOLE

FORMATS_SHARE_NODES = True

BY_VALUE = 40
"""Maximum number of results stored by value; the results of a larger case are stored by digest."""

Scene = tuple[str, dict[str, Any], Shape, Shape]
"""Name, attributes, the shape of the prior (the array to update), and the shape of the index."""

_ALONG: tuple[Scene, ...] = (
    ("axis/first", {"axis": 0}, (4, 3), (7, 3)),
    ("axis/middle", {"axis": 1}, (2, 5, 2), (2, 4, 2)),
    ("axis/last", {"axis": -1}, (2, 6), (2, 9)),
    ("shape/smaller", {"axis": 0}, (4, 5), (3, 2)),
    ("shape/one-line", {"axis": 1}, (3, 4, 2), (1, 9, 1)),
    ("shape/no-updates", {"axis": 0}, (3, 2), (0, 2)),
    ("shape/no-columns", {"axis": 0}, (3, 0), (2, 0)),
    ("shape/nothing", {"axis": 0}, (0,), (0,)),
    ("counts/one-place", {"axis": 0}, (1,), (33,)),
    ("counts/sparse", {"axis": 0}, (257,), (19,)),
    ("counts/many", {"axis": 0}, (17,), (1021,)),
    ("counts/wide", {"axis": 1}, (23, 31), (23, 67)),
)
_ROWS: tuple[Scene, ...] = (
    ("rows/vector", {}, (5, 2), (7,)),
    ("rows/matrix", {}, (4, 3), (2, 3)),
    ("rows/scalar", {}, (3, 2), ()),
    ("shape/no-updates", {}, (3, 2), (0, 2)),
    ("shape/no-columns", {}, (3, 0), (4,)),
    ("shape/nothing", {}, (0, 2), (0,)),
    ("counts/one-place", {}, (1, 1), (33,)),
    ("counts/sparse", {}, (257, 1), (19,)),
    ("counts/many", {}, (17, 1), (1021,)),
    ("counts/wide", {}, (23, 19), (5, 67)),
)


def handles(op: Op) -> bool:
    """Return whether the op replaces elements (clauses T7.9, T7.10), by its shape rule."""
    return op.shape_rule in replacing.SHAPE_RULES


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label; only a few for most formats."""
    inputs, outputs = op.labels()[label][0]
    along = op.shape_rule in (replacing.scatter, replacing.scatter_gradient)
    scenes = list(_scenes(op, _ALONG if along else _ROWS))
    if inputs[1] == "i32" or inputs[0] not in WHOLE:
        some = ("axis/first", "rows/vector", "counts/wide")
        scenes = [scene for scene in scenes if scene[0].startswith(some)]
    cases = [_drawn(op, label, inputs, outputs, scene) for scene in scenes]
    if inputs[1] == "i64" and get_format(inputs[0]).is_float:
        cases += _special(op, inputs, outputs)
    return cases


def _scenes(op: Op, scenes: Sequence[Scene]) -> Iterator[Scene]:
    for name, attributes, prior, index in scenes:
        if any(a.name == "accumulate" for a in op.attributes):
            yield name, attributes | {"accumulate": False}, prior, index
            yield f"{name}-added", attributes | {"accumulate": True}, prior, index
        else:
            yield name, attributes, prior, index


def _drawn(
    op: Op, label: str, inputs: Sequence[str], outputs: Sequence[str], scene: Scene
) -> Planned:
    name, attributes, prior, index = scene
    case_id = f"{op.name}/{label}/{name}"
    limit = prior[attributes["axis"]] if "axis" in attributes else prior[0]
    draw = patterns.randomness("replaced", case_id)
    named = [draw.randrange(limit) for _ in range(prod(index))]
    updates = index if "axis" in attributes else (*index, prior[1])
    operands: list[PlannedInput] = []
    for place, (form, shape) in enumerate(zip(inputs, (prior, index, updates), strict=False)):
        if place == 1 and len(named) > BY_VALUE:
            operands.append(generated(case_id, place, form, shape, "below", limit=limit))
        elif place == 1:
            operands.append(values(named, form, shape))
        elif attributes.get("accumulate") and get_format(form).is_float:
            operands.append(generated(case_id, place, form, shape, "spread", low=-5, high=2))
        else:
            operands.append(generated(case_id, place, form, shape, "bits"))
    call = op.call(inputs, outputs, **attributes)
    count = sum(map(prod, op.output_shapes(call, [x.shape for x in operands])))
    smoke = name in ("axis/first", "rows/vector") and list(inputs[:2]) == ["f32", "i64"]
    flags = ("moved-places", "scatter-order", "graph")
    digest = count > BY_VALUE
    level = "smoke" if smoke else "standard"
    return Planned(name, call, tuple(operands), level, flags, digest=digest)


def _special(op: Op, inputs: Sequence[str], outputs: Sequence[str]) -> Iterator[Planned]:
    """Yield a case in which every special value is a first and a last update of a destination."""
    form = get_format(inputs[0])
    some = [*patterns.unique(patterns.few_specials(form)), form.canonical_nan | form.sign_mask]
    n = len(some)
    index = [i for i in range(n) for _ in range(2)]
    updates = [some[(i // 2 + i % 2 * 3) % n] for i in range(2 * n)]
    rows = isinstance(op.attributes[0].default, bool)
    operands = [
        values(some[::-1] + some, form.name, (2 * n, 1) if rows else (2 * n,)),
        values(index, inputs[1], (2 * n,)),
        values(updates, form.name, (2 * n, 1) if rows else (2 * n,)),
    ][: len(inputs)]
    flags = ("special-values", "signed-zero", "nan-canonical", "absent-destination", "graph")
    for added in (False, True) if rows else (False,):
        call = op.call(inputs, outputs, **({"accumulate": added} if rows else {"axis": 0}))
        name = "special-added" if added else "special"
        yield Planned(name, call, tuple(operands), "standard", flags)
