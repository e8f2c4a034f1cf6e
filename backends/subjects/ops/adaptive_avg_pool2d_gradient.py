"""adaptive_avg_pool2d_gradient in PyTorch."""

from samebits.backends.subjects import torch_pools
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_pools.adaptive_average_pool_gradient(2),
    torch_into=None,
)
