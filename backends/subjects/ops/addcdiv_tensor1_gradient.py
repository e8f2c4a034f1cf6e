"""addcdiv_tensor1_gradient in PyTorch: the gradient of the dividend, which reads the divisor."""

from samebits.backends.subjects import torch_scalars
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_scalars.gradient_of_unread(
        lambda torch, call, x, divisor: torch.addcdiv(
            torch.zeros_like(x), x, divisor, value=call.attributes["value"]
        )
    ),
    torch_into=None,
)
