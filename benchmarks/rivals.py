"""The functions of NumPy and PyTorch for an op, from its row in `backends/libraries/families/`.

Only functions with the same meaning are listed there, with their defaults. A derivative is
PyTorch's backward function with a gradient of ones, if it takes the input and not the result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from samebits.backends.libraries.numpy_forms import Ufunc
from samebits.backends.libraries.peers import all_peers
from samebits.spec.catalog import get_op


def has_torch(op: str) -> bool:
    """Return whether PyTorch is declared to have the op; the installed version may lack it."""
    peers = all_peers().get(op)
    return peers is not None and (peers.torch_into is not None or peers.torch is not None)


def torch_function(torch: Any, op: str) -> Callable[..., Any] | None:
    """Return a function of one or two tensors with the keyword `out`, or None.

    The function returns the result. If it cannot write into `out`, it ignores `out`. None means
    that PyTorch has no function for the op.
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
    """Return NumPy's ufunc for the op, or None."""
    peers = all_peers().get(op)
    return peers.numpy.function if peers and isinstance(peers.numpy, Ufunc) else None
