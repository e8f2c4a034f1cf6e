"""Decisions for clauses T7, G1 and G2: scatters and graphs."""

from __future__ import annotations

import numpy as np

from samebits.conformance.trials.clauses.clause_asked import Asked, Bits, Holds
from samebits.conformance.trials.clauses.decision import (
    always,
    citing,
    decides,
    named,
    of_class,
)
from samebits.spec.documents.rules import Rule
from samebits.spec.language.declare import Op


def _scatters(op: Op, rule: Rule) -> bool:
    """Return whether an op is a scatter that adds. The other scatters of T7 are graph ops."""
    return "T7" in op.clauses and op.op_class == "tree"


def _index(asked: Asked) -> Bits:
    return asked.bits[asked.op.operands.index("index")]


@decides(
    "T7.1", "destinations with at least three contributions", _scatters, flags=("scatter-order",)
)
def _several(asked: Asked) -> Holds:
    counts = np.unique(_index(asked), return_counts=True)[1]
    return asked.results > 0 and asked.result_form.is_float and bool((counts > 2).any())


@decides("T7.2", "priors, and gradients without one", named)
def _prior(asked: Asked) -> Holds:
    return asked.results > 0 and asked.result_form.is_float and _index(asked).size > 0


@decides("T7.3", "destinations without contributions", _scatters)
def _absent(asked: Asked) -> Holds:
    return asked.results > _index(asked).size * max(asked.results // max(asked.out[0], 1), 1)


decides("T7.4", "every place that an index names", named)(always)


@decides("T7.5", "an index that is smaller than the gradient's result", lambda op, rule: (
    named(op, rule) and _scatters(op, rule)))  # fmt: skip
def _smaller(asked: Asked) -> Holds:
    return asked.results > 0 and asked.shapes[0] != asked.out


@decides("T7.6", "a row that gets no gradient", named)
def _no_gradient(asked: Asked) -> Holds:
    return asked.results > 0 and asked.attribute("padding_index") is not None


@decides("T7.7", "integers", _scatters)
def _whole(asked: Asked) -> Holds:
    return asked.results > 0 and not asked.result_form.is_float


decides("T7.9", "every update that replaces an element", named)(always)
decides("T7.10", "every gradient of such updates", named)(always)


GRAPHS = of_class("graph")
decides("G1.1", "every graph", GRAPHS)(always)
decides("G1.2", "every graph", GRAPHS)(always)
decides("G2.1", "every softmax", named)(always)


@decides("G1.3", "axes that a graph moves or repeats", GRAPHS)
def _moved(asked: Asked) -> Holds:
    return asked.results > 0 and max(map(len, asked.shapes), default=0) > 1


@decides("G1.4", "calls whose nodes follow from an attribute", lambda op, rule: callable(op.graph))
def _by_attribute(asked: Asked) -> Holds:
    return asked.results > 0


@decides("G2.2", "an axis of size 1, the smallest valid size", citing("G2"))
def _slices(asked: Asked) -> Holds:
    return asked.results > 0 and asked.shapes[0][asked.attribute("axis")] == 1
