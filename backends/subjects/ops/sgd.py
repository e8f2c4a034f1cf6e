"""sgd in PyTorch, which has no buffer before the first step with momentum."""

import importlib
from collections.abc import Callable
from typing import Any

from samebits.backends.protocol import BackendError
from samebits.backends.subjects.peers import Peers
from samebits.backends.subjects.torch_steps import LEAST_MOMENTUM
from samebits.spec.language.call import Call


def _torch(torch: Any) -> Callable[..., Any]:
    optimizer: Any = importlib.import_module("torch.optim.sgd")

    def run(call: Call, params: Any, grads: Any, buffer: Any = None) -> Any:
        given = dict(call.attributes)
        given["momentum"] = given["momentum"] or LEAST_MOMENTUM
        new, buffers = params.clone(), [None if buffer is None else buffer.clone()]
        optimizer.sgd([new], [grads.clone()], buffers, foreach=False, **given)
        if buffers[0] is None:
            raise BackendError(
                "PyTorch made no buffer: a subnormal momentum counts as 0 where subnormal numbers "
                "are flushed; give one of at least 2.3e-308"
            )
        return new, buffers[0]

    return run


PEERS = Peers(numpy=None, torch=_torch, torch_into=None)
