"""scatter_add; NumPy's is add.at."""

from collections.abc import Callable, Sequence
from typing import Any

from samebits.backends.protocol import Array
from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call


def _numpy(call: Call, x: Sequence[Array]) -> Array:
    return numpy_forms.added(call, x[0].copy(), x[1], x[2])


def _torch(torch: Any) -> Callable[..., Any]:
    return lambda call, prior, index, x: prior.scatter_add(torch_forms.axis_of(call), index, x)


PEERS = Peers(
    numpy=numpy_forms.quiet(_numpy),
    torch=_torch,
    torch_into=None,
)
