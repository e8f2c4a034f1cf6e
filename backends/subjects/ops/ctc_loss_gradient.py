"""ctc_loss_gradient in PyTorch."""

from samebits.backends.subjects import torch_ctc
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_ctc.gradient,
    torch_into=None,
)
