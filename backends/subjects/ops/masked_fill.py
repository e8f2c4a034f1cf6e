"""masked_fill, which NumPy writes as where."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.backends.subjects import numpy_forms
from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call


def _numpy(call: Call, x: Sequence[Array]) -> Array:
    value: Any = call.attributes["value"]
    return np.where(x[1], x[0].dtype.type(value), x[0])


def _torch(torch: Any) -> Callable[..., Any]:
    return lambda call, x, mask: torch.masked_fill(x, mask, call.attributes["value"])


PEERS = Peers(
    numpy=numpy_forms.quiet(_numpy),
    torch=_torch,
    torch_into=None,
)
