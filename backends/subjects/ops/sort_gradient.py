"""sort_gradient in PyTorch."""

from samebits.backends.subjects import torch_gradients
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_gradients.of_operand(torch_gradients.ordered),
    torch_into=None,
)
