"""glu, which PyTorch has."""

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects import torch_forms
from samebits.backends.subjects.peers import Peers


def _torch(torch: Any) -> Callable[..., Any]:
    return lambda call, x: torch.nn.functional.glu(x, torch_forms.axis_of(call))


PEERS = Peers(
    numpy=None,
    torch=_torch,
    torch_into=None,
)
