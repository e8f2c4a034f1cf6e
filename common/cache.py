"""The cache folder: the only folder outside a checkout that samebits writes.

It holds data that later runs can use again, and it may be deleted at any time.
"""

from __future__ import annotations

import os
from pathlib import Path


def folder() -> Path:
    """Return the cache folder, which need not exist.

    It is SAMEBITS_CACHE, else `samebits` below XDG_CACHE_HOME, else `~/.cache/samebits`. Empty
    variables are ignored.
    """
    own = os.environ.get("SAMEBITS_CACHE")
    if own:
        return Path(own).absolute()
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base).absolute() if base else Path.home() / ".cache") / "samebits"
