"""logical_and in NumPy and PyTorch."""

from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=numpy_forms.Ufunc("logical_and"),
    torch=torch_forms.plain("logical_and"),
    torch_into=None,
)
