"""grid_sample in PyTorch."""

from samebits.backends.subjects import torch_sampling
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_sampling.forward,
    torch_into=None,
)
