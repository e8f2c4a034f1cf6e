"""sum in NumPy and PyTorch."""

from collections.abc import Callable
from typing import Any

import numpy as np

from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call


def _torch(torch: Any) -> Callable[..., Any]:
    def run(call: Call, x: Any) -> Any:
        wanted = torch_forms.result_type(torch, call)
        axes, keep = torch_forms.axes_of(call, x), bool(call.attributes["keepdims"])
        return torch.sum(x, dim=axes, keepdim=keep, dtype=wanted) if axes else x.to(wanted)

    return run


PEERS = Peers(
    numpy=numpy_forms.total(np.sum),
    torch=_torch,
    torch_into=None,
)
