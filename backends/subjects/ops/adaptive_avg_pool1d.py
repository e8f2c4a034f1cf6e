"""adaptive_avg_pool1d in PyTorch."""

from samebits.backends.subjects import torch_pools
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_pools.adaptive_average_pool(1),
    torch_into=None,
)
