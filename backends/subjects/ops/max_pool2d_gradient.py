"""max_pool2d_gradient in PyTorch."""

from samebits.backends.subjects import torch_pools
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_pools.max_pool_gradient,
    torch_into=None,
)
