"""The integer nearest to x, of two the even one."""

from samebits.spec.arithmetic import arithmetic

OP = arithmetic("round_half_even", "the nearest integer, ties to even, in the format of x", ("x",))
