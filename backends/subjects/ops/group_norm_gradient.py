"""group_norm_gradient in PyTorch."""

from samebits.backends.subjects import torch_norms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_norms.group_norm_gradient,
    torch_into=None,
)
