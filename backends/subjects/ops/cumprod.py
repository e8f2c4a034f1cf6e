"""cumprod in NumPy and PyTorch."""

import numpy as np

from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=numpy_forms.scan(np.cumprod),
    torch=torch_forms.scan("cumprod"),
    torch_into=None,
)
