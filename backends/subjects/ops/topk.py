"""topk, which NumPy does not have."""

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects import torch_forms
from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call


def _torch(torch: Any) -> Callable[..., Any]:
    def run(call: Call, x: Any) -> Any:
        a = call.attributes
        return tuple(torch.topk(x, a["k"], torch_forms.axis_of(call), a["largest"]))

    return run


PEERS = Peers(
    numpy=None,
    torch=_torch,
    torch_into=None,
)
