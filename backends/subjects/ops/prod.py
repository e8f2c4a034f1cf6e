"""prod in NumPy and PyTorch."""

from typing import Any

import numpy as np

from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers
from samebits.spec.language.call import Call


def _torch(torch: Any, call: Call, flat: Any) -> Any:
    return torch.prod(flat, dim=-1, dtype=torch_forms.result_type(torch, call))


PEERS = Peers(
    numpy=numpy_forms.total(np.prod),
    torch=torch_forms.one_axis(_torch),
    torch_into=None,
)
