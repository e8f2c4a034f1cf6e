"""cast in NumPy and PyTorch."""

from collections.abc import Callable, Sequence
from typing import Any

from samebits.backends.protocol import Array
from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers
from samebits.spec.formats import get_format
from samebits.spec.language.call import Call


def _numpy(call: Call, x: Sequence[Array]) -> Array:
    return x[0].astype(get_format(call.outputs[0]).dtype)


def _torch(torch: Any) -> Callable[..., Any]:
    return lambda call, x: x.to(torch_forms.result_type(torch, call))


PEERS = Peers(
    numpy=numpy_forms.quiet(_numpy),
    torch=_torch,
    torch_into=None,
)
