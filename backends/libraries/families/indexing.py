"""Gathering, scattering and embedding.

NumPy has no gather: its take_along_axis does not accept an index that is smaller than the array
along another axis. PyTorch specifies no order for the updates of scatter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from samebits.backends.libraries import numpy_forms
from samebits.backends.libraries.numpy_forms import called, quiet
from samebits.backends.libraries.peers import Peers
from samebits.backends.libraries.torch_forms import along, axis_of, function, functional, plain
from samebits.backends.protocol import Array
from samebits.spec.language.call import Call

_ADDED = quiet(lambda call, x: numpy_forms.added(call, x[0].copy(), x[1], x[2]))
"""NumPy's add.at on a copy of the first operand."""


def _scattered_numpy(call: Call, x: Sequence[Array]) -> Array:
    shape: Any = call.attributes["shape"]
    return numpy_forms.added(call, np.zeros(shape, x[0].dtype), x[1], x[0])


def _scattered(torch: Any, call: Call, outgoing: Any, index: Any) -> Any:
    """Scatter the gradient into zeros, as PyTorch's autograd does."""
    start = torch.zeros(call.attributes["shape"], dtype=outgoing.dtype)
    return start.scatter_add(axis_of(call), index, outgoing)


def _put_numpy(call: Call, x: Sequence[Array]) -> Array:
    found = x[0].copy()
    if call.attributes["accumulate"]:
        np.add.at(found, x[1], x[2])
    else:
        found[x[1]] = x[2]
    return found


def _put(torch: Any, call: Call, prior: Any, index: Any, x: Any) -> Any:
    return prior.index_put((index.long(),), x, accumulate=call.attributes["accumulate"])


def _filled_numpy(call: Call, x: Sequence[Array]) -> Array:
    value: Any = call.attributes["value"]
    return np.where(x[1], x[0].dtype.type(value), x[0])


def _embedding(torch: Any, call: Call, weight: Any, index: Any) -> Any:
    return torch.nn.functional.embedding(index, weight)


def _embedding_gradient(torch: Any, call: Call, outgoing: Any, index: Any) -> Any:
    """Call the function of ATen that PyTorch's autograd calls."""
    rows, padding = call.attributes["rows"], call.attributes["padding_index"]
    ignored = -1 if padding is None else padding
    return torch.ops.aten.embedding_dense_backward(outgoing, index, rows, ignored, False)


def _bag(torch: Any, call: Call, weight: Any, index: Any, factors: Any = None) -> Any:
    """Return an embedding bag. Absent indices are redirected to an extra row, the padding row.

    PyTorch has no other way to mark them as absent.
    """
    rows = weight.shape[0]
    table = torch.cat([weight, weight.new_zeros(1, weight.shape[1])])
    index = index.long()
    index = torch.where(index == call.attributes["padding_index"], rows, index)
    return torch.nn.functional.embedding_bag(
        index, table, mode=call.attributes["mode"], per_sample_weights=factors, padding_idx=rows
    )


def _bag_gradient(
    torch: Any, call: Call, outgoing: Any, weight: Any, index: Any, factors: Any = None
) -> Any:
    with torch.enable_grad():
        given = [weight] if factors is None else [weight, factors]
        leaves = [x.detach().clone().requires_grad_() for x in given]
        y = _bag(torch, call, leaves[0], index, *leaves[1:])
        found = torch.autograd.grad(y, leaves, outgoing)
    return found if len(found) > 1 else found[0]


PEERS: Mapping[str, Peers] = {
    "gather": Peers(numpy=None, torch=along("gather"), torch_into=None),
    "gather_gradient": Peers(
        numpy=quiet(_scattered_numpy), torch=function(_scattered), torch_into=None
    ),
    "scatter": Peers(numpy=None, torch=along("scatter"), torch_into=None),
    "scatter_add": Peers(numpy=_ADDED, torch=along("scatter_add"), torch_into=None),
    "index_add": Peers(numpy=_ADDED, torch=along("index_add"), torch_into=None),
    "index_put": Peers(numpy=quiet(_put_numpy), torch=function(_put), torch_into=None),
    "index_select": Peers(
        numpy=called(np.take, "axis"), torch=along("index_select"), torch_into=None
    ),
    "masked_fill": Peers(
        numpy=quiet(_filled_numpy), torch=plain("masked_fill", "value"), torch_into=None
    ),
    "one_hot": Peers(numpy=None, torch=functional("one_hot", "classes"), torch_into=None),
    "embedding": Peers(
        numpy=quiet(lambda call, x: np.asarray(x[0][x[1]])),
        torch=function(_embedding),
        torch_into=None,
    ),
    "embedding_gradient": Peers(numpy=None, torch=function(_embedding_gradient), torch_into=None),
    "embedding_bag": Peers(numpy=None, torch=function(_bag), torch_into=None),
    "embedding_bag_gradient": Peers(numpy=None, torch=function(_bag_gradient), torch_into=None),
}
