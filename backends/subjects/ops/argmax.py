"""argmax in NumPy and PyTorch."""

import numpy as np

from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=numpy_forms.index(np.argmax),
    torch=torch_forms.index("argmax"),
    torch_into=None,
)
