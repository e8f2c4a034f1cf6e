"""trunc_normal in PyTorch, of numbers that D2 draws: by the quantile, for it redraws its own."""

from typing import Any

from samebits.backends.subjects import torch_draws
from samebits.backends.subjects.peers import Peers
from samebits.backends.subjects.torch_forms import type_of
from samebits.spec.language.call import Call


def _bound(torch: Any) -> torch_draws.Run:
    def run(call: Call) -> Any:
        given: Any = call.attributes
        mean, std, a, b = (given[name] for name in ("mean", "std", "a", "b"))
        dtype, double = type_of(torch, call.outputs[0]), torch.float64
        first, last = torch.erf(
            torch.tensor([(x - mean) / std / 2**0.5 for x in (a, b)], dtype=double)
        )
        share = torch_draws.uniform(torch, call, given["shape"]) * (last - first) + first
        inside = share.clamp(-(1 - 2.0**-24), 1 - 2.0**-24)
        return (torch.erfinv(inside) * (std * 2**0.5) + mean).clamp(a, b).to(dtype)

    return run


PEERS = Peers(numpy=None, torch=_bound, torch_into=None)
