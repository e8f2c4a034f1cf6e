"""Calls that draw: their numbers are samebits' own (D1 to D3), so less of them is compared.

Shapes and dtypes are those of PyTorch. For dropouts and `bernoulli`, each element is one of the
values that PyTorch gives there for some seed: the dropped one, or the kept one with its scale.
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
"""Seeds with which PyTorch computes a discrete draw."""

DISCRETE = (
    "bernoulli",
    "nn.functional.alpha_dropout",
    "nn.functional.dropout",
    "nn.functional.feature_alpha_dropout",
    "module nn.AlphaDropout",
    "module nn.Dropout",
    "module nn.FeatureAlphaDropout",
)
"""Beginnings of the names of entries whose elements have two values each."""

MODULES = (
    *("AlphaDropout", "Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "FeatureAlphaDropout"),
    *("FractionalMaxPool2d", "FractionalMaxPool3d", "RReLU", "MultiheadAttention"),
    *("Transformer", "TransformerEncoder", "TransformerEncoderLayer", "TransformerDecoderLayer"),
)
"""Modules that may draw; whether a sample does, another seed shows."""


MEMORY = frozenset(("new_empty", "new_empty_strided", *AS_IT_IS))
"""Ops whose result is memory as it is."""


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Have every call of `torch.manual_seed` take this seed: some ops of the data base call it."""
    usual = torch.manual_seed

    def manual_seed(given: int) -> torch.Generator:
        return usual(seed)

    with mock.patch.object(torch, "manual_seed", manual_seed):
        yield


def may_draw(name: str) -> bool:
    """Return whether some sample of an entry draws."""
    words = name.removeprefix("module nn.").partition(",")[0]
    return words in MODULES or any(name == n or name.startswith(f"{n}.") for n in RANDOM)


def is_discrete(name: str) -> bool:
    """Return whether each element of an entry's results has one of two values."""
    return name.startswith(DISCRETE)


def compare(
    block: Sequence[Any], plain: Sequence[Any], others: Sequence[Sequence[Any]]
) -> Distance:
    """Return the distance of drawn results, `others` being PyTorch's with other seeds."""
    same = distance([_like(x) for x in block], [_like(x) for x in plain], [], [])
    if same.reason or not others:
        return same
    return worst([_nearest(b, [o[i] for o in (plain, *others)]) for i, b in enumerate(block)])


def _like(x: Any) -> Any:
    """Return zeros with the shape and the dtype of a result."""
    return torch.zeros_like(x) if isinstance(x, Tensor) else type(x).__name__


def _nearest(block: Any, values: Sequence[Any]) -> Distance:
    """Return the distance of each element from the nearest of PyTorch's values there."""
    if not isinstance(block, Tensor) or not block.is_floating_point():
        return Distance()
    every = torch.stack([v.detach().double() for v in values])
    apart = (every - block.detach().double()).abs().nan_to_num(torch.inf)
    chosen = every.gather(0, apart.argmin(0, keepdim=True))[0].to(block.dtype)
    return distance([block], [chosen], [chosen], [])
