"""cumsum_gradient in PyTorch."""

from samebits.backends.subjects import torch_gradients
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_gradients.like_result(torch_gradients.cumulative_sum),
    torch_into=None,
)
