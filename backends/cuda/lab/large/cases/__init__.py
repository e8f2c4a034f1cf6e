"""The cases by name. Each is made at run time from formulas and the number of elements."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from samebits.backends.cuda.lab.large.case import Case
from samebits.backends.cuda.lab.large.cases import (
    elementwise_cases,
    moves_cases,
    order_cases,
    products_cases,
    reductions_cases,
    scans_cases,
    scatter_cases,
)
from samebits.backends.cuda.lab.large.formula import Formulas

Maker = Callable[[Formulas, int], Case]
"""A function that makes a case whose largest arrays have at least the given number of elements."""

CASES: Mapping[str, Maker] = {
    **elementwise_cases.CASES,
    **reductions_cases.CASES,
    **scans_cases.CASES,
    **moves_cases.CASES,
    **scatter_cases.CASES,
    **order_cases.CASES,
    **products_cases.CASES,
}
