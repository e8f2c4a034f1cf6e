"""logsigmoid: -log(1 + e**-x), which is minus the softplus of -x."""

from __future__ import annotations

from samebits.spec.correctly_rounded.functions.softplus import softplus
from samebits.spec.correctly_rounded.patterns import NAN, SIGN, is_nan


def logsigmoid(a: int) -> int:
    """Return -log(1 + e**-a)."""
    return NAN if is_nan(a) else SIGN ^ softplus(SIGN ^ a)


FUNCTION = logsigmoid
