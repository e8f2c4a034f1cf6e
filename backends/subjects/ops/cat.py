"""cat, which NumPy calls concatenate."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call


def _numpy(call: Call, x: Sequence[Array]) -> Array:
    axis: Any = call.attributes["axis"]
    return np.concatenate(x, axis)


def _torch(torch: Any) -> Callable[..., Any]:
    return lambda call, *x: torch.cat(x, torch_forms.axis_of(call))


PEERS = Peers(
    numpy=numpy_forms.quiet(_numpy),
    torch=_torch,
    torch_into=None,
)
