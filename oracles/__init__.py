"""The oracles: slow, exact and simple programs that compute the bits that results MUST have.

`evaluate` needs mpmath, python-flint and gmpy2 (the extra `oracles`). It loads them when it is
first called. `numpy_route` and `rounding` need none of them.
"""

from samebits.oracles.agreement import evaluate, provenance, supports
from samebits.oracles.errors import (
    OracleDisagreement,
    OracleError,
    OracleUnavailable,
)

__all__ = [
    "OracleDisagreement",
    "OracleError",
    "OracleUnavailable",
    "evaluate",
    "provenance",
    "supports",
]
