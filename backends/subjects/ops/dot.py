"""dot in NumPy and PyTorch."""

from collections.abc import Sequence

import numpy as np

from samebits.backends.protocol import Array
from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call


def _numpy(call: Call, x: Sequence[Array]) -> Array:
    return np.asarray(np.dot(*x))


PEERS = Peers(
    numpy=numpy_forms.quiet(_numpy),
    torch=torch_forms.plain("dot"),
    torch_into=None,
)
