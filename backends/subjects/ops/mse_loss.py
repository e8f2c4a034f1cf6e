"""mse_loss in PyTorch."""

from samebits.backends.subjects.peers import Peers
from samebits.backends.subjects.torch_losses import loss

PEERS = Peers(
    numpy=None,
    torch=loss("mse_loss", "reduction"),
    torch_into=None,
)
