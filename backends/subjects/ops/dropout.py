"""dropout in PyTorch: what it makes of a mask that D2 draws."""

from collections.abc import Callable
from typing import Any

import numpy as np

from samebits.backends.subjects.peers import Peers
from samebits.backends.subjects.torch_draws import words
from samebits.spec.language.call import Call


def _torch(torch: Any) -> Callable[..., Any]:
    def run(call: Call, x: Any) -> Any:
        p: Any = call.attributes["p"]
        kept = torch.from_numpy(np.asarray(words(call, tuple(x.shape)) >= p * 2.0**32))
        # As torch.nn.functional.dropout has it, which gives zeros for p = 1.
        scale = 0.0 if p == 1.0 else 1.0 / (1.0 - p)
        return torch.ops.aten.native_dropout_backward(x, kept, scale)

    return run


PEERS = Peers(numpy=None, torch=_torch, torch_into=None)
