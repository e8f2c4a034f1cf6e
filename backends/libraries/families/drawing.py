"""Random numbers. PyTorch transforms the numbers drawn by clause D2 instead of its own draws."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from samebits.backends.libraries.peers import Peers
from samebits.backends.libraries.torch_draws import dropped, middles, uniform, words
from samebits.backends.libraries.torch_forms import Form, function, type_of
from samebits.spec.language.call import Call


def _multinomial(torch: Any, call: Call, weights: Any) -> Any:
    """Return indices drawn by the words of clause D2.

    With replacement, the draws are searched in cumulative sums of the weights. Without replacement,
    the largest quotients of weights and exponential draws are selected.
    """
    count: Any = call.attributes["num_samples"]
    shape = tuple(weights.shape)
    if not call.attributes["replacement"]:
        keys = weights.double() / -torch.log(middles(torch, call, shape))
        return torch.topk(keys, count).indices
    sums = weights.double().cumsum(-1)
    places = uniform(torch, call, (*shape[:-1], count)) * sums[..., -1:]
    behind = torch.searchsorted(sums, places, right=True)
    possible = torch.where(weights > 0, torch.arange(shape[-1]), 0)
    return torch.minimum(behind, possible.amax(-1, keepdim=True))


def _permutation(torch: Any, call: Call) -> Any:
    """Return a random permutation: the indices that sort the draws stably."""
    n: Any = call.attributes["n"]
    return torch.argsort(torch.from_numpy(words(call, (n,), 64).view(np.int64)), stable=True)


def _truncated(torch: Any, call: Call) -> Any:
    """Return truncated normal numbers as quantiles of the draws.

    PyTorch's trunc_normal_ is not used, because it draws its own numbers.
    """
    given: Any = call.attributes
    mean, std, a, b = (given[name] for name in ("mean", "std", "a", "b"))
    dtype, double = type_of(torch, call.outputs[0]), torch.float64
    first, last = torch.erf(torch.tensor([(x - mean) / std / 2**0.5 for x in (a, b)], dtype=double))
    share = uniform(torch, call, given["shape"]) * (last - first) + first
    inside = share.clamp(-(1 - 2.0**-24), 1 - 2.0**-24)
    return (torch.erfinv(inside) * (std * 2**0.5) + mean).clamp(a, b).to(dtype)


def _initial(name: str, *attributes: str) -> Form:
    """Return the form of an initialiser of torch.nn.init that uses our draws and `attributes`.

    PyTorch computes the fans from the shape of the whole tensor, and scales the draws in the format
    of the result.
    """

    def made(torch: Any) -> Callable[..., Any]:
        module = importlib.import_module("torch.nn.init")

        def run(call: Call) -> Any:
            given: Any = call.attributes
            shape = given["shape"]
            whole = shape if given["whole"] is None else given["whole"]
            dtype = type_of(torch, call.outputs[0])
            if 0 in whole:
                return torch.empty(shape, dtype=dtype)

            class Weights:
                """A substitute for a tensor of the whole shape, which may be too large."""

                shape = torch.Size(whole)
                dim = staticmethod(lambda: len(whole))
                size = staticmethod(lambda axis: whole[axis])

                def uniform_(self, low: float, high: float, generator: Any = None) -> Any:
                    return uniform(torch, call, shape).to(dtype) * (high - low) + low

                def normal_(self, mean: float, std: float, generator: Any = None) -> Any:
                    return torch.special.ndtri(middles(torch, call, shape)).to(dtype) * std + mean

            return getattr(module, name)(Weights(), **{a: given[a] for a in attributes})

        return run

    return made


PEERS: Mapping[str, Peers] = {
    "dropout": Peers(
        numpy=None,
        torch=function(lambda torch, call, x: dropped(torch, call, x, call.attributes["p"])),
        torch_into=None,
    ),
    "multinomial": Peers(numpy=None, torch=function(_multinomial), torch_into=None),
    "permutation": Peers(numpy=None, torch=function(_permutation), torch_into=None),
    "kaiming_normal": Peers(
        numpy=None, torch=_initial("kaiming_normal_", "a", "mode", "nonlinearity"), torch_into=None
    ),
    "kaiming_uniform": Peers(
        numpy=None, torch=_initial("kaiming_uniform_", "a", "mode", "nonlinearity"), torch_into=None
    ),
    "xavier_normal": Peers(numpy=None, torch=_initial("xavier_normal_", "gain"), torch_into=None),
    "xavier_uniform": Peers(numpy=None, torch=_initial("xavier_uniform_", "gain"), torch_into=None),
    "trunc_normal": Peers(numpy=None, torch=function(_truncated), torch_into=None),
}
