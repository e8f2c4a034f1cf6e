"""Decisions for clause G14: matrix factorizations."""

from __future__ import annotations

from samebits.conformance.trials.clauses.clause_asked import Asked, Holds
from samebits.conformance.trials.clauses.decision import decides
from samebits.spec.documents.rules import Rule
from samebits.spec.families.factors import factored
from samebits.spec.language.declare import Op


def _factored(op: Op, rule: Rule) -> bool:
    return op.shape_rule is factored


@decides("G14.1", "every factorisation of matrices", _factored)
@decides("G14.3", "the result q of every factorisation", _factored)
def _any(asked: Asked) -> Holds:
    return asked.results > 0


@decides("G14.2", "matrices with more than one row, whose columns are reflected", _factored)
def _reflected(asked: Asked) -> Holds:
    return asked.results > 0 and asked.shapes[0][-2] > 1
