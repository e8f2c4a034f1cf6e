"""gelu_derivative: PyTorch's backward function, which its networks train by."""

from samebits.backends.subjects import torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_forms.slope("gelu_backward"),
    torch_into=torch_forms.backward("gelu_backward"),
)
