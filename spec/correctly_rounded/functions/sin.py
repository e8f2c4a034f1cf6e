"""sin: see `sin_f64.py` for the theorem and the code."""

from __future__ import annotations

from samebits.spec.correctly_rounded.sin_f64 import sine

FUNCTION = sine
