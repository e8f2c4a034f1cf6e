"""Families of hypotheses, one per file; `samebits.conformance.diagnosis.registry` orders them."""
