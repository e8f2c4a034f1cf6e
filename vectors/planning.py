"""The parts of a plan (cases with inputs but without results), and the families of plans.

A family is a module in `plans/` with `handles(op)` and `plan(op, label)`. If it defines `CASE_SET`,
its cases belong to that set instead of "golden". `FORMATS_SHARE_NODES` excludes formats other than
f32 from level smoke. At least one family handles every op, so a new op gets cases without a change
to any list.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import prod
from types import ModuleType
from typing import Any

import numpy as np

from samebits.common.modules import modules_of
from samebits.spec.catalog import all_ops
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import Shape
from samebits.vectors import generators, plans as plans_package
from samebits.vectors.address import is_elementwise, looks_like_operands
from samebits.vectors.digests import bits_digest
from samebits.vectors.errors import VectorError
from samebits.vectors.schema import Generated, Parameter, Range, Real

Bits = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Values:
    """An input given by its bits: an unsigned array with the shape of the operand."""

    bits: Bits

    @property
    def shape(self) -> Shape:
        """Return the shape of the input."""
        return tuple(self.bits.shape)


_MOST_BY_VALUE = 32
"""Maximum number of binary64 results of a graph that are stored by value."""

PlannedInput = Values | Generated | Range | Real


@dataclass(frozen=True, slots=True)
class Planned:
    """A case without its expected results.

    If `digest` is set, the expected bits are stored by digest and not by value.
    """

    name: str
    call: Call
    inputs: tuple[PlannedInput, ...]
    level: str
    flags: tuple[str, ...]
    digest: bool = False


@dataclass(frozen=True, slots=True)
class FilePlan:
    """One table to be written: the cases of one set, op and label."""

    set: str
    op: str
    label: str

    @property
    def title(self) -> str:
        """Return a short name for messages: `exp/f32`, `real/exp/f32`."""
        return (
            f"{self.op}/{self.label}"
            if self.set == "golden"
            else f"{self.set}/{self.op}/{self.label}"
        )

    @property
    def key(self) -> tuple[str, str]:
        """Return the set and the label, which identify the table within its op."""
        return self.set, self.label

    def cases(self) -> list[Planned]:
        """Return all planned cases, sorted by name.

        Raises VectorError for an invalid name.
        """
        op = all_ops()[self.op]
        cases: list[Planned] = []
        for family in families():
            if case_set_of(family) == self.set and family.handles(op):
                cases += _levelled(family, op, self.label, family.plan(op, self.label))
        names = [case.name for case in cases]
        for name in names:
            if names.count(name) > 1:
                raise VectorError(f"{self.title}: two cases are called {name!r}")
            if is_elementwise(self.op) and looks_like_operands(name.split("/")[-1]):
                raise VectorError(f"{self.title}: {name!r} reads like the bits of operands")
        return sorted(cases, key=lambda case: case.name)


def _levelled(
    family: ModuleType, op: Op, label: str, cases: Sequence[Planned]
) -> Iterator[Planned]:
    """Yield the cases of a family, with adjusted levels and digests.

    If the formats of an op share nodes, only the cases of one format stay at level smoke. Long
    binary64 results of graphs are stored by digest, because by value they would take most of the
    space.
    """
    shares = getattr(family, "FORMATS_SHARE_NODES", False) and not _is_asked_at_smoke(op, label)
    for case in cases:
        if shares and case.level == "smoke":
            case = replace(case, level="standard")
        yield replace(case, digest=True) if _is_long_in_binary64(op, case) else case


def _is_long_in_binary64(op: Op, case: Planned) -> bool:
    if op.op_class != "graph" or "f64" not in case.call.outputs or "special-values" in case.flags:
        return False
    shapes = op.output_shapes(case.call, [_shape_of(x) for x in case.inputs])
    return sum(map(prod, shapes)) > _MOST_BY_VALUE


def _shape_of(source: PlannedInput) -> Shape:
    return source.bits.shape if isinstance(source, Values) else source.shape


def _is_asked_at_smoke(op: Op, label: str) -> bool:
    """Return whether a label has f32, or is the first label of an op without f32."""
    of_f32 = [name for name in op.labels() if name.split("_")[0] == "f32"]
    return label in (of_f32 or list(op.labels())[:1])


@cache
def families() -> tuple[ModuleType, ...]:
    """Return every module in `plans/` that is a family of plans, sorted by name."""
    found = []
    for _, load in modules_of(plans_package):
        module = load()
        if hasattr(module, "handles"):
            found.append(module)
    return tuple(found)


def case_set_of(family: ModuleType) -> str:
    """Return the set of a family's cases."""
    return str(getattr(family, "CASE_SET", "golden"))


def file_plans(ops: Sequence[str] | None = None) -> Iterator[FilePlan]:
    """Yield all planned tables, for all ops or the given ones, sorted by title."""
    found = set()
    for family in families():
        for name, op in all_ops().items():
            if (ops is None or name in ops) and family.handles(op):
                found |= {
                    FilePlan(case_set_of(family), name, label) for label in labels(family, op)
                }
    yield from sorted(found, key=lambda plan: plan.title)


def labels(family: ModuleType, op: Op) -> Sequence[str]:
    """Return the labels for which a family has cases.

    They are the result of its `labels(op)`, or else all labels of the op.
    """
    own = getattr(family, "labels", None)
    return list(own(op)) if own else list(op.labels())


def seed_of(case_id: str) -> int:
    """Return the Philox seed of a case.

    It is derived from the id, so that plans are independent.
    """
    return int.from_bytes(hashlib.sha256(f"samebits vectors: {case_id}".encode()).digest()[:8])


def generated(
    case_id: str,
    operand: int,
    format_name: str,
    shape: Shape,
    transform: str,
    **parameters: Parameter,
) -> Generated:
    """Return a generated input with its digest. The index of the operand is the Philox stream."""
    ordered = dict(sorted(parameters.items()))
    bare = Generated(transform, seed_of(case_id), operand, shape, "0" * 64, ordered)
    return replace(bare, sha256=bits_digest(generators.unchecked(bare, format_name)))


def values(patterns: Sequence[int] | Bits, format_name: str, shape: Shape | None = None) -> Values:
    """Return an input by value from bit patterns. It is a vector unless a shape is given."""
    bits = np.asarray(patterns, dtype=np.uint64).astype(get_format(format_name).bits_dtype)
    return Values(bits.reshape(-1 if shape is None else shape))
