"""normal: the quantile of normal_quantile at (2k + 1) / 2^33, which is never 1/2."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.oracles.drawing import OfMidpoint
from samebits.oracles.numpy_route import draws as route
from samebits.spec.call import Call

Array = np.ndarray[Any, Any]


class Normal:
    """The function of the op normal_quantile, whose file needs the packages of the oracles."""

    def evaluate(self, call: Call, inputs: Sequence[Array]) -> list[Array]:
        """The bits on which all three libraries agree. Raises OracleDisagreement."""
        from samebits.oracles.ops import normal_quantile

        return OfMidpoint(normal_quantile.ORACLE).evaluate(call, inputs)


ORACLE = Normal()


def _route(call: Call, inputs: Sequence[Array]) -> Array:
    """By binary64, and decimals where it does not decide."""
    return route.normal(call)


ROUTE = _route
