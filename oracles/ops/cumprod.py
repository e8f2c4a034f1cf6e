"""cumprod: the product of every prefix, by the tree T1 (clause T6)."""

import numpy as np

from samebits.oracles import on_arrays
from samebits.oracles.arithmetic import multiply
from samebits.oracles.numpy_route import scans_route as route
from samebits.oracles.scans import Scan

ORACLE = Scan(multiply)

ROUTE = route.cumprod

DEFINITION = on_arrays.scanned(np.multiply)
