"""dropping_attention by the functions that PyTorch has for its parts, of draws made by D2."""

from samebits.backends.subjects import torch_attention
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_attention.dropping,
    torch_into=None,
)
