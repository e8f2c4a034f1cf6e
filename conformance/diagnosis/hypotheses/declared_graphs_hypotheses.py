"""Hypotheses: declared graphs with one typical mistake of software (clauses G1, G11, G12).

The mistakes are a wrong sign, an operand that is not read, a host scalar that is computed from only
a part of its expression, and the kernel of a different kind of resampling.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import product

from samebits.conformance.diagnosis.finding import Explanation
from samebits.conformance.diagnosis.hypotheses.elementwise_graphs_hypotheses import (
    Change,
    other_arm,
    tried,
    with_items,
)
from samebits.conformance.diagnosis.wrong_elements import Evidence
from samebits.spec.catalog import elementwise_landmarks, get_op
from samebits.spec.families.resampling_graphs import CUBIC, LINEAR, cubic
from samebits.spec.language.graph import Branch, Given, Graph, Node, Number
from samebits.spec.language.ratios import Ratios
from samebits.spec.language.scalars import Scalar
from samebits.spec.language.taps import Taps

MOST_ELEMENTS = 1 << 12
"""The largest number of operand elements with which a graph is replayed, once for each change."""

_SIGNS = {"add": "sub", "sub": "add"}


def declared_graphs(evidence: Evidence) -> Iterator[Explanation]:
    """Try each change of a declared graph separately.

    Elementwise graphs are left to the family `elementwise_graphs`.
    """
    op = get_op(evidence.call.op)
    if elementwise_landmarks(op.name) is not None or not isinstance(op.graph, Graph):
        return
    if sum(x.size for x in evidence.inputs) <= MOST_ELEMENTS:
        for change in (*_items(op.graph), *_kernels(op.graph)):
            yield from tried(evidence, change)


def _items(graph: Graph) -> Iterator[Change]:
    for item in graph.items():
        if isinstance(item, Branch) and isinstance(item.when, Given):
            yield other_arm(graph, item, f"{item.when.operand} is not read (G1.7)")
        elif isinstance(item, Node) and item.op in _SIGNS:
            changed = with_items(graph, item, (replace(item, op=_SIGNS[item.op]),))
            text = f"{item.inputs[1]} with the other sign (G1)"
            yield Change(changed, item.name, "other-sign", text)
        elif isinstance(item, Number):
            for part in _operands(item.value):
                changed = with_items(graph, item, (replace(item, value=part),))
                text = f"{part} is used instead of {item.value} (G3)"
                yield Change(changed, item.name, "part-of-number", text)


_COORDINATE = "half-pixel", "the coordinate of a pixel is its edge, not its centre (G13.3)"
_COEFFICIENT = "other-coefficient", "the coefficient is -1/2 instead of -3/4 (G13.4)"
_KERNELS = (
    (LINEAR, replace(LINEAR, half=0), _COORDINATE),
    (CUBIC, replace(CUBIC, half=0), _COORDINATE),
    (CUBIC, cubic(-2), _COEFFICIENT),
)
"""Kernels of resampling, each with the kernel that software confuses with it."""


def _kernels(graph: Graph) -> Iterator[Change]:
    """Yield changes that replace a kernel together with all of its taps and weights."""
    for kernel, other, (name, text) in _KERNELS:
        changed, nodes = graph, []
        for item, axis in product(graph.items(), (0, 1)):
            if isinstance(item, Ratios) and item == kernel.ratios(axis, item.places[1:-1]):
                changed = with_items(changed, item, (other.ratios(axis, item.places[1:-1]),))
                nodes.append(item.name)
            elif isinstance(item, Taps) and item.at == kernel.at(axis):
                changed = with_items(changed, item, (replace(item, at=other.at(axis)),))
        if nodes:
            yield Change(changed, ", ".join(nodes), name, text)


def _operands(scalar: Scalar) -> Iterator[Scalar]:
    for field in fields(scalar):
        value = getattr(scalar, field.name)
        for part in value if isinstance(value, tuple) else ():
            yield part
            yield from _operands(part)
