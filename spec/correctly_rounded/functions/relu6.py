"""relu6: the operand, limited to the range from +0 to 6."""

from __future__ import annotations

from samebits.spec.correctly_rounded.arithmetic import from_integer
from samebits.spec.correctly_rounded.functions.relu import relu
from samebits.spec.correctly_rounded.patterns import NAN, is_nan

_SIX = from_integer(6)


def relu_up_to_six(a: int) -> int:
    """Return the smaller of 6 and the larger of a and +0."""
    return NAN if is_nan(a) else min(relu(a), _SIX)


FUNCTION = relu_up_to_six
