"""glu_gradient: ATen's glu_backward."""

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects import torch_forms
from samebits.backends.subjects.peers import Peers


def _torch(torch: Any) -> Callable[..., Any]:
    def run(call: Any, x: Any, gradient: Any) -> Any:
        return torch.ops.aten.glu_backward(gradient, x, torch_forms.axis_of(call))

    return run


PEERS = Peers(
    numpy=None,
    torch=_torch,
    torch_into=None,
)
