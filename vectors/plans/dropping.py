"""Cases of dropout (D3): probabilities, special values that are dropped or not, parts, bulk.

Each special value occurs often enough to be dropped at least once and not dropped at least once.
The cases of draws (plans/draws.py) test the random words. The cases here only test that each
attribute has an effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from samebits.spec.families.drawing_graphs import dropping
from samebits.spec.families.draws import words_of
from samebits.spec.formats import get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import Shape
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import patterns
from samebits.vectors.schema import Range

_SOURCE = {"seed": words_of(0x0123456789ABCDEF), "stream": words_of(1)}

_PROBABILITIES = {
    "zero": 0.0,
    "least": 5e-324,
    "tenth": 0.1,
    "third": 1 / 3,
    "half": 0.5,
    "most": 0.9990234375,
    "below-one": 1 - 2.0**-53,
    "one": 1.0,
}

_PARTS: Mapping[str, tuple[Shape, Mapping[str, Any]]] = {
    "first": ((11,), {}),
    "rows": ((2, 7), {"whole": (5, 7), "at": (3, 0)}),
    "inner": ((2, 3, 2), {"whole": (4, 7, 5), "at": (1, 2, 3)}),
    "far": ((2, 9), {"whole": (1 << 20, (1 << 20) - 1), "at": (4095, 1 << 19)}),
    "scalar": ((), {}),
    "empty": ((2, 0, 3), {}),
}

FORMATS_SHARE_NODES = True


def handles(op: Op) -> bool:
    """Return whether the op is a graph that drops elements of an operand of any shape."""
    return op.shape_rule is dropping


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label."""
    return [*_probabilities(op, label), *_sources(op, label), *_many(op, label)]


def _case(
    op: Op, label: str, name: str, operand: PlannedInput, level: str, *flags: str, **given: Any
) -> Planned:
    call = op.call([label], **{**_SOURCE, "p": 0.5, **given})
    return Planned(name, call, (operand,), level, ("graph", *flags), name.startswith("bulk"))


def _probabilities(op: Op, label: str) -> Iterator[Planned]:
    """Yield special values with p = 1/2, and a case for each other value of p.

    With p = 1/2, each special value is dropped at least once and not dropped at least once.
    """
    form = get_format(label)
    chosen = patterns.unique([*patterns.few_specials(form), form.canonical_nan | 1])
    operand = values(chosen * 6, label)
    flags = ("special-values", "signed-zero", "nan-canonical", "draw-limits")
    yield _case(op, label, "specials", operand, "smoke", *flags)
    for name, p in _PROBABILITIES.items():
        drawn = generated(f"{op.name}/{label}/p/{name}", 0, label, (24,), "spread", low=-3, high=3)
        yield _case(op, label, f"p/{name}", drawn, "standard", "draw-limits", "attribute", p=p)


def _sources(op: Op, label: str) -> Iterator[Planned]:
    """Yield parts of wholes, and seeds and streams in which only one half is nonzero."""
    for name, (shape, given) in _PARTS.items():
        case_id = f"{op.name}/{label}/part/{name}"
        drawn = generated(case_id, 0, label, shape, "spread", low=-3, high=3)
        yield _case(op, label, f"part/{name}", drawn, "standard", "draw-places", "shape", **given)
    for name in _SOURCE:
        for half, number in (("low", (1 << 32) - 1), ("high", 5 << 32)):
            full = f"{name}/{half}"
            case_id = f"{op.name}/{label}/{full}"
            drawn = generated(case_id, 0, label, (40,), "spread", low=-3, high=3)
            given = {name: words_of(number)}
            yield _case(op, label, full, drawn, "standard", "draw-places", **given)


def _many(op: Op, label: str) -> Iterator[Planned]:
    """Yield every positive number for f16, because a first rounding to f32 may give a tie.

    Other formats have many generated numbers.
    """
    if label == "f16":
        half = Range(0, 1 << (get_format(label).bits - 1))
        yield _case(op, label, "bulk/all", half, "standard", "every-operand", p=0.1)
        return
    level = "standard" if label == "f32" else "full"
    drawn = generated(f"{op.name}/{label}/bulk", 0, label, (70_001,), "spread", low=-12, high=13)
    yield _case(op, label, "bulk/vector", drawn, level, "bulk", p=0.1)
