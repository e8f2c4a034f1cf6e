"""Decisions for G11 to G13: recurrent layers, rotary embedding, reduction gradients, resampling."""

from __future__ import annotations

from samebits.conformance.trials.clauses.clause_asked import Asked, Holds
from samebits.conformance.trials.clauses.decision import always, decides, named
from samebits.spec.catalog import all_ops
from samebits.spec.documents.rules import Rule
from samebits.spec.families.resampling import BACKWARD, FORWARD
from samebits.spec.families.sampling import SHAPE_RULES
from samebits.spec.language.declare import Op

for number in ("G11.2", "G11.3", "G11.4", "G11.5", "G11.8", "G11.10", "G13.7", "G13.11"):
    decides(number, "every call of the ops that it names", named)(always)

for name in (op.name for op in all_ops().values() if "G12" in op.clauses):
    rule_of = f"G12.{name.removesuffix('_gradient')}"
    decides(rule_of, "every call of the gradient that it names", named)(always)

decides("G12.2", "every gradient of linear and of a bias", named)(always)


@decides("G12.3", "sums along the axes of a repeated operand", named)
def _several(asked: Asked) -> Holds:
    return asked.results > 0 and asked.attribute("axes") is not None


def _weighs(op: Op, rule: Rule) -> bool:
    """Return whether the results of an op include a gradient of weights."""
    return "weight_ih_gradient" in op.results


def _is_resampling(op: Op) -> bool:
    return op.shape_rule in (*FORWARD.values(), *BACKWARD.values())


def _samples(op: Op, rule: Rule) -> bool:
    """Return whether an op reads an image at the positions of a grid."""
    return op.shape_rule in SHAPE_RULES


def _resamples(op: Op, rule: Rule) -> bool:
    """Return whether an op interpolates: it computes weights from positions."""
    return _is_resampling(op) and any(a.name == "align_corners" for a in op.attributes)


def _nearest(op: Op, rule: Rule) -> bool:
    """Return whether an op resamples by reading the nearest element."""
    return _is_resampling(op) and any(a.name == "exact" for a in op.attributes)


decides("G13.2", "every resampling by the nearest element", _nearest)(always)
decides("G11.6", "every gradient of a recurrent op", _weighs)(always)
for number in ("G1.14", "G13.3", "G13.4", "G13.5", "G13.6"):
    decides(number, "every resampling with weights", _resamples)(always)
for number in ("G13.8", "G13.9", "G13.10"):
    decides(number, "every image read at the places of a grid", _samples)(always)


@decides("G13.12", "every image read at the places of a grid by cubic weights", _samples)
def _cubic(asked: Asked) -> Holds:
    return asked.attribute("mode") == "bicubic"


decides(
    "G13.13", "every gradient of such an image", lambda op, rule: op.name == "grid_sample_gradient"
)(_cubic)
