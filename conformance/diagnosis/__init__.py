"""Diagnosis: the search for a known mistake that reproduces the wrong bits of a failing case.

`diagnose` runs the families of hypotheses of `registry` in order against the evidence of a case.
"""

from samebits.conformance.diagnosis.engine import diagnose

__all__ = ["diagnose"]
