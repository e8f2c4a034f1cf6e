"""leaky_relu in PyTorch."""

from samebits.backends.subjects import torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_forms.functional("leaky_relu", "negative_slope"),
    torch_into=torch_forms.into("leaky_relu.out"),
)
