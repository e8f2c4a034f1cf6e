"""Cases of ops that move pixels to channels and back (G10), with payloads of NaN."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any

from samebits.spec.families import pixels
from samebits.spec.formats import get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import Shape
from samebits.vectors.planning import Planned, generated, values
from samebits.vectors.plans import patterns

FORMATS_SHARE_NODES = True


def handles(op: Op) -> bool:
    """Return whether the op moves pixels to channels or channels to pixels."""
    return op.shape_rule in pixels.SHAPE_RULES


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label.

    They have many factors and sizes, empty operands, and all kinds of bit patterns.
    """
    attribute = op.attributes[0].name
    cases = []
    for factor, shape in _images(op):
        name = f"factor/{factor}/" + "x".join(map(str, shape))
        given: dict[str, Any] = {attribute: factor}
        call = op.call([label], **given)
        operand = generated(f"{op.name}/{label}/{name}", 0, label, shape, "bits")
        level = "smoke" if factor == 2 and 0 not in shape else "standard"
        flags = ("graph", "shape")
        digest = prod(shape) > 24
        cases.append(Planned(name, call, (operand,), level, flags, digest=digest))
    form = get_format(label)
    some = patterns.specials(form)
    shape = (1, 4, 1, 2) if op.shape_rule is pixels.pixel_shuffle else (1, 2, 2, 2)
    given = {attribute: 2}
    call = op.call([label], **given)
    flags = ("nan-payload", "graph")
    chosen = [*patterns.nans(form), *some]
    for number, begin in enumerate(range(0, len(chosen), 8)):
        cells = [chosen[(begin + i) % len(chosen)] for i in range(8)]
        operand_of = values(cells, label, shape)
        cases.append(Planned(f"payload/{number}", call, (operand_of,), "smoke", flags))
    return cases


def _images(op: Op) -> Iterator[tuple[int, Shape]]:
    for factor in (1, 2, 3, 5):
        square, rows, columns = factor * factor, 3, 4
        shapes: tuple[Shape, ...] = ((2, 3, rows, columns),)
        if factor == 2:
            shapes += ((0, 1, rows, columns), (1, 0, rows, columns), (1, 2, 0, columns))
        for n, c, h, w in shapes:
            if op.shape_rule is pixels.pixel_shuffle:
                yield factor, (n, c * square, h, w)
            else:
                yield factor, (n, c, h * factor, w * factor)
