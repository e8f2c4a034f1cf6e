"""embedding_bag_gradient in PyTorch."""

from samebits.backends.subjects import torch_bags
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_bags.gradient,
    torch_into=None,
)
