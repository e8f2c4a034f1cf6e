"""std in NumPy and PyTorch."""

import numpy as np

from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=numpy_forms.moment(np.std),
    torch=torch_forms.moment("std"),
    torch_into=None,
)
