"""copysign in NumPy and PyTorch."""

from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=numpy_forms.Ufunc("copysign"),
    torch=torch_forms.plain("copysign"),
    torch_into=None,
)
