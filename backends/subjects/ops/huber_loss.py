"""huber_loss in PyTorch."""

from samebits.backends.subjects.peers import Peers
from samebits.backends.subjects.torch_losses import loss

PEERS = Peers(
    numpy=None,
    torch=loss("huber_loss", "delta", "reduction"),
    torch_into=None,
)
