"""Reductions and scans, and their gradients."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from samebits.backends.libraries import numpy_forms, torch_forms
from samebits.backends.libraries.numpy_forms import quiet
from samebits.backends.libraries.peers import Peers
from samebits.backends.libraries.torch_autograd import gradient, gradient_at
from samebits.backends.libraries.torch_forms import axes_of, function, plain, result_type
from samebits.backends.protocol import Array
from samebits.spec.catalog import get_op
from samebits.spec.language.call import Call


def _sum(torch: Any, call: Call, x: Any) -> Any:
    wanted = result_type(torch, call)
    axes, keep = axes_of(call, x), bool(call.attributes["keepdims"])
    return torch.sum(x, dim=axes, keepdim=keep, dtype=wanted) if axes else x.to(wanted)


def _masked_sum(torch: Any, call: Call, x: Any, mask: Any) -> Any:
    """Return a sum in which the elements excluded by the mask are zero."""
    axes, keepdims = call.attributes["axes"], call.attributes["keepdims"]
    kept = torch.where(mask, x, torch.zeros((), dtype=x.dtype))
    if axes == ():  # in PyTorch an empty tuple means all axes
        return kept
    return torch.sum(kept, dim=axes, keepdim=keepdims)


def _flat_product(torch: Any, call: Call, flat: Any) -> Any:
    return torch.prod(flat, dim=-1, dtype=result_type(torch, call))


def _norm_numpy(call: Call, inputs: Sequence[Array]) -> Array:
    axis, order = numpy_forms.one_axis(call), call.attributes["ord"]
    x = inputs[0] if axis is not None else inputs[0].reshape(-1)
    found = np.linalg.norm(x, np.inf if order == "inf" else order, axis=axis)  # type: ignore[arg-type]
    return np.asarray(found).reshape(get_op("norm").output_shapes(call, [inputs[0].shape])[0])


def _norm(torch: Any, call: Call, flat: Any) -> Any:
    order = call.attributes["ord"]
    return torch.linalg.vector_norm(flat, math.inf if order == "inf" else order, dim=-1)


def _zeros(call: Call, outgoing: Any) -> Any:
    return outgoing.new_zeros(call.attributes["shape"])


def _product(torch: Any, call: Call, x: Any) -> Any:
    """Return the product, computed one axis after another."""
    for axis in sorted((axis % x.dim() for axis in axes_of(call, x)), reverse=True):
        x = torch.prod(x, dim=axis, keepdim=bool(call.attributes["keepdims"]))
    return x.clone()


def _variance(torch: Any, call: Call, x: Any) -> Any:
    axes, correction = axes_of(call, x), call.attributes["correction"]
    if axes:
        keep = bool(call.attributes["keepdims"])
        return torch.var(x, dim=axes, correction=correction, keepdim=keep)
    return torch.var(x[..., None], dim=-1, correction=correction)


PEERS: Mapping[str, Peers] = {
    "sum": Peers(numpy=numpy_forms.total(np.sum), torch=function(_sum), torch_into=None),
    "sum_gradient": Peers(
        numpy=None, torch=gradient_at(torch_forms.reduction("sum"), _zeros), torch_into=None
    ),
    "mean": Peers(
        numpy=numpy_forms.reduction(np.mean), torch=torch_forms.reduction("mean"), torch_into=None
    ),
    "mean_gradient": Peers(
        numpy=None, torch=gradient_at(torch_forms.reduction("mean"), _zeros), torch_into=None
    ),
    "prod": Peers(
        numpy=numpy_forms.total(np.prod), torch=torch_forms.one_axis(_flat_product), torch_into=None
    ),
    "prod_gradient": Peers(numpy=None, torch=gradient(function(_product)), torch_into=None),
    "masked_sum": Peers(numpy=None, torch=function(_masked_sum), torch_into=None),
    "max": Peers(
        numpy=numpy_forms.reduction(np.max), torch=torch_forms.reduction("amax"), torch_into=None
    ),
    "min": Peers(
        numpy=numpy_forms.reduction(np.min), torch=torch_forms.reduction("amin"), torch_into=None
    ),
    "amax": Peers(
        numpy=numpy_forms.reduction(np.max), torch=torch_forms.reduction("amax"), torch_into=None
    ),
    "amin": Peers(
        numpy=numpy_forms.reduction(np.min), torch=torch_forms.reduction("amin"), torch_into=None
    ),
    "argmax": Peers(
        numpy=numpy_forms.index(np.argmax), torch=torch_forms.index("argmax"), torch_into=None
    ),
    "argmin": Peers(
        numpy=numpy_forms.index(np.argmin), torch=torch_forms.index("argmin"), torch_into=None
    ),
    "all": Peers(
        numpy=numpy_forms.reduction(np.all), torch=torch_forms.rows("all"), torch_into=None
    ),
    "any": Peers(
        numpy=numpy_forms.reduction(np.any), torch=torch_forms.rows("any"), torch_into=None
    ),
    "count_nonzero": Peers(
        numpy=numpy_forms.reduction(np.count_nonzero),
        torch=torch_forms.rows("count_nonzero"),
        torch_into=None,
    ),
    "var": Peers(
        numpy=numpy_forms.moment(np.var), torch=torch_forms.moment("var"), torch_into=None
    ),
    "var_gradient": Peers(numpy=None, torch=gradient(function(_variance)), torch_into=None),
    "std": Peers(
        numpy=numpy_forms.moment(np.std), torch=torch_forms.moment("std"), torch_into=None
    ),
    "norm": Peers(numpy=quiet(_norm_numpy), torch=torch_forms.one_axis(_norm), torch_into=None),
    "logsumexp": Peers(
        numpy=numpy_forms.reduction(np.logaddexp.reduce),
        torch=torch_forms.rows("logsumexp"),
        torch_into=None,
    ),
    "cumsum": Peers(
        numpy=numpy_forms.scan(np.cumsum), torch=torch_forms.scan("cumsum"), torch_into=None
    ),
    "cumsum_gradient": Peers(
        numpy=None,
        torch=gradient_at(plain("cumsum", "axis"), lambda call, outgoing: outgoing * 0),
        torch_into=None,
    ),
    "cumprod": Peers(
        numpy=numpy_forms.scan(np.cumprod), torch=torch_forms.scan("cumprod"), torch_into=None
    ),
}
