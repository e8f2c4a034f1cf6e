"""log1p in NumPy and PyTorch."""

from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=numpy_forms.Ufunc("log1p"),
    torch=torch_forms.plain("log1p"),
    torch_into=torch_forms.into("log1p.out"),
)
