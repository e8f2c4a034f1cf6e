"""adaptive_max_pool2d in PyTorch."""

from samebits.backends.subjects import torch_pools
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_pools.adaptive_max_pool(2),
    torch_into=None,
)
