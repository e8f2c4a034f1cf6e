"""Subtraction."""

from samebits.spec.arithmetic import arithmetic

OP = arithmetic("sub", "a - b, rounded once", ("a", "b"))
