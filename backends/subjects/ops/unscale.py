"""unscale in PyTorch: what torch.amp.GradScaler does with the gradients of one tensor."""

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.peers import Peers
from samebits.spec.call import Call


def _torch(torch: Any) -> Callable[..., Any]:
    def run(call: Call, grads: Any, scale: Any) -> Any:
        found, unscaled = torch.zeros(()), grads.clone()
        inverse = scale.double().reciprocal().float()
        torch._amp_foreach_non_finite_check_and_unscale_([unscaled], found, inverse)
        return unscaled, found != 0

    return run


PEERS = Peers(numpy=None, torch=_torch, torch_into=None)
