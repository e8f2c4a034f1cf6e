"""prelu in PyTorch."""

from samebits.backends.subjects import torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_forms.functional("prelu"),
    torch_into=None,
)
