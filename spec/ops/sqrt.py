"""Square root."""

from samebits.spec.arithmetic import arithmetic

OP = arithmetic("sqrt", "the square root of x, rounded once", ("x",))
