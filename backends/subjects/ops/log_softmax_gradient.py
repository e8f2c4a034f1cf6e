"""log_softmax_gradient: what PyTorch's autograd calls for log_softmax."""

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.peers import Peers


def _torch(torch: Any) -> Callable[..., Any]:
    backward = torch.ops.aten._log_softmax_backward_data
    return lambda call, gradient, y: backward(gradient, y, call.attributes["axis"], y.dtype)


PEERS = Peers(
    numpy=None,
    torch=_torch,
    torch_into=None,
)
