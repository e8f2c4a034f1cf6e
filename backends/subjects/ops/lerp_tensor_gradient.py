"""lerp_tensor_gradient in PyTorch: the gradient of the start, which reads the weight alone."""

from samebits.backends.subjects import torch_scalars
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_scalars.gradient_of_unread(
        lambda torch, call, x, weight: torch.lerp(x, torch.ones_like(x), weight)
    ),
    torch_into=None,
)
