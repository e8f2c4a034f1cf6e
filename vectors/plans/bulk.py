"""Large generated operands, with expected bits only by digest.

The other plans of these ops store every case by value. A backend that looks up results in the
committed files cannot pass these cases. One label of each op (f32 if it exists) has its case at
level standard, with more than 2^16 rows, matrices or destinations. The other labels have about 2^14
results at level full. Moves are cheap and have one size.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from samebits.spec.catalog import move_landmarks
from samebits.spec.families import aligned, indexing, reductions
from samebits.spec.families.einsum import einsum
from samebits.spec.families.exact_sums import exact_dot, exact_sum
from samebits.spec.families.products import linear, outer
from samebits.spec.formats import get_format
from samebits.spec.language.declare import Op, Signature
from samebits.spec.language.shapes import Shape, ShapeRule, bmm, dot, matmul, same_as_input
from samebits.vectors.planning import Planned, PlannedInput, generated
from samebits.vectors.plans import graphs, scatters, totals

NAME = "bulk"


@dataclass(frozen=True, slots=True)
class Scene:
    """Shapes of the operands (with an optional bias last) and attributes of one case.

    `limit` is the limit of an index operand.
    """

    shapes: tuple[Shape, ...]
    attributes: Mapping[str, Any] = field(default_factory=dict)
    limit: int = 0


_ROWS, _LAST = {"axes": (1,)}, {"axis": -1}

SCENES: Mapping[ShapeRule, tuple[Scene, Scene]] = {
    **dict.fromkeys(
        (*reductions.SHAPE_RULES, exact_sum),
        (Scene(((65_539, 5),), _ROWS), Scene(((16_381, 7),), _ROWS)),
    ),
    dot: (Scene(((65_539,), (65_539,))), Scene(((5_003,), (5_003,)))),
    exact_dot: (Scene(((65_539,), (65_539,))), Scene(((5_003,), (5_003,)))),
    matmul: (Scene(((2_053, 9), (9, 33), (33,))), Scene(((129, 17), (17, 130), (130,)))),
    bmm: (
        Scene(((65_539, 1, 3), (65_539, 3, 1), (1,))),
        Scene(((259, 7, 5), (259, 5, 9), (9,))),
    ),
    linear: (
        Scene(((33, 17), (2_053, 17), (2_053,))),
        Scene(((127, 17), (129, 17), (129,))),
    ),
    aligned.matmul: (
        Scene(((2_053, 9), (9, 33), (33,))),
        Scene(((129, 17), (17, 130), (130,)), {"bits": (24, 24)}),
    ),
    aligned.bmm: (
        Scene(((65_539, 1, 3), (65_539, 3, 1), (1,))),
        Scene(((259, 7, 5), (259, 5, 9), (9,)), {"bits": (16, 16)}),
    ),
    aligned.linear: (
        Scene(((33, 17), (2_053, 17), (2_053,))),
        Scene(((127, 17), (129, 17), (129,)), {"bits": (16, 24)}),
    ),
    outer: (Scene(((257,), (259,))), Scene(((127,), (129,)))),
    einsum: (
        Scene(((2_053, 9), (9, 33)), {"equation": "ik,kj->ji"}),
        Scene(((129, 17), (17, 130)), {"equation": "ik,kj->ji"}),
    ),
    same_as_input: (Scene(((331, 199),), _LAST), Scene(((127, 129),), _LAST)),
    indexing.gather: (Scene(((1_021,), (65_539,)), _LAST, 1_021),) * 2,
    indexing.index_select: (Scene(((331, 199), (331,)), {"axis": 0}, 331),) * 2,
    indexing.embedding: (Scene(((331, 8), (8_209,)), limit=331),) * 2,
    indexing.one_hot: (Scene(((9_001,),), {"classes": 9}, 9),) * 2,
    indexing.embedding_gradient: (
        Scene(((20_011, 8), (20_011,)), {"rows": 8_209}, 8_209),
        Scene(((4_099, 4), (4_099,)), {"rows": 257}, 257),
    ),
    indexing.gather_gradient: (
        Scene(((131_101,), (131_101,)), {"axis": 0, "shape": (65_539,)}, 65_539),
        Scene(((16_381,), (16_381,)), {"axis": 0, "shape": (1_021,)}, 1_021),
    ),
    indexing.index_add: (
        Scene(((8_209, 8), (20_011,), (20_011, 8)), {"axis": 0}, 8_209),
        Scene(((257, 4), (4_099,), (4_099, 4)), {"axis": 0}, 257),
    ),
    indexing.scatter_add: (
        Scene(((65_539,), (131_101,), (131_101,)), {"axis": 0}, 65_539),
        Scene(((1_021,), (16_381,), (16_381,)), {"axis": 0}, 1_021),
    ),
}
"""For each shape rule: the operands for the first label, and for the other labels."""


def handles(op: Op) -> bool:
    """Return whether the op is a move or has a shape rule in SCENES.

    An op with the shape rule `same_as_input` must be a graph.
    """
    if op.shape_rule is same_as_input:
        return graphs.handles(op)
    return op.shape_rule in SCENES or move_landmarks(op.name) is not None


def _scenes(op: Op) -> tuple[Scene, Scene]:
    """Return the operands for the first label, and for the other labels."""
    landmarks = move_landmarks(op.name)
    if landmarks is None:
        return SCENES[op.shape_rule]
    return (Scene((landmarks.bulk.shape,), landmarks.bulk.attributes),) * 2


def plan(op: Op, label: str) -> list[Planned]:
    """Return the single case of an op and label."""
    signature = _signature(op, label)
    inputs, outputs = signature
    first = is_first(op, label)
    scene = _scenes(op)[0 if first else 1]
    operands = tuple(
        _operand(op, label, signature, i, shape, scene)
        for i, shape in enumerate(scene.shapes[: len(inputs)])
    )
    call = op.call(inputs, outputs, **scene.attributes)
    level = "standard" if first else "full"
    return [Planned(NAME, call, operands, level, ("bulk",), digest=True)]


def is_first(op: Op, label: str) -> bool:
    """Return whether a label's case is at level standard.

    That label is f32, or the first label of an op without f32.
    """
    labels = op.labels()
    return label == next((x for x in labels if x.split("_")[0] == "f32"), next(iter(labels)))


def _signature(op: Op, label: str) -> Signature:
    """Return the first signature whose operands have planned shapes.

    A bias is used only if it is required.
    """
    most = len(_scenes(op)[0].shapes)
    return next(s for s in op.labels()[label] if min(2, most) <= len(s[0]) <= most)


def _operand(
    op: Op, label: str, signature: Signature, place: int, shape: Shape, scene: Scene
) -> PlannedInput:
    """Return the operand at index `place`.

    It holds indices below the limit, random bit patterns, or numbers whose sums and products stay
    finite.
    """
    (inputs, outputs), case_id = signature, f"{op.name}/{label}/{NAME}"
    name, form = inputs[place], get_format(inputs[place])
    if scene.limit and place == min(1, len(inputs) - 1):
        return generated(case_id, place, name, shape, "below", limit=scene.limit)
    if op.shape_rule in reductions.SHAPE_RULES:
        return totals.terms(op, label, NAME, (name, outputs[0]), shape)
    if op.op_class == "move" or not form.is_float:
        return generated(case_id, place, name, shape, "bits")
    low, high = _REACH.get(op.shape_rule, _contraction)(name)
    return generated(case_id, place, name, shape, "spread", low=low, high=high)


def _contraction(name: str) -> tuple[int, int]:
    """Return the range of exponents of the factors.

    It is narrow for fp8, so that products stay in range.
    """
    return (-3, 1) if get_format(name).bits == 8 else (-6, 4)


_REACH: Mapping[ShapeRule, Callable[[str], tuple[int, int]]] = {
    same_as_input: lambda name: (-6, 3),
    exact_sum: totals.SPREAD.__getitem__,
    **dict.fromkeys(
        (indexing.embedding_gradient, indexing.gather_gradient, indexing.index_add,
         indexing.scatter_add), scatters.RANGES.__getitem__,
    ),
}  # fmt: skip
