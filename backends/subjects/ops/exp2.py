"""exp2 in NumPy and PyTorch."""

from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=numpy_forms.Ufunc("exp2"),
    torch=torch_forms.plain("exp2"),
    torch_into=torch_forms.into("exp2.out"),
)
