"""Decisions for clause G9: elementwise graphs and their host scalars."""

from __future__ import annotations

from samebits.conformance.trials.clauses.clause_asked import Asked, Holds
from samebits.conformance.trials.clauses.decision import always, citing, decides, named, rules
from samebits.spec.catalog import all_ops

for _number in rules():
    _clause, _, _op = _number.partition(".")
    if _clause == "G9" and _op in all_ops():
        decides(_number, f"every {_op}", named)(always)

decides("G9.1", "every graph of the table", lambda op, rule: f"G9.{op.name}" in rules())(always)
decides("G9.5", "every test of a number (isnan, isinf and others)", named)(always)
decides("G9.6", "every pair of truth values", named)(always)
decides("G9.7", "every gated unit", named)(always)
decides("G9.8", "every rectifier with a learnt slope", named)(always)


@decides("G9.2", "calls with a host scalar", citing("G9"))
def _scalars(asked: Asked) -> Holds:
    return asked.results > 0 and any(a.type == "real" for a in asked.op.attributes)


@decides(
    "G9.3", "graphs with a comparison or a choice", lambda op, rule: {"G9", "S3"} <= {*op.clauses}
)
def _choices(asked: Asked) -> Holds:
    return asked.results > 0
