"""lion, which neither NumPy nor torch.optim has."""

from samebits.backends.subjects.peers import Peers

PEERS = Peers(numpy=None, torch=None, torch_into=None)
