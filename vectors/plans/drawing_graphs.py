"""Cases of graphs that draw (D3.4 to D3.11): orders, initial weights, classes.

The cases of draws (plans/draws.py) test the random words. The cases here only test that each
attribute has an effect, and that the bits depend on each part of the formulas.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

from samebits.spec import philox
from samebits.spec.families.drawing_graphs import permuted, sampled
from samebits.spec.families.draws import words_of
from samebits.spec.families.initial_values import weights
from samebits.spec.families.orthogonal import orthogonal
from samebits.spec.families.truncated import truncated
from samebits.spec.formats import get_format
from samebits.spec.language.declare import Op
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import patterns

_SOURCE = {"seed": words_of(0x0123456789ABCDEF), "stream": words_of(1)}
_OTHER = {"seed": words_of(5 << 32 | 3), "stream": words_of(7 << 32)}

_ORTHOGONAL: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("usual", (5, 3)),
    ("wide", (3, 5)),
    ("square", (3, 3)),
    ("row", (1, 4)),
    ("column", (4, 1)),
    ("one", (1, 1)),
    ("window", (2, 2, 3)),
    ("tall", (9, 2, 1)),
)

FORMATS_SHARE_NODES = True


def handles(op: Op) -> bool:
    """Return whether the op draws orders, initial weights or classes."""
    return op.shape_rule in (permuted, weights, orthogonal, sampled, truncated)


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label."""
    if op.shape_rule is permuted:
        return list(_orders(op, label))
    if op.shape_rule is orthogonal:
        return list(_orthogonal(op, label))
    if op.shape_rule is truncated:
        return list(_truncated(op, label))
    return list(_weights(op, label) if op.shape_rule is weights else _classes(op, label))


def _case(
    op: Op, label: str, name: str, operands: Sequence[PlannedInput], *flags: str, **given: Any
) -> Planned:
    ((inputs, outputs),) = op.labels()[label]
    call = op.call(inputs, outputs, **{**_SOURCE, **given})
    level = "smoke" if name.endswith("/usual") else "standard"
    return Planned(name, call, tuple(operands), level, ("graph", *flags), name.startswith("bulk"))


def _orders(op: Op, label: str) -> Iterator[Planned]:
    for name, n in (("none", 0), ("one", 1), ("two", 2), ("usual", 57)):
        yield _case(op, label, f"n/{name}", (), "shape", n=n)
    yield _case(op, label, "source/other", (), "draw-places", n=31, **_OTHER)
    yield _case(op, label, "bulk/many", (), "bulk", n=20_011)


def _weights(op: Op, label: str) -> Iterator[Planned]:
    """Yield cases with all sources of random words, windows of a shape, and other attributes."""
    usual = (4, 6)
    names = [attribute.name for attribute in op.attributes if attribute.choices]
    choices = [attribute.choices for attribute in op.attributes if attribute.choices]
    for number, chosen in enumerate(itertools.product(*choices)):
        given = dict(zip(names, chosen, strict=True))
        name = "words/usual" if not number else f"words/{number}"
        yield _case(op, label, name, (), "attribute", shape=usual, **given)
    own = next(a.name for a in op.attributes if a.type == "real")
    for number, value in enumerate((0.2, -1.5, 1e-30, 3e38)):
        yield _case(op, label, f"{own}/{number}", (), "attribute", shape=(3, 5), **{own: value})
    for name, shape in (("window", (3, 2, 5)), ("image", (2, 3, 3, 3)), ("no-inputs", (3, 0))):
        yield _case(op, label, f"shape/{name}", (), "shape", shape=shape)
    part = {"shape": (2, 3), "whole": (7, 11), "at": (4, 5)}
    yield _case(op, label, "part/inner", (), "draw-places", **part)
    yield _case(op, label, "source/other", (), "draw-places", shape=usual, **_OTHER)
    yield _case(op, label, "bulk/many", (), "bulk", shape=(129, 65))


def _orthogonal(op: Op, label: str) -> Iterator[Planned]:
    """Yield cases with more rows or more columns, windows, other gains and other sources."""
    for name, shape in _ORTHOGONAL:
        yield _case(op, label, f"shape/{name}", (), "shape", shape=shape)
    for number, gain in enumerate((0.2, -1.5, 1e-30, 3e38)):
        yield _case(op, label, f"gain/{number}", (), "attribute", shape=(3, 5), gain=gain)
    yield _case(op, label, "source/other", (), "draw-places", shape=(4, 6), **_OTHER)
    yield _case(op, label, "bulk/many", (), "bulk", shape=(19, 4, 8))


