"""Cases of elementwise graphs of bool: every byte or pair of bytes, and a few chosen bytes."""

from __future__ import annotations

import itertools

from samebits.spec.catalog import elementwise_landmarks
from samebits.spec.formats import get_format
from samebits.spec.language.declare import Op
from samebits.vectors.planning import Planned, generated, values
from samebits.vectors.plans import patterns


def handles(op: Op) -> bool:
    """Return whether all operands of the op are bool."""
    inputs = op.signatures[0][0]
    return elementwise_landmarks(op.name) is not None and set(inputs) == {"bool"}


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of the op's only label."""
    call = op.call(op.labels()[label][0][0])
    count = len(call.inputs)
    some = patterns.whole_specials(get_format("bool"))
    columns = list(zip(*itertools.product(some, repeat=count), strict=True))
    operands = tuple(values(list(column), "bool") for column in columns)
    every = tuple(
        generated(f"{op.name}/{label}/all", i, "bool", (1 << 8 * count,), "digit", place=i)
        for i in range(count)
    )
    empty = tuple(values([], "bool", (2, 0)) for _ in range(count))
    return [
        Planned("all", call, every, "standard", ("every-operand", "graph"), digest=True),
        Planned("bytes", call, operands, "smoke", ("condition-byte", "graph")),
        Planned("empty", call, empty, "standard", ("shape", "graph")),
    ]
