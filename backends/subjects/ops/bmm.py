"""bmm in NumPy and PyTorch."""

from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=numpy_forms.product,
    torch=torch_forms.matrix_product,
    torch_into=None,
)
