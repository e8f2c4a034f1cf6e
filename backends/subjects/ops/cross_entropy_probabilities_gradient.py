"""cross_entropy_probabilities_gradient: PyTorch's autograd of cross_entropy_probabilities."""

from samebits.backends.subjects.peers import Peers
from samebits.backends.subjects.torch_losses import gradient, loss

PEERS = Peers(
    numpy=None,
    torch=gradient(loss("cross_entropy", "label_smoothing", "reduction", operands=("weight",))),
    torch_into=None,
)
