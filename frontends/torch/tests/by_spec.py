"""Run ops of the specification on tensors by the executor, without samebits.torch."""

from collections.abc import Sequence
from typing import Any

import ml_dtypes
import torch
from torch import Tensor

from samebits.backends import discovery, executor
from samebits.spec.catalog import get_op
from samebits.torch.dtypes import format_of

_SHORT = {torch.bfloat16: ml_dtypes.bfloat16}


def array_of(x: Tensor) -> Any:
    """Return the elements of a tensor as a NumPy array; bfloat16 becomes the type of ml_dtypes."""
    x = x.detach().contiguous()
    if x.dtype in _SHORT:
        return x.view(torch.int16).numpy().view(_SHORT[x.dtype])
    return x.numpy()


def by_spec(op: str, inputs: Sequence[Tensor], outputs: Any, **attributes: Any) -> Any:
    """Return the results of an op as new tensors like `outputs`: a list, or a single tensor."""
    if isinstance(outputs, torch.Tensor):
        return by_spec(op, inputs, [outputs], **attributes)[0]
    results = [torch.empty(x.shape, dtype=x.dtype) for x in outputs]
    call = get_op(op).call(
        [format_of(x.dtype) for x in inputs], [format_of(x.dtype) for x in results], **attributes
    )
    with discovery.load("c").open("baseline") as session:
        executor.execute_into(
            session, call, [array_of(x) for x in inputs], [array_of(x) for x in results]
        )
    return results


def same(a: Tensor, b: Tensor) -> bool:
    """Check whether two tensors have the same dtype, shape and bits."""
    return bool(
        a.dtype is b.dtype and a.shape == b.shape and array_of(a).tobytes() == array_of(b).tobytes()
    )
