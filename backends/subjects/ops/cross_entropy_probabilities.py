"""cross_entropy_probabilities in PyTorch."""

from samebits.backends.subjects.peers import Peers
from samebits.backends.subjects.torch_losses import loss

PEERS = Peers(
    numpy=None,
    torch=loss("cross_entropy", "label_smoothing", "reduction", operands=("weight",)),
    torch_into=None,
)
