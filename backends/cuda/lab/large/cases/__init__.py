"""The cases by name. Each is made from formulas and the number of elements when it is run."""

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
"""Makes a case whose largest arrays have about so many elements, and not fewer."""

CASES: Mapping[str, Maker] = {
    **elementwise.CASES,
    **reductions.CASES,
    **scans.CASES,
    **moves.CASES,
    **scatter.CASES,
    **order.CASES,
    **products.CASES,
}
