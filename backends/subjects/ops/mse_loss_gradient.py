"""mse_loss_gradient: PyTorch's autograd of mse_loss."""

from samebits.backends.subjects.peers import Peers
from samebits.backends.subjects.torch_losses import gradient, loss

PEERS = Peers(
    numpy=None,
    torch=gradient(loss("mse_loss", "reduction")),
    torch_into=None,
)
