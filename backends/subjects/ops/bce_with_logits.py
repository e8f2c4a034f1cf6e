"""bce_with_logits in PyTorch."""

from samebits.backends.subjects.peers import Peers
from samebits.backends.subjects.torch_losses import loss

PEERS = Peers(
    numpy=None,
    torch=loss("binary_cross_entropy_with_logits", "reduction", operands=("weight", "pos_weight")),
    torch_into=None,
)
