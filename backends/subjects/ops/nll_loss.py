"""nll_loss in PyTorch."""

from samebits.backends.subjects.peers import Peers
from samebits.backends.subjects.torch_losses import loss

PEERS = Peers(
    numpy=None,
    torch=loss("nll_loss", "ignore_index", "reduction", operands=("weight",)),
    torch_into=None,
)
