"""unfold, which NumPy does not have."""

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call


def _torch(torch: Any) -> Callable[..., Any]:
    def run(call: Call, x: Any) -> Any:
        a = call.attributes
        unfold = torch.nn.functional.unfold
        return unfold(x, a["kernel_size"], a["dilation"], a["padding"], a["stride"])

    return run


PEERS = Peers(
    numpy=None,
    torch=_torch,
    torch_into=None,
)
