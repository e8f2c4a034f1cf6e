"""nll_loss_gradient: PyTorch's autograd of nll_loss, at any input."""

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.peers import Peers
from samebits.backends.subjects.torch_losses import gradient, loss


def _torch(torch: Any) -> Callable[..., Any]:
    forward = loss("nll_loss", "ignore_index", "reduction", operands=("weight",))
    backward = gradient(forward)(torch)

    def run(call: Any, given: Any, target: Any, *weight: Any) -> Any:
        shape = (target.shape[0], call.attributes["classes"], *target.shape[1:])
        logs = torch.zeros(shape, dtype=given.dtype)
        return backward(call, given, logs, target, *weight)

    return run


PEERS = Peers(
    numpy=None,
    torch=_torch,
    torch_into=None,
)
