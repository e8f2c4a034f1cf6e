"""The sign of x as a number."""

from samebits.spec.arithmetic import arithmetic

OP = arithmetic("sign", "-1 or 1 with the sign of x; a zero is itself, NaN is NaN", ("x",))
