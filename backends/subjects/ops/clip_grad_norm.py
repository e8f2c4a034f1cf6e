"""clip_grad_norm in PyTorch: the second half of torch.nn.utils.clip_grad_norm_."""

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call


def _torch(torch: Any) -> Callable[..., Any]:
    def run(call: Call, grads: Any, total_norm: Any) -> Any:
        holder = torch.nn.Parameter(torch.zeros_like(grads))
        holder.grad = grads.clone()
        most = call.attributes["max_norm"]
        torch.nn.utils.clip_grads_with_norm_([holder], most, total_norm, foreach=False)
        return holder.grad

    return run


PEERS = Peers(numpy=None, torch=_torch, torch_into=None)
