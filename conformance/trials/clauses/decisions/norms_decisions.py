"""Decisions for clause G6: normalization layers."""

from __future__ import annotations

from samebits.conformance.trials.clauses.clause_asked import Asked, Holds
from samebits.conformance.trials.clauses.decision import always, citing, decides, named

decides("G6.1", "every norm", citing("G6"))(always)
decides("G6.2", "every layer_norm", named)(always)
decides("G6.3", "every layer_norm_gradient", named)(always)
decides("G6.4", "every rms_norm", named)(always)
decides("G6.5", "every rms_norm_gradient", named)(always)
decides("G6.6", "every group_norm", named)(always)
decides("G6.7", "every group_norm_gradient", named)(always)
decides("G6.8", "every instance_norm and its gradient", named)(always)
decides("G6.9", "every batch_norm", named)(always)
decides("G6.11", "every batch_norm_gradient", named)(always)
decides("G6.12", "every batch_norm_inference", named)(always)
decides("G6.13", "every batch_norm_inference_gradient", named)(always)


@decides("G6.10", "every batch_norm with running statistics", named)
def _running(asked: Asked) -> Holds:
    return asked.results > 0 and len(asked.shapes) == 6
