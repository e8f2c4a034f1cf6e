"""Profiles and levels: the tests that a backend must pass for a claim.

An op names its profile in its declaration. The ids of the cases that a profile requires are frozen
with the vectors (the manifest contains a digest of each list).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

LEVELS = ("smoke", "standard", "full", "exhaustive")
"""The levels of a run; each contains all levels before it."""

CLAIM_LEVELS = ("full", "exhaustive")
"""The levels at which a complete run without a failure yields a claim."""

PROFILES: Mapping[str, str] = MappingProxyType(
    {
        "core": "arithmetic, comparison, selection and casts",
        "math": "correctly rounded elementary functions and activations",
        "reduce": "reductions, scans, scatters and sorts by the canonical tree and order",
        "contract": "products and convolutions by the canonical contraction",
        "aligned": "products of matrices in whole numbers of one unit a block",
        "nn": "network graphs",
        "train": "steps of optimizers, and what is done to gradients before them",
    }
)


def level_includes(level: str, least: str) -> bool:
    """Return whether a run at `level` contains a case whose lowest level is `least`."""
    return LEVELS.index(least) <= LEVELS.index(level)
