"""Division."""

from samebits.spec.arithmetic import arithmetic

OP = arithmetic("div", "a / b, rounded once", ("a", "b"))
