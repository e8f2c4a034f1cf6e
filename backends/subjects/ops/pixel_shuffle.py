"""pixel_shuffle in PyTorch."""

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.peers import Peers


def _torch(torch: Any) -> Callable[..., Any]:
    return lambda call, x: torch.pixel_shuffle(x, call.attributes["upscale_factor"])


PEERS = Peers(
    numpy=None,
    torch=_torch,
    torch_into=None,
)
