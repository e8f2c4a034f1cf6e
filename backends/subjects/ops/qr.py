"""qr in PyTorch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call


def _torch(torch: Any) -> Callable[..., Any]:
    def run(call: Call, a: Any) -> Any:
        mode = "complete" if call.attributes["complete"] else "reduced"
        return tuple(torch.linalg.qr(a, mode=mode))

    return run


PEERS = Peers(
    numpy=None,
    torch=_torch,
    torch_into=None,
)
