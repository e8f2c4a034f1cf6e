"""Cases of bags of rows of a table (clause T8.10), and of their gradients.

In each mode, bags have absent entries at the ends, in between, or everywhere. Other cases have rows
that several entries select, ties, NaN, infinities, weights per entry, and lengths for every shape
of the tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

from samebits.spec.families import bags
from samebits.spec.formats import get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.geometry import sized
from samebits.vectors.planning import Planned, PlannedInput, generated, values
from samebits.vectors.plans import patterns

FORMATS_SHARE_NODES = True

BY_VALUE = 40
"""Maximum number of results stored by value; the results of a larger case are stored by digest."""

_SIZES: tuple[tuple[str, tuple[int, int, int, int]], ...] = (
    ("bags/few", (4, 3, 3, 5)),
    ("bags/one-place", (3, 2, 4, 1)),
    ("bags/none", (3, 2, 0, 4)),
    ("bags/no-columns", (3, 0, 2, 4)),
    ("bags/one-row", (1, 2, 3, 7)),
    ("length/17", (5, 2, 2, 17)),
    ("length/129", (7, 1, 2, 129)),
    ("length/257", (3, 2, 1, 257)),
    ("many/bags", (11, 3, 67, 6)),
)
"""Names of cases, and their sizes V (rows), D (columns), B (bags) and L (entries of a bag)."""


def handles(op: Op) -> bool:
    """Return whether the op is a bag of embeddings or its gradient."""
    return op.shape_rule in (bags.embedding_bag, bags.embedding_bag_gradient)


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label; only a few for labels other than f32 with i64."""
    return list(_planned(op, label))


def _planned(op: Op, label: str) -> Iterator[Planned]:
    for inputs, outputs in op.labels()[label]:
        whole = len(inputs) == len(op.operands)
        index = next(f for f in inputs if f.startswith("i"))
        every = inputs[0] == "f32" and index == "i64"
        for mode in ("sum",) if whole else bags.MODES:
            for name, sizes in _SIZES if every else (_SIZES[0], _SIZES[-1]):
                large = sizes[2] * sizes[3] > BY_VALUE
                for padding in (-1, 1) if name == "bags/few" else (1 if large else -1,):
                    given = {"mode": mode, "padding_index": padding}
                    text = f"{name}/{mode}" + ("-weighted" if whole else "")
                    text += "-row-1" if name == "bags/few" and padding > 0 else ""
                    yield _drawn(op, label, inputs, outputs, text, sizes, given)
            if index == "i64":
                yield _special(op, inputs, outputs, mode)


def _drawn(
    op: Op,
    label: str,
    inputs: Sequence[str],
    outputs: Sequence[str],
    name: str,
    sizes: tuple[int, int, int, int],
    attributes: dict[str, Any],
) -> Planned:
    case_id, known = f"{op.name}/{label}/{name}", dict(zip("VDBL", sizes, strict=True))
    draw = patterns.randomness("bags", case_id)
    operands: list[PlannedInput] = []
    for place, form in enumerate(inputs):
        shape = sized(op.shape_rule.pattern(place), op.shape_rule, attributes, known)
        if form.startswith("i") and prod(shape) > BY_VALUE:  # row 1 is absent: it is the padding
            operands.append(generated(case_id, place, form, shape, "below", limit=sizes[0]))
        elif form.startswith("i"):
            absent = attributes["padding_index"]
            named = [
                absent if draw.randrange(3) == 0 else draw.randrange(sizes[0])
                for _ in range(prod(shape))
            ]
            operands.append(values([n % (1 << get_format(form).bits) for n in named], form, shape))
        else:
            operands.append(generated(case_id, place, form, shape, "spread", low=-5, high=2))
    smoke = name == "bags/few/sum" and label == next(n for n in op.labels() if "f32_i64" in n)
    return _case(op, inputs, outputs, name, operands, attributes, "smoke" if smoke else "standard")


def _case(
    op: Op,
    inputs: Sequence[str],
    outputs: Sequence[str],
    name: str,
    operands: Sequence[PlannedInput],
    attributes: dict[str, Any],
    level: str,
    *flags: str,
) -> Planned:
    call = op.call(inputs, outputs, **attributes)
    count = sum(map(prod, op.output_shapes(call, [x.shape for x in operands])))
    every = ("length", "graph", *flags)
    return Planned(name, call, tuple(operands), level, every, digest=count > BY_VALUE)


def _special(op: Op, inputs: Sequence[str], outputs: Sequence[str], mode: str) -> Planned:
    """Return a case with rows of special values, in bags with absent entries at all positions."""
    form = get_format(inputs[0])
    least, one = form.infinity | form.sign_mask, patterns.one(form)
    some = [*patterns.unique(patterns.few_specials(form)), one, least, one]  # two equal rows
    n, last = len(some), len(some) - 2
    index = [
        *([-1, i, -1, i] for i in range(n)),
        *([i, (i + 1) % n, -1, -1] for i in range(n)),
        [-1, -1, last, last], [last, -1, 0, last], [-1] * 4, [last + 1, -1, last - 1, last],
    ]  # fmt: skip
    count = len(index)
    few = [one, form.sign_mask, one, 1, form.infinity]
    table = values(some, form.name, (n, 1))
    places = values([p % (1 << 64) for row in index for p in row], "i64", (count, 4))
    factors = values([few[i % 5] for i in range(4 * count)], form.name, (count, 4))
    gradient = values([few[i % 4] for i in range(count)], form.name, (count, 1))
    operands = [gradient, table, places, factors]
    if op.shape_rule is bags.embedding_bag:
        operands = operands[1:]
    operands = operands[: len(inputs)]
    name = f"special/{mode}" + ("-weighted" if len(inputs) == len(op.operands) else "")
    given = {"mode": mode, "padding_index": -1}
    flags = ("special-values", "signed-zero", "nan-canonical")
    return _case(op, inputs, outputs, name, operands, given, "standard", *flags)
