"""relu6 in PyTorch."""

from samebits.backends.subjects import torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_forms.functional("relu6"),
    torch_into=torch_forms.into("hardtanh.out", 0.0, 6.0),
)
