"""expm1 in NumPy and PyTorch."""

from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=numpy_forms.Ufunc("expm1"),
    torch=torch_forms.plain("expm1"),
    torch_into=torch_forms.into("expm1.out"),
)
