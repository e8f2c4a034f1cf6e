"""Cases of concatenation and of triangular parts of matrices (clause S2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from samebits.spec.families import joins, triangles
from samebits.spec.formats import get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import Shape
from samebits.vectors.planning import Planned, Values, generated, values
from samebits.vectors.plans import patterns
from samebits.vectors.plans.moves import WHOLE

FORMATS_SHARE_NODES = True

Scene = tuple[str, tuple[Shape, ...], int]
"""Name, shapes of the operands, and the axis (cat) or the diagonal (triangles)."""

_JOINED: tuple[Scene, ...] = (
    ("two/matrix", ((2, 3), (2, 2)), 1),
    ("four/volume", ((2, 1, 3), (2, 4, 3), (2, 2, 3), (2, 3, 3)), -2),
    ("three/first", ((2, 3), (1, 3), (3, 3)), 0),
    ("one/matrix", ((2, 3),), 0),
    ("shape/empty-one", ((2, 3), (0, 3), (1, 3)), 0),
    ("shape/all-empty", ((2, 0), (2, 0)), 1),
    ("shape/no-rows", ((0, 3), (0, 2)), 1),
    ("shape/vectors", ((5,), (1,), (3,)), -1),
)
_CUT: tuple[Scene, ...] = (
    ("main/matrix", ((4, 5),), 0),
    ("right/matrix", ((4, 5),), 2),
    ("left/matrix", ((5, 4),), -2),
    ("batch/volume", ((2, 3, 3),), 1),
    ("far/right", ((2, 3),), (1 << 53) - 1),
    ("far/left", ((2, 3),), 1 - (1 << 53)),
    ("edge/right", ((3, 4),), 3),
    ("edge/left", ((4, 3),), -3),
    ("shape/row", ((1, 7),), 3),
    ("shape/column", ((7, 1),), -3),
    ("shape/no-rows", ((0, 3),), 1),
    ("shape/no-columns", ((3, 0),), -1),
    ("shape/no-matrices", ((0, 2, 2),), 0),
)


def handles(op: Op) -> bool:
    """Return whether the op is a concatenation or takes a triangular part."""
    return op.shape_rule in (joins.cat, triangles.triangle)


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label: random bit patterns, and a large one by digest.

    Most formats have a single small case.
    """
    return [*_scenes(op, label), *_payloads(op, label), _bulk(op, label)]


def _planned(op: Op, label: str, scene: Scene, level: str, *flags: str, digest: bool) -> Planned:
    name, shapes, number = scene
    case_id = f"{op.name}/{label}/{name}"
    given: dict[str, Any] = {op.attributes[0].name: number}
    call = op.call([label] * len(shapes), **given)
    drawn = tuple(generated(case_id, i, label, shape, "bits") for i, shape in enumerate(shapes))
    return Planned(name, call, drawn, level, flags, digest=digest)


def _scenes(op: Op, label: str) -> Iterator[Planned]:
    scenes = _JOINED if op.shape_rule is joins.cat else _CUT
    for scene in scenes if label in WHOLE else scenes[:1]:
        level = "smoke" if scene is scenes[0] else "standard"
        flags = ("shape",) if scene[0].startswith("shape/") else ()
        yield _planned(op, label, scene, level, "moved-places", "graph", *flags, digest=False)


def _payloads(op: Op, label: str) -> Iterator[Planned]:
    """Yield a case with every special value and NaN.

    A move keeps NaN payloads; a node makes them canonical.
    """
    form = get_format(label)
    if not form.is_float:
        return
    bits = [*patterns.nans(form), *patterns.specials(form)]
    operands: tuple[Values, ...]
    if op.shape_rule is joins.cat:
        operands = (values(bits, label), values(bits[::-1], label))
        call = op.call([label] * 2, axis=0)
    else:
        row = bits * 2  # two equal rows, so that each value is on both sides of the diagonal
        operands = (values(row, label, (2, len(bits))),)
        call = op.call([label], diagonal=len(bits) // 2)
    flag = "nan-payload" if op.shape_rule is joins.cat else "nan-canonical"
    yield Planned("special", call, operands, "standard", (flag, "special-values", "graph"))


def _bulk(op: Op, label: str) -> Planned:
    scene: Scene = ("bulk", ((61, 67, 3), (61, 5, 3), (61, 40, 3)), 1)
    if op.shape_rule is triangles.triangle:
        scene = ("bulk", ((3, 61, 67),), 5)
    level = "standard" if label == "f32" else "full"
    return _planned(op, label, scene, level, "bulk", "graph", digest=True)
