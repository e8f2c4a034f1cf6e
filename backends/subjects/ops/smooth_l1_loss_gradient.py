"""smooth_l1_loss_gradient: PyTorch's autograd of smooth_l1_loss."""

from samebits.backends.subjects.peers import Peers
from samebits.backends.subjects.torch_losses import gradient, loss

PEERS = Peers(
    numpy=None,
    torch=gradient(loss("smooth_l1_loss", "beta", "reduction")),
    torch_into=None,
)
