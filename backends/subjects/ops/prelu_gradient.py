"""prelu_gradient, as PyTorch's autograd gives it."""

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call


def _torch(torch: Any) -> Callable[..., Any]:
    def run(call: Call, gradient: Any, x: Any, weight: Any) -> Any:
        with torch.enable_grad():
            leaves = [t.detach().clone().requires_grad_() for t in (x, weight)]
            y = torch.nn.functional.prelu(*leaves)
            return torch.autograd.grad(y, leaves, gradient)

    return run


PEERS = Peers(
    numpy=None,
    torch=_torch,
    torch_into=None,
)
