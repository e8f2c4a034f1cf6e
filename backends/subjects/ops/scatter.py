"""scatter in PyTorch, whose word for the order of updates is that there is none."""

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects import torch_forms
from samebits.backends.subjects.peers import Peers


def _torch(torch: Any) -> Callable[..., Any]:
    return lambda call, prior, index, x: prior.scatter(torch_forms.axis_of(call), index, x)


PEERS = Peers(
    numpy=None,
    torch=_torch,
    torch_into=None,
)
