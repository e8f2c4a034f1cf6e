"""embedding in NumPy and PyTorch."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.backends.subjects import numpy_forms
from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call


def _numpy(call: Call, x: Sequence[Array]) -> Array:
    return np.asarray(x[0][x[1]])


def _torch(torch: Any) -> Callable[..., Any]:
    return lambda call, weight, index: torch.nn.functional.embedding(index, weight)


PEERS = Peers(
    numpy=numpy_forms.quiet(_numpy),
    torch=_torch,
    torch_into=None,
)
