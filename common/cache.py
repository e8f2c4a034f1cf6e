"""The one folder outside of a checkout: what is kept between runs, and may be removed any time."""

from __future__ import annotations

import os
from pathlib import Path


def folder() -> Path:
    """SAMEBITS_CACHE, else `samebits` below XDG_CACHE_HOME, else `~/.cache/samebits`.

    It need not exist. Variables that are empty do not count.
    """
    own = os.environ.get("SAMEBITS_CACHE")
    if own:
        return Path(own).absolute()
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base).absolute() if base else Path.home() / ".cache") / "samebits"
