"""masked_sum in PyTorch: zeros in the place of what the mask leaves out."""

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.peers import Peers


def _torch(torch: Any) -> Callable[..., Any]:
    def run(call: Any, x: Any, mask: Any) -> Any:
        axes, keepdims = call.attributes["axes"], call.attributes["keepdims"]
        kept = torch.where(mask, x, torch.zeros((), dtype=x.dtype))
        if axes == ():  # to PyTorch an empty tuple means all axes
            return kept
        return torch.sum(kept, dim=axes, keepdim=keepdims)

    return run


PEERS = Peers(
    numpy=None,
    torch=_torch,
    torch_into=None,
)
