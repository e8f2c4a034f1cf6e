"""hypot in NumPy and PyTorch."""

from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=numpy_forms.Ufunc("hypot"),
    torch=torch_forms.plain("hypot"),
    torch_into=torch_forms.into("hypot.out"),
)
