"""permutation in PyTorch: the stable order of the numbers that D2 draws."""

from collections.abc import Callable
from typing import Any

import numpy as np

from samebits.backends.subjects.peers import Peers
from samebits.backends.subjects.torch_draws import words
from samebits.spec.language.call import Call


def _torch(torch: Any) -> Callable[..., Any]:
    def run(call: Call) -> Any:
        n: Any = call.attributes["n"]
        return torch.argsort(torch.from_numpy(words(call, (n,), 64).view(np.int64)), stable=True)

    return run


PEERS = Peers(numpy=None, torch=_torch, torch_into=None)
