"""pad in NumPy and PyTorch."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.backends.subjects import numpy_forms
from samebits.backends.subjects.peers import Peers
from samebits.spec.call import Call

_NUMPY_MODES = {"replicate": "edge", "circular": "wrap"}


def _numpy(call: Call, x: Sequence[Array]) -> Array:
    widths: Any = call.attributes["widths"]
    pairs = list(zip(widths[::2], widths[1::2], strict=True))
    mode, padded = str(call.attributes["mode"]), np.pad
    if not pairs or mode == "constant":
        value: Any = call.attributes["value"]
        return padded(x[0], pairs, constant_values=value) if pairs else x[0].copy()
    renamed: Any = _NUMPY_MODES.get(mode, mode)
    return padded(x[0], pairs, mode=renamed)


def _torch(torch: Any) -> Callable[..., Any]:
    def run(call: Call, x: Any) -> Any:
        widths: Any = call.attributes["widths"]
        last_first = [w for i in reversed(range(x.dim())) for w in widths[2 * i : 2 * i + 2]]
        mode, more = call.attributes["mode"], {}
        if mode == "constant":
            more["value"] = call.attributes["value"]
        return torch.nn.functional.pad(x, last_first, mode=mode, **more)

    return run


PEERS = Peers(
    numpy=numpy_forms.quiet(_numpy),
    torch=_torch,
    torch_into=None,
)
