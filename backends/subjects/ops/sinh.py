"""sinh in NumPy and PyTorch."""

from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=numpy_forms.Ufunc("sinh"),
    torch=torch_forms.plain("sinh"),
    torch_into=torch_forms.into("sinh.out"),
)
