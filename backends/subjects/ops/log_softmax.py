"""log_softmax in PyTorch."""

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.peers import Peers


def _torch(torch: Any) -> Callable[..., Any]:
    return lambda call, x: torch.log_softmax(x, dim=call.attributes["axis"])


PEERS = Peers(
    numpy=None,
    torch=_torch,
    torch_into=None,
)
