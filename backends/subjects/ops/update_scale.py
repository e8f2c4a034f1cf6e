"""update_scale in PyTorch: what torch.amp.GradScaler does at the end of a step."""

from collections.abc import Callable
from typing import Any

from samebits.backends.subjects.peers import Peers
from samebits.spec.call import Call


def _torch(torch: Any) -> Callable[..., Any]:
    def run(call: Call, scale: Any, growth_tracker: Any, found_inf: Any) -> Any:
        state = scale.clone(), growth_tracker.clone()
        given = (call.attributes[x] for x in ("growth_factor", "backoff_factor", "growth_interval"))
        torch._amp_update_scale_(*state, found_inf.float(), *given)
        return state

    return run


PEERS = Peers(numpy=None, torch=_torch, torch_into=None)
