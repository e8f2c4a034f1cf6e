"""Settings of PyTorch that a block changes, all of them brought back when it is left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch

from samebits.torch.optim.host_scalars import correctly_rounded
from samebits.torch.optim.one_tensor import one_tensor_at_a_time


@contextmanager
def settings() -> Iterator[None]:
    """Take the ways of PyTorch that its dispatcher sees.

    oneDNN would compute whole layers at once, the fast path of nn.TransformerEncoderLayer too, and
    code that was compiled before would not come by the replaced kernels.
    """
    onednn = torch.backends.mkldnn.enabled
    fast = torch.backends.mha.get_fastpath_enabled()
    torch._C._set_mkldnn_enabled(False)
    torch.backends.mha.set_fastpath_enabled(False)
    try:
        with torch.compiler.set_stance("force_eager"), correctly_rounded(), one_tensor_at_a_time():
            yield
    finally:
        torch._C._set_mkldnn_enabled(onednn)
        torch.backends.mha.set_fastpath_enabled(fast)
