"""pow; `pow_f64.py` has the proof and the special values."""

from __future__ import annotations

from samebits.spec.correctly_rounded.pow_f64 import power

FUNCTION = power
