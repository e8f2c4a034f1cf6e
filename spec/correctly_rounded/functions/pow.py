"""pow, whose theorem and table stand in `pow_f64.py`."""

from __future__ import annotations

from samebits.spec.correctly_rounded.pow_f64 import power

FUNCTION = power
