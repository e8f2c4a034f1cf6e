"""Cases of comparisons (clause S3), with operands of every format in F1 and results in bool."""

from __future__ import annotations

import itertools

from samebits.spec.formats import Format, get_format
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import elementwise
from samebits.vectors.planning import Planned, generated, values
from samebits.vectors.plans import patterns


def handles(op: Op) -> bool:
    """Return whether the op is elementwise with two operands and a bool result, but no graph."""
    pairs = all(len(inputs) == 2 and outputs == ("bool",) for inputs, outputs in op.signatures)
    return op.shape_rule is elementwise and pairs and op.graph is None


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and operand format."""
    inputs, _ = op.labels()[label][0]
    form, call, case_id = get_format(inputs[0]), op.call(inputs), f"{op.name}/{label}"
    some = _specials(form)
    columns = list(zip(*itertools.product(some, repeat=2), strict=True))
    operands = tuple(values(list(column), form.name) for column in columns)
    level = "smoke" if form.name in ("f32", "i32") else "standard"
    cases = [Planned("specials", call, operands, level, ("special-values", "order"))]
    if form.bits == 8:
        name, flag, shape, level = "all", "every-operand", (1 << 16,), "standard"
        sources = [
            generated(f"{case_id}/{name}", i, form.name, shape, "digit", place=i) for i in (0, 1)
        ]
    else:
        # Random bits are rarely equal; numbers from a short list often are.
        name, flag, shape, level = "bulk/choice", "bulk", (1 << 14,), "full"
        table = tuple(form.hex(p) for p in some + _neighbours(form))
        sources = [
            generated(f"{case_id}/{name}", i, form.name, shape, "choice", values=table)
            for i in (0, 1)
        ]
    return [*cases, Planned(name, call, tuple(sources), level, (flag,), digest=True)]


def _specials(form: Format) -> list[int]:
    if form.is_float:
        return patterns.unique(patterns.few_specials(form))
    return patterns.whole_specials(form)


def _neighbours(form: Format) -> list[int]:
    """Return numbers in pairs that differ in all of their low bits, of both signs."""
    ladder = [(1 << k) + d for k in range(form.bits - 1) for d in (-1, 0)]
    return patterns.unique(ladder + [p | form.sign_mask for p in ladder])
