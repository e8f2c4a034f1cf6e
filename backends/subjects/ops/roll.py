"""roll, of which both libraries shift the flattened array where axes are left out."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.backends.subjects import numpy_forms
from samebits.backends.subjects.by_axis import all_axes
from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call


def _numpy(call: Call, x: Sequence[Array]) -> Array:
    axes, shifts = all_axes(call, x[0].ndim), call.attributes["shifts"]
    moved: Any = np.roll
    return np.asarray(moved(x[0], shifts, axes))


def _torch(torch: Any) -> Callable[..., Any]:
    def run(call: Call, x: Any) -> Any:
        axes = all_axes(call, x.dim())
        return torch.roll(x, call.attributes["shifts"], axes) if axes else x.clone()

    return run


PEERS = Peers(
    numpy=numpy_forms.quiet(_numpy),
    torch=_torch,
    torch_into=None,
)
