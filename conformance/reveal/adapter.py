"""Adapters, which turn rows of terms into operands of an op and read its sums.

Every module in `reveal/adapters/` has a table `ADAPTERS` with a row for each op of its family.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from samebits.conformance.reveal import adapters
from samebits.conformance.reveal.arithmetic import Array
from samebits.spec.errors import SpecError
from samebits.spec.language.call import Call
from samebits.spec.op_table import OpTable

Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A question about an op: a call that computes `rows` times `columns` sums of `n` terms each.

    `axis` (0 or -1) is the axis of the terms in a reduction; `index` is the index of the element of
    a scan.
    """

    n: int
    rows: int = 1
    columns: int = 16
    axis: int = -1
    index: int | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """The positions of the terms of all sums of one call.

    Each of the `rows` has its own terms; `leaves` is their number. `operands(terms, other)` returns
    the operands for `terms` [rows, leaves]. If the terms are `products`, `terms` are the first
    factors, and `other` [leaves] are the second factors of every row. `results` reads the first
    output as [rows, columns]; all sums in a row have the same terms.
    """

    leaves: int
    rows: int
    columns: int
    operands: Callable[[Array, Array], list[Array]]
    results: Callable[[Array], Array]
    products: bool = False
    divided: bool = False

    @property
    def outputs(self) -> int:
        """Return the number of sums in a call."""
        return self.rows * self.columns


Plan = Callable[[Question], tuple[Mapping[str, Any], list[Shape]]]


@dataclass(frozen=True, slots=True)
class Adapter:
    """An adapter of one op: `plan` chooses a call for a question, `layout` places its terms.

    `plan` returns attributes and operand shapes. It raises SpecError if the question is not valid
    for the op. `layout` may also be used for calls that the diagnosis made. `exact` is true if the
    op is defined as an exact sum rounded once (clause T10), so that no tree is canonical.
    """

    plan: Plan
    layout: Callable[[Call, Sequence[Shape], Question], Layout]
    exact: bool = False


TABLE = OpTable[Adapter](
    package=adapters,
    constant="ADAPTERS",
    is_whole=lambda value: isinstance(value, Adapter),
    row='"{op}": Adapter(plan, layout)',
    error=SpecError,
)


@cache
def all_adapters() -> Mapping[str, Adapter]:
    """Return every adapter, sorted by the name of its op.

    Raises SpecError that names a wrong row of a table.
    """
    return TABLE.all()


def adapter_of(op: str) -> Adapter:
    """Return the adapter of an op. Raises SpecError for an op that is not a summation."""
    if op not in all_adapters():
        known = ", ".join(all_adapters())
        raise SpecError(f"{op} is not a summation that can be probed; known: {known}")
    return all_adapters()[op]
