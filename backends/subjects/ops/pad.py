"""pad in NumPy and PyTorch."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.backends.subjects import numpy_forms
from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call

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
    """PyTorch's `pad`. Where it repeats elements it pads one to three axes, below two others."""

    def run(call: Call, x: Any) -> Any:
        widths: Any = call.attributes["widths"]
        mode, pad = call.attributes["mode"], torch.nn.functional.pad
        if mode == "constant":
            return pad(x, _last_first(widths, 0), value=call.attributes["value"])
        first = next((i for i in range(x.dim()) if any(widths[2 * i : 2 * i + 2])), x.dim())
        if first == x.dim():
            return x.clone()
        kept, padded = tuple(x.shape[:first]), tuple(x.shape[first:])
        y = pad(x.reshape(1, math.prod(kept), *padded), _last_first(widths, first), mode=mode)
        return y.reshape(*kept, *y.shape[2:])

    return run


def _last_first(widths: Sequence[int], first: int) -> list[int]:
    """The widths of the axes from `first` on, those of the last axis first, as PyTorch has them."""
    axes = reversed(range(first, len(widths) // 2))
    return [w for i in axes for w in widths[2 * i : 2 * i + 2]]


PEERS = Peers(
    numpy=numpy_forms.quiet(_numpy),
    torch=_torch,
    torch_into=None,
)
