"""leaky_relu_derivative: PyTorch's backward function, which is measured and not judged."""

from samebits.backends.subjects import torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=None,
    torch_into=torch_forms.backward("leaky_relu_backward", 0.01, False),
)
