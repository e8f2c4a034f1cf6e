"""rmsprop in PyTorch."""

from samebits.backends.subjects import torch_steps
from samebits.backends.subjects.peers import Peers

PEERS = Peers(numpy=None, torch=torch_steps.rmsprop(centered=False), torch_into=None)
