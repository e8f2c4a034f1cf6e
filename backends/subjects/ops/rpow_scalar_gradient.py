"""rpow_scalar_gradient in PyTorch."""

from samebits.backends.subjects import torch_scalars
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_scalars.gradient(lambda torch, c, x: torch.pow(c.attributes["base"], x), 0),
    torch_into=None,
)
