"""conv1d_weight_gradient in PyTorch."""

from samebits.backends.subjects import torch_windows
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_windows.weight_gradient,
    torch_into=None,
)
