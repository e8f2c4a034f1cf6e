"""Refuse activation checkpoints that draw different random numbers when they are recomputed.

With `preserve_rng_state=False` the recomputation of a checkpoint takes different random keys from
the first computation. Its dropout then zeroes different elements, and the gradients are silently
wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from types import SimpleNamespace
from typing import Any
from unittest import mock

import torch
import torch.utils.checkpoint as checkpoints

from samebits.common.errors import SamebitsError


@contextmanager
def honest_checkpoints() -> Iterator[None]:
    """Raise SamebitsError, while this is open, if a checkpoint draws without saving its state."""
    reentrant = checkpoints.CheckpointFunction
    others = checkpoints._checkpoint_without_reentrant_generator

    def apply(function: Callable[..., Any], preserve: bool, *args: Any) -> Any:
        run = function if preserve else _without_draws(function)
        return reentrant.apply(run, preserve, *args)

    @wraps(others)
    def generator(
        function: Callable[..., Any], preserve: bool = True, *args: Any, **kw: Any
    ) -> Any:
        run = function if preserve else _without_draws(function)
        return others(run, preserve, *args, **kw)

    with (
        mock.patch.object(checkpoints, "CheckpointFunction", SimpleNamespace(apply=apply)),
        mock.patch.object(checkpoints, "_checkpoint_without_reentrant_generator", generator),
    ):
        yield


def _without_draws(function: Callable[..., Any]) -> Callable[..., Any]:
    def run(*args: Any, **kwargs: Any) -> Any:
        before = torch.get_rng_state()
        try:
            return function(*args, **kwargs)
        finally:
            if not torch.equal(before, torch.get_rng_state()):
                raise SamebitsError(
                    "a checkpoint with preserve_rng_state=False draws random numbers; it would "
                    "draw different ones when it is recomputed, so its gradients would be wrong; "
                    "leave out preserve_rng_state=False"
                )

    return run
