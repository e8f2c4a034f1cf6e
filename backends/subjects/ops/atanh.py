"""atanh in NumPy and PyTorch."""

from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=numpy_forms.Ufunc("arctanh"),
    torch=torch_forms.plain("atanh"),
    torch_into=torch_forms.into("atanh.out"),
)
