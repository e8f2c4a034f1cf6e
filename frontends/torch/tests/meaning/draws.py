"""Comparison of random calls, whose numbers D1 to D3 define, so that they differ from PyTorch's.

Only shapes and dtypes must equal PyTorch's. For dropouts and `bernoulli`, each element must also be
one of the values that PyTorch gives at this index for some seed: the dropped value, or the kept and
scaled value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest import mock

import torch
from torch import Tensor

from samebits.torch.tests.meaning.distance import Distance, distance, worst
from samebits.torch.tests.opinfo_ops import AS_IT_IS, RANDOM

SEEDS = range(2, 42)
"""The seeds with which PyTorch computes a discrete draw."""

DISCRETE = (
    "bernoulli",
    "nn.functional.alpha_dropout",
    "nn.functional.dropout",
    "nn.functional.feature_alpha_dropout",
    "module nn.AlphaDropout",
    "module nn.Dropout",
    "module nn.FeatureAlphaDropout",
)
"""Prefixes of the names of entries whose elements have one of two values each."""

MODULES = (
    *("AlphaDropout", "Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "FeatureAlphaDropout"),
    *("FractionalMaxPool2d", "FractionalMaxPool3d", "RReLU", "MultiheadAttention"),
    *("Transformer", "TransformerEncoder", "TransformerEncoderLayer", "TransformerDecoderLayer"),
)
"""Modules that may draw. Several seeds are tried to find out whether a sample draws."""


MEMORY = frozenset(("new_empty", "new_empty_strided", *AS_IT_IS))
"""Ops that return uninitialized memory."""


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Make every call of `torch.manual_seed` use this seed; some ops of the data base call it."""
    usual = torch.manual_seed

    def manual_seed(given: int) -> torch.Generator:
        return usual(seed)

    with mock.patch.object(torch, "manual_seed", manual_seed):
        yield


def may_draw(name: str) -> bool:
    """Check whether any sample of an entry may draw."""
    words = name.removeprefix("module nn.").partition(",")[0]
    return words in MODULES or any(name == n or name.startswith(f"{n}.") for n in RANDOM)


def is_discrete(name: str) -> bool:
    """Check whether each element of an entry's results has one of two values."""
    return name.startswith(DISCRETE)


def compare(
    block: Sequence[Any], plain: Sequence[Any], others: Sequence[Sequence[Any]]
) -> Distance:
    """Return the distance of drawn results. `others` are PyTorch's results with different seeds."""
    same = distance([_like(x) for x in block], [_like(x) for x in plain], [], [])
    if same.reason or not others:
        return same
    return worst([_nearest(b, [o[i] for o in (plain, *others)]) for i, b in enumerate(block)])


def _like(x: Any) -> Any:
    """Return zeros like a result, or the name of its type if it is not a tensor."""
    return torch.zeros_like(x) if isinstance(x, Tensor) else type(x).__name__


def _nearest(block: Any, values: Sequence[Any]) -> Distance:
    """Return the distance of each element from the nearest value that PyTorch gives for it."""
    if not isinstance(block, Tensor) or not block.is_floating_point():
        return Distance()
    every = torch.stack([v.detach().double() for v in values])
    apart = (every - block.detach().double()).abs().nan_to_num(torch.inf)
    chosen = every.gather(0, apart.argmin(0, keepdim=True))[0].to(block.dtype)
    return distance([block], [chosen], [chosen], [])
