"""sin in NumPy and PyTorch."""

from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=numpy_forms.Ufunc("sin"),
    torch=torch_forms.plain("sin"),
    torch_into=torch_forms.into("sin.out"),
)
