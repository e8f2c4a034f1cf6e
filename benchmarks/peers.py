"""The two sides of a benchmark: an op on a backend session, and the same work in PyTorch."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from samebits.backends import executor
from samebits.backends.protocol import Array, BackendError, Session
from samebits.spec.call import Call
from samebits.spec.errors import SamebitsError


class BenchmarkError(SamebitsError):
    """A benchmark cannot run; the message says what to do."""


def torch_module(threads: int) -> Any:
    """PyTorch with its thread count set. Raises BenchmarkError when it is not installed."""
    try:
        torch: Any = importlib.import_module("torch")
    except ImportError:
        raise BenchmarkError(
            "PyTorch is the peer of every benchmark; pip install 'samebits[torch]'"
        ) from None
    torch.set_num_threads(threads)
    return torch


def runner(session: Session, call: Call, inputs: Sequence[Array]) -> Callable[[], object]:
    """A function that runs the call into outputs that are made once."""
    support = executor.supports(session, call)
    if not support:
        raise BackendError(f"the session does not run {call}")
    outputs = executor.execute(session, call, inputs)
    return lambda: executor.execute_into(session, call, inputs, outputs)


def normal(*shape: int, seed: int = 0) -> Array:
    """Standard normal binary32 numbers. Bits do not matter to a benchmark, only their spread."""
    return np.random.default_rng(seed).standard_normal(shape, dtype=np.float32)
