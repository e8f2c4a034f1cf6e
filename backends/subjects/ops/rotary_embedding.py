"""rotary_embedding by PyTorch's functions, in the words of its users: it has no op of that name."""

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call


def _torch(torch: Any) -> Callable[..., Any]:
    """x * cos + rotated(x) * sin, where a pair (a, b) is rotated to (-b, a)."""

    def run(call: Call, x: Any, cos: Any, sin: Any) -> Any:
        if call.attributes["interleaved"]:
            cos, sin = (t.repeat_interleave(2, -1) for t in (cos, sin))
            rotated = torch.stack((-x[..., 1::2], x[..., 0::2]), -1).flatten(-2)
        else:
            cos, sin = (torch.cat((t, t), -1) for t in (cos, sin))
            a, b = x.chunk(2, -1)
            rotated = torch.cat((-b, a), -1)
        return x * cos + rotated * sin

    return run


PEERS = Peers(
    numpy=None,
    torch=_torch,
    torch_into=None,
)
