"""The oracles: slow, exact and simple programs that compute the bits that results MUST have.

`evaluate` needs mpmath, python-flint and gmpy2 (the extra `oracles`), which are imported when it is
first called. `numpy_route` and `rounding` need none of these packages.
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
