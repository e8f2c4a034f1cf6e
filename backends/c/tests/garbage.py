"""Counting references to what all tests of a process share: None, the type of float32."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collection() -> Iterator[None]:
    """Collect what other tests left behind, which refers to it too, now and not in the middle."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
