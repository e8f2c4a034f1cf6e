"""multinomial in PyTorch, of numbers that D2 draws: by a search in sums, or by exponentials."""

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.peers import Peers
from samebits.backends.subjects.torch_draws import middles, uniform
from samebits.spec.language.call import Call


def _torch(torch: Any) -> Callable[..., Any]:
    def run(call: Call, weights: Any) -> Any:
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

    return run


PEERS = Peers(numpy=None, torch=_torch, torch_into=None)
