"""The families of ops: by the kernel file, or by the kind of kernels made from a graph."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from samebits.backends.cuda.compiling.units import operations
from samebits.backends.cuda.generators.cutting.cut_formulas import is_cut
from samebits.backends.cuda.generators.cutting.plain import is_of_nodes
from samebits.backends.cuda.generators.formulas import is_formula
from samebits.backends.cuda.generators.row_formulas import is_row_formula
from samebits.backends.cuda.generators.window_formulas import is_window_formula
from samebits.spec.catalog import all_ops

if TYPE_CHECKING:
    from samebits.backends.cuda.families.family_protocol import Family

MADE: Mapping[str, Callable[[str], bool]] = MappingProxyType(
    {
        "graphs": is_formula,
        "rows": is_row_formula,
        "cuts": is_cut,
        "windows": is_window_formula,
        "nodes": is_of_nodes,
    }
)
"""Predicates of the families of graph ops without a kernel file; the first match serves an op."""


@cache
def family_of(op: str) -> str | None:
    """Return the name of the family that serves some call of an op, or None."""
    found = operations().get(op)
    if found is not None:
        return found[0]
    if op not in all_ops():
        return None
    return next((name for name, is_made in MADE.items() if is_made(op)), None)


@cache
def served() -> Mapping[str, str]:
    """Return the family of every op that has one, sorted by op."""
    found = ((op, family_of(op)) for op in sorted(all_ops()))
    return MappingProxyType({op: family for op, family in found if family is not None})


def family(name: str) -> Family:
    """Return the family with this name, a module of families/."""
    return cast("Family", importlib.import_module(f"samebits.backends.cuda.families.{name}"))