def _truncated(op: Op, label: str) -> Iterator[Planned]:
    """Yield cases with bounds around the mean, on one side of it, far away, equal, and infinite."""
    inf = math.inf
    bounds = (
        ("usual", 0.0, 1.0, -2.0, 2.0),
        ("narrow", 0.3, 0.7, 0.25, 0.31),
        ("above", 0.0, 1.0, 1.0, 3.0),
        ("below", -0.5, 0.02, -0.6, -0.52),
        ("far", 0.0, 1.0, 5.5, 9.0),
        ("beyond", 0.0, 1.0, 7.0, inf),
        ("last-below", 0.0, 1.0, -9.0, -5.3),
        ("last-above", 0.0, 1.0, 5.3, 9.0),
        ("one-side", 1.0, 3.0, -inf, 1.0),
        ("none", 2.0, 0.1, -inf, inf),
        ("equal", 0.0, 1.0, 0.5, 0.5),
        ("huge", 1e30, 1e38, -3e38, 3e38),
        ("tiny", 0.0, 1e-40, -2e-40, 1e-40),
        ("not-of-f32", 0.1, 0.3, -0.2, 0.7),
    )
    for name, mean, std, a, b in bounds:
        given = {"mean": mean, "std": std, "a": a, "b": b}
        yield _case(op, label, f"bounds/{name}", (), "attribute", shape=(4, 9), **given)
    for name, shape in (
        ("scalar", ()),
        ("vector", (7,)),
        ("image", (2, 3, 3, 3)),
        ("none", (3, 0)),
    ):
        yield _case(op, label, f"shape/{name}", (), "shape", shape=shape)
    part = {"shape": (2, 3), "whole": (7, 11), "at": (4, 5)}
    yield _case(op, label, "part/inner", (), "draw-places", **part)
    yield _case(op, label, "source/other", (), "draw-places", shape=(4, 6), **_OTHER)
    yield _case(op, label, "bulk/many", (), "bulk", shape=(129, 65))


def _classes(op: Op, label: str) -> Iterator[Planned]:
    """Yield cases with zeros at either end, one class, equal, huge and special weights, or none."""
    form = get_format(label.split("_")[0])
    few = [patterns.nearest(x, form) for x in (0.0, 0.3, 1.0, 2.5, 0.0, 0.01)]
    rows = [
        few,
        few[::-1],
        [0] * 6,
        [few[2]] * 6,
        [form.max_finite] * 6,
        [1, 0, 1, 2, 0, 0],
        [few[1], form.infinity, few[2], 0, 0, 0],
        [few[1], form.canonical_nan | 1, few[2], 0, 0, 0],
        [form.sign_mask, few[2], form.sign_mask | few[1], few[3], 0, form.sign_mask],
    ]
    for again in (False, True):
        kind = "again" if again else "once"
        given: dict[str, Any] = {"replacement": again, "num_samples": 6}
        table = values([x for row in rows for x in row], form.name, (len(rows), 6))
        yield _case(op, label, f"{kind}/usual", (table,), "special-values", **given)
        for name, shape, count in (("one-class", (3, 1), 1), ("no-samples", (2, 3), 0),
                                   ("vector", (9,), 5), ("no-rows", (0, 4), 2),
                                   ("deep", (2, 3, 5), 4)):  # fmt: skip
            operand = _positive(op, label, f"{kind}/{name}", shape)
            given = {"replacement": again, "num_samples": count}
            yield _case(op, label, f"{kind}/{name}", (operand,), "shape", **given)
        operand = _positive(op, label, f"{kind}/other", (2, 7))
        given = {"replacement": again, "num_samples": 7, **_OTHER}
        yield _case(op, label, f"{kind}/other", (operand,), "draw-places", **given)
        operand = _positive(op, label, f"bulk/{kind}", (40, 90))
        given = {"replacement": again, "num_samples": 80}
        yield _case(op, label, f"bulk/{kind}", (operand,), "bulk", **given)
    if form.name == "f32":  # weights in other formats have too few bits to equal a draw
        given = {"replacement": True, "num_samples": 1}
        yield _case(op, label, "again/met", (_met(),), "special-values", **given)


def _met() -> PlannedInput:
    """Return three weights with total 1 such that the rounded sum of two equals the first draw.

    The exact sum is above the draw, so without rounding another class would be drawn.
    """
    form = get_format("f32")
    (seed, stream) = (low | high << 32 for low, high in (_SOURCE["seed"], _SOURCE["stream"]))
    drawn = int(philox.draws32(seed, stream, 1, 0)[0] >> 8) * 2.0**-24
    weights = (drawn, math.ulp(drawn) * 2.0**27, 1 - drawn)
    return values([patterns.nearest(x, form) for x in weights], form.name, (3,))


def _positive(op: Op, label: str, name: str, shape: tuple[int, ...]) -> PlannedInput:
    """Return weights of everyday size, including zeros."""
    form = get_format(label.split("_")[0])
    some = [patterns.nearest(x, form) for x in (0.0, 0.01, 0.2, 0.5, 1.0, 1.7, 3.0, 11.0)]
    texts = tuple(form.hex(x) for x in some)
    case_id = f"{op.name}/{label}/{name}"
    return generated(case_id, 0, form.name, shape, "choice", values=texts)
