"""Slices by an index, in NumPy and PyTorch."""

from collections.abc import Callable, Sequence
from typing import Any

from samebits.backends.protocol import Array
from samebits.backends.subjects import numpy_forms
from samebits.backends.subjects.by_axis import cut
from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call


def _part(call: Call, x: Any, rank: int) -> Any:
    return x[cut(call, rank, "starts", "stops", "steps")]


def _numpy(call: Call, x: Sequence[Array]) -> Array:
    part: Array = _part(call, x[0], x[0].ndim)
    return part


def _torch(torch: Any) -> Callable[..., Any]:
    return lambda call, x: _part(call, x, x.dim()).clone()


PEERS = Peers(
    numpy=numpy_forms.quiet(_numpy),
    torch=_torch,
    torch_into=None,
)
