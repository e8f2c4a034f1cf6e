"""The ops that `nox -s record -- one_op` has added to its copy of the checkout: none anywhere else.

What a contributor cannot do for a new op, three CUDA compilers or the clean room, is not asked of
these; of every other op it is.
"""

import os

VARIABLE = "SAMEBITS_ADDED_OPS"
ADDED = frozenset(os.environ.get(VARIABLE, "").split())
