"""The gradient of a host scalar to the power of x; PyTorch has it for its own power alone."""

from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=None,
    torch_into=None,
)
