"""Suspend garbage collection, so that tests can compare the reference counts of shared objects.

Such objects are None and the type of float32.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collection() -> Iterator[None]:
    """Collect garbage now, and suspend collection in the block."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
