"""amin in NumPy and PyTorch."""

import numpy as np

from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=numpy_forms.reduction(np.min),
    torch=torch_forms.reduction("amin"),
    torch_into=None,
)
