"""count_nonzero in NumPy and PyTorch."""

import numpy as np

from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=numpy_forms.reduction(np.count_nonzero),
    torch=torch_forms.rows("count_nonzero"),
    torch_into=None,
)
