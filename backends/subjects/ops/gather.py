"""gather; NumPy's take_along_axis takes no smaller index, so it is missing."""

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects import torch_forms
from samebits.backends.subjects.peers import Peers


def _torch(torch: Any) -> Callable[..., Any]:
    return lambda call, x, index: torch.gather(x, torch_forms.axis_of(call), index)


PEERS = Peers(
    numpy=None,
    torch=_torch,
    torch_into=None,
)
