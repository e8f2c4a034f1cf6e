"""lerp_weight_gradient in PyTorch: the gradient of the weight, which it does not read."""

from samebits.backends.subjects import torch_scalars
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_scalars.gradient_of_unread(
        lambda torch, call, weight, x, end: torch.lerp(x, end, weight)
    ),
    torch_into=None,
)
