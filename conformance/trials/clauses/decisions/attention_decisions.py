"""Decisions for T8.4 to T8.11: masked products, attention, bags of rows, and their gradients."""

from __future__ import annotations

from samebits.conformance.trials.clauses.clause_asked import Asked
from samebits.conformance.trials.clauses.decision import always, decides, named
from samebits.spec.documents.rules import Rule
from samebits.spec.families import attention
from samebits.spec.language.declare import Op


def _product(op: Op, rule: Rule) -> bool:
    return op.shape_rule is attention.masked_product


def _forward(op: Op, rule: Rule) -> bool:
    return op.shape_rule is attention.attention


def _gradient(op: Op, rule: Rule) -> bool:
    return op.shape_rule is attention.attention_gradient


decides("T8.4", "every product with a mask", _product)(always)
decides("T8.5", "every attention", _forward)(always)
decides("T8.6", "every attention", _forward)(always)


@decides("T8.7", "keys of several blocks", _forward)
def _several_blocks(asked: Asked) -> bool:
    return asked.shapes[1][2] > attention.BLOCK


decides("T8.8", "every attention", _forward)(always)
decides("T8.9", "every gradient of attention", _gradient)(always)
decides("T8.10", "every bag of rows", named)(always)
decides("T8.11", "every gradient of bags", named)(always)
decides("T8.12", "every attention that drops keys", named)(always)
decides("T8.13", "every gradient of such attention", named)(always)
