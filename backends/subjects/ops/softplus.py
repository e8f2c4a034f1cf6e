"""softplus; PyTorch's turns linear above 20."""

from samebits.backends.subjects import torch_forms
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_forms.functional("softplus"),
    torch_into=torch_forms.into("softplus.out"),
)
