"""searchsorted, which NumPy has for one row alone. PyTorch's needs its boundaries in order."""

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call


def _torch(torch: Any) -> Callable[..., Any]:
    def run(call: Call, boundaries: Any, values: Any) -> Any:
        right = call.attributes["right"]
        ascending = torch.sort(boundaries, -1).values
        return torch.searchsorted(ascending, values.contiguous(), right=right)

    return run


PEERS = Peers(
    numpy=None,
    torch=_torch,
    torch_into=None,
)
