"""batch_norm in PyTorch."""

from samebits.backends.subjects import torch_batch_norms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_batch_norms.batch_norm,
    torch_into=None,
)
