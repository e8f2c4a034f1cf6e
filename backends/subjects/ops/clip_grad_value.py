"""clip_grad_value in PyTorch."""

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call


def _torch(torch: Any) -> Callable[..., Any]:
    def run(call: Call, grads: Any) -> Any:
        holder = torch.nn.Parameter(torch.zeros_like(grads))
        holder.grad = grads.clone()
        torch.nn.utils.clip_grad_value_([holder], call.attributes["clip_value"], foreach=False)
        return holder.grad

    return run


PEERS = Peers(numpy=None, torch=_torch, torch_into=None)
