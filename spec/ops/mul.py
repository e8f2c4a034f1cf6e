"""Multiplication."""

from samebits.spec.arithmetic import arithmetic

OP = arithmetic("mul", "a * b, rounded once", ("a", "b"))
