"""Pools and their gradients (clause G10)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from samebits.backends.libraries.peers import Peers
from samebits.backends.libraries.torch_autograd import image_gradient
from samebits.backends.libraries.torch_forms import Form, function, functional
from samebits.spec.language.call import Call

_WINDOW = ("kernel_size", "stride", "padding")


def _named(call: Call, *names: str) -> dict[str, Any]:
    """Return those attributes of the call that are among `names`."""
    return {name: call.attributes[name] for name in names if name in call.attributes}


def _max_pool(rank: int) -> Form:
    """Return the form of a max pool that returns the maxima and their indices."""

    def run(torch: Any, call: Call, x: Any) -> Any:
        given = _named(call, *_WINDOW, "dilation", "ceil_mode")
        return getattr(torch.nn.functional, f"max_pool{rank}d")(x, **given, return_indices=True)

    return function(run)


def _max_pool_gradient(torch: Any, call: Call, outgoing: Any, indices: Any) -> Any:
    """Return the gradient of a max pool as the gradient of a gather with these indices."""
    sizes: Any = call.attributes["input_size"]
    n, c = outgoing.shape[:2]
    with torch.enable_grad():
        x = outgoing.new_zeros((n, c, math.prod(sizes)), requires_grad=True)
        taken = torch.gather(x, 2, indices.flatten(2).long())
        (found,) = torch.autograd.grad(taken, x, outgoing.flatten(2))
    return found.reshape(n, c, *sizes)


def _adaptive_max_pool(rank: int) -> Form:
    return functional(f"adaptive_max_pool{rank}d", "output_size", return_indices=True)


def _average(torch: Any, rank: int, call: Call, x: Any, ceil_mode: Any) -> Any:
    pool = getattr(torch.nn.functional, f"avg_pool{rank}d")
    given = _named(call, *_WINDOW, "count_include_pad", "divisor_override")
    return pool(x, **given, ceil_mode=ceil_mode)


def _average_pool(rank: int) -> Form:
    return function(
        lambda torch, call, x: _average(torch, rank, call, x, call.attributes["ceil_mode"])
    )


def _average_pool_gradient(rank: int) -> Form:
    def forward(torch: Any, call: Call, x: Any, outgoing: Any) -> Any:
        """Try both values of ceil_mode, since the call has none; the result's shape decides."""
        y = _average(torch, rank, call, x, True)
        return y if y.shape == outgoing.shape else _average(torch, rank, call, x, False)

    return image_gradient(forward)


def _adaptive_average_pool(rank: int) -> Form:
    return functional(f"adaptive_avg_pool{rank}d", "output_size")


def _adaptive_average_pool_gradient(rank: int) -> Form:
    def forward(torch: Any, call: Call, x: Any, outgoing: Any) -> Any:
        return getattr(torch.nn.functional, f"adaptive_avg_pool{rank}d")(x, outgoing.shape[2:])

    return image_gradient(forward)


PEERS: Mapping[str, Peers] = {
    "max_pool1d": Peers(numpy=None, torch=_max_pool(1), torch_into=None),
    "max_pool2d": Peers(numpy=None, torch=_max_pool(2), torch_into=None),
    "max_pool1d_gradient": Peers(numpy=None, torch=function(_max_pool_gradient), torch_into=None),
    "max_pool2d_gradient": Peers(numpy=None, torch=function(_max_pool_gradient), torch_into=None),
    "adaptive_max_pool1d": Peers(numpy=None, torch=_adaptive_max_pool(1), torch_into=None),
    "adaptive_max_pool2d": Peers(numpy=None, torch=_adaptive_max_pool(2), torch_into=None),
    "avg_pool1d": Peers(numpy=None, torch=_average_pool(1), torch_into=None),
    "avg_pool2d": Peers(numpy=None, torch=_average_pool(2), torch_into=None),
    "avg_pool1d_gradient": Peers(numpy=None, torch=_average_pool_gradient(1), torch_into=None),
    "avg_pool2d_gradient": Peers(numpy=None, torch=_average_pool_gradient(2), torch_into=None),
    "adaptive_avg_pool1d": Peers(numpy=None, torch=_adaptive_average_pool(1), torch_into=None),
    "adaptive_avg_pool2d": Peers(numpy=None, torch=_adaptive_average_pool(2), torch_into=None),
    "adaptive_avg_pool1d_gradient": Peers(
        numpy=None, torch=_adaptive_average_pool_gradient(1), torch_into=None
    ),
    "adaptive_avg_pool2d_gradient": Peers(
        numpy=None, torch=_adaptive_average_pool_gradient(2), torch_into=None
    ),
}
