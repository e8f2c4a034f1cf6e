"""mpmath, imported when it is first asked for: the judge reads routes and definitions with none."""

from __future__ import annotations

import importlib
from typing import Any


class _Lazily:
    """The module of that name, by its attributes."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        return getattr(importlib.import_module(self._name), attribute)


mpmath: Any = _Lazily("mpmath")
