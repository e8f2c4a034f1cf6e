"""unscale in PyTorch: what torch.amp.GradScaler does with the gradients of one tensor."""

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call


def _torch(torch: Any) -> Callable[..., Any]:
    def run(call: Call, grads: Any, scale: Any) -> Any:
        found, unscaled = torch.zeros(()), grads.clone()
        inverse = scale.double().reciprocal()
        check = torch._amp_foreach_non_finite_check_and_unscale_
        if scale.dtype is torch.float32:
            check([unscaled], found, inverse.float())
            return unscaled, found != 0
        check([unscaled], found, torch.ones(()))  # it takes a factor of binary32 alone
        return unscaled * inverse, found != 0

    return run


PEERS = Peers(numpy=None, torch=_torch, torch_into=None)
