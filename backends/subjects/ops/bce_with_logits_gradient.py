"""bce_with_logits_gradient: PyTorch's autograd of bce_with_logits."""

from samebits.backends.subjects.peers import Peers
from samebits.backends.subjects.torch_losses import gradient, loss

PEERS = Peers(
    numpy=None,
    torch=gradient(
        loss("binary_cross_entropy_with_logits", "reduction", operands=("weight", "pos_weight"))
    ),
    torch_into=None,
)
