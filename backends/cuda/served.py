"""Which family serves an op: that of its kernel file, or that of a graph made into kernels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType

from samebits.backends.cuda.cutting.formulas import is_cut
from samebits.backends.cuda.cutting.plain import is_of_nodes
from samebits.backends.cuda.formulas import is_formula
from samebits.backends.cuda.row_formulas import is_row_formula
from samebits.backends.cuda.units import operations
from samebits.backends.cuda.window_formulas import is_window_formula
from samebits.spec.catalog import all_ops

MADE: Mapping[str, Callable[[str], bool]] = MappingProxyType(
    {
        "graphs": is_formula,
        "rows": is_row_formula,
        "cuts": is_cut,
        "windows": is_window_formula,
        "nodes": is_of_nodes,
    }
)
"""For each family of graph ops without a kernel file: whether it serves an op. The first one does.
"""


@cache
def family_of(op: str) -> str | None:
    """The name of the family that serves some call of an op; None if none does."""
    found = operations().get(op)
    if found is not None:
        return found[0]
    if op not in all_ops():
        return None
    return next((name for name, is_made in MADE.items() if is_made(op)), None)


@cache
def served() -> Mapping[str, str]:
    """The family of every op that has one, sorted by op."""
    found = ((op, family_of(op)) for op in sorted(all_ops()))
    return MappingProxyType({op: family for op, family in found if family is not None})
