"""addcmul_gradient in PyTorch: the gradient of the first factor, which reads the second."""

from samebits.backends.subjects import torch_scalars
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_scalars.gradient_of_unread(
        lambda torch, call, x, other: torch.addcmul(
            torch.zeros_like(x), x, other, value=call.attributes["value"]
        )
    ),
    torch_into=None,
)
