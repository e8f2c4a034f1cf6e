"""upsample_bilinear2d_gradient in PyTorch."""

from samebits.backends.subjects import torch_resampling
from samebits.backends.subjects.peers import Peers

PEERS = Peers(
    numpy=None,
    torch=torch_resampling.gradient("bilinear"),
    torch_into=None,
)
