"""cbrt in NumPy."""

from samebits.backends.subjects import numpy_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=numpy_forms.Ufunc("cbrt"),
    torch=None,
    torch_into=None,
)
