"""masked_bmm in PyTorch, whose products have no mask: terms that are left out are zero there."""

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.peers import Peers


def _torch(torch: Any) -> Callable[..., Any]:
    return lambda call, a, b, mask: torch.bmm(torch.where(mask, a, 0.0), b)


PEERS = Peers(
    numpy=None,
    torch=_torch,
    torch_into=None,
)
