"""cos; the docstring of `cos_f64.py` names the theorem."""

from __future__ import annotations

from samebits.spec.correctly_rounded.cos_f64 import cosine

FUNCTION = cosine
