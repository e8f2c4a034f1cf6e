"""cos, whose theorem stands in `cos_f64.py`."""

from __future__ import annotations

from samebits.spec.correctly_rounded.cos_f64 import cosine

FUNCTION = cosine
