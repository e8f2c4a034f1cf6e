"""Products of 8-bit integers to i32, exact modulo 2^32 (clause T4): dot, matmul, bmm."""

from __future__ import annotations

from collections.abc import Iterator

from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import Shape, bmm, dot, matmul
from samebits.vectors.planning import Planned, generated
from samebits.vectors.plans.contractions import Sizes

FLAGS = ("integer-product",)
EXTREMES = {"i8": "80", "u8": "ff"}
"""The patterns of the largest magnitudes. Sums of few of their products exceed 32 bits."""

WRAPPING = {"i8": 131_073, "u8": 66_053, "u8_i8": 65_795}
"""Lengths at which the sum of extreme products exceeds the range of i32.

They are slightly more than 2^31 / 2^14, 2^32 / 255^2 and 2^31 / (255 * 128).
"""

DOTS = (0, 1, 2, 3, 31, 64, 257, 1025)
MATRICES = (
    Sizes(1, 1, 1), Sizes(3, 5, 7), Sizes(17, 33, 65, transpose_b=True), Sizes(2, 3, 0),
    Sizes(13, 31, 130, transpose_a=True), Sizes(7, 6, 513), Sizes(16, 16, 16, True, True),
    Sizes(0, 2, 3),
)  # fmt: skip
BATCHED = (
    Sizes(4, 3, 17, batch=3), Sizes(5, 7, 33, True, True, batch=2), Sizes(2, 2, 3, batch=0),
    Sizes(2, 3, 0, batch=2),
)  # fmt: skip


def handles(op: Op) -> bool:
    """Return whether the op has the shape rule of a dot or matrix product."""
    return op.shape_rule in (dot, matmul, bmm)


def labels(op: Op) -> list[str]:
    """Return the labels with a result in i32."""
    return [label for label in op.labels() if label.endswith("_to_i32")]


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label."""
    return list(_cases(op, label)) if label in labels(op) else []


def _cases(op: Op, label: str) -> Iterator[Planned]:
    ((operands, results),) = op.labels()[label]
    if op.shape_rule is dot:
        call = op.call(operands, results)
        for k in DOTS:
            yield _random(op, label, f"length/{k}", call.inputs, ((k,), (k,)), {})
        k = WRAPPING[label.removesuffix("_to_i32")]
        name = f"wrapping/{k}"
        inputs = tuple(
            generated(f"dot/{label}/{name}", i, f, (k,), "choice", values=(EXTREMES[f],))
            for i, f in enumerate(operands)
        )
        yield Planned(name, call, inputs, "standard", (*FLAGS, "length"))
        return
    for sizes in BATCHED if op.shape_rule is bmm else MATRICES:
        flags = {"transpose_a": sizes.transpose_a, "transpose_b": sizes.transpose_b}
        yield _random(op, label, f"ragged/{sizes.name()}", operands, sizes.shapes(), flags)


def _random(
    op: Op,
    label: str,
    name: str,
    formats: tuple[str, ...],
    shapes: tuple[Shape, ...],
    attributes: dict[str, bool],
) -> Planned:
    """Return a case with random bit patterns.

    Half of the elements have the highest bit set, so that signed and unsigned products differ.
    """
    case_id = f"{op.name}/{label}/{name}"
    inputs = tuple(
        generated(case_id, i, f, shape, "bits")
        for i, (f, shape) in enumerate(zip(formats, shapes, strict=True))
    )
    call = op.call(formats, ("i32",), **attributes)
    level = (
        "smoke" if name in ("length/31", "ragged/m3-n5-k7", "ragged/b3-m4-n3-k17") else "standard"
    )
    return Planned(name, call, inputs, level, (*FLAGS, "shape"))
