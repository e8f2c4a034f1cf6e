"""pow in NumPy and PyTorch."""

from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=numpy_forms.Ufunc("power"),
    torch=torch_forms.plain("pow"),
    torch_into=torch_forms.into("pow.Tensor_Tensor_out"),
)
