"""repeat, which NumPy calls tile."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.backends.subjects import numpy_forms
from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call


def _numpy(call: Call, x: Sequence[Array]) -> Array:
    repeats: Any = call.attributes["repeats"]
    return np.tile(x[0], repeats)


def _torch(torch: Any) -> Callable[..., Any]:
    return lambda call, x: x.repeat(call.attributes["repeats"])


PEERS = Peers(
    numpy=numpy_forms.quiet(_numpy),
    torch=_torch,
    torch_into=None,
)
