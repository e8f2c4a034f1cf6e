"""sin, whose theorem stands in `sin_f64.py`."""

from __future__ import annotations

from samebits.spec.correctly_rounded.sin_f64 import sine

FUNCTION = sine
