"""amax in NumPy and PyTorch."""

import numpy as np

from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=numpy_forms.reduction(np.max),
    torch=torch_forms.reduction("amax"),
    torch_into=None,
)
