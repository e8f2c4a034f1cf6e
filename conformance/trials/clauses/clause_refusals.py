"""Count the calls that must be refused because of each rule, from examples in the declarations.

If the judge is installed with its refused cases, these are counted. Otherwise the refusals of shape
rules are counted.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from samebits.spec.catalog import all_ops

CATALOG = "samebits.conformance.refused.refused_catalog"
"""The module with the refused cases.

Its function `groups_of(op)` returns groups with the members `what`, `rules` and `calls`.
"""

SERVED = ("C2.1", "C2.4", "C2.5")
"""Rules that every refused call checks.

They say that the call is refused, that no result is written, and that the next call is right.
"""


@cache
def refused_calls() -> Mapping[str, Counter[str]]:
    """Return, for each rule, also of SPEC-OPS.md, the number of malformed calls of each op."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for name, op in all_ops().items():
        if judged():
            for group in import_module(CATALOG).groups_of(name):
                for call in group.calls:
                    for rule in {*call.rules, *SERVED}:
                        found[rule][name] += 1
        else:
            for refusal in op.refusals:
                found[refusal.rule][name] += 1
                found[f"O.{name}.errors"][name] += 1
    return found


def groups_of(rule: str) -> Counter[str]:
    """Return how many ops have refused calls for a rule, by kind (`an-axis-beyond-the-rank`)."""
    found: Counter[str] = Counter()
    for name in all_ops() if judged() else ():
        for group in import_module(CATALOG).groups_of(name):
            found[group.what] += rule in {*group.rules, *SERVED}
    return +found


@cache
def judged() -> bool:
    """Return whether the judge sends malformed calls to backends (its catalog is installed)."""
    return find_spec(CATALOG.rpartition(".")[0]) is not None


def tests_of_refusals() -> str:
    """Return the path of the test that makes the malformed calls."""
    return "conformance/tests/test_refused.py" if judged() else "spec/tests/test_geometry.py"
