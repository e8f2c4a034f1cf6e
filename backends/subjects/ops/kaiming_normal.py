"""kaiming_normal in PyTorch, of numbers that D2 draws."""

from samebits.backends.subjects import torch_draws
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_draws.initial(
        "kaiming_normal_", lambda c: {n: c.attributes[n] for n in ("a", "mode", "nonlinearity")}
    ),
    torch_into=None,
)
