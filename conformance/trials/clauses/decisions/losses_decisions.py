"""Decisions for clauses T8 and G7: sums with a mask, losses and their gradients."""

from __future__ import annotations

from typing import Any

import numpy as np

from samebits.conformance.trials.clauses.clause_asked import Asked, Holds
from samebits.conformance.trials.clauses.decision import always, decides, named
from samebits.spec.documents.rules import Rule
from samebits.spec.families import ctc
from samebits.spec.language.declare import Op
from samebits.spec.language.shapes import masked_reduction, normalize_axes


def _reduced(op: Op, rule: Rule) -> bool:
    """Return whether an op is a loss or the gradient of a loss."""
    return any(attribute.name == "reduction" for attribute in op.attributes)


def _gradient(op: Op, rule: Rule) -> bool:
    return _reduced(op, rule) and op.operands[0] == "gradient"


def _masked(op: Op, rule: Rule) -> bool:
    return op.shape_rule is masked_reduction


def _of_classes(op: Op, rule: Rule) -> bool:
    return "[C]" in op.shape_rule.operands or "[classes]" in op.shape_rule.operands


def _with_ignored(op: Op, rule: Rule) -> bool:
    return any(attribute.name == "ignore_index" for attribute in op.attributes)


def _of_states(op: Op, rule: Rule) -> bool:
    """Return whether an op is the CTC loss or its gradient."""
    return op.shape_rule in ctc.SHAPE_RULES


decides("T8.1", "every sum with a mask", named)(always)


def _kept(asked: Asked) -> np.ndarray[Any, Any]:
    """Return, for each result, the number of elements that its mask selects."""
    shape = asked.shapes[1]
    axes = normalize_axes(asked.op.name, asked.attribute("axes"), len(shape))
    kept = asked.bits[1].reshape(shape) != 0
    return np.count_nonzero(kept, axis=axes).reshape(-1) if axes else kept.reshape(-1).astype(int)


@decides("T8.2", "sums from which every element is absent", _masked)
def _nothing_left(asked: Asked) -> Holds:
    return np.asarray(_kept(asked) == 0) if asked.results else False


@decides("T8.3", "sums from which some elements are absent", _masked)
def _absent(asked: Asked) -> Holds:
    return np.asarray(_kept(asked) < asked.terms) if asked.results else False


for number in (1, 4, 5, 6, 7, 8, 9, 12, 13, 14, 15, 19):
    decides(f"G7.{number}", "every call", named)(always)
for number in (17, 18):
    decides(f"G7.{number}", "every call of ctc_loss and of its gradient", _of_states)(always)
decides("G7.2", "every loss and gradient of a loss", _reduced)(always)
decides("G7.16", "every loss and gradient of a loss", _reduced)(always)


@decides("G7.3", "gradients of a mean", _gradient)
def _shared(asked: Asked) -> Holds:
    return asked.results > 0 and asked.attribute("reduction") == "mean"


@decides("G7.10", "losses of classes with a weight", _of_classes)
def _weighted(asked: Asked) -> Holds:
    return asked.results > 0 and len(asked.shapes) == len(asked.op.operands)


@decides("G7.11", "targets that are ignored", _with_ignored)
def _ignored(asked: Asked) -> Holds:
    at = asked.op.operands.index("target")
    return asked.results > 0 and bool(
        (asked.bits[at].view("int64") == asked.attribute("ignore_index")).any()
    )
