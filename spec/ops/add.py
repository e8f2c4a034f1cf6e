"""Addition."""

from samebits.spec.arithmetic import arithmetic

OP = arithmetic("add", "a + b, rounded once", ("a", "b"))
