"""Products of vectors and matrices, and factorizations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from samebits.backends.libraries import numpy_forms, torch_forms
from samebits.backends.libraries.numpy_forms import Ufunc, called, quiet
from samebits.backends.libraries.peers import Peers
from samebits.backends.libraries.torch_autograd import gradients
from samebits.backends.libraries.torch_forms import function, functional, plain
from samebits.backends.protocol import Array
from samebits.spec.language.call import Call


def _masked_product(torch: Any, call: Call, a: Any, b: Any, mask: Any) -> Any:
    """Return a product in which the terms excluded by the mask are zero."""
    return torch.bmm(torch.where(mask, a, 0.0), b)


def _einsum_numpy(call: Call, x: Sequence[Array]) -> Array:
    return np.array(np.einsum(str(call.attributes["equation"]), *x))


def _einsum(torch: Any, call: Call, *x: Any) -> Any:
    return torch.einsum(call.attributes["equation"], *x)


def _qr(torch: Any, call: Call, a: Any) -> Any:
    mode = "complete" if call.attributes["complete"] else "reduced"
    return tuple(torch.linalg.qr(a, mode=mode))


PEERS: Mapping[str, Peers] = {
    "matmul": Peers(numpy=numpy_forms.product, torch=torch_forms.matrix_product, torch_into=None),
    "bmm": Peers(numpy=numpy_forms.product, torch=torch_forms.matrix_product, torch_into=None),
    "masked_bmm": Peers(numpy=None, torch=function(_masked_product), torch_into=None),
    "dot": Peers(numpy=called(np.dot), torch=plain("dot"), torch_into=None),
    "outer": Peers(numpy=Ufunc("outer"), torch=plain("outer"), torch_into=None),
    "einsum": Peers(numpy=quiet(_einsum_numpy), torch=function(_einsum), torch_into=None),
    "linear": Peers(numpy=None, torch=functional("linear"), torch_into=None),
    "linear_gradient": Peers(numpy=None, torch=gradients(functional("linear")), torch_into=None),
    "linear_bias_gradient": Peers(
        numpy=None,
        torch=function(lambda torch, call, g: g.reshape(-1, g.shape[-1]).sum(0)),
        torch_into=None,
    ),
    "qr": Peers(numpy=None, torch=function(_qr), torch_into=None),
}
