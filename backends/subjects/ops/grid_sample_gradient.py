"""grid_sample_gradient in PyTorch."""

from samebits.backends.subjects import torch_sampling
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_sampling.gradient,
    torch_into=None,
)
