"""huber_loss_gradient: PyTorch's autograd of huber_loss."""

from samebits.backends.subjects.peers import Peers
from samebits.backends.subjects.torch_losses import gradient, loss

PEERS = Peers(
    numpy=None,
    torch=gradient(loss("huber_loss", "delta", "reduction")),
    torch_into=None,
)
