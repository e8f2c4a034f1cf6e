"""Cases of the set `real`: ops on the numbers of a real network and of a real data set.

`vectors/real_cases/` lists the cases by op. The expected bits are stored as digests. The data are
not copied: they stay in their package.
"""

from __future__ import annotations

from samebits.spec.language.declare import Op
from samebits.vectors import real
from samebits.vectors.planning import Planned
from samebits.vectors.real_case import all_real_cases

CASE_SET = "real"
FLAGS = ("real-input",)


def handles(op: Op) -> bool:
    """Return whether the op has a case on real data."""
    return op.name in all_real_cases()


def labels(op: Op) -> list[str]:
    """Return the labels that have a case on real data."""
    return sorted({case.call(op).label for case in all_real_cases()[op.name]})


def plan(op: Op, label: str) -> list[Planned]:
    """Return the cases of one op and label. Raises VectorError if a package is missing."""
    found = []
    for case in all_real_cases()[op.name]:
        if case.call(op).label == label:
            inputs = tuple(real.freeze(recipe) for recipe in case.recipes)
            found.append(
                Planned(f"real/{case.name}", case.call(op), inputs, case.level, FLAGS, digest=True)
            )
    return found
