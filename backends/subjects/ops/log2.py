"""log2 in NumPy and PyTorch."""

from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=numpy_forms.Ufunc("log2"),
    torch=torch_forms.plain("log2"),
    torch_into=torch_forms.into("log2.out"),
)
