"""all in NumPy and PyTorch."""

import numpy as np

from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=numpy_forms.reduction(np.all),
    torch=torch_forms.rows("all"),
    torch_into=None,
)
