"""addcdiv_tensor2_gradient in PyTorch."""

from samebits.backends.subjects import torch_scalars
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_scalars.gradient(
        lambda torch, c, a, b: torch.addcdiv(
            torch.zeros_like(a), a, b, value=c.attributes["value"]
        ),
        1,
    ),
    torch_into=None,
)
