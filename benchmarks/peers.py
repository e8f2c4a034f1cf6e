"""The two sides of a benchmark: an op on a backend session, and the same work in PyTorch."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from samebits.backends import executor
from samebits.backends.protocol import Array, BackendError, Session
from samebits.common.errors import SamebitsError
from samebits.common.release import INSTALL_TORCH
from samebits.spec.language.call import Call


class BenchmarkError(SamebitsError):
    """An error that prevents a benchmark; the message gives the remedy."""


_LIMITS = {
    "avx2": {
        "ATEN_CPU_CAPABILITY": "avx2",
        "MKL_ENABLE_INSTRUCTIONS": "AVX2",
        "ONEDNN_MAX_CPU_ISA": "AVX2",
    },
    "baseline": {"ATEN_CPU_CAPABILITY": "default", "MKL_ENABLE_INSTRUCTIONS": "SSE4_2"},
}


def limit_torch(device: str) -> None:
    """Limit PyTorch and its libraries to the instruction set of a device of the C backend.

    They read the environment variables when they are loaded. Raises BenchmarkError if they are
    already loaded.
    """
    limits = _LIMITS.get(device, {})
    if limits and "torch" in sys.modules:
        raise BenchmarkError(f"PyTorch is loaded already: measure {device} in a process of its own")
    os.environ.update(limits)


def torch_module(threads: int) -> Any:
    """Return PyTorch with its thread count set. Raises BenchmarkError if it is not installed."""
    try:
        torch: Any = importlib.import_module("torch")
    except ImportError:
        raise BenchmarkError(f"PyTorch is the peer of every benchmark; {INSTALL_TORCH}") from None
    torch.set_num_threads(threads)
    return torch


def runner(session: Session, call: Call, inputs: Sequence[Array]) -> Callable[[], object]:
    """Return a function that runs the call, always into the same outputs."""
    support = executor.supports(session, call)
    if not support:
        raise BackendError(f"the session does not run {call}")
    outputs = executor.execute(session, call, inputs)
    return lambda: executor.execute_into(session, call, inputs, outputs)


def normal(*shape: int, seed: int = 0) -> Array:
    """Return standard normal binary32 numbers.

    A benchmark needs their distribution, not certain bits.
    """
    return np.random.default_rng(seed).standard_normal(shape, dtype=np.float32)
