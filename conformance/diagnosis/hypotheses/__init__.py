"""One file per family of hypotheses; `samebits.conformance.diagnosis.registry` orders them."""
