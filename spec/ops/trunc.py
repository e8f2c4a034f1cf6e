"""The integer part of x."""

from samebits.spec.arithmetic import arithmetic

OP = arithmetic("trunc", "x without its fraction, in the format of x", ("x",))
