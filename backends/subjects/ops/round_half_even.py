"""round_half_even in NumPy and PyTorch."""

from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=numpy_forms.Ufunc("rint"),
    torch=torch_forms.plain("round"),
    torch_into=None,
)
