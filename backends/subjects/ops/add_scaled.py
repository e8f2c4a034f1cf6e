"""add_scaled in PyTorch."""

from samebits.backends.subjects import torch_scalars
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_scalars.function(
        lambda torch, c, x, y: torch.add(x, y, alpha=c.attributes["alpha"])
    ),
    torch_into=None,
)
