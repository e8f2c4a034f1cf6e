"""The cases by name. Each is made from formulas and the number of elements at run time."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from samebits.backends.cuda.lab.large.case import Case
from samebits.backends.cuda.lab.large.cases import (
    elementwise,
    moves,
    order,
    products,
    reductions,
    scans,
    scatter,
)
from samebits.backends.cuda.lab.large.formula import Formulas

Maker = Callable[[Formulas, int], Case]
"""A function that makes a case whose largest arrays have at least the given number of elements."""

CASES: Mapping[str, Maker] = {
    **elementwise.CASES,
    **reductions.CASES,
    **scans.CASES,
    **moves.CASES,
    **scatter.CASES,
    **order.CASES,
    **products.CASES,
}
