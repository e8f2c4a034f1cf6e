"""cross_entropy_gradient: PyTorch's autograd of cross_entropy."""

from samebits.backends.subjects.peers import Peers
from samebits.backends.subjects.torch_losses import gradient, loss

PEERS = Peers(
    numpy=None,
    torch=gradient(
        loss("cross_entropy", "ignore_index", "label_smoothing", "reduction", operands=("weight",))
    ),
    torch_into=None,
)
