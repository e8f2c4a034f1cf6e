"""Cases of searchsorted (S3): ties, zeros of both signs, NaN, empty operands."""

from __future__ import annotations

from samebits.spec.families import searches
from samebits.spec.formats import get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import Shape
from samebits.vectors.planning import Planned, generated, values
from samebits.vectors.plans import patterns

FORMATS_SHARE_NODES = True

_SHAPES: tuple[tuple[str, Shape, Shape], ...] = (
    ("vector", (7,), (11,)),
    ("rows", (2, 5), (2, 3)),
    ("volume", (2, 3, 4), (2, 3, 2)),
    ("one", (1,), (4,)),
    ("no-boundaries", (2, 0), (2, 3)),
    ("no-values", (2, 3), (2, 0)),
    ("no-rows", (0, 3), (0, 2)),
)


def handles(op: Op) -> bool:
    """Return whether the op has the shape rule of searchsorted."""
    return op.shape_rule is searches.searchsorted


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label.

    They search special values among special boundaries, and have small cases of each shape and
    side.
    """
    form = get_format(op.labels()[label][0][0][0])
    if form.is_float:
        special = patterns.unique(patterns.few_specials(form))
        few = [*patterns.both_signs([0, patterns.one(form), patterns.power(form, 1)], form)]
    else:
        special = patterns.whole_specials(form)
        few = [0, 1, 2, 3, 2 * form.sign_mask - 1]
    cases = []
    for right in (False, True):
        call = op.call((form.name,) * 2, right=right)
        side = "right" if right else "left"
        operands = (values(special, form.name), values(special, form.name))
        flags = ("special-values", "order", "graph")
        cases.append(Planned(f"special/{side}", call, operands, "smoke", flags))
        for name, *shapes in _SHAPES if form.name in ("f32", "i64") else _SHAPES[:2]:
            case_id = f"{op.name}/{label}/shape/{name}/{side}"
            table = tuple(form.hex(p) for p in few)
            drawn = tuple(
                generated(case_id, i, form.name, shape, "choice", values=table)
                for i, shape in enumerate(shapes)
            )
            flags = ("shape", "order", "graph")
            cases.append(Planned(f"shape/{name}/{side}", call, drawn, "standard", flags))
    return [*cases, _bulk(op, label, form.name)]


def _bulk(op: Op, label: str, name: str) -> Planned:
    """Return a case with many values and boundaries, which are random bit patterns.

    The expected result is stored as a digest.
    """
    case_id = f"{op.name}/{label}/bulk"
    drawn = tuple(
        generated(case_id, i, name, shape, "bits") for i, shape in enumerate(((2, 61), (2, 1031)))
    )
    level = "standard" if name == "f32" else "full"
    call = op.call((name,) * 2, right=True)
    return Planned("bulk", call, drawn, level, ("bulk", "graph"), digest=True)
