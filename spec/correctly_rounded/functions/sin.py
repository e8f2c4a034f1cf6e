"""sin; the docstring of `sin_f64.py` names the theorem."""

from __future__ import annotations

from samebits.spec.correctly_rounded.sin_f64 import sine

FUNCTION = sine
