"""Correctly rounded functions of binary64 with Python's integers only (clauses R1, R2, S4, G3).

This module exports arithmetic and the few functions that host scalars need. `math_table.py` has a
function for every op of the profile `math`, by the name of the op.

Operands and results are bit patterns of binary64. No floating-point operation of the machine is
used, so the floating-point environment of the caller has no effect.
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
