"""What NumPy and PyTorch offer for an op, as its row in `backends/libraries/families/` says.

Only functions that mean the same are listed there, with their defaults. A derivative is PyTorch's
backward function with a gradient of ones, where it takes the input and not the result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from samebits.backends.libraries.numpy_forms import Ufunc
from samebits.backends.libraries.peers import all_peers
from samebits.spec.catalog import get_op


def has_torch(op: str) -> bool:
    """Whether PyTorch is said to have the op; the installed version may lack it."""
    peers = all_peers().get(op)
    return peers is not None and (peers.torch_into is not None or peers.torch is not None)


def torch_function(torch: Any, op: str) -> Callable[..., Any] | None:
    """A function of one or two tensors, with the keyword `out`, or None where PyTorch has none.

    It returns the result; the ones that cannot write into `out` leave it alone.
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
    """NumPy's ufunc for the op, or None."""
    peers = all_peers().get(op)
    return peers.numpy.function if peers and isinstance(peers.numpy, Ufunc) else None
