"""Decisions for clauses T1 to T3, T6 and T10: sums, reductions, scans and exact sums."""

from __future__ import annotations

import numpy as np

from samebits.conformance.trials.clauses.clause_asked import Asked, Holds
from samebits.conformance.trials.clauses.decision import (
    always,
    both,
    citing,
    decides,
    named,
    rules,
    shaped,
)
from samebits.conformance.trials.clauses.decisions.formats_decisions import WHOLE, at_the_end
from samebits.spec.documents.rules import Rule
from samebits.spec.language.declare import Op


def reduces(op: Op, rule: Rule) -> bool:
    """Return whether an op reduces over axes."""
    return "T2" in op.clauses


def _sums(op: Op, rule: Rule) -> bool:
    return "T1" in op.clauses and "T2" in op.clauses


@decides(
    "T1.1",
    "sums of at least three terms that distinguish trees",
    _sums,
    flags=("reduction-tree", "length"),
)
def _tree(asked: Asked) -> Holds:
    return asked.results > 0 and asked.terms >= 3


def _plain_sum(op: Op, rule: Rule) -> bool:
    return op.shape_rule.name == "reduction" and _sums(op, rule) and f"T3.{op.name}" not in rules()


@decides("T1.2", "sums of no terms and of one term", _plain_sum)
def _lone(asked: Asked) -> Holds:
    return asked.results > 0 and asked.terms <= 1


@decides("T1.3", "sums of several terms that are -0", _plain_sum)
def _padding(asked: Asked) -> Holds:
    if asked.terms < 2 or not asked.is_float():
        return False
    return np.asarray(np.signbit(asked.result_values) & (asked.result_values == 0))


@decides("T2.1", "several reduced axes of several elements", reduces)
def _axes(asked: Asked) -> Holds:
    axes = asked.attribute("axes")
    full = asked.call.attributes.get("shape") or max(asked.shapes, key=len)
    listed = range(len(full)) if axes is None else axes
    return asked.results > 0 and sum(full[a] > 1 for a in listed) > 1


@decides("T2.2", "no axis, and operands of rank 0", reduces)
def _no_axis(asked: Asked) -> Holds:
    return asked.results > 0 and (asked.attribute("axes") == () or not asked.shapes[0])


@decides("T2.3", "reduced axes that are kept", reduces)
def _kept(asked: Asked) -> Holds:
    return asked.results > 0 and bool(asked.attribute("keepdims"))


@decides("T3.1", "results of f8e4m3fn beyond 448", both(citing("T3"), citing("R4")))
def _last_rounding(asked: Asked) -> Holds:
    return asked.result_form.name == "f8e4m3fn" and at_the_end(asked)


decides("T3.2", "every maximum and minimum", named)(always)
decides("T3.4", "every count or test of truth", named)(always)


@decides("T3.prod", "every product of floats", named)
def _product(asked: Asked) -> Holds:
    return asked.results > 0 and asked.is_float()


@decides("T3.var.1", "variances of more terms than their correction", named)
def _variance(asked: Asked) -> Holds:
    return asked.results > 0 and asked.terms > asked.attribute("correction")


@decides("T3.var.2", "variances whose correction is at least their terms", named)
def _divisor(asked: Asked) -> Holds:
    return asked.results > 0 and asked.terms <= asked.attribute("correction")


@decides("T3.3", "sums and products of integers and bool", named)
def _whole(asked: Asked) -> Holds:
    return asked.results > 0 and not asked.is_float()


def _scan(op: Op, rule: Rule) -> bool:
    return named(op, rule) and "T6" in op.clauses


@decides("T6.1", "lines of at least three elements", _scan)
def _line(asked: Asked) -> Holds:
    return asked.is_float() and _long(asked)


@decides("T6.2", "lines of at least three elements", _scan)
def _product_line(asked: Asked) -> Holds:
    return asked.is_float() and _long(asked)


def _long(asked: Asked) -> bool:
    rank = len(asked.shapes[0])
    return rank > 0 and asked.results > 0 and asked.shapes[0][asked.attribute("axis") % rank] > 2


@decides("T6.3", "lines of integers and bool", shaped("scan"))
def _whole_line(asked: Asked) -> Holds:
    return asked.results > 0 and asked.form(0).kind in (*WHOLE, "bool")


decides(
    "T10.1", "terms whose exact sum differs from their rounded sum", named, flags=("exact-sum",)
)(always)


@decides("T10.2", "NaN or infinities among the terms", citing("T10"))
def _special_terms(asked: Asked) -> Holds:
    found = any(bool((asked.nan(i) | asked.infinite(i)).any()) for i in range(len(asked.shapes)))
    return asked.results > 0 and found


@decides("T10.3", "zero results", citing("T10"))
def _zero(asked: Asked) -> Holds:
    return np.asarray(asked.result_values == 0)


@decides("T10.4", "results that are infinite or +-448, of numbers", citing("T10"))
def _overflow(asked: Asked) -> Holds:
    finite = all(bool(np.isfinite(asked.values(i)).all()) for i in range(len(asked.shapes)))
    return finite and at_the_end(asked)
