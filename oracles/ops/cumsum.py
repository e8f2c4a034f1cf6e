"""cumsum: the sum T1 of every prefix (clause T6)."""

from samebits.oracles.arithmetic import add
from samebits.oracles.numpy_route import scans as route
from samebits.oracles.scans import Scan

ORACLE = Scan(add)

ROUTE = route.cumsum
