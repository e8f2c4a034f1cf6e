"""The ops that `nox -s record -- one_op` has added to its copy of the checkout.

In any other checkout the set is empty. Tests skip checks of these ops that a contributor of a new
op cannot satisfy: checks that need three CUDA compilers or the clean room.
"""

import os

VARIABLE = "SAMEBITS_ADDED_OPS"
ADDED = frozenset(os.environ.get(VARIABLE, "").split())
