"""The functions of NumPy and PyTorch for an op, as `backends/libraries/families/` declares them.

Only functions with the same meaning as the op are listed there, with their defaults. For a
derivative, the function is PyTorch's backward function with a gradient of ones, if it takes the
input and not the result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from samebits.backends.libraries.numpy_forms import Ufunc
from samebits.backends.libraries.peers import all_peers
from samebits.spec.catalog import get_op


def has_torch(op: str) -> bool:
    """Return whether PyTorch should have the op. An old version may lack it nevertheless."""
    peers = all_peers().get(op)
    return peers is not None and (peers.torch_into is not None or peers.torch is not None)


def torch_function(torch: Any, op: str) -> Callable[..., Any] | None:
    """Return PyTorch's function of one or two tensors with the keyword `out`, or None.

    The function returns the result. If PyTorch cannot write into `out`, the function ignores `out`.
    None means that PyTorch has no function for the op.
    """
    peers = all_peers().get(op)
    if peers is None:
        return None
    if peers.torch_into is not None:
        return peers.torch_into(torch)
    if peers.torch is None:
        return None
    plain = peers.torch(torch)
    call = get_op(op).call(("f32",) * len(get_op(op).operands), ("f32",))
    return lambda *x, out: plain(call, *x)


def numpy_function(op: str) -> Callable[..., Any] | None:
    """Return NumPy's ufunc for the op, or None if it has none."""
    peers = all_peers().get(op)
    return peers.numpy.function if peers and isinstance(peers.numpy, Ufunc) else None
