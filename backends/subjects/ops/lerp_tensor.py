"""lerp_tensor in PyTorch."""

from samebits.backends.subjects import torch_scalars
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_scalars.function(lambda torch, c, *x: torch.lerp(*x)),
    torch_into=None,
)
