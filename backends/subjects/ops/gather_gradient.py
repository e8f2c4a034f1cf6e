"""gather_gradient: a scatter onto zeros, as PyTorch's autograd calls it."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call


def _numpy(call: Call, x: Sequence[Array]) -> Array:
    shape: Any = call.attributes["shape"]
    return numpy_forms.added(call, np.zeros(shape, x[0].dtype), x[1], x[0])


def _torch(torch: Any) -> Callable[..., Any]:
    def run(call: Call, gradient: Any, index: Any) -> Any:
        start = torch.zeros(call.attributes["shape"], dtype=gradient.dtype)
        return start.scatter_add(torch_forms.axis_of(call), index, gradient)

    return run


PEERS = Peers(
    numpy=numpy_forms.quiet(_numpy),
    torch=_torch,
    torch_into=None,
)
