"""pow: see `pow_f64.py` for the proof, the special values and the code."""

from __future__ import annotations

from samebits.spec.correctly_rounded.pow_f64 import power

FUNCTION = power
