"""sin; `sin_f64.py` has its theorem."""

from __future__ import annotations

from samebits.spec.correctly_rounded.sin_f64 import sine

FUNCTION = sine
