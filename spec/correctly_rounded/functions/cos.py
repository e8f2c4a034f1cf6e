"""cos; `cos_f64.py` has its theorem."""

from __future__ import annotations

from samebits.spec.correctly_rounded.cos_f64 import cosine

FUNCTION = cosine
