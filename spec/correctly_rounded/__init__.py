"""Correctly rounded functions of binary64, computed with Python integers (R1, R2, S4, G3).

This module exports arithmetic and the few functions that host scalars need. `math_table.py` has a
function for every op of the profile `math`, by the name of the op.

Operands and results are bit patterns of binary64. The code uses no floating-point operations, so
the floating-point environment of the caller has no effect.
"""

from samebits.spec.correctly_rounded.arithmetic import (
    add,
    divide,
    floor,
    from_decimal,
    from_integer,
    less,
    multiply,
    negate,
    square_root,
    subtract,
)
from samebits.spec.correctly_rounded.cos_f64 import cosine
from samebits.spec.correctly_rounded.patterns import F64, convert, from_float, is_nan, to_float
from samebits.spec.correctly_rounded.pow_f64 import power
from samebits.spec.correctly_rounded.sin_f64 import sine

__all__ = [
    "F64",
    "add",
    "convert",
    "cosine",
    "divide",
    "floor",
    "from_decimal",
    "from_float",
    "from_integer",
    "is_nan",
    "less",
    "multiply",
    "negate",
    "power",
    "sine",
    "square_root",
    "subtract",
    "to_float",
]
