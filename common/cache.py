"""The cache folder: the only folder outside a checkout to which samebits writes.

It holds data that later runs can use again. It may be deleted at any time.
"""

from __future__ import annotations

import os
from pathlib import Path


def folder() -> Path:
    """Return the path of the cache folder, which may not exist yet.

    It is the first of these: SAMEBITS_CACHE, `samebits` in XDG_CACHE_HOME, or `~/.cache/samebits`.
    Empty variables are ignored.
    """
    own = os.environ.get("SAMEBITS_CACHE")
    if own:
        return Path(own).absolute()
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base).absolute() if base else Path.home() / ".cache") / "samebits"
