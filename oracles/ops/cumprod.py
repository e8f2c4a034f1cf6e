"""cumprod: the product of every prefix on the tree T1 (clause T6)."""

from samebits.oracles.arithmetic import multiply
from samebits.oracles.numpy_route import scans as route
from samebits.oracles.scans import Scan

ORACLE = Scan(multiply)

ROUTE = route.cumprod
