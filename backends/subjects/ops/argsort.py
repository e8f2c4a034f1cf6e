"""argsort; NumPy has no descending one."""

from collections.abc import Sequence

import numpy as np

from samebits.backends.protocol import Array
from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call


def _numpy(call: Call, x: Sequence[Array]) -> Array:
    return np.argsort(x[0], axis=numpy_forms.axis_of(call), kind="stable")


PEERS = Peers(
    numpy=numpy_forms.quiet(_numpy),
    torch=torch_forms.sorting(1),
    torch_into=None,
)
