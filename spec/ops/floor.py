"""The greatest integer that is not above x."""

from samebits.spec.arithmetic import arithmetic

OP = arithmetic("floor", "the greatest integer <= x, in the format of x", ("x",))
