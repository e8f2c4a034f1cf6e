"""Reference counts of objects that all tests of a process share: None, the type of float32."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collection() -> Iterator[None]:
    """Collect garbage that refers to shared objects now, and suspend collection in the block."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
