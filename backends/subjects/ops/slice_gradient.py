"""slice_gradient: ATen's slice_backward, one axis after the other."""

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.peers import Peers
from samebits.spec.families.by_axis import numbers
from samebits.spec.language.call import Call


def _torch(torch: Any) -> Callable[..., Any]:
    def run(call: Call, gradient: Any) -> Any:
        shape: Any = call.attributes["shape"]
        named = numbers(call.op, call.attributes, gradient.dim(), "starts", "steps")
        found, sizes = gradient.clone(), list(gradient.shape)
        for axis, (start, step) in named.items():
            stop = start + max(sizes[axis] - 1, 0) * step + (sizes[axis] > 0)
            sizes[axis] = shape[axis]
            found = torch.ops.aten.slice_backward(found, sizes, axis, start, stop, step)
        return found

    return run


PEERS = Peers(
    numpy=None,
    torch=_torch,
    torch_into=None,
)
