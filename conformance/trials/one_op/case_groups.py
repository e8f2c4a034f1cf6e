"""Compare the groups of cases of an op with the groups of a similar op."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping

from samebits.conformance.trials.one_op.scratch_tree import Tree

LIKE = {"log_cosh": "cosh", "ptp": "max", "stretch": "pad"}
"""For each added op, the existing op with the same groups of cases."""

PUBLISHED = "hard"
"""The group of published hard operands in binary64.

There are no publications for a new function.
"""

_MODES = ("matrix", "volume", "vector")
"""The last parts of the names of cases that test the modes of a move."""

_PRINT = """
import json, sys
from samebits.vectors.planning import file_plans
names = {}
for plan in file_plans([sys.argv[1]]):
    if plan.set == "golden":
        names[plan.label] = [case.name for case in plan.cases()]
print(json.dumps(names))
"""


def group(name: str) -> str:
    """Return the group of a case: the first part of its name.

    All cases for modes of a move are one group.
    """
    first, _, last = name.partition("/")
    return "modes" if last in _MODES else first


def groups_of(names: Iterable[str]) -> set[str]:
    """Return the groups of the cases with these names."""
    return {group(name) for name in names}


def _planned(tree: Tree, op: str) -> Mapping[str, list[str]]:
    ended = tree.run([sys.executable, "-c", _PRINT, op])
    found: Mapping[str, list[str]] = json.loads(ended.stdout)
    return found


def lacking(tree: Tree, op: str) -> list[str]:
    """Return descriptions of the groups, by label, that the similar op has and this op lacks."""
    mine, others = _planned(tree, op), _planned(tree, LIKE[op])
    bad = []
    for label, names in others.items():
        missing = groups_of(names) - groups_of(mine.get(label, []))
        if label == "f64":
            missing -= {PUBLISHED}
        if missing:
            bad.append(f"{op}/{label} lacks {sorted(missing)}, which {LIKE[op]}/{label} has")
    return bad
