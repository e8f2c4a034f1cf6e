"""Sorting and searching. NumPy has no descending sort, and searches only one row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from samebits.backends.libraries import torch_forms
from samebits.backends.libraries.numpy_forms import called
from samebits.backends.libraries.peers import Peers
from samebits.backends.libraries.torch_autograd import gradient
from samebits.backends.libraries.torch_forms import function
from samebits.spec.language.call import Call


def _topk(torch: Any, call: Call, x: Any) -> Any:
    a = call.attributes
    return tuple(torch.topk(x, a["k"], a["axis"], a["largest"]))


def _searched(torch: Any, call: Call, boundaries: Any, values: Any) -> Any:
    """Sort the boundaries, because PyTorch requires sorted boundaries, and search them."""
    ascending = torch.sort(boundaries, -1).values
    return torch.searchsorted(ascending, values.contiguous(), right=call.attributes["right"])


PEERS: Mapping[str, Peers] = {
    "sort": Peers(
        numpy=called(np.sort, "axis", kind="stable"), torch=torch_forms.sorting(0), torch_into=None
    ),
    "sort_gradient": Peers(numpy=None, torch=gradient(torch_forms.sorting(0)), torch_into=None),
    "argsort": Peers(
        numpy=called(np.argsort, "axis", kind="stable"),
        torch=torch_forms.sorting(1),
        torch_into=None,
    ),
    "topk": Peers(numpy=None, torch=function(_topk), torch_into=None),
    "searchsorted": Peers(numpy=None, torch=function(_searched), torch_into=None),
}
