"""Find the modules of a package, so that a new module needs no entry in a list."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType


def modules_of(package: ModuleType) -> Iterator[tuple[str, Callable[[], ModuleType]]]:
    """Yield the name of each module in a package, sorted, with a function that imports it.

    Subpackages are included.
    """
    for name in sorted(info.name for info in pkgutil.iter_modules(package.__path__)):
        yield name, partial(importlib.import_module, f"{package.__name__}.{name}")
