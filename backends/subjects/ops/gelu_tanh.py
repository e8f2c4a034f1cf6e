"""gelu_tanh: PyTorch's gelu with approximate="tanh"."""

from samebits.backends.subjects import torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_forms.functional("gelu", approximate="tanh"),
    torch_into=torch_forms.into("gelu.out", approximate="tanh"),
)
