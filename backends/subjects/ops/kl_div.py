"""kl_div in PyTorch."""

from samebits.backends.subjects.peers import Peers
from samebits.backends.subjects.torch_losses import loss

PEERS = Peers(
    numpy=None,
    torch=loss("kl_div", "log_target", "reduction"),
    torch_into=None,
)
