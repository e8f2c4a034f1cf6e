"""gru in PyTorch."""

from samebits.backends.subjects import torch_recurrent
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_recurrent.gru,
    torch_into=None,
)
