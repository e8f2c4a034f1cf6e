"""logical_or in NumPy and PyTorch."""

from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=numpy_forms.Ufunc("logical_or"),
    torch=torch_forms.plain("logical_or"),
    torch_into=None,
)
