"""scaled_dot_product_attention in PyTorch."""

from samebits.backends.subjects import torch_attention
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_attention.attention,
    torch_into=None,
)
