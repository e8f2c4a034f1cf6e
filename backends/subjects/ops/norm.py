"""norm in NumPy and PyTorch."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from samebits.backends.protocol import Array
from samebits.backends.subjects import numpy_forms, torch_forms
from samebits.backends.subjects.peers import Peers
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call


def _numpy(call: Call, inputs: Sequence[Array]) -> Array:
    axis, order = numpy_forms.one_axis(call), call.attributes["ord"]
    x = inputs[0] if axis is not None else inputs[0].reshape(-1)
    found = np.linalg.norm(x, np.inf if order == "inf" else order, axis=axis)  # type: ignore[arg-type]
    return np.asarray(found).reshape(get_op("norm").output_shapes(call, [inputs[0].shape])[0])


def _torch(torch: Any, call: Call, flat: Any) -> Any:
    order = call.attributes["ord"]
    return torch.linalg.vector_norm(flat, math.inf if order == "inf" else order, dim=-1)


PEERS = Peers(
    numpy=numpy_forms.quiet(_numpy),
    torch=torch_forms.one_axis(_torch),
    torch_into=None,
)
