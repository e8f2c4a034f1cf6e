"""mpmath, imported when first used, because the judge reads routes and definitions without it."""

from __future__ import annotations

import importlib
from typing import Any


class _Lazily:
    """A module, given by its name, that is imported when an attribute is first read."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        return getattr(importlib.import_module(self._name), attribute)


mpmath: Any = _Lazily("mpmath")
