"""upsample_nearest1d in PyTorch."""

from samebits.backends.subjects import torch_resampling
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_resampling.resampled("nearest"),
    torch_into=None,
)
