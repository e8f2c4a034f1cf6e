"""cumsum: the sum T1 of every prefix (clause T6)."""

import numpy as np

from samebits.oracles import on_arrays
from samebits.oracles.arithmetic import add
from samebits.oracles.numpy_route import scans_route as route
from samebits.oracles.scans import Scan

ORACLE = Scan(add)

ROUTE = route.cumsum

DEFINITION = on_arrays.scanned(np.add)
