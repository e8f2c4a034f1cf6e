"""ctc_loss in PyTorch."""

from samebits.backends.subjects import torch_ctc
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_ctc.forward,
    torch_into=None,
)
