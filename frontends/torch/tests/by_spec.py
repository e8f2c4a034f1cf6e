"""Ops of the specification on tensors without samebits.torch, by the executor, for comparison."""

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
    """The elements of a tensor as NumPy has them."""
    x = x.detach().contiguous()
    if x.dtype in _SHORT:
        return x.view(torch.int16).numpy().view(_SHORT[x.dtype])
    return x.numpy()


def by_spec(op: str, inputs: Sequence[Tensor], outputs: Any, **attributes: Any) -> Any:
    """The results of an op on tensors, in new tensors like `outputs`; one for a single tensor."""
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
    """Whether two tensors have one dtype, one shape and the same bits."""
    return bool(
        a.dtype is b.dtype and a.shape == b.shape and array_of(a).tobytes() == array_of(b).tobytes()
    )
