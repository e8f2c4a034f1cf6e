"""xavier_normal in PyTorch, of numbers that D2 draws."""

from samebits.backends.subjects import torch_draws
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_draws.initial("xavier_normal_", lambda c: {"gain": c.attributes["gain"]}),
    torch_into=None,
)
