"""The gradients of attention; PyTorch has them for its own result alone, which is no operand."""

from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=None,
    torch_into=None,
)
