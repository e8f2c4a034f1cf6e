"""embedding_gradient, as PyTorch's autograd calls it."""

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call


def _torch(torch: Any) -> Callable[..., Any]:
    def run(call: Call, gradient: Any, index: Any) -> Any:
        padding = call.attributes["padding_index"]
        return torch.ops.aten.embedding_dense_backward(
            gradient, index, call.attributes["rows"], -1 if padding is None else padding, False
        )

    return run


PEERS = Peers(
    numpy=None,
    torch=_torch,
    torch_into=None,
)
