"""The least integer that is not below x."""

from samebits.spec.arithmetic import arithmetic

OP = arithmetic("ceil", "the least integer >= x, in the format of x", ("x",))
