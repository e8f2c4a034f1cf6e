"""hardtanh in PyTorch."""

from samebits.backends.subjects import torch_scalars
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_scalars.function(
        lambda torch, c, x: torch.nn.functional.hardtanh(
            x, c.attributes["min"], c.attributes["max"]
        )
    ),
    torch_into=None,
)
