"""index_put in PyTorch, and as NumPy assigns to elements."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.backends.subjects import numpy_forms
from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call


def _numpy(call: Call, x: Sequence[Array]) -> Array:
    found = x[0].copy()
    if call.attributes["accumulate"]:
        np.add.at(found, x[1], x[2])
    else:
        found[x[1]] = x[2]
    return found


def _torch(torch: Any) -> Callable[..., Any]:
    def run(call: Call, prior: Any, index: Any, x: Any) -> Any:
        return prior.index_put((index.long(),), x, accumulate=call.attributes["accumulate"])

    return run


PEERS = Peers(
    numpy=numpy_forms.quiet(_numpy),
    torch=_torch,
    torch_into=None,
)
