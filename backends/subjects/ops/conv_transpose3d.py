"""conv_transpose3d in PyTorch."""

from samebits.backends.subjects import torch_windows
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_windows.transposed("conv_transpose3d"),
    torch_into=None,
)
