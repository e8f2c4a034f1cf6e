"""Decisions for clause T11: aligned contractions."""

from __future__ import annotations

import numpy as np

from samebits.conformance.trials.clauses.clause_asked import Asked, Holds, magnitude
from samebits.conformance.trials.clauses.decision import always, decides
from samebits.conformance.trials.clauses.decisions.contractions_decisions import (
    contracted,
    has_bias,
)
from samebits.spec.documents.rules import Rule
from samebits.spec.families import aligned
from samebits.spec.language.declare import Op
from samebits.spec.language.trees import CONTRACTION_BLOCK


def _products(op: Op, rule: Rule) -> bool:
    return op.shape_rule in aligned.SHAPE_RULES


def _special(asked: Asked) -> bool:
    factors = range(2)
    return any(bool((asked.nan(i) | asked.infinite(i)).any()) for i in factors)


decides("T11.1", "every aligned product", _products)(always)


@decides("T11.2", "widths other than the default", _products)
def _widths(asked: Asked) -> Holds:
    return asked.results > 0 and asked.attribute("bits") != aligned.USUAL


@decides("T11.3", "products of more than one block of 256", _products)
def _blocks(asked: Asked) -> Holds:
    return asked.results > 0 and contracted(asked) > CONTRACTION_BLOCK


@decides("T11.4", "rows with subnormal numbers", _products)
def _subnormal(asked: Asked) -> Holds:
    found = False
    for i in range(2):
        form, bits = asked.form(i), asked.bits[i]
        size = magnitude(bits, form)
        found |= bool(((size > 0) & (size < 1 << (form.precision - 1))).any())
    return asked.results > 0 and found


decides("T11.5", "rows with ties, and numbers to be clamped", _products, flags=("alignment",))(
    always
)

decides(
    "T11.6", "sums at the end of a range or next to a tie", _products,
    flags=("aligned-limit", "near-tie", "double-rounding", "gradual-underflow", "overflow-border"),
)(always)  # fmt: skip


@decides("T11.7", "zero results of numbers", _products)
def _zero(asked: Asked) -> Holds:
    return np.asarray(asked.result_values == 0) & (not _special(asked))


@decides("T11.8", "NaN results of operands with NaN or infinities", _products)
def _not_finite(asked: Asked) -> Holds:
    return np.isnan(asked.result_values) & _special(asked)


@decides("T11.9", "several blocks, no terms, or a bias", _products)
def _joined(asked: Asked) -> Holds:
    none = asked.results > 0 and 0 in asked.shapes[0]
    return none or has_bias(asked) or bool(_blocks(asked))


decides("T11.11", "every gradient", lambda op, rule: op.shape_rule is aligned.linear_gradient)(
    always
)
