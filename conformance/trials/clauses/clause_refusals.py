"""Which calls that must be refused are made for a rule: examples that the declarations give.

Where the judge has cases of refused calls, those are counted; else the refusals of shape rules.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from samebits.spec.catalog import all_ops

CATALOG = "samebits.conformance.refused.refused_catalog"
"""The cases of refused calls: `groups_of(op)` gives groups with `what`, `rules` and `calls`."""

SERVED = ("C2.1", "C2.4", "C2.5")
"""Rules that every refused call asks for: it is refused, nothing is written, the next is right."""


@cache
def refused_calls() -> Mapping[str, Counter[str]]:
    """For each rule, numbers of the annex among them, the malformed calls of each op."""
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
    """How many ops have refused calls of each kind (`an-axis-beyond-the-rank`) for a rule."""
    found: Counter[str] = Counter()
    for name in all_ops() if judged() else ():
        for group in import_module(CATALOG).groups_of(name):
            found[group.what] += rule in {*group.rules, *SERVED}
    return +found


@cache
def judged() -> bool:
    """Whether the judge puts malformed calls to backends."""
    return find_spec(CATALOG.rpartition(".")[0]) is not None


def tests_of_refusals() -> str:
    """The file of the test that puts the malformed calls."""
    return "conformance/tests/test_refused.py" if judged() else "spec/tests/test_geometry.py"
