"""Clause G6: norms."""

from __future__ import annotations

from samebits.conformance.tests.clauses.decision import always, citing, decides, named

decides("G6.1", "every norm", citing("G6"))(always)
decides("G6.2", "every layer_norm", named)(always)
decides("G6.3", "every layer_norm_gradient", named)(always)
decides("G6.4", "every rms_norm", named)(always)
decides("G6.5", "every rms_norm_gradient", named)(always)
