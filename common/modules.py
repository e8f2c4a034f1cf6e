"""The modules of a folder, found by name: no list to edit when one is added."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType


def modules_of(package: ModuleType) -> Iterator[tuple[str, Callable[[], ModuleType]]]:
    """The name of each module in a package, sorted, and what imports it; subfolders count too."""
    for name in sorted(info.name for info in pkgutil.iter_modules(package.__path__)):
        yield name, partial(importlib.import_module, f"{package.__name__}.{name}")
