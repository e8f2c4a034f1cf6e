"""Profiles and levels: what a backend must pass to make which claim.

An op names its profile in its declaration; the must-pass case ids of a profile are frozen with the
vectors (the manifest holds a digest of each list).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

LEVELS = ("smoke", "standard", "full", "exhaustive")
"""Levels, each containing the ones before it."""

CLAIM_LEVELS = ("full", "exhaustive")
"""Levels at which a complete run without failure yields a claim."""

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
    """Whether a run at `level` contains a case whose lowest level is `least`."""
    return LEVELS.index(least) <= LEVELS.index(level)
