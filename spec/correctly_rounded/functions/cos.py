"""cos: see `cos_f64.py` for the theorem and the code."""

from __future__ import annotations

from samebits.spec.correctly_rounded.cos_f64 import cosine

FUNCTION = cosine
