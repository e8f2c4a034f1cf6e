"""The ops that `nox -s record -- one_op` has added to its copy of the checkout.

In any other checkout, the set is empty. For these ops, tests skip checks that the contributor of a
new op cannot satisfy, because they need three CUDA compilers or the clean-room backend.
"""

import os

VARIABLE = "SAMEBITS_ADDED_OPS"
ADDED = frozenset(os.environ.get(VARIABLE, "").split())
