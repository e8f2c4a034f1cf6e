"""update_scale in PyTorch: what torch.amp.GradScaler does at the end of a step."""

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call


def _torch(torch: Any) -> Callable[..., Any]:
    def run(call: Call, scale: Any, growth_tracker: Any, found_inf: Any) -> Any:
        names = ("growth_factor", "backoff_factor", "growth_interval")
        growth, backoff, interval = (call.attributes[name] for name in names)
        state = scale.float(), growth_tracker.clone()
        if state[0] is scale:
            state = scale.clone(), state[1]
        torch._amp_update_scale_(*state, found_inf.float(), growth, backoff, interval)
        if scale.dtype is torch.float32:
            return state
        # Its function takes binary32 alone: here it says by how much, and the product is wide.
        factors = [backoff, 1.0, growth]
        nearest = min(factors, key=lambda factor: abs(scale * factor - state[0]))
        return scale * nearest, state[1]

    return run


PEERS = Peers(numpy=None, torch=_torch, torch_into=None)
