"""Cases of masked sums, and of gradients of softmax along an axis (clauses T8, G2, G7)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from samebits.spec.formats import get_format
from samebits.spec.language import shapes as rules
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import ShapeRule
from samebits.vectors.planning import Planned, generated, values
from samebits.vectors.plans import middles, patterns

FORMATS_SHARE_NODES = True

_CANDIDATES = 1 << 17


def handles(op: Op) -> bool:
    """Return whether the op is a masked sum or a gradient along an axis, by its shape rule."""
    return op.shape_rule in _PLANS


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label."""
    return list(_PLANS[op.shape_rule](op, label))


def _masked(op: Op, label: str) -> Iterator[Planned]:
    """Yield cases of masked sums.

    They have masks of every density and with several bytes, different lengths and axes, and zeros
    that are not masked.
    """
    form = get_format(label)
    call = op.call([label, "bool"], axes=(1,))
    bytes_ = ("00", "01", "02", "ff")
    for n in (*range(10), 15, 16, 17, 31, 33, 64, 65, 100, 127, 128, 129, 255, 257, 1000):
        name = f"length/{n}"
        case_id = f"{op.name}/{label}/{name}"
        x = generated(case_id, 0, label, (6, n), "spread", low=-8, high=8)
        mask = generated(case_id, 1, "bool", (6, n), "choice", values=bytes_)
        level = "smoke" if n in (3, 17) else "standard"
        flags = ("reduction-tree", "length", "graph", "condition-byte")
        yield Planned(name, call, (x, mask), level, flags, digest=n == 1000)
    for axes, kept in (((0,), True), ((0, 2), False), (None, False), ((), False), ((1, 2), True)):
        text = "all" if axes is None else "".join(map(str, axes)) or "none"
        name = f"axes/{text}"
        case_id = f"{op.name}/{label}/{name}"
        x = generated(case_id, 0, label, (3, 4, 5), "spread", low=-8, high=8)
        mask = generated(case_id, 1, "bool", (3, 4, 5), "below", limit=2)
        axes_call = op.call([label, "bool"], axes=axes, keepdims=kept)
        yield Planned(name, axes_call, (x, mask), "standard", ("axes", "graph"))
    minus, one, nan = form.sign_mask, patterns.one(form), form.canonical_nan
    rows = [
        ([minus] * 4, [1, 0, 1, 0]), ([minus] * 4, [0] * 4), ([nan] * 4, [0] * 4),
        ([nan, one, nan, minus], [0, 1, 0, 1]), ([form.infinity, one, one, 0], [0, 1, 1, 1]),
        ([nan + 1, 0, 0, 0], [1, 0, 0, 0]), ([form.infinity, form.infinity | minus, 0, 0], [1] * 4),
        ([minus, 0, minus, minus], [1, 0, 1, 1]), ([one, one | minus, 0, 0], [1, 1, 0, 0]),
        ([form.max_finite] * 4, [1, 1, 0, 0]), ([1, 2, minus | 1, 3], [1, 0, 1, 1]),
    ]  # fmt: skip
    left = values([p for row, _ in rows for p in row], label, (len(rows), 4))
    kept_bytes = values([b for _, row in rows for b in row], "bool", (len(rows), 4))
    flags = ("special-values", "nan-canonical", "signed-zero", "graph")
    yield Planned("special", call, (left, kept_bytes), "smoke", flags)


def _along(op: Op, label: str) -> Iterator[Planned]:
    """Yield gradients along an axis.

    They have different lengths and axes, and special values in the gradient and result.
    """
    form = get_format(label)
    for n in (1, 2, 3, 5, 8, 17, 33, 64, 100, 257, 1000):
        name = f"length/{n}"
        case_id = f"{op.name}/{label}/{name}"
        gradient = generated(case_id, 0, label, (4, n), "spread", low=-6, high=3)
        y = generated(case_id, 1, label, (4, n), "spread", low=-6, high=2)
        call, level = op.call([label] * 2, axis=-1), "smoke" if n in (3, 17) else "standard"
        yield Planned(name, call, (gradient, y), level, ("graph", "length"), n > 64)
    for axis in (0, 1, -3):
        name = f"axes/{axis}" if axis >= 0 else f"axes/minus-{-axis}"
        case_id = f"{op.name}/{label}/{name}"
        both = [generated(case_id, k, label, (3, 4, 5), "spread", low=-6, high=3) for k in (0, 1)]
        call = op.call([label] * 2, axis=axis)
        yield Planned(name, call, tuple(both), "standard", ("graph", "axes"))
    few = patterns.few_specials(form)
    pairs = list(itertools.product(few, few))
    columns = [values([p[k] for p in pairs], label, (-1, 2)) for k in (0, 1)]
    flags = ("special-values", "nan-canonical", "graph")
    yield Planned("special", op.call([label] * 2, axis=-1), tuple(columns), "smoke", flags)
    if label == "f16":
        both_ties = middles.searched(op, ((_CANDIDATES, 2),) * 2, {"axis": -1})
        tie_call = op.call([label] * 2, axis=-1)
        yield Planned("ties", tie_call, both_ties, "standard", ("graph", "tie"))
    empty = [values([], label, (0, 3)) for _ in range(2)]
    yield Planned("few/0", op.call([label] * 2, axis=1), tuple(empty), "standard", ("shape",))


_PLANS: Mapping[ShapeRule, Callable[[Op, str], Iterator[Planned]]] = MappingProxyType(
    {rules.masked_reduction: _masked, rules.gradient_along_axis: _along}
)
