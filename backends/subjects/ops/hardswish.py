"""hardswish in PyTorch."""

from samebits.backends.subjects import torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_forms.functional("hardswish"),
    torch_into=torch_forms.into("hardswish.out"),
)
