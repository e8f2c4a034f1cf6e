"""mean_gradient in PyTorch."""

from samebits.backends.subjects import torch_gradients
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_gradients.of_shape(torch_gradients.mean),
    torch_into=None,
)
