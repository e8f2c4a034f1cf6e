"""Hypotheses: powers in host scalars are computed as products of rounded factors (clause G3).

An optimizer may store beta to the power of the step, and multiply the stored value by beta in each
step. The power is then rounded once for each step.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from samebits.conformance.diagnosis.finding import Explanation
from samebits.conformance.diagnosis.hypotheses.elementwise_graphs_hypotheses import (
    Change,
    tried,
    with_items,
)
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.spec.catalog import get_op
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call
from samebits.spec.language.graph import Graph, Number
from samebits.spec.language.scalars import Scalar, literal, pattern

MOST_FACTORS = 1 << 20
"""The largest number of factors for which a product is computed."""

FORMATS = ("f64", "f32")
"""Formats in which the product may be stored."""


def powers(evidence: Evidence) -> Iterator[Explanation]:
    """Yield explanations: products replace all powers, or only the powers in one host scalar."""
    graph = get_op(evidence.call.op).graph
    if not isinstance(graph, Graph):
        return
    numbers = [x for x in graph.items() if isinstance(x, Number) and _has_power(x.value)]
    for form in FORMATS:
        for chosen in dict.fromkeys((tuple(numbers), *((x,) for x in numbers))):
            changed = graph
            for number in chosen:
                value = _by_product(number.value, evidence.call, form)
                changed = with_items(changed, number, (replace(number, value=value),))
            if changed != graph:
                names = ", ".join(number.name for number in chosen)
                text = f"its power is a product of factors, each rounded to {form} (G3.1)"
                yield from tried(evidence, Change(changed, names, "power-by-product", text))


def _has_power(e: Scalar) -> bool:
    return e.form == "pow" or any(map(_has_power, e.operands))


def _by_product(e: Scalar, call: Call, form: str) -> Scalar:
    """Return the expression with integer powers replaced by products, except powers of counts."""
    if e.form == "pow" and not any(map(_has_count, e.operands)):
        base, exponent = (_value(x, call) for x in e.operands)
        if exponent == int(exponent) and 2 <= exponent <= MOST_FACTORS:
            kind = get_format(form).dtype.type
            factors = np.full(int(exponent), base, kind)
            return literal(float(np.multiply.accumulate(factors)[-1]))
    return Scalar(e.form, e.word, tuple(_by_product(x, call, form) for x in e.operands))


def _has_count(e: Scalar) -> bool:
    return e.form == "count" or any(map(_has_count, e.operands))


def _value(e: Scalar, call: Call) -> float:
    bits = pattern(e, "f64", call.attributes, {})
    return float(np.array(bits, np.uint64).view(np.float64))
